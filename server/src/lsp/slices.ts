import type { Host } from '../hosts/host.ts';

/** The most milliseconds that work on a whole file may block the server. */
const SLICE_MS = 10;

/** Divides long work into slices. Between two slices the server answers other messages. */
export class Slices {
  readonly #host: Pick<Host, 'yield'>;
  #until = performance.now() + SLICE_MS;

  constructor(host: Pick<Host, 'yield'>) {
    this.#host = host;
  }

  /** Whether the current slice has used up its time. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** To be awaited before each piece of the work. Ends the slice if it is over. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await new Promise<void>((resolve) => this.#host.yield(resolve));
    this.#until = performance.now() + SLICE_MS;
  }
}
