import type { BackoffModel, NgramTable } from './backoff-model.ts';

/**
 * Finds all words of an n-gram. Its table stores only its last word and the index of its context.
 * The context is an entry of the table one order below.
 */
export class NgramWords {
  readonly #tables: readonly NgramTable[];

  constructor({ tables }: BackoffModel) {
    this.#tables = tables;
  }

  /**
   * Returns the word ids of an n-gram, in reading order. The n-gram has `n + 1` words, and is at
   * index `place` of its table.
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
