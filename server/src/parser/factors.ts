import { grown } from '../util/grown.ts';

/** The kinds of factors to score (`PairScores`, `PatternScores`). */
export interface FactorKinds {
  readonly siblings: boolean;
  readonly grandchildren: boolean;
  readonly combs: boolean;
  readonly patterns: boolean;
}

export const ALL_FACTORS: FactorKinds = {
  siblings: true,
  grandchildren: true,
  combs: true,
  patterns: true,
};

/**
 * The factors of one sentence. A factor is a set of two or more arcs with a score; a tree gets the
 * score if it has all these arcs. One object serves many sentences.
 */
export class Factors {
  count = 0;
  /** Finite and of any sign. */
  scores = new Float64Array(0);
  /** The arcs of factor c are arcs[first[c]]…arcs[first[c + 1]−1]. */
  first = new Int32Array(1);
  arcs = new Int32Array(0);

  reset(): void {
    this.count = 0;
  }

  /** The arcs must differ. If no tree can have both, the factor is useless but allowed. */
  addPair(one: number, other: number, score: number): void {
    const at = this.#add(2, score);
    this.arcs[at] = one;
    this.arcs[at + 1] = other;
  }

  /** The arcs must differ. */
  add(arcs: readonly number[], score: number): void {
    if (arcs.length < 2) throw new RangeError('A factor has two or more arcs');
    const at = this.#add(arcs.length, score);
    this.arcs.set(arcs, at);
  }

  /** Makes room for a factor, and returns the index of its first arc in `arcs`. */
  #add(size: number, score: number): number {
    const factor = this.count++;
    const at = this.first[factor];
    if (this.first.length < factor + 2) {
      this.first = grown(this.first, 2 * (factor + 2));
      const before = this.scores;
      this.scores = new Float64Array(2 * (factor + 2));
      this.scores.set(before);
    }
    if (this.arcs.length < at + size) this.arcs = grown(this.arcs, 2 * (at + size));
    this.scores[factor] = score;
    this.first[factor + 1] = at + size;
    return at;
  }
}
