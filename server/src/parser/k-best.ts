import type { ParsedTree, SearchOptions } from './branch-and-bound.ts';
import type { Factors } from './factors.ts';
import type { SecondOrderParts, SecondOrderScores } from './second-order.ts';

export interface RankedTree extends ParsedTree {
  /** Whether no tree that is missing from the list scores more than this one. */
  readonly isProven: boolean;
}

/**
 * Finds the k best trees, best first, by Lawler's partition over heads. Trees of equal score are ordered by their
 * heads, word by word. With no factors, each subspace takes one run of the dynamic program.
 *
 * @param options `maxCalls` is for each subspace
 */
export function kBest(
  k: number,
  parts: SecondOrderParts,
  scores: SecondOrderScores,
  factors: Factors,
  options: SearchOptions,
): RankedTree[] {
  void k;
  void parts;
  void scores;
  void factors;
  void options;
  throw new Error('Not written yet');
}
