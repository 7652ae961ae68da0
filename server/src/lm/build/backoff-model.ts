import type { Vocabulary } from '../query/vocabulary.ts';

/**
 * Stands in ARPA files for the logarithm of 0. Such files give it to `<s>`, which begins sentences
 * and is never predicted.
 */
export const LOG_ZERO = -99;

/** The n-grams of one order in a back-off model, sorted by context, then word. */
export interface NgramTable {
  /**
   * The n-gram without its last word: its index in the table of the next lower order; 0 for
   * unigrams.
   */
  readonly context: Int32Array;
  /** The id of the last word. */
  readonly word: Int32Array;
  /** Base-10 logarithm of the last word's probability, given the other words. */
  readonly logProb: Float64Array;
  /**
   * Base-10 logarithm of the n-gram's back-off weight. It is usually 0 if the n-gram is not the
   * beginning of a longer n-gram.
   */
  readonly logBackoff: Float64Array;
}

/** An n-gram model in back-off form, as in an ARPA file. */
export interface BackoffModel {
  readonly vocabulary: Vocabulary;
  /** One table for each order, from unigrams. A unigram's index is its word id. */
  readonly tables: readonly NgramTable[];
}

/**
 * Queries a back-off model by word ids, exactly and simply, for tests, pruning and ARPA files.
 * Searches use `LanguageModel` instead.
 */
export class BackoffQuery {
  readonly model: BackoffModel;
  /**
   * In the table `n`, the n-grams with context `c` are the entries from `childStart[n][c]` to
   * `childStart[n][c + 1]`, end exclusive.
   */
  readonly childStart: readonly Int32Array[];

  constructor(model: BackoffModel) {
    this.model = model;
    this.childStart = model.tables.map((table, n) =>
      startsOf(table, n === 0 ? 1 : model.tables[n - 1].word.length),
    );
  }

  /** Returns the index of an n-gram in the table of its order; -1 if the model lacks it. */
  find(ngram: readonly number[]): number {
    let place = 0;
    for (let n = 0; n < ngram.length && place >= 0; n++) place = this.#child(n, place, ngram[n]);
    return place;
  }

  /**
   * Returns the base-10 logarithm of a word's probability.
   *
   * @param context the words before the word, the nearest last; any number of words
   */
  logProb(word: number, context: readonly number[]): number {
    const { tables } = this.model;
    let total = 0;
    const longest = tables.length - 1;
    for (let from = Math.max(0, context.length - longest); ; from++) {
      const history = context.slice(from);
      const place = this.find(history);
      if (place >= 0) {
        const entry = this.#child(history.length, place, word);
        if (entry >= 0) return total + tables[history.length].logProb[entry];
        if (history.length === 0) return LOG_ZERO;
        total += tables[history.length - 1].logBackoff[place];
      }
    }
  }

  /**
   * Returns the index, in the table `n`, of the n-gram with this context and this word; -1 if there
   * is none. Uses binary search.
   */
  #child(n: number, context: number, word: number): number {
    const words = this.model.tables[n].word;
    let low = this.childStart[n][context];
    let high = this.childStart[n][context + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low < this.childStart[n][context + 1] && words[low] === word ? low : -1;
  }
}

/**
 * Returns an array indexed by context: the index of the first n-gram with this context. The last
 * element is the number of n-grams.
 */
export function startsOf({ context }: { context: Int32Array }, contexts: number): Int32Array {
  const start = new Int32Array(contexts + 1);
  for (const c of context) start[c + 1]++;
  for (let c = 0; c < contexts; c++) start[c + 1] += start[c];
  return start;
}
