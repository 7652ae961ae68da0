import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerPort } from '../host.ts';

/**
 * Runs the work of a worker thread, with its port and its start data. Does nothing in the main
 * thread.
 *
 * @param run takes the start data. Only the two scripts ensure that the types agree
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
