import type { Bag } from '../bag/bag.ts';
import type { Explainer } from '../explain/explainer.ts';
import type { Explained } from '../explain/explanation.ts';
import type { SearchEffort } from '../explain/search-chart.ts';
import type { SearchTrace } from '../explain/search-trace.ts';
import type { Surveyor } from '../explain/surveyor.ts';
import type { Tracer } from '../explain/tracer.ts';
import type { Parsed, Parser } from '../parser/parser.ts';
import { shortened } from '../realize/realizer.ts';
import type { Realization, Realizer, RealizeOptions, Stop } from '../realize/realizer.ts';
import type { TimedRealized } from '../realize/realizers.ts';
import { distinctBy } from '../util/distinct-by.ts';
import type { WorkerPort } from './host.ts';
import type {
  Job,
  JobMessage,
  LabelJob,
  ParseJob,
  RealizeJob,
  TimeLimited,
  WorkerMessage,
  WorkerStart,
} from './messages.ts';
import type { ParserFile } from './resources.ts';

/**
 * Realizes a bag, and measures the time.
 *
 * @param cpuMs returns the CPU milliseconds so far
 */
export function realizeTimed(
  realizer: Realizer,
  bag: Bag,
  options: RealizeOptions,
  stop: Stop,
  cpuMs: () => number,
  onFound?: (realization: Realization) => void,
): TimedRealized {
  const wall = performance.now();
  const cpu = cpuMs();
  const realized = realizer.realize(bag, options, stop, onFound);
  return { ...realized, wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu };
}

/** The sentences found so far are reported at most once in this many milliseconds. */
const PARTIAL_MS = 20;

/** Like `realizeTimed`, but also reports the sentences found so far, the highest score first. */
function realizeStreamed(
  realizer: Realizer,
  { bag, options }: RealizeJob,
  stop: Stop,
  cpuMs: () => number,
  tell: (partial: TimedRealized) => void,
): TimedRealized {
  const found: Realization[] = [];
  let last = performance.now();
  return realizeTimed(realizer, bag, options, stop, cpuMs, (one) => {
    found.push(one);
    if (performance.now() - last < PARTIAL_MS) return;
    last = performance.now();
    const sorted = found.toSorted((a, b) => b.score - a.score);
    // A sentence may be found with several trees. Only the tree with the highest score is kept.
    const realizations = distinctBy(sorted, ({ text }) => text);
    tell({
      ...{ status: 'cut-short', search: null, message: null, isAll: false, isProven: false },
      ...shortened({ realizations }, options.results),
      ...{ wallMs: 0, cpuMs: 0 },
    });
  });
}

/**
 * Answers a pool's jobs, one at a time, until the port closes.
 *
 * @param answer the type of the job is not checked: the pool must send only jobs that `answer`
 *   understands
 */
export function serveJobs(
  port: WorkerPort,
  { stop: stopMemory }: WorkerStart,
  answer: (job: never, stop: Stop, tell: (partial: unknown) => void) => unknown,
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
      const tell = (result: unknown): void => send({ type: 'partial', id, result });
      send({ type: 'done', id, result: answer(job as never, stop, tell) });
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
 * Answers the jobs of a `Pool`.
 *
 * @param open makes an explainer, tracer, surveyor or parser when the first job needs it
 * @param cpuMs returns this thread's CPU milliseconds so far
 */
export function serveRealizer(
  port: WorkerPort,
  start: WorkerStart,
  realizer: Realizer,
  open: {
    explainer(): Pick<Explainer, 'explain'>;
    tracer(): Pick<Tracer, 'trace'>;
    surveyor(): Pick<Surveyor, 'survey'>;
    parser(file: ParserFile): Pick<Parser, 'parse' | 'label'>;
  },
  cpuMs: () => number,
): void {
  let explainer: Pick<Explainer, 'explain'> | null = null;
  let tracer: Pick<Tracer, 'trace'> | null = null;
  let surveyor: Pick<Surveyor, 'survey'> | null = null;
  let last: { readonly id: number; readonly parser: Pick<Parser, 'parse' | 'label'> } | null = null;
  const parserOf = ({ parser: file }: ParseJob | LabelJob): Pick<Parser, 'parse' | 'label'> => {
    if (last?.id !== file.id) last = { id: file.id, parser: open.parser(file) };
    return last.parser;
  };
  serveJobs(port, start, (job: Job, stop, tell) => {
    if (job.kind === 'realize') {
      return job.isStreamed === true
        ? realizeStreamed(realizer, job, stop, cpuMs, tell)
        : realizeTimed(realizer, job.bag, job.options, stop, cpuMs);
    }
    if (job.kind === 'label') {
      const parser = parserOf(job);
      return job.trees.map((tree) => parser.label(tree));
    }
    const answer = ((): Explained | SearchTrace | SearchEffort | Parsed => {
      if (job.kind === 'parse') return parserOf(job).parse(job.sentence, { ...job.options, stop });
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
    // After a stop, the answer may be incomplete, and the caller could not see that.
    return stop.requested ? givenUp(job) : answer;
  });
}

const named: Readonly<Record<Job['kind'], string>> = {
  realize: 'Realizing the bag',
  explain: 'Explaining the sentence',
  trace: 'Tracing the search',
  survey: 'Measuring the search',
  parse: 'Parsing the sentence',
  label: 'Labelling the trees',
};

/** The message for a job that was stopped at its time limit. */
export function givenUp({ kind, timeLimit }: Pick<Job, 'kind' | 'timeLimit'>): string {
  return `${named[kind]} took more than ${timeLimit / 1000} seconds and was stopped.`;
}
