import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerPort } from '../host.ts';

/**
 * Calls `run` in a worker thread; does nothing in the main thread.
 *
 * @param run receives as `start` the data that the main thread passed when it started the worker.
 *   TypeScript does not check that the data has the type of `start`
 */
export function inWorker(run: (port: WorkerPort, start: never) => void): void {
  const parent = parentPort;
  if (parent === null) return;
  const port: WorkerPort = {
    post: (message) => parent.postMessage(message),
    listen: (onMessage) => void parent.on('message', onMessage),
  };
  run(port, workerData as never);
}
