import type { WeightTable } from '../scoring/feature-sum.ts';
import { CandidateArcs } from './candidate-arcs.ts';
import type { HeadCandidates } from './head-candidates.ts';
import { PartScores } from './part-scores.ts';
import type { ParserTokens, TagParts } from './parser-tokens.ts';
import { SecondOrderParts, type SecondOrderScores } from './second-order.ts';

/**
 * The candidate arcs of a sentence, their parts and the scores of the parts. One object serves many
 * sentences.
 */
export class ScoredParts {
  readonly arcs = new CandidateArcs();
  readonly parts = new SecondOrderParts();
  readonly scorer: PartScores;
  #arcScores = new Float64Array(0);
  #siblings = new Float64Array(0);
  #inner = new Float64Array(0);
  #outer = new Float64Array(0);
  #chosen = new Int32Array(0);

  constructor(tagParts: TagParts, weights: WeightTable) {
    this.scorer = new PartScores(tagParts, weights);
  }

  get scores(): SecondOrderScores {
    return {
      arcs: this.#arcScores,
      siblings: this.#siblings,
      inner: this.#inner,
      outer: this.#outer,
    };
  }

  /**
   * Chooses the candidate arcs of a sentence.
   *
   * @param tokens with their tags
   * @param most the number of candidate heads of a word
   * @param also indexed by place, from 1: one more candidate head of the word; −1 for none
   */
  choose(
    tokens: ParserTokens,
    candidates: HeadCandidates,
    most: number,
    also: Int32Array | null,
  ): void {
    const { arcs } = this;
    const { length } = tokens;
    if (this.#chosen.length < length) this.#chosen = new Int32Array(2 * length);
    const chosen = this.#chosen;
    candidates.begin(tokens);
    arcs.reset(length);
    for (let modifier = 1; modifier <= length; modifier++) {
      const count = candidates.choose(modifier, length, Math.min(most, length), chosen);
      for (let i = 0; i < count; i++) arcs.add(chosen[i], modifier);
      if (also !== null && also[modifier] >= 0) arcs.add(also[modifier], modifier);
    }
    arcs.seal();
    this.parts.build(arcs);
    this.#score(tokens);
  }

  #score(tokens: ParserTokens): void {
    const { arcs, parts, scorer } = this;
    const { count, heads, modifiers } = arcs;
    scorer.begin(tokens);
    if (this.#arcScores.length < count) this.#arcScores = new Float64Array(2 * count);
    if (this.#siblings.length < parts.siblingCount)
      this.#siblings = new Float64Array(2 * parts.siblingCount);
    if (this.#inner.length < parts.innerCount) this.#inner = new Float64Array(2 * parts.innerCount);
    if (this.#outer.length < parts.outerCount) this.#outer = new Float64Array(2 * parts.outerCount);
    const { siblingFirst, siblings, innerFirst, inner, outerFirst, outer } = parts;
    const modifierOf = (arc: number): number => (arc < 0 ? 0 : modifiers[arc]);
    for (let arc = 0; arc < count; arc++) {
      const h = heads[arc];
      const m = modifiers[arc];
      this.#arcScores[arc] = scorer.arc(h, m);
      for (let i = siblingFirst[arc]; i < siblingFirst[arc + 1]; i++) {
        this.#siblings[i] = scorer.sibling(h, modifierOf(siblings[i]), m);
      }
      for (let i = innerFirst[arc]; i < innerFirst[arc + 1]; i++) {
        this.#inner[i] = scorer.grandchild(h, m, modifierOf(inner[i]), true);
      }
      for (let i = outerFirst[arc]; i < outerFirst[arc + 1]; i++) {
        this.#outer[i] = scorer.grandchild(h, m, modifierOf(outer[i]), false);
      }
    }
  }
}
