import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { FullTree } from '../../scoring/bottom-up/full-tree.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { aloneLinearizations, derivationOf } from '../bottom-up/bottom-up.ts';
import { headsUpwards, HeadSystem } from '../bottom-up/head-system.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';
import type { StateBudget } from '../../bag/satisfiability.ts';
import { Candidates } from '../candidates.ts';
import type { Derivation } from '../search.ts';
import type { Proof, Prover } from './exact-search.ts';
import { Layer } from './layer.ts';
import { PartialFutures, WholeFutures } from './linearization-futures.ts';
import { MOST_ITEMS, OrderBound } from './order-bound.ts';
import { LOWEST } from './terms.ts';

/**
 * Nothing is proven for trees with more words: trying all combinations of three words of a subtree
 * would take too long.
 */
const MOST_WORDS = 30;
/** The width for `HeadSystem.start`. It determines how many sums of features are remembered. */
const ROWS = 256;

const UNDECIDED: Proof = { better: null, isProven: false };

/**
 * Finds the best linearization of a full tree by branch and bound, from the leaves up. For a head,
 * it keeps only linearizations with which the whole tree could still score more than the best known
 * derivation (`OrderBound`). Of several linearizations that are equivalent for the head above, it
 * keeps only the best.
 */
export class TreeProver implements Prover {
  readonly #scoring: Scoring;
  readonly #system: HeadSystem;
  readonly #candidates = new Candidates();

  constructor(scoring: Scoring) {
    this.#scoring = scoring;
    this.#system = new HeadSystem(scoring);
  }

  prove(problem: Problem, known: Derivation | null, budget: StateBudget, stop: Stop): Proof {
    const { dependentStart } = problem;
    const heads = headsUpwards(problem);
    const isLarge = (head: number): boolean =>
      dependentStart[head + 1] - dependentStart[head] >= MOST_ITEMS;
    // A single word has only one derivation.
    if (heads.length === 0) return { better: null, isProven: known !== null };
    if (problem.size > MOST_WORDS || heads.some(isLarge)) return UNDECIDED;
    const tree = new FullTree(problem);
    const system = this.#system;
    system.begin(problem);
    const { linearizations } = system;
    const least = known?.score ?? LOWEST;

    const bounds = new Map<number, OrderBound>();
    /** Indexed by word: an upper bound of the score of its whole subtree. */
    const highest = new Float64Array(problem.size);
    for (const head of heads) {
      const bound = new OrderBound(this.#scoring, tree, system.fluency);
      if (!bound.begin(head, stop)) return UNDECIDED;
      bounds.set(head, bound);
      highest[head] = bound.of(0) + sumBelow(problem, head, highest);
    }
    const choices = aloneLinearizations(problem, linearizations);
    /** Indexed by word: the highest score of a linearization of its whole subtree. */
    const best = new Float64Array(problem.size);
    for (const head of heads) {
      const below = sumBelow(problem, head, best);
      const outside = highest[heads[heads.length - 1]] - highest[head];
      const kept = this.#order(
        problem,
        head,
        choices,
        bounds.get(head)!,
        least - below - outside,
        budget,
        stop,
      );
      if (kept === null) return UNDECIDED;
      // If no linearization of this subtree is kept, none could be part of a better derivation.
      if (kept.length === 0) return { better: null, isProven: true };
      best[head] = linearizations.data[kept[0] + LinearizationField.Score] + below;
      const slack = highest[head] - best[head];
      for (let above = head; above !== NO_WORD; above = problem.head[above])
        highest[above] -= slack;
      choices[head] = kept;
    }
    const [whole] = choices[problem.head.indexOf(NO_WORD)];
    const better = derivationOf(whole, linearizations, problem);
    linearizations.release();
    return { better, isProven: true };
  }

  /**
   * Finds the linearizations of a head's subtree that score more than `least`, best first. These
   * scores and `least` leave out what the subtrees of the dependents score at best.
   *
   * @returns null if the budget or a stop ended the search
   */
  #order(
    problem: Problem,
    head: number,
    choices: readonly Int32Array[],
    bound: OrderBound,
    least: number,
    budget: StateBudget,
    stop: Stop,
  ): Int32Array | null {
    const system = this.#system;
    const { linearizations } = system;
    const candidates = this.#candidates;
    const { dependentStart, dependents } = problem;
    const items = [head, ...dependents.subarray(dependentStart[head], dependentStart[head + 1])];
    const most = items.reduce((sum, word) => sum + choices[word].length, 0);
    const futures = new PartialFutures(linearizations, problem.maskLength);
    let layer = new Layer(futures);
    let next = new Layer(futures);
    /** Maps a linearization to the beginning that its items form (`OrderBound.after`). */
    const beginnings = new Map<number, number>();
    const first = system.start(head, choices, ROWS);
    layer.add(first);
    beginnings.set(first, 0);
    for (let step = 0; step < items.length; step++) {
      next.clear();
      for (const before of layer.kept) {
        if (stop.requested || budget.states <= 0) return null;
        candidates.begin(most);
        system.expand(before, candidates);
        budget.states -= candidates.size;
        const beginning = beginnings.get(before)!;
        for (let i = 0; i < candidates.size; i++) {
          const placed = candidates.action[i];
          const score = candidates.score[i];
          const longer = bound.after(
            beginning,
            linearizations.data[placed + LinearizationField.Head],
          );
          if (score + bound.of(longer) <= least) continue;
          const after = system.apply(before, placed, score);
          if (next.add(after)) beginnings.set(after, longer);
        }
      }
      [layer, next] = [next, layer];
    }
    const whole = new Layer(new WholeFutures(linearizations));
    const { data } = linearizations;
    for (const linearization of layer.kept) {
      system.end(linearization);
      if (data[linearization + LinearizationField.Score] > least) whole.add(linearization);
    }
    return Int32Array.from(whole.kept).sort(
      (a, b) => data[b + LinearizationField.Score] - data[a + LinearizationField.Score],
    );
  }
}

/** @param ofWord indexed by word: the score of its subtree */
function sumBelow(
  { dependentStart, dependents }: Problem,
  head: number,
  ofWord: Float64Array,
): number {
  let sum = 0;
  for (let i = dependentStart[head]; i < dependentStart[head + 1]; i++) {
    sum += ofWord[dependents[i]];
  }
  return sum;
}
