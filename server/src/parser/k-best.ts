import { Heap } from 'heap-js';
import { NEVER } from '../util/stop.ts';
import type { BranchAndBound, ParsedTree, SearchOptions } from './branch-and-bound.ts';
import type { Factors } from './factors.ts';
import { Fixed } from './fixed-arcs.ts';
import type { SecondOrderParts, SecondOrderScores } from './second-order.ts';

export interface RankedTree extends ParsedTree {
  /** Whether it is proven that no tree outside the returned list scores more than this tree. */
  readonly isProven: boolean;
}

/** A set of trees, and the best tree that was found in it. */
interface Subspace {
  readonly best: ParsedTree;
  /** No tree of the subspace scores more than this. */
  readonly bound: number;
  readonly fixed: Int8Array;
  /** The heads of all words before this word are fixed. */
  readonly word: number;
}

/**
 * Finds the k best trees, best first, by Lawler's partition over heads. At first, all trees are in
 * one subspace. Each round takes the best tree of all subspaces, and divides the other trees of its
 * subspace into a new subspace for each word. In the subspace of a word, all earlier words have the
 * same heads as in the taken tree, and this word has a different head.
 *
 * Branch and bound finds the best tree of each subspace. Without factors, this takes one run of the
 * dynamic program. Trees of equal score are ordered by their heads, word by word.
 *
 * @param options `maxCalls` limits the search of each subspace. After a stop, the list may lack
 *   some of the k trees
 */
export function kBest(
  k: number,
  search: BranchAndBound,
  parts: SecondOrderParts,
  scores: SecondOrderScores,
  factors: Factors,
  options: SearchOptions,
): RankedTree[] {
  const { arcs } = parts;
  const { stop = NEVER } = options;
  const found: ParsedTree[] = [];
  const subspaces = new Heap<Subspace>((a, b) => compare(a.best, b.best));
  /** The scores of the k best trees so far, the worst first. */
  const kept = new Heap<number>();
  let missed = options.above ?? -Infinity;

  const add = (fixed: Int8Array, word: number): void => {
    const worst = kept.length >= k ? kept.peek()! : -Infinity;
    const above = Math.max(worst, options.above ?? -Infinity);
    const { best, bound } = search.search(parts, scores, factors, { ...options, fixed, above });
    if (!best) {
      // The trees of this subspace score at most `bound`. In the end, `missed` is an upper bound of
      // the scores of all trees outside the list.
      missed = Math.max(missed, bound);
      return;
    }
    subspaces.push({ best, bound, fixed, word });
    kept.push(best.score);
    if (kept.length > k) kept.pop();
  };

  add(options.fixed?.slice(0, arcs.count) ?? new Int8Array(arcs.count), 1);
  while (found.length < k) {
    const next = subspaces.pop();
    if (!next) break;
    found.push(next.best);
    if (found.length === k || stop.requested) {
      missed = Math.max(missed, next.bound);
      break;
    }
    const prefix = next.fixed.slice();
    for (let m = next.word; m <= arcs.length; m++) {
      const arc = arcs.find(next.best.heads[m], m);
      if (prefix[arc] !== Fixed.In) {
        const fixed = prefix.slice();
        fixed[arc] = Fixed.Out;
        add(fixed, m);
      }
      prefix[arc] = Fixed.In;
    }
  }
  for (const { bound } of subspaces) missed = Math.max(missed, bound);
  return found.sort(compare).map((tree) => ({ ...tree, isProven: tree.score >= missed }));
}

function compare(one: ParsedTree, other: ParsedTree): number {
  if (one.score !== other.score) return other.score - one.score;
  for (let m = 1; m < one.heads.length; m++) {
    if (one.heads[m] !== other.heads[m]) return one.heads[m] - other.heads[m];
  }
  return 0;
}
