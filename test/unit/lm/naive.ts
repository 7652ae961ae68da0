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
