/** The script of a training worker. It decodes examples with shared weights. */
import { openTrainer } from '../../train/open-trainer.ts';
import type { Example, SharedTrainerStart } from '../../train/trainer.ts';
import type { TimeLimited, WorkerStart } from '../messages.ts';
import { serveJobs } from '../serve.ts';
import { openShared } from './model-file.ts';
import { inWorker } from './worker-port.ts';

inWorker((port, start: SharedTrainerStart & WorkerStart) => {
  const trainer = openTrainer(start, openShared);
  serveJobs(port, start, (example: Example & TimeLimited) => trainer.decode(example));
});
