import type { Batch } from './batch.ts';
import type { Work } from './progress.ts';

/**
 * Presents several batches as one piece of work, which is finished when all batches have ended.
 * Until then, ended batches count in `done` and `total`.
 */
export class Workload implements Work {
  readonly #batches = new Set<Batch>();
  readonly finished: Promise<void>;
  finish!: () => void;
  readonly asked: Promise<void>;
  #ask!: () => void;

  constructor() {
    this.finished = new Promise((resolve) => (this.finish = resolve));
    this.asked = new Promise((resolve) => (this.#ask = resolve));
  }

  get done(): number {
    return this.#sum(({ done }) => done);
  }

  get total(): number {
    return this.#sum(({ total }) => total);
  }

  add(batch: Batch): void {
    this.#batches.add(batch);
    if (batch.asked) this.#ask();
  }

  remove(batch: Batch): void {
    this.#batches.delete(batch);
  }

  #sum(count: (batch: Batch) => number): number {
    let sum = 0;
    for (const batch of this.#batches) sum += count(batch);
    return sum;
  }
}
