import type { Explained } from '../explain/explanation.ts';
import type { SearchEffort } from '../explain/search-chart.ts';
import type { SearchTrace } from '../explain/search-trace.ts';
import type { Parsed } from '../parser/parser.ts';
import type { TimedRealized } from '../realize/realizers.ts';
import type { Host, WorkerThread } from './host.ts';
import type {
  ExplainJob,
  Job,
  JobMessage,
  LabelJob,
  ParseJob,
  RealizeJob,
  TimeLimited,
  SearchStart,
  SurveyJob,
  TraceJob,
  WorkerMessage,
  WorkerStart,
} from './messages.ts';
import type { ResourceFiles } from './resources.ts';

export interface WorkersOptions {
  readonly host: Pick<Host, 'startWorker'>;
  /** The path of the workers' script. */
  readonly script: string;
  /** The limit on live workers. A worker starts when a job needs it. */
  readonly size: number;
  /** By default `GRACE_MS`. */
  readonly grace?: number;
  /** By default `CANCEL_GRACE_MS`. */
  readonly cancelGrace?: number;
}

export interface PoolOptions extends WorkersOptions {
  readonly files: ResourceFiles;
}

export class Cancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'Cancelled';
  }
}

/** Thrown if a search fails, does not stop, or loses its thread. The message is for the user. */
export class SearchFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SearchFailed';
  }
}

/** In an editor, Bowline uses at most this many processors, including the main thread's. */
const MAX_PROCESSORS = 4;

/** A job is tried at most this many times. It is tried again only if its worker dies. */
const ATTEMPTS = 2;

/**
 * Milliseconds by which a search may exceed its time limit before its worker is terminated. A
 * search can stop only between two steps.
 */
const GRACE_MS = 5_000;

/**
 * If a cancelled search does not stop within this many milliseconds, its worker is terminated. So
 * every cancelled search ends within 50 ms, even if it is in a long step of a very wide beam. To
 * start a new worker takes less time than the rest of such a step.
 */
const CANCEL_GRACE_MS = 40;

/** The number of workers in an editor. One processor is left for the main thread. */
export function defaultPoolSize({ processors }: Pick<Host, 'processors'>): number {
  return Math.max(1, Math.min(processors, MAX_PROCESSORS) - 1);
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the job starts before waiting jobs that are not urgent. Urgent jobs start in the order
   * of their arrival.
   */
  readonly isUrgent?: boolean;
  /** Whether the job is part of a batch, such as all bags of a file. */
  readonly isBulk?: boolean;
  /**
   * Whether the job gives way to jobs that are not bulk. It is refused while such a job runs or
   * waits, and cancelled when such a job arrives. It starts before waiting bulk jobs.
   */
  readonly givesWay?: boolean;
}

export interface StreamOptions<R> extends RunOptions {
  readonly onPartial?: (partial: R) => void;
}

interface Task<J, R> extends Pick<StreamOptions<R>, 'onPartial'> {
  readonly job: J;
  readonly isUrgent: boolean;
  readonly isBulk: boolean;
  readonly givesWay: boolean;
  readonly resolve: (result: R) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
  settled: boolean;
}

/** A worker and its task. The pool stops the task through the stop cell (see `WorkerStart`). */
class WorkerSlot<J, R> {
  thread!: WorkerThread;
  readonly stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly stopCell = new Int32Array(this.stop);
  task: Task<J, R> | null = null;
  id = 0;
  /** Whether the worker has loaded the models. */
  ready = false;
  watchdog: ReturnType<typeof setTimeout> | null = null;
  /** Whether the thread is being terminated. Then it must get no tasks. */
  ending = false;
  /** Whether the thread was terminated because its search ran too long. */
  overran = false;
  lastError: string | null = null;
}

/**
 * Runs jobs in worker threads. The result of a job does not depend on the worker or on the number
 * of workers. A worker that ends is replaced. If it dies during a job, the job is tried once more.
 */
export class Workers<J extends TimeLimited, R> {
  readonly size: number;
  readonly #options: WorkersOptions;
  readonly #start: object;
  readonly #slots = new Set<WorkerSlot<J, R>>();
  readonly #queue: Task<J, R>[] = [];
  #disposed = false;

  /** @param start the start data of each worker, except the fields of `WorkerStart` */
  constructor(options: WorkersOptions, start: object) {
    this.#options = options;
    this.#start = start;
    this.size = Math.max(1, Math.floor(options.size));
  }

  /** The number of running searches. A cancelled search counts until it has stopped. */
  get busy(): number {
    let busy = 0;
    for (const slot of this.#slots) if (slot.task !== null) busy++;
    return busy;
  }

  get idleJobs(): number {
    return this.#tasks().filter(({ givesWay }) => givesWay).length;
  }

  /** The ids of the live threads. */
  get threads(): number[] {
    return [...this.#slots].map((slot) => slot.thread.id);
  }

  /**
   * Rejects with `Cancelled` as soon as `signal` aborts, and with `SearchFailed` if the search
   * fails.
   */
  run(
    job: J,
    {
      signal,
      isUrgent = false,
      isBulk = false,
      givesWay = false,
      onPartial,
    }: StreamOptions<R> = {},
  ): Promise<R> {
    return new Promise((resolve, reject) => {
      const isInTheWay = givesWay && this.#tasks().some((task) => !task.isBulk);
      if (this.#disposed || signal?.aborted === true || isInTheWay) {
        reject(new Cancelled());
        return;
      }
      if (!isBulk) for (const task of this.#tasks()) if (task.givesWay) this.#cancel(task);
      const cancel = (): void => {
        this.#cancel(task);
      };
      const done = (): void => {
        task.settled = true;
        signal?.removeEventListener('abort', cancel);
      };
      const task: Task<J, R> = {
        job,
        isUrgent,
        isBulk,
        givesWay,
        ...(onPartial !== undefined && { onPartial }),
        attempts: 0,
        settled: false,
        resolve: (result) => {
          done();
          resolve(result);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
      signal?.addEventListener('abort', cancel);
      const isBehind = (other: Task<J, R>): boolean =>
        givesWay ? other.isBulk : isUrgent && !other.isUrgent && !other.givesWay;
      const behind = this.#queue.findIndex(isBehind);
      this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, task);
      this.#assign();
    });
  }

  /** Stops every search, rejects every job with `Cancelled`, and ends the workers. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const task of this.#queue.splice(0)) task.reject(new Cancelled());
    const slots = [...this.#slots];
    for (const slot of slots) {
      if (slot.task !== null && !slot.task.settled) slot.task.reject(new Cancelled());
      Atomics.store(slot.stopCell, 0, slot.id);
    }
    await Promise.all(slots.map((slot) => slot.thread.terminate()));
  }

  /** The running and waiting tasks without a result. */
  #tasks(): Task<J, R>[] {
    const running = [...this.#slots].flatMap(({ task }) => task ?? []);
    return [...running, ...this.#queue].filter(({ settled }) => !settled);
  }

  #cancel(task: Task<J, R>): void {
    if (task.settled) return;
    const place = this.#queue.indexOf(task);
    if (place >= 0) this.#queue.splice(place, 1);
    const slot = [...this.#slots].find((each) => each.task === task);
    if (slot !== undefined) Atomics.store(slot.stopCell, 0, slot.id);
    task.reject(new Cancelled());
    if (slot !== undefined) this.#watch(slot);
  }

  #assign(): void {
    while (this.#queue.length > 0 && !this.#disposed) {
      const slot = this.#freeSlot();
      if (slot === null) return;
      const task = this.#queue.shift()!;
      task.attempts++;
      slot.task = task;
      slot.id++;
      this.#watch(slot);
      const message: JobMessage<J> = { id: slot.id, job: task.job };
      // A search keeps the program alive; an idle worker does not.
      slot.thread.keepAlive(true);
      slot.thread.post(message);
    }
  }

  #freeSlot(): WorkerSlot<J, R> | null {
    for (const slot of this.#slots) if (slot.task === null && !slot.ending) return slot;
    return this.#slots.size < this.size ? this.#startSlot() : null;
  }

  #startSlot(): WorkerSlot<J, R> {
    const { host, script } = this.#options;
    const slot = new WorkerSlot<J, R>();
    const start: WorkerStart = { ...this.#start, stop: slot.stop };
    slot.thread = host.startWorker(script, start, {
      onMessage: (message) => this.#onMessage(slot, message as WorkerMessage<R>),
      onError: (error) => {
        slot.lastError = error instanceof Error ? error.message : String(error);
      },
      onExit: (code) => {
        this.#slots.delete(slot);
        if (slot.task !== null) this.#retryOrFail(this.#release(slot), slot, code);
        this.#assign();
      },
    });
    this.#slots.add(slot);
    return slot;
  }

  #onMessage(slot: WorkerSlot<J, R>, message: WorkerMessage<R>): void {
    if (message.type === 'ready') {
      slot.ready = true;
      // The time limit does not include the loading of the worker, so the time limit begins only
      // now.
      this.#watch(slot);
      return;
    }
    if (message.id !== slot.id || slot.task === null) return;
    if (message.type === 'partial') {
      if (!slot.task.settled) slot.task.onPartial?.(message.result);
      return;
    }
    const task = this.#release(slot);
    if (!task.settled) {
      if (message.type === 'done') task.resolve(message.result);
      else task.reject(new SearchFailed(`The search failed: ${message.message}`));
    }
    this.#assign();
  }

  #release(slot: WorkerSlot<J, R>): Task<J, R> {
    const task = slot.task!;
    slot.task = null;
    // An idle worker does not keep the program alive. But after `dispose`, the program must wait
    // until this worker has ended.
    if (!this.#disposed) slot.thread.keepAlive(false);
    if (slot.watchdog !== null) clearTimeout(slot.watchdog);
    slot.watchdog = null;
    return task;
  }

  /**
   * Queues the task of a dead worker again. If the task was tried before or ran too long, or after
   * `dispose`, rejects the task instead.
   */
  #retryOrFail(task: Task<J, R>, { overran, lastError }: WorkerSlot<J, R>, code: number): void {
    if (task.settled) return;
    if (this.#disposed) {
      task.reject(new Cancelled());
    } else if (overran) {
      task.reject(new SearchFailed('The search was ended: it did not stop at its time limit.'));
    } else if (task.attempts < ATTEMPTS) {
      this.#queue.unshift(task);
    } else {
      const reason = lastError ?? `exit code ${code}`;
      task.reject(new SearchFailed(`The search stopped unexpectedly, twice (${reason}).`));
    }
  }

  /** Terminates the slot's worker if its search does not end in time. */
  #watch(slot: WorkerSlot<J, R>): void {
    if (slot.watchdog !== null) clearTimeout(slot.watchdog);
    slot.watchdog = null;
    const { task, ready } = slot;
    if (task === null) return;
    const grace = this.#options.grace ?? GRACE_MS;
    const { timeLimit } = task.job;
    if (!task.settled && timeLimit === 0) return;
    const cancelGrace = this.#options.cancelGrace ?? CANCEL_GRACE_MS;
    const timeout = task.settled ? (ready ? cancelGrace : grace) : timeLimit + grace;
    slot.watchdog = setTimeout(() => {
      slot.ending = true;
      slot.overran = ready;
      slot.lastError = 'its model did not load in time';
      void slot.thread.terminate();
    }, timeout);
  }
}

/** The workers that search. Every method rejects like `run`. */
export class Pool extends Workers<
  Job,
  TimedRealized | Explained | SearchTrace | SearchEffort | Parsed | string[][]
> {
  constructor({ files, ...options }: PoolOptions) {
    super(options, { files } satisfies Omit<SearchStart, keyof WorkerStart>);
  }

  realize(
    job: RealizeJob,
    { onPartial, ...options }: StreamOptions<TimedRealized> = {},
  ): Promise<TimedRealized> {
    const told = onPartial && {
      onPartial: (partial: unknown) => onPartial(partial as TimedRealized),
    };
    return this.run({ ...job, kind: 'realize' }, { ...options, ...told }) as Promise<TimedRealized>;
  }

  explain(job: ExplainJob, options: RunOptions = {}): Promise<Explained> {
    return this.run({ ...job, kind: 'explain' }, options) as Promise<Explained>;
  }

  /**
   * @returns a sentence for the user if there is nothing to trace, or the time limit was reached
   */
  trace(job: TraceJob, options: RunOptions = {}): Promise<SearchTrace | string> {
    return this.run({ ...job, kind: 'trace' }, options) as Promise<SearchTrace | string>;
  }

  /** @returns a sentence for the user if nothing was found, or the time limit was reached */
  survey(job: SurveyJob, options: RunOptions = {}): Promise<SearchEffort | string> {
    return this.run({ ...job, kind: 'survey' }, options) as Promise<SearchEffort | string>;
  }

  /** @returns a sentence for the user if the time limit was reached */
  parse(job: ParseJob, options: RunOptions = {}): Promise<Parsed | string> {
    return this.run({ ...job, kind: 'parse' }, options) as Promise<Parsed | string>;
  }

  /** @returns for each tree, the labels of its words */
  label(job: LabelJob, options: RunOptions = {}): Promise<string[][]> {
    return this.run({ ...job, kind: 'label' }, options) as Promise<string[][]>;
  }
}
