import type { BackoffModel, NgramTable } from './backoff-model.ts';

/**
 * Finds all words of an n-gram. Its table stores only its last word and the index of its context.
 */
export class NgramWords {
  readonly #tables: readonly NgramTable[];

  constructor({ tables }: BackoffModel) {
    this.#tables = tables;
  }

  /**
   * Returns the word ids, in reading order, of the n-gram of `n + 1` words at index `place` of its
   * table.
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
