import type { Host } from '../hosts/host.ts';

/** Work on a whole file may block the server for about this many milliseconds at a time. */
const SLICE_MS = 10;

/** Divides long work into slices. Between two slices the server answers other messages. */
export class Slices {
  readonly #host: Pick<Host, 'yield'>;
  #until = performance.now() + SLICE_MS;

  constructor(host: Pick<Host, 'yield'>) {
    this.#host = host;
  }

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** If the slice is over, lets the server answer messages. Await it before each piece of work. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await new Promise<void>((resolve) => this.#host.yield(resolve));
    this.#until = performance.now() + SLICE_MS;
  }
}
