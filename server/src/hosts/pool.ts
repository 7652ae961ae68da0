import type { TimedRealized } from '../realize/realizers.ts';
import type { Host, WorkerThread } from './host.ts';
import type {
  Job,
  JobMessage,
  Limited,
  SearchStart,
  WorkerMessage,
  WorkerStart,
} from './messages.ts';
import type { ResourceFiles } from './resources.ts';

export interface WorkersOptions {
  readonly host: Pick<Host, 'startWorker'>;
  /** The workers' script. */
  readonly script: string;
  /** The most workers at a time; each is started when there is work for it. */
  readonly size: number;
  /** Milliseconds that a search may overrun its time limit before its worker is ended. */
  readonly grace?: number;
  /** Milliseconds that a cancelled search may take to stop before its worker is ended. */
  readonly cancelGrace?: number;
}

export interface PoolOptions extends WorkersOptions {
  readonly files: ResourceFiles;
}

/** A job was given up by whoever asked for it. */
export class Cancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'Cancelled';
  }
}

/** A search threw, hung or was lost with its thread; the message is for the user. */
export class SearchFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SearchFailed';
  }
}

/** More processors are left to the editor. */
const MOST_PROCESSORS = 4;

/** A worker starts and is lost at most this often for one job. */
const ATTEMPTS = 2;

/** A search reads its stop once a step, so one that overruns by this much hangs. */
const GRACE_MS = 5_000;

/**
 * A cancelled search is to be over within 50 ms. Steps that take longer, as in the widest beams, are
 * not waited for: a new worker costs less than what is left of them.
 */
const CANCEL_GRACE_MS = 40;

/** The pool's size beside an editor: one processor is left for the thread that answers it. */
export function defaultPoolSize({ processors }: Pick<Host, 'processors'>): number {
  return Math.max(1, Math.min(processors, MOST_PROCESSORS) - 1);
}

interface Task<J, R> {
  readonly job: J;
  readonly resolve: (result: R) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
  settled: boolean;
}

/** One worker thread, its stop cell, and the task that it is on. */
class Seat<J, R> {
  thread!: WorkerThread;
  readonly stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly stopCell = new Int32Array(this.stop);
  task: Task<J, R> | null = null;
  id = 0;
  /** Its model is loaded: what it does now is search. */
  ready = false;
  watchdog: ReturnType<typeof setTimeout> | null = null;
  /** Its thread is being terminated, and gets no more tasks. */
  ending = false;
  /** That was because its search went on for too long. */
  overran = false;
  /** Why the thread ended, if it said so. */
  lastError: string | null = null;
}

/**
 * Does jobs in worker threads, first come, first served. A worker that dies in the middle of a job is
 * replaced and the job tried once more; one that had to be ended is replaced. What comes back is what
 * a worker makes of the job: neither the number of workers nor their order shows in it.
 */
export class Workers<J extends Limited, R> {
  readonly size: number;
  readonly #options: WorkersOptions;
  readonly #start: object;
  readonly #seats = new Set<Seat<J, R>>();
  readonly #queue: Task<J, R>[] = [];
  #disposed = false;

  /** @param start what each worker is started with, beside `WorkerStart` */
  constructor(options: WorkersOptions, start: object) {
    this.#options = options;
    this.#start = start;
    this.size = Math.max(1, Math.floor(options.size));
  }

  /** How many searches are running: a cancelled one counts until its worker has stopped. */
  get busy(): number {
    let busy = 0;
    for (const seat of this.#seats) if (seat.task !== null) busy++;
    return busy;
  }

  /** The thread ids of the workers that are alive. */
  get threads(): number[] {
    return [...this.#seats].map((seat) => seat.thread.id);
  }

  /**
   * Does a job. Rejects with `Cancelled` once `signal` aborts (the search stops at its next
   * step), and with `SearchFailed`.
   */
  run(job: J, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.#disposed || signal?.aborted === true) {
        reject(new Cancelled());
        return;
      }
      const cancel = (): void => {
        this.#cancel(task);
      };
      const done = (): void => {
        task.settled = true;
        signal?.removeEventListener('abort', cancel);
      };
      const task: Task<J, R> = {
        job,
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
      this.#queue.push(task);
      this.#assign();
    });
  }

  /** Stops every search, rejects every job with `Cancelled` and ends the workers. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const task of this.#queue.splice(0)) task.reject(new Cancelled());
    const seats = [...this.#seats];
    for (const seat of seats) {
      if (seat.task !== null && !seat.task.settled) seat.task.reject(new Cancelled());
      Atomics.store(seat.stopCell, 0, seat.id);
    }
    await Promise.all(seats.map((seat) => seat.thread.terminate()));
  }

  #cancel(task: Task<J, R>): void {
    if (task.settled) return;
    const place = this.#queue.indexOf(task);
    if (place >= 0) this.#queue.splice(place, 1);
    const seat = [...this.#seats].find((each) => each.task === task);
    if (seat !== undefined) Atomics.store(seat.stopCell, 0, seat.id);
    task.reject(new Cancelled());
    if (seat !== undefined) this.#watch(seat);
  }

  #assign(): void {
    while (this.#queue.length > 0 && !this.#disposed) {
      const seat = this.#freeSeat();
      if (seat === null) return;
      const task = this.#queue.shift()!;
      task.attempts++;
      seat.task = task;
      seat.id++;
      this.#watch(seat);
      const message: JobMessage<J> = { id: seat.id, job: task.job };
      // A search keeps the program alive; a worker without one does not.
      seat.thread.keepAlive(true);
      seat.thread.post(message);
    }
  }

  #freeSeat(): Seat<J, R> | null {
    for (const seat of this.#seats) if (seat.task === null && !seat.ending) return seat;
    return this.#seats.size < this.size ? this.#startSeat() : null;
  }

  #startSeat(): Seat<J, R> {
    const { host, script } = this.#options;
    const seat = new Seat<J, R>();
    const start: WorkerStart = { ...this.#start, stop: seat.stop };
    seat.thread = host.startWorker(script, start, {
      onMessage: (message) => this.#onMessage(seat, message as WorkerMessage<R>),
      onError: (error) => {
        seat.lastError = error instanceof Error ? error.message : String(error);
      },
      onExit: (code) => {
        this.#seats.delete(seat);
        if (seat.task !== null) this.#lose(this.#vacate(seat), seat, code);
        this.#assign();
      },
    });
    this.#seats.add(seat);
    return seat;
  }

  #onMessage(seat: Seat<J, R>, message: WorkerMessage<R>): void {
    if (message.type === 'ready') {
      seat.ready = true;
      // A job that waited for its worker to load starts its time now.
      this.#watch(seat);
      return;
    }
    if (message.id !== seat.id || seat.task === null) return;
    const task = this.#vacate(seat);
    if (!task.settled) {
      if (message.type === 'done') task.resolve(message.result);
      else task.reject(new SearchFailed(`The search failed: ${message.message}`));
    }
    this.#assign();
  }

  #vacate(seat: Seat<J, R>): Task<J, R> {
    const task = seat.task!;
    seat.task = null;
    seat.thread.keepAlive(false);
    if (seat.watchdog !== null) clearTimeout(seat.watchdog);
    seat.watchdog = null;
    return task;
  }

  /** A worker died with this task: try again, once, unless the search would only hang again. */
  #lose(task: Task<J, R>, { overran, lastError }: Seat<J, R>, code: number): void {
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

  /** Ends the seat's worker if its search goes on for too long from now. */
  #watch(seat: Seat<J, R>): void {
    if (seat.watchdog !== null) clearTimeout(seat.watchdog);
    seat.watchdog = null;
    const { task, ready } = seat;
    if (task === null) return;
    const grace = this.#options.grace ?? GRACE_MS;
    const { timeLimit } = task.job;
    if (!task.settled && timeLimit === 0) return;
    const cancelGrace = this.#options.cancelGrace ?? CANCEL_GRACE_MS;
    const patience = task.settled ? (ready ? cancelGrace : grace) : timeLimit + grace;
    seat.watchdog = setTimeout(() => {
      seat.ending = true;
      seat.overran = ready;
      seat.lastError = 'its model did not load in time';
      void seat.thread.terminate();
    }, patience);
  }
}

/** Realizes bags in search workers: what comes back is a function of the job alone. */
export class Pool extends Workers<Job, TimedRealized> {
  constructor({ files, ...options }: PoolOptions) {
    super(options, { files } satisfies Omit<SearchStart, keyof WorkerStart>);
  }

  /** Realizes a bag; rejects as `run` does. */
  realize(job: Job, options: { signal?: AbortSignal | undefined } = {}): Promise<TimedRealized> {
    return this.run(job, options);
  }
}
