import type { Stop } from '../util/stop.ts';
import type { Factors } from './factors.ts';
import type { SecondOrderParts, SecondOrderScores } from './second-order.ts';

/** What a tree must do with an arc. */
export const enum Fixed {
  Out = -1,
  Free = 0,
  In = 1,
}

export interface SearchOptions {
  /** Ends the search after this many runs of the dynamic program. */
  readonly maxCalls: number;
  /** Arcs that are fixed from the start (`Fixed`), by arc. Without it, all are free. */
  readonly fixed?: Int8Array;
  /** Looks only for trees that score more than this. */
  readonly above?: number;
  /** Read before each run of the dynamic program. */
  readonly stop?: Stop;
}

export interface ParsedTree {
  /** heads[m] for m in 1…n; heads[0] is 0. A copy, which the caller may keep. */
  readonly heads: Int32Array;
  /** The sum of the tree's parts and factors. */
  readonly score: number;
}

export interface SearchResult {
  /** The best tree found, or null if there is none that scores more than `above`. */
  readonly best: ParsedTree | null;
  /** No tree scores more than this. If the best tree is proven, this is its score. */
  readonly bound: number;
  /** Whether no tree scores more than the best one; without a best one, whether no tree scores more than `above`. */
  readonly isProven: boolean;
  /** The number of runs of the dynamic program. */
  readonly calls: number;
  /** The number of nodes for which the program was run. */
  readonly nodes: number;
}

/** Finds the best projective tree by parts and factors, by branch and bound (Qian and Liu 2013). */
export class BranchAndBound {
  /**
   * @param parts built for the sentence
   * @param scores of the parts; not changed. An arc of score −Infinity is forbidden.
   * @param factors of the same arcs
   */
  search(
    parts: SecondOrderParts,
    scores: SecondOrderScores,
    factors: Factors,
    options: SearchOptions,
  ): SearchResult {
    void parts;
    void scores;
    void factors;
    void options;
    throw new Error('Not written yet');
  }
}
