import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerPort } from '../host.ts';

/**
 * Calls `run` in a worker thread; does nothing in the main thread.
 *
 * @param run the type of `start` is not checked against the data that the main thread sends
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
