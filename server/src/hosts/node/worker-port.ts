import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerPort } from '../host.ts';

/**
 * Runs what a worker thread does, with its port and what it was started with; nothing in the main thread.
 *
 * @param run takes the data that the script is started with: nothing but the two scripts ties their
 *   types together
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
