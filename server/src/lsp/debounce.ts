/** Combines all calls within a delay into one run of an action. */
export class Debounce {
  readonly #action: () => void;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param delay in milliseconds */
  constructor(action: () => void, delay: number) {
    this.#action = action;
    this.#delay = delay;
  }

  /** Makes the action run after the delay. Does nothing if the action is already scheduled. */
  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#action();
    }, this.#delay);
  }

  /** Schedules the action, and starts the delay again if it was already scheduled. */
  postpone(): void {
    this.cancel();
    this.schedule();
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Runs an action at once, but with a pause between two runs. */
export class Throttle {
  readonly #action: () => void;
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #nextAt = 0;

  /** @param pause in milliseconds */
  constructor(action: () => void, pause: number) {
    this.#action = action;
    this.#pause = pause;
  }

  /** Runs the action after the current task, but not before the pause has ended. */
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

export class DebounceByFile {
  readonly #debounces = new Map<string, Debounce>();
  readonly #action: (uri: string) => void;
  readonly #delay: number;

  /** @param delay in milliseconds */
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
