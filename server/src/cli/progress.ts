import { SingleBar } from 'cli-progress';

/** If the stream is not a terminal, lines are at least this many milliseconds apart. */
const LINE_EVERY_MS = 10_000;

/**
 * Shows the progress on the error stream: a bar on a terminal, otherwise a line about every ten
 * seconds.
 */
export class Progress {
  readonly #bar: SingleBar | null = null;
  readonly #title: string;
  readonly #total: number;
  readonly #started = performance.now();
  #lastLine = this.#started;

  constructor(title: string, total: number) {
    this.#title = title;
    this.#total = total;
    if (process.stderr.isTTY) {
      this.#bar = new SingleBar({
        format: `${title} {bar} {value}/{total}  {eta_formatted} left`,
        clearOnComplete: true,
        barsize: 24,
        // Draws even a bar that has not changed, since output may have scrolled it away.
        forceRedraw: true,
        // Otherwise the bar would switch off the terminal's line wrapping, and line wrapping would
        // stay off after Ctrl-C.
        linewrap: true,
        // Ctrl-C ends the process at once, so a hidden cursor would stay hidden.
        hideCursor: false,
      });
      this.#bar.start(total, 0);
    }
  }

  update(done: number): void {
    this.#bar?.update(done);
    const now = performance.now();
    if (this.#bar !== null || now - this.#lastLine < LINE_EVERY_MS) return;
    const seconds = Math.round((now - this.#started) / 1000);
    console.error(`${this.#title}: ${done} of ${this.#total} after ${seconds} s`);
    this.#lastLine = now;
  }

  /** Clears the line of the bar before other output. The bar returns below it. */
  hide(): void {
    if (this.#bar !== null) process.stderr.write('\r\x1b[K');
  }

  end(): void {
    if (this.#bar === null) return;
    // When the bar began, it saved the place of the cursor, and `stop` moves the cursor to the
    // saved place. By now, other output may stand there. So the current place is saved instead.
    process.stderr.write('\x1b7');
    this.#bar.stop();
  }
}
