import type { ChartEnd, EdgeFate } from '../search/search.ts';

export type { ChartEnd };

/** How much work the search of a bag did. */
export type SearchEffort =
  | {
      readonly kind: 'beam';
      /** The kept hypotheses, summed over all steps. */
      readonly kept: number;
      readonly steps: number;
    }
  | ({ readonly kind: 'best-first' } & SearchChart);

/**
 * The chart of a best-first search: the edges that the search popped from its agenda. An edge is a
 * part of a sentence. The search begins with the edges of single words, which do not count as pops.
 * Pops are counted from 1.
 */
export interface SearchChart {
  /** The search ends at `limit` pops. */
  readonly pops: number;
  readonly limit: number;
  readonly end: ChartEnd;
  /**
   * The limit on the edges in the chart, not counting single words. In a full chart, a better edge
   * displaces the worst edge.
   */
  readonly capacity: number;
  /** The first element is for edges of one word, the second for two words, and so on. */
  readonly sizes: readonly ChartSize[];
  /** The edges of single words, then the popped edges, in order. A long list is cut at its end. */
  readonly edges: readonly ChartEdge[];
  /** The best tree of the expected sentence; null without such a sentence or tree. */
  readonly expected: ExpectedTree | null;
  /**
   * Whether the bag has optional words or alternatives. The chart is then of one choice of its
   * words, searched alone, and may find a sentence that the search of all choices misses.
   */
  readonly isOfOneChoice: boolean;
}

export interface ChartSize {
  readonly words: number;
  readonly taken: number;
  /**
   * Edges that are whole sentences, or that were joined to earlier edges and added to the chart.
   * Later, the chart may have dropped some of them.
   */
  readonly accepted: number;
  readonly dropped: number;
  /**
   * Edges that were not joined, since enough edges with the same words and head had been joined.
   */
  readonly alike: number;
  /** Edges that were not joined, since enough edges of this size had been joined. */
  readonly crowded: number;
  /** Edges that were joined but not added to the chart, since it was full of better edges. */
  readonly worst: number;
}

export interface ShownEdge {
  /** In order. The head is the word at index `head`. */
  readonly words: readonly string[];
  readonly head: number;
  readonly tag: string;
  /** Only with a grammar; null if no rule joins the parts of the edge. */
  readonly category?: string | null;
  readonly value: number;
}

export interface ChartEdge extends ShownEdge {
  /** The number of the pop that took the edge from the agenda; 0 for a single word. */
  readonly pop: number;
  readonly fate: EdgeFate;
  /** The number of the pop that displaced the edge from the full chart. */
  readonly droppedAt: number | null;
}

export interface ExpectedTree {
  readonly text: string;
  /** From the leaves up, in the order of the derivation; the last edge is the sentence. */
  readonly edges: readonly ExpectedEdge[];
  /** Null if the search found the tree. */
  readonly loss: EdgeLoss | null;
}

export interface ExpectedEdge extends ShownEdge {
  /**
   * The fields `pop`, `fate` and `droppedAt` are as in `ChartEdge`, but null if the edge was never
   * popped.
   */
  readonly pop: number | null;
  readonly fate: EdgeFate | null;
  readonly droppedAt: number | null;
}

/**
 * Why the search did not find a tree: it lost an edge. The search joins two edges (sisters) into a
 * larger one. An edge is lost if it was never popped, or if it was not joined to its sister. `edge`
 * is the first lost edge of the tree, from the leaves up.
 * - `alike`: the search already had enough edges with the same words and head.
 * - `crowded`: the search already had enough edges of the same size.
 * - `worst`: the chart was full of better edges.
 * - `dropped`: the full chart dropped the edge before its sister was popped.
 * - `waiting`: the edge was still on the agenda when the search ended.
 */
export interface EdgeLoss {
  readonly kind: 'alike' | 'crowded' | 'worst' | 'dropped' | 'waiting';
  /** An index in `ExpectedTree.edges`. */
  readonly edge: number;
  /**
   * The edges that kept the lost edge out:
   * - for `alike`, all earlier edges with the same words and head;
   * - for `crowded`, the last edge of the same size;
   * - for `dropped`, the edge that displaced the lost edge from the chart;
   * - otherwise none.
   */
  readonly by: readonly ChartEdge[];
  /** `last` is the last edge that the search popped. */
  readonly end: ChartEnd;
  readonly last: ChartEdge;
}
