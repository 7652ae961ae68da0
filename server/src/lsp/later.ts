/** Runs an action once, a while after it was first asked for, however often it is asked for. */
export class Later {
  readonly #action: () => void;
  readonly #delay: number;
  #timer: NodeJS.Timeout | null = null;

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

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
