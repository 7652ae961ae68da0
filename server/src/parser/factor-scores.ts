import type { FeatureObserver, WeightTable } from '../scoring/feature-sum.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import {
  anyGrandchildTemplates,
  anySiblingTemplates,
  combTemplates,
  patternTemplates,
} from './arc-templates.ts';
import { ALL_FACTORS, type Factors } from './factors.ts';
import { PairScores } from './pair-scores.ts';
import type { ParserTokens, TagParts } from './parser-tokens.ts';
import { PatternScores } from './pattern-scores.ts';
import type { SecondOrderParts } from './second-order.ts';

/** The template groups that score factors. A factor is a set of arcs with a score. */
export const factorTemplates: readonly TemplateGroup[] = [
  anySiblingTemplates,
  anyGrandchildTemplates,
  combTemplates,
  patternTemplates,
];

/** Scores the factors, which branch and bound considers in addition to the second-order parts. */
export class FactorScores {
  readonly #pairs: PairScores;
  readonly #patterns: PatternScores;

  /** @param weights of all groups of `factorTemplates` */
  constructor(parts: TagParts, weights: WeightTable) {
    this.#pairs = new PairScores(weights);
    this.#patterns = new PatternScores(parts, weights);
  }

  /** Starts a sentence. Its words must already have their tags. */
  begin(tokens: ParserTokens): void {
    this.#pairs.begin(tokens);
    this.#patterns.begin(tokens);
  }

  /** Replaces `factors` by the factors of the candidate arcs, except those with the score 0. */
  fill(parts: SecondOrderParts, factors: Factors, kinds = ALL_FACTORS): void {
    factors.reset();
    this.#pairs.fill(parts, factors, kinds);
    this.#patterns.fill(parts, factors, kinds);
  }

  /**
   * Sends the features of a tree's factors to an observer.
   *
   * @param heads indexed by place
   */
  observe(heads: Int32Array, observer: FeatureObserver, kinds = ALL_FACTORS): void {
    this.#pairs.observe(heads, kinds, observer);
    this.#patterns.observe(heads, kinds, observer);
  }
}
