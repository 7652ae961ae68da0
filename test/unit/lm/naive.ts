import type { BackoffModel } from '../../../server/src/lm/build/backoff-model.ts';
import { NgramWords } from '../../../server/src/lm/build/ngram-words.ts';
import { UNITS_A_NAT } from '../../../server/src/lm/query/format.ts';

/** Interpolated modified Kneser-Ney written down as its definition, slow and with strings. */
export class NaiveKneserNey {
  readonly #order: number;
  readonly #vocabulary: readonly string[];
  /** By order: adjusted counts of n-grams, their words joined by blanks. */
  readonly #adjusted: Map<string, number>[] = [];
  readonly #discounts: readonly (readonly number[])[];

  /**
   * @param vocabulary the words that can be predicted
   * @param discountsOf what is taken from counts of one, two, and three and more
   */
  constructor(
    sentences: readonly (readonly string[])[],
    order: number,
    vocabulary: readonly string[],
    discountsOf: (counts: readonly number[]) => readonly number[],
  ) {
    this.#order = order;
    this.#vocabulary = vocabulary;
    const raw = Array.from({ length: order + 1 }, () => new Map<string, number>());
    for (const sentence of sentences) {
      const tokens = ['<s>', ...sentence, '</s>'];
      for (let n = 1; n <= order; n++) {
        for (let i = 0; i + n <= tokens.length; i++) {
          const ngram = tokens.slice(i, i + n).join(' ');
          raw[n].set(ngram, (raw[n].get(ngram) ?? 0) + 1);
        }
      }
    }
    for (let n = 1; n <= order; n++) {
      const adjusted = new Map<string, number>();
      for (const [ngram, count] of raw[n]) {
        if (ngram === '<s>') continue;
        const isRaw = n === order || ngram.startsWith('<s> ');
        const longer = isRaw ? [] : [...raw[n + 1].keys()];
        const before = longer.filter((other) => other.slice(other.indexOf(' ') + 1) === ngram);
        adjusted.set(ngram, isRaw ? count : before.length);
      }
      this.#adjusted[n] = adjusted;
    }
    this.#discounts = this.#adjusted.map((counts) => discountsOf([...counts.values()]));
  }

  prob(word: string, context: readonly string[]): number {
    return this.#prob(word, context.slice(Math.max(0, context.length - this.#order + 1)));
  }

  #prob(word: string, context: readonly string[]): number {
    const n = context.length + 1;
    const lower = (): number =>
      n === 1 ? 1 / this.#vocabulary.length : this.#prob(word, context.slice(1));
    const countOf = (w: string): number => this.#adjusted[n].get([...context, w].join(' ')) ?? 0;
    const discountOf = (count: number): number =>
      count === 0 ? 0 : this.#discounts[n][Math.min(count, 3) - 1];
    const counts = this.#vocabulary.map(countOf);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return lower();
    const discounted = counts.reduce((sum, count) => sum + discountOf(count), 0);
    const count = countOf(word);
    return (count - discountOf(count)) / total + (discounted / total) * lower();
  }
}

/**
 * A back-off model queried as the format of ARPA files defines it (Katz 1987), slow and with strings, in
 * the units of the packed file. It gives a packed model's very scores as long as its logarithms fit into
 * the codebooks: fewer than 255 different ones of an order.
 */
export class NaiveBackoff {
  readonly #order: number;
  /** By the n-gram's word ids, joined by blanks. */
  readonly #logProb = new Map<string, number>();
  /** Of the n-grams that are contexts: that a longer one begins with, or that have a weight. */
  readonly #backoff = new Map<string, number>();

  constructor(model: BackoffModel) {
    this.#order = model.tables.length;
    const words = new NgramWords(model);
    for (const [n, { logProb, logBackoff, context }] of model.tables.entries()) {
      for (let place = 0; place < logProb.length; place++) {
        const ngram = words.of(n, place);
        this.#logProb.set(ngram.join(' '), units(logProb[place]));
        if (logBackoff[place] !== 0) this.#backoff.set(ngram.join(' '), units(logBackoff[place]));
        if (n === 0) continue;
        const first = words.of(n - 1, context[place]).join(' ');
        if (!this.#backoff.has(first)) this.#backoff.set(first, 0);
      }
    }
  }

  /** @param history the words before, the nearest last; any number of them */
  score(history: readonly number[], word: number): number {
    const context = history.slice(Math.max(0, history.length - this.#order + 1));
    const found = this.#logProb.get([...context, word].join(' '));
    if (found !== undefined) return found;
    return (this.#backoff.get(context.join(' ')) ?? 0) + this.score(context.slice(1), word);
  }

  /** The suffixes of a history that are contexts, the longest first; without the empty one. */
  contextsOf(history: readonly number[]): string[] {
    const suffixes = history.map((_, from) => history.slice(from).join(' '));
    return suffixes.filter((suffix) => this.#backoff.has(suffix));
  }

  /** The longest of them; the empty one where there is none. */
  contextOf(history: readonly number[]): string {
    return this.contextsOf(history).at(0) ?? '';
  }
}

function units(log10: number): number {
  return Math.round(log10 * Math.LN10 * UNITS_A_NAT);
}
