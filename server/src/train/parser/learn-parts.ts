import type { HeadCandidates } from '../../parser/head-candidates.ts';
import type { ParserTokens, TagParts } from '../../parser/parser-tokens.ts';
import { ScoredParts } from '../../parser/scored-parts.ts';
import { PARTS_A_WORD, SecondOrderProgram } from '../../parser/second-order.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import { projectivized } from '../../treebank/tree.ts';
import { Random } from '../../util/random.ts';
import { Perceptron, quantise } from '../perceptron.ts';

/** The cost of a wrong head, in units of the weights during training. */
const UNIT = 512;
/** The limit on MIRA's step, as a share of the cost of a wrong head (Crammer et al. 2006, PA-I). */
const LARGEST_STEP = 0.02;
/** The learners read the sentences in different orders. Their weights are averaged. */
export const LEARNERS = 8;

export interface PartsLearning {
  readonly seed: number;
  /** The number of passes of each learner. */
  readonly passes: number;
  readonly bits: number;
  /** The number of heads to consider for a word, in addition to the right head. */
  readonly heads: number;
}

export interface LearnedParts {
  readonly weights: Int8Array;
  /** The cost of a wrong head, in units of the weights. */
  readonly cost: number;
}

/**
 * Learns the weights of the second-order parts.
 *
 * @param read makes the tokens of a sentence for a pass. Passes count from 1
 * @param onPass receives the number of passes that all learners together have done
 */
export function learnParts<T extends { readonly heads: readonly number[] }>(
  sentences: readonly T[],
  tagParts: TagParts,
  candidates: HeadCandidates,
  read: (sentence: T, pass: number) => ParserTokens,
  { seed, passes, bits, heads: most }: PartsLearning,
  onPass: (pass: number) => void,
): LearnedParts {
  const sum = new Float32Array(1 << bits);
  const random = new Random(seed);
  const order = sentences.map((sentence) => ({
    sentence,
    heads: Int32Array.from([0, ...projectivized(sentence.heads)]),
  }));
  for (let first = 0; first < LEARNERS * passes; first += passes) {
    const learner = new PartsLearner(tagParts, bits);
    for (let pass = 1; pass <= passes; pass++) {
      for (const { sentence, heads } of random.shuffle(order)) {
        learner.learn(read(sentence, pass), candidates, most, heads);
      }
      onPass(first + pass);
    }
    learner.average().forEach((weight, place) => (sum[place] += weight / LEARNERS));
  }
  const { weights, scale } = quantise(sum);
  return { weights, cost: Math.round(UNIT * scale) };
}

/**
 * Averaged one-best MIRA. During training, the score of each wrong arc is raised by the cost of a
 * wrong head (McDonald et al. 2005).
 */
class PartsLearner {
  readonly #weights: Perceptron;
  readonly #scored: ScoredParts;
  readonly #program = new SecondOrderProgram();
  #goldParts = new Int32Array(0);
  #foundParts = new Int32Array(0);

  constructor(tagParts: TagParts, bits: number) {
    this.#weights = new Perceptron(bits);
    this.#scored = new ScoredParts(tagParts, this.#weights.weights);
  }

  average(): Float32Array {
    return this.#weights.average();
  }

  /** @param heads indexed by place: the heads of the right tree */
  learn(tokens: ParserTokens, candidates: HeadCandidates, most: number, heads: Int32Array): void {
    const learner = this.#weights;
    const scored = this.#scored;
    const { length } = tokens;
    learner.nextExample();
    scored.choose(tokens, candidates, most, heads);
    const { arcs, parts, scores } = scored;
    for (let arc = 0; arc < arcs.count; arc++) {
      if (heads[arcs.modifiers[arc]] !== arcs.heads[arc]) scores.arcs[arc] += UNIT;
    }
    if (!this.#program.run(parts, scores)) return;
    const { heads: found, score } = this.#program;
    let cost = 0;
    for (let m = 1; m <= length; m++) if (found[m] !== heads[m]) cost++;
    if (cost === 0) return;
    if (this.#goldParts.length < PARTS_A_WORD * length) {
      this.#goldParts = new Int32Array(2 * PARTS_A_WORD * length);
      this.#foundParts = new Int32Array(2 * PARTS_A_WORD * length);
    }
    const violation = score - parts.scoreOf(heads, scores);
    if (!parts.partsOf(heads, this.#goldParts)) return;
    parts.partsOf(found, this.#foundParts);
    const right = placesOf(scored, this.#goldParts, this.#foundParts);
    const wrong = placesOf(scored, this.#foundParts, this.#goldParts);
    const norm = squaredDifference(right, wrong);
    if (norm === 0) return;
    const step = Math.round(Math.min(LARGEST_STEP * UNIT, violation / norm));
    if (step === 0) return;
    learner.update(right, step);
    learner.update(wrong, -step);
  }
}

/**
 * Returns the weight indices of the features that only the first tree's parts have, in ascending
 * order.
 *
 * @param own,others the parts of the first and of the second tree (`partsOf`)
 */
function placesOf(
  { arcs, parts, scorer }: ScoredParts,
  own: Int32Array,
  others: Int32Array,
): Int32Array {
  const places = new FeaturePlaces();
  const { heads, modifiers, length } = arcs;
  const modifierOf = (arc: number): number => (arc < 0 ? 0 : modifiers[arc]);
  for (let at = 0; at < PARTS_A_WORD * length; at += PARTS_A_WORD) {
    const arc = own[at];
    const h = heads[arc];
    const m = modifiers[arc];
    if (arc !== others[at]) scorer.arc(h, m, places);
    const [sibling, inner, outer] = [own[at + 1], own[at + 2], own[at + 3]];
    if (sibling !== others[at + 1])
      scorer.sibling(h, modifierOf(parts.siblings[sibling]), m, places);
    if (inner !== others[at + 2])
      scorer.grandchild(h, m, modifierOf(parts.inner[inner]), true, places);
    if (outer !== others[at + 3])
      scorer.grandchild(h, m, modifierOf(parts.outer[outer]), false, places);
  }
  return places.sorted();
}

export class FeaturePlaces implements FeatureObserver {
  readonly #places: number[] = [];

  onFeature(_group: unknown, _template: number, place: number): void {
    this.#places.push(place);
  }

  /** In ascending order. */
  sorted(): Int32Array {
    return Int32Array.from(this.#places).sort();
  }
}

/**
 * Returns the squared length of the difference of two feature vectors, given as weight indices in
 * ascending order.
 */
export function squaredDifference(right: Int32Array, wrong: Int32Array): number {
  let sum = 0;
  for (let i = 0, j = 0; i < right.length || j < wrong.length;) {
    const place = Math.min(right[i] ?? Infinity, wrong[j] ?? Infinity);
    let times = 0;
    while (right[i] === place) {
      times++;
      i++;
    }
    while (wrong[j] === place) {
      times--;
      j++;
    }
    sum += times * times;
  }
  return sum;
}
