/** A training worker's first file: decodes examples with the weights that it shares. */
import { parentPort, workerData } from 'node:worker_threads';
import { openTrainer } from '../../train/open-trainer.ts';
import type { Example, TrainerStart } from '../../train/trainer.ts';
import type { Limited, WorkerStart } from './messages.ts';
import { serveJobs } from './serve.ts';

const start = workerData as TrainerStart & WorkerStart;
if (parentPort !== null) {
  const trainer = openTrainer(start);
  serveJobs(parentPort, start, (example: Example & Limited) => trainer.decode(example));
}
