import type { BackoffModel, NgramTable } from './backoff-model.ts';

/** Finds the words of n-grams by their contexts. */
export class NgramWords {
  readonly #tables: readonly NgramTable[];

  constructor({ tables }: BackoffModel) {
    this.#tables = tables;
  }

  /**
   * Returns the word ids, in reading order, of the n-gram at index `place` of the table of order
   * `n + 1`.
   */
  of(n: number, place: number): number[] {
    const words = new Array<number>(n + 1);
    for (let k = n, at = place; k >= 0; k--) {
      words[k] = this.#tables[k].word[at];
      at = this.#tables[k].context[at];
    }
    return words;
  }
}
