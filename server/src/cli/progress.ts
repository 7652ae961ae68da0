import { SingleBar } from 'cli-progress';

/** Shows a progress bar on the error stream, if that is a terminal. */
export class Progress {
  readonly #bar: SingleBar | null;

  constructor(title: string, total: number) {
    this.#bar = process.stderr.isTTY
      ? new SingleBar({
          format: `${title} {bar} {value}/{total}  {eta_formatted} left`,
          clearOnComplete: true,
          // Ctrl-C ends the process at once, so a hidden cursor would stay hidden.
          hideCursor: false,
        })
      : null;
    this.#bar?.start(total, 0);
  }

  update(done: number): void {
    this.#bar?.update(done);
  }

  end(): void {
    this.#bar?.stop();
  }
}
