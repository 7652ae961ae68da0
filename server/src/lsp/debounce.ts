/** Runs an action once for many calls that come within a delay. */
export class Debounce {
  readonly #action: () => void;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param delay In milliseconds. */
  constructor(action: () => void, delay: number) {
    this.#action = action;
    this.#delay = delay;
  }

  /** Runs the action when the delay has passed, unless it is scheduled already. */
  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#action();
    }, this.#delay);
  }

  /** Restarts the delay. */
  postpone(): void {
    this.cancel();
    this.schedule();
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Runs an action as soon as it is asked for, but with a pause between two runs. */
export class Throttle {
  readonly #action: () => void;
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #nextAt = 0;

  /** @param pause In milliseconds. */
  constructor(action: () => void, pause: number) {
    this.#action = action;
    this.#pause = pause;
  }

  /** Runs the action when what calls it is done, or else when the pause is over; once for all calls until then. */
  schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        this.#nextAt = performance.now() + this.#pause;
        this.#action();
      },
      Math.max(0, this.#nextAt - performance.now()),
    );
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** A `Debounce` for each file. */
export class DebounceByFile {
  readonly #debounces = new Map<string, Debounce>();
  readonly #action: (uri: string) => void;
  readonly #delay: number;

  /** @param delay In milliseconds. */
  constructor(action: (uri: string) => void, delay: number) {
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
    this.#debounces.get(uri)?.cancel();
    this.#debounces.delete(uri);
  }

  #of(uri: string): Debounce {
    let debounce = this.#debounces.get(uri);
    if (debounce === undefined) {
      debounce = new Debounce(() => this.#action(uri), this.#delay);
      this.#debounces.set(uri, debounce);
    }
    return debounce;
  }
}
