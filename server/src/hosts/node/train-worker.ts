/** The entry of a training worker: decodes examples with the weights that it shares. */
import { openTrainer } from '../../train/open-trainer.ts';
import type { Example, TrainerStart } from '../../train/trainer.ts';
import type { TimeLimited, WorkerStart } from '../messages.ts';
import { serveJobs } from '../serve.ts';
import { inWorker } from './worker-port.ts';

inWorker((port, start: TrainerStart & WorkerStart) => {
  const trainer = openTrainer(start);
  serveJobs(port, start, (example: Example & TimeLimited) => trainer.decode(example));
});
