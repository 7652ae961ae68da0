/** A search worker's first file: loads the shared model and answers jobs. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadModel } from '../model/model.ts';
import { createRealizer } from '../realizer.ts';
import type { SearchStart } from './messages.ts';
import { serve } from './serve.ts';

const start = workerData as SearchStart;
if (parentPort !== null) {
  serve(parentPort, start, createRealizer(loadModel(new Uint8Array(start.model))));
}
