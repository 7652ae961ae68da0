import type { FeatureObserver, WeightTable } from '../scoring/feature-sum.ts';
import { anyGrandchildTemplates, anySiblingTemplates } from './arc-templates.ts';
import type { FactorKinds, Factors } from './factors.ts';
import { KeyedScore } from './keyed-score.ts';
import type { ParserTokens } from './parser-tokens.ts';
import type { SecondOrderParts } from './second-order.ts';
import { TripleReader } from './triple-reader.ts';

/**
 * Scores pairs of arcs: the arcs to two modifiers of one head, adjacent or not, or the arc to a
 * modifier and the arc to one of its own modifiers (Qian & Liu 2013, Section 5.2). The pairs are
 * factors for branch and bound.
 */
export class PairScores {
  readonly #siblingScore: KeyedScore;
  readonly #grandchildScore: KeyedScore;
  readonly #triples = new TripleReader(anySiblingTemplates.newValues());
  #length = 0;

  /** @param weights the weights of `anySiblingTemplates` and `anyGrandchildTemplates` */
  constructor(weights: WeightTable) {
    this.#siblingScore = new KeyedScore(weights, anySiblingTemplates);
    this.#grandchildScore = new KeyedScore(weights, anyGrandchildTemplates);
  }

  begin(tokens: ParserTokens): void {
    this.#triples.begin(tokens);
    this.#length = tokens.length;
  }

  /** Adds the pairs of the candidate arcs, except those with the score 0. */
  fill(
    { arcs, headFirst, byHead }: SecondOrderParts,
    factors: Factors,
    { siblings, grandchildren }: FactorKinds,
  ): void {
    const { length, modifiers, heads, count } = arcs;
    for (let head = 1; siblings && head <= length; head++) {
      for (let i = headFirst[head]; i < headFirst[head + 1]; i++) {
        for (let j = i + 1; j < headFirst[head + 1]; j++) {
          const score = this.#sibling(head, modifiers[byHead[i]], modifiers[byHead[j]], null);
          if (score !== 0) factors.addPair(byHead[i], byHead[j], score);
        }
      }
    }
    for (let arc = 0; grandchildren && arc < count; arc++) {
      const head = heads[arc];
      const modifier = modifiers[arc];
      for (let i = headFirst[modifier]; i < headFirst[modifier + 1]; i++) {
        const grandchild = modifiers[byHead[i]];
        if (grandchild === head || isCrossing(head, modifier, grandchild)) continue;
        const score = this.#grandchild(head, modifier, grandchild, null);
        if (score !== 0) factors.addPair(arc, byHead[i], score);
      }
    }
  }

  observe(
    heads: Int32Array,
    { siblings, grandchildren }: FactorKinds,
    observer: FeatureObserver,
  ): void {
    const length = this.#length;
    for (let modifier = 1; modifier <= length; modifier++) {
      const head = heads[modifier];
      for (let other = 1; other <= length; other++) {
        if (siblings && head !== 0 && other > modifier && heads[other] === head) {
          this.#sibling(head, modifier, other, observer);
        }
        if (grandchildren && heads[other] === modifier) {
          this.#grandchild(head, modifier, other, observer);
        }
      }
    }
  }

  #sibling(head: number, left: number, right: number, observer: FeatureObserver | null): number {
    const key = (left < head ? 1 : 0) + (right < head ? 2 : 0);
    return this.#siblingScore.of(this.#triples.read(head, left, right), key, observer);
  }

  #grandchild(
    head: number,
    modifier: number,
    grandchild: number,
    observer: FeatureObserver | null,
  ): number {
    const key = (modifier < head ? 1 : 0) + (grandchild < modifier ? 2 : 0);
    return this.#grandchildScore.of(this.#triples.read(head, modifier, grandchild), key, observer);
  }
}

/**
 * Whether a head stands between its modifier and the modifier's modifier. No projective tree has
 * such arcs.
 */
function isCrossing(head: number, modifier: number, grandchild: number): boolean {
  return head === 0 ? false : head < modifier ? grandchild < head : grandchild > head;
}
