/** May return a promise: it is not run again before that has settled. */
type Action<A extends unknown[] = []> = (...given: A) => unknown;

/**
 * Runs an action once, a while after it was first asked for, however often it is asked for. An action that
 * sends something returns the promise of its being written: a client that reads slowly is sent the latest
 * state alone, instead of a queue that grows.
 */
export class Later {
  readonly #action: Action;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isRunning = false;
  /** It was asked for during a run, and its delay is over. */
  #isDue = false;

  /** @param delay In milliseconds. */
  constructor(action: Action, delay: number) {
    this.#action = action;
    this.#delay = delay;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#isRunning) this.#isDue = true;
      else void this.#run();
    }, this.#delay);
  }

  /** Begins the wait anew. */
  postpone(): void {
    this.cancel();
    this.schedule();
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isDue = false;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#isDue = false;
    try {
      await this.#action();
    } finally {
      this.#isRunning = false;
      this.#runIfDue();
    }
  }

  #runIfDue(): void {
    if (this.#isDue) void this.#run();
  }
}

/** Runs an action for each file by itself. */
export class LaterByFile {
  readonly #laters = new Map<string, Later>();
  readonly #action: Action<[uri: string]>;
  readonly #delay: number;

  /** @param delay In milliseconds. */
  constructor(action: Action<[uri: string]>, delay: number) {
    this.#action = action;
    this.#delay = delay;
  }

  schedule(uri: string): void {
    this.#of(uri).schedule();
  }

  postpone(uri: string): void {
    this.#of(uri).postpone();
  }

  forget(uri: string): void {
    this.#laters.get(uri)?.cancel();
    this.#laters.delete(uri);
  }

  #of(uri: string): Later {
    let later = this.#laters.get(uri);
    if (later === undefined) {
      later = new Later(() => this.#action(uri), this.#delay);
      this.#laters.set(uri, later);
    }
    return later;
  }
}
