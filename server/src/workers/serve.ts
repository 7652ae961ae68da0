import type { MessagePort } from 'node:worker_threads';
import type { Realizer, Stop } from '../realizer.ts';
import type { RealizeMessage, WorkerMessage, WorkerStart } from './messages.ts';

/** Answers the pool's jobs on a port, one at a time, until the port closes. */
export function serve(port: MessagePort, start: WorkerStart, realizer: Realizer): void {
  const stopCell = new Int32Array(start.stop);
  const send = (message: WorkerMessage): void => {
    port.postMessage(message);
  };

  port.on('message', ({ id, job }: RealizeMessage) => {
    const deadline = job.timeLimit > 0 ? performance.now() + job.timeLimit : Infinity;
    const stop: Stop = {
      get requested() {
        return Atomics.load(stopCell, 0) === id || performance.now() >= deadline;
      },
    };
    try {
      send({ type: 'realized', id, realized: realizer.realize(job.bag, job.options, stop) });
    } catch (error) {
      send({
        type: 'failed',
        id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  });
  send({ type: 'ready' });
}
