import type { MessagePort } from 'node:worker_threads';
import type { Bag } from '../constraints/bag.ts';
import type { Realizer, RealizeOptions, Stop } from '../realizer.ts';
import type { TimedRealized } from '../realizers.ts';
import { cpuMs, wallMs } from './clock.ts';
import type { RealizeMessage, WorkerMessage, WorkerStart } from './messages.ts';

/** Realizes a bag in this thread, and measures it. */
export function realizeTimed(
  realizer: Realizer,
  bag: Bag,
  options: RealizeOptions,
  stop: Stop,
): TimedRealized {
  const wall = wallMs();
  const cpu = cpuMs();
  const realized = realizer.realize(bag, options, stop);
  return { ...realized, wallMs: wallMs() - wall, cpuMs: cpuMs() - cpu };
}

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
      send({ type: 'realized', id, realized: realizeTimed(realizer, job.bag, job.options, stop) });
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
