import type { Vocabulary } from '../query/vocabulary.ts';

/** The logarithm of 0 in ARPA files. `<s>` has it, since `<s>` is never predicted. */
export const LOG_ZERO = -99;

/** The n-grams of one order, sorted by context, then by word. */
export interface NgramTable {
  /** The index of the n-gram without its last word, in the next lower order; 0 for unigrams. */
  readonly context: Int32Array;
  /** The id of the last word. */
  readonly word: Int32Array;
  /** The base-10 logarithm of the last word's probability, given the other words. */
  readonly logProb: Float64Array;
  /** The base-10 logarithm of the n-gram's back-off weight. */
  readonly logBackoff: Float64Array;
}

/** An n-gram model in back-off form, as in an ARPA file. */
export interface BackoffModel {
  readonly vocabulary: Vocabulary;
  /** Indexed by order, from unigrams. A unigram's index is its word id. */
  readonly tables: readonly NgramTable[];
}

/**
 * Queries a back-off model exactly and simply, for tests and pruning. Searches use `LanguageModel`
 * instead.
 */
export class BackoffQuery {
  readonly model: BackoffModel;
  /**
   * In the table `n`, the n-grams with context `c` are the entries from `childStart[n][c]` to
   * `childStart[n][c + 1]`, exclusive.
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
   * @param context any number of words before the word, the nearest last
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
   * Returns the index, in the table `n`, of the n-gram with this context and word; -1 if there is
   * none.
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
 * Returns an array indexed by context: the index of its first n-gram. The last element is the
 * number of n-grams.
 */
export function startsOf({ context }: { context: Int32Array }, contexts: number): Int32Array {
  const start = new Int32Array(contexts + 1);
  for (const c of context) start[c + 1]++;
  for (let c = 0; c < contexts; c++) start[c + 1] += start[c];
  return start;
}
