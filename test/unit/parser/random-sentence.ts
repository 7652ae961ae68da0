import { CandidateArcs } from '../../../server/src/parser/candidate-arcs.ts';
import { Factors } from '../../../server/src/parser/factors.ts';
import {
  SecondOrderParts,
  type SecondOrderScores,
} from '../../../server/src/parser/second-order.ts';
import type { Random } from '../../../server/src/util/random.ts';
import {
  partsByDefinition,
  projectiveTrees,
  words,
  type Heads,
  type Part,
} from './projective-trees.ts';

/** A sentence as the parser reads it, and the same scores by the names of parts, for brute force. */
export interface RandomSentence {
  readonly n: number;
  readonly parts: SecondOrderParts;
  readonly scores: SecondOrderScores;
  readonly factors: Factors;
  /** The trees of candidate arcs, with their scores by definition, best first. */
  readonly trees: readonly { readonly heads: Heads; readonly score: number }[];
}

/** How scores are drawn: whole numbers around 0, only −1, 0 and 1 so that many are tied, only 0, or fractions. */
export const WEIGHTS = {
  whole: (random: Random): number => random.below(2001) - 1000,
  tied: (random: Random): number => random.below(3) - 1,
  zero: (): number => 0,
  negative: (random: Random): number => -random.below(1000),
  fractions: (random: Random): number => random.next() * 2 - 1,
} as const;
export type Weights = keyof typeof WEIGHTS;
export const ALL_WEIGHTS = Object.keys(WEIGHTS) as Weights[];

interface Shape {
  /** The probability that an arc is a candidate. */
  readonly density: number;
  readonly weights: Weights;
  /** The probability of a factor for each pair of arcs that share a word, and for some larger sets. */
  readonly factors: number;
}

const arcs = new CandidateArcs();
const parts = new SecondOrderParts();
const factors = new Factors();

/** Returns a random sentence of n words. The objects of the parser in it are the same in each, and are overwritten. */
export function randomSentence(random: Random, n: number, shape: Shape): RandomSentence {
  const draw = (): number => WEIGHTS[shape.weights](random);
  arcs.reset(n);
  const isCandidate = new Set(words(n).map((m) => `${m - 1},${m}`));
  const pairs = words(n).flatMap((m) => [0, ...words(n)].filter((h) => h !== m).map((h) => [h, m]));
  for (const [h, m] of random.shuffle(pairs)) {
    if (random.next() >= shape.density) continue;
    arcs.add(h, m);
    isCandidate.add(`${h},${m}`);
  }
  arcs.seal();
  parts.build(arcs);

  const byName = new Map<string, number>();
  const scored = (part: Part): number => {
    const score = draw();
    byName.set(part.join(), score);
    return score;
  };
  const other = (arc: number): number => (arc < 0 ? 0 : arcs.modifiers[arc]);
  const scoresOf = (kind: Part[0], first: Int32Array, others: Int32Array): Float64Array => {
    const scores = new Float64Array(first[arcs.count]);
    for (let arc = 0; arc < arcs.count; arc++) {
      for (let part = first[arc]; part < first[arc + 1]; part++) {
        const [h, m] = [arcs.heads[arc], arcs.modifiers[arc]];
        scores[part] = scored([kind, h, m, other(others[part])]);
      }
    }
    return scores;
  };
  const scores: SecondOrderScores = {
    arcs: Float64Array.from({ length: arcs.count }, (_, arc) =>
      scored(['arc', arcs.heads[arc], arcs.modifiers[arc]]),
    ),
    siblings: scoresOf('sibling', parts.siblingFirst, parts.siblings),
    inner: scoresOf('inner', parts.innerFirst, parts.inner),
    outer: scoresOf('outer', parts.outerFirst, parts.outer),
  };

  factors.reset();
  const factorsByArcs: {
    readonly arcs: readonly (readonly [number, number])[];
    readonly score: number;
  }[] = [];
  const addFactor = (of: readonly number[]): void => {
    const score = draw();
    if (of.length === 2) factors.addPair(of[0], of[1], score);
    else factors.add(of, score);
    factorsByArcs.push({ arcs: of.map((arc) => [arcs.heads[arc], arcs.modifiers[arc]]), score });
  };
  for (let a = 0; a < arcs.count; a++) {
    for (let b = 0; b < a; b++) {
      if (arcs.modifiers[a] === arcs.modifiers[b] || random.next() >= shape.factors) continue;
      addFactor(random.below(2) === 0 ? [a, b] : [b, a]);
      const c = random.below(arcs.count);
      if (c !== a && c !== b && random.below(3) === 0) addFactor([c, a, b]);
    }
  }

  const trees = projectiveTrees(n)
    .filter((heads) => words(n).every((m) => isCandidate.has(`${heads[m]},${m}`)))
    .map((heads) => {
      const ofParts = partsByDefinition(heads).map((part) => byName.get(part.join())!);
      const ofFactors = factorsByArcs
        .filter((factor) => factor.arcs.every(([h, m]) => heads[m] === h))
        .map(({ score }) => score);
      return { heads, score: [...ofParts, ...ofFactors].reduce((sum, score) => sum + score, 0) };
    })
    .sort((a, b) => b.score - a.score);
  return { n, parts, scores, factors, trees };
}

/** Returns the score by definition of a tree, which must be one of the sentence's. */
export function scoreByDefinition({ trees, n }: RandomSentence, heads: ArrayLike<number>): number {
  const found = trees.find((tree) => words(n).every((m) => tree.heads[m] === heads[m]));
  if (!found) throw new Error(`Not a tree of the sentence: ${Array.from(heads).join(' ')}`);
  return found.score;
}

/** Whether two sums are equal, but for rounding. */
export function isClose(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) < 1e-9;
}
