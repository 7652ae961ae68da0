import { BranchAndBound } from '../../parser/branch-and-bound.ts';
import { FactorScores } from '../../parser/factor-scores.ts';
import { ALL_FACTORS, Factors, type FactorKinds } from '../../parser/factors.ts';
import type { HeadCandidates } from '../../parser/head-candidates.ts';
import type { ParserTokens, TagParts } from '../../parser/parser-tokens.ts';
import { ScoredParts } from '../../parser/scored-parts.ts';
import { projectivized } from '../../treebank/tree.ts';
import { Random } from '../../util/random.ts';
import { Perceptron } from '../perceptron.ts';
import { FeaturePlaces, squaredDifference } from './learn-parts.ts';

/** The limit on MIRA's step, as a share of the cost of a wrong head (Crammer et al. 2006, PA-I). */
const LARGEST_STEP = 0.05;
/** The limit on runs of the dynamic program for a sentence. */
const MOST_CALLS = 15;
/**
 * During training, this many units of the weights of factors make one unit of the weights of parts.
 */
const FINER = 8;

export interface FactorsLearning {
  readonly seed: number;
  readonly passes: number;
  readonly bits: number;
  readonly heads: number;
  /** In units of the weights of parts (`LearnedParts.cost`). */
  readonly cost: number;
  readonly kinds?: FactorKinds;
}

/**
 * Learns the weights of factors by one-best MIRA, with fixed weights of parts. Branch and bound
 * finds the trees to compare with the right trees (Qian & Liu 2013, Section 5.1).
 */
export function learnFactors<T extends { readonly heads: readonly number[] }>(
  sentences: readonly T[],
  tagParts: TagParts,
  candidates: HeadCandidates,
  partWeights: Int8Array,
  read: (sentence: T, pass: number) => ParserTokens,
  { seed, passes, bits, heads: most, cost, kinds = ALL_FACTORS }: FactorsLearning,
  onPass: (pass: number) => void,
): Int8Array {
  const learner = new Perceptron(bits);
  const scored = new ScoredParts(tagParts, partWeights);
  const factorScores = new FactorScores(tagParts, learner.weights);
  const factors = new Factors();
  const search = new BranchAndBound();
  const random = new Random(seed);
  const order = sentences.map((sentence) => ({
    sentence,
    heads: Int32Array.from([0, ...projectivized(sentence.heads)]),
  }));
  for (let pass = 1; pass <= passes; pass++) {
    for (const { sentence, heads } of random.shuffle(order)) {
      learner.nextExample();
      const tokens = read(sentence, pass);
      scored.choose(tokens, candidates, most, heads);
      const { arcs, parts, scores } = scored;
      for (let arc = 0; arc < arcs.count; arc++) {
        if (heads[arcs.modifiers[arc]] !== arcs.heads[arc]) scores.arcs[arc] += cost;
      }
      factorScores.begin(tokens);
      factorScores.fill(parts, factors, kinds);
      for (let i = 0; i < factors.count; i++) {
        factors.scores[i] = Math.round(factors.scores[i] / FINER);
      }
      const { best } = search.search(parts, scores, factors, { maxCalls: MOST_CALLS });
      if (best === null) continue;
      const placesOf = (tree: Int32Array): Int32Array => {
        const places = new FeaturePlaces();
        factorScores.observe(tree, places, kinds);
        return places.sorted();
      };
      const wrong = placesOf(best.heads);
      const right = placesOf(heads);
      const isWrong = best.heads.some((head, place) => place > 0 && head !== heads[place]);
      if (!isWrong) continue;
      const goldScore =
        parts.scoreOf(heads, scores) + Math.round(scoreOf(learner.weights, right) / FINER);
      const norm = squaredDifference(right, wrong);
      const violation = best.score - goldScore;
      if (norm === 0 || violation <= 0) continue;
      const step = Math.round(FINER * Math.min(LARGEST_STEP * cost, violation / norm));
      if (step === 0) continue;
      learner.update(right, step);
      learner.update(wrong, -step);
    }
    onPass(pass);
  }
  return bytesOf(learner.average());
}

/** Converts weights of factors to the units of the weights of parts. */
function bytesOf(weights: Float32Array): Int8Array {
  return Int8Array.from(weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / FINER))),
  );
}

function scoreOf(weights: Int16Array, places: Int32Array): number {
  let sum = 0;
  for (const place of places) sum += weights[place];
  return sum;
}
