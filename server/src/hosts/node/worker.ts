/** A search worker's first file: loads the shared models and answers jobs. */
import { parentPort, workerData } from 'node:worker_threads';
import { createRealizer } from '../../realize/realizer.ts';
import type { SearchStart } from './messages.ts';
import { loadResources } from './resources.ts';
import { serve } from './serve.ts';

const start = workerData as SearchStart;
if (parentPort !== null) {
  serve(parentPort, start, createRealizer(loadResources(start.files)));
}
