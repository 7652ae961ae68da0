/** Runs an action once, a while after it was first asked for, however often it is asked for. */
export class Later {
  readonly #action: () => void;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param delay In milliseconds. */
  constructor(action: () => void, delay: number) {
    this.#action = action;
    this.#delay = delay;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#action();
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
  }
}

/** Runs an action for each file by itself. */
export class LaterByFile {
  readonly #laters = new Map<string, Later>();
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
