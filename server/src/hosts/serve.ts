import type { Bag } from '../bag/bag.ts';
import type { Explainer } from '../explain/explainer.ts';
import type { Explained } from '../explain/explanation.ts';
import type { SearchEffort } from '../explain/search-chart.ts';
import type { SearchTrace } from '../explain/search-trace.ts';
import type { Surveyor } from '../explain/surveyor.ts';
import type { Tracer } from '../explain/tracer.ts';
import type { Realizer, RealizeOptions, Stop } from '../realize/realizer.ts';
import type { TimedRealized } from '../realize/realizers.ts';
import type { WorkerPort } from './host.ts';
import type { Job, JobMessage, TimeLimited, WorkerMessage, WorkerStart } from './messages.ts';

/**
 * Realizes a bag in this thread, and measures it.
 *
 * @param cpuMs CPU milliseconds so far
 */
export function realizeTimed(
  realizer: Realizer,
  bag: Bag,
  options: RealizeOptions,
  stop: Stop,
  cpuMs: () => number,
): TimedRealized {
  const wall = performance.now();
  const cpu = cpuMs();
  const realized = realizer.realize(bag, options, stop);
  return { ...realized, wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu };
}

/**
 * Answers a pool's jobs on a port, one at a time, until the port closes.
 *
 * @param answer takes the jobs of the pool that started this worker: nothing but the two scripts ties
 *   their types together
 */
export function serveJobs(
  port: WorkerPort,
  { stop: stopMemory }: WorkerStart,
  answer: (job: never, stop: Stop) => unknown,
): void {
  const stopCell = new Int32Array(stopMemory);
  const send = (message: WorkerMessage<unknown>): void => port.post(message);

  port.listen((message) => {
    const { id, job } = message as JobMessage<TimeLimited>;
    const deadline = job.timeLimit > 0 ? performance.now() + job.timeLimit : Infinity;
    const stop: Stop = {
      get requested() {
        return Atomics.load(stopCell, 0) === id || performance.now() >= deadline;
      },
    };
    try {
      send({ type: 'done', id, result: answer(job as never, stop) });
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

/**
 * Realizes, explains, traces and surveys the bags of the pool.
 *
 * @param open called when something is first to be explained, traced or surveyed
 * @param cpuMs CPU milliseconds of this thread so far
 */
export function serveRealizer(
  port: WorkerPort,
  start: WorkerStart,
  realizer: Realizer,
  open: {
    explainer(): Pick<Explainer, 'explain'>;
    tracer(): Pick<Tracer, 'trace'>;
    surveyor(): Pick<Surveyor, 'survey'>;
  },
  cpuMs: () => number,
): void {
  let explainer: Pick<Explainer, 'explain'> | null = null;
  let tracer: Pick<Tracer, 'trace'> | null = null;
  let surveyor: Pick<Surveyor, 'survey'> | null = null;
  serveJobs(port, start, (job: Job, stop) => {
    if (job.kind === 'realize') return realizeTimed(realizer, job.bag, job.options, stop, cpuMs);
    const answer = ((): Explained | SearchTrace | SearchEffort => {
      if (job.kind === 'trace') {
        tracer ??= open.tracer();
        return tracer.trace(job.bag, job.words, job.options, stop);
      }
      if (job.kind === 'survey') {
        surveyor ??= open.surveyor();
        return surveyor.survey(job.bag, job.words, job.options, stop);
      }
      explainer ??= open.explainer();
      return explainer.explain(job.bag, job.words, job.options, stop);
    })();
    // What was found out until then would be taken for the whole.
    return stop.requested ? givenUp(job) : answer;
  });
}

const named: Readonly<Record<Job['kind'], string>> = {
  realize: 'Realizing the bag',
  explain: 'Explaining the sentence',
  trace: 'Tracing the search',
  survey: 'Looking at what the search took',
};

function givenUp({ kind, timeLimit }: Job): string {
  return `${named[kind]} took more than ${timeLimit / 1000} seconds and was given up.`;
}
