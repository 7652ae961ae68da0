import type { ChartEnd, EdgeFate } from '../search/search.ts';

export type { ChartEnd };

/** The effort of a bag's search: plain data. */
export type SearchEffort =
  | {
      readonly kind: 'beam';
      /** The number of kept hypotheses, over all steps. */
      readonly kept: number;
      readonly steps: number;
    }
  | ({ readonly kind: 'best-first' } & SearchChart);

/**
 * The chart of a best-first search: every edge that it popped from its agenda. Single words are
 * accepted first; all other edges are pops, counted from 1.
 */
export interface SearchChart {
  /** The number of popped edges; `limit` is the limit on it. */
  readonly pops: number;
  readonly limit: number;
  readonly end: ChartEnd;
  /**
   * The limit on kept edges, apart from single words. In a full chart, a better edge displaces the
   * worst.
   */
  readonly capacity: number;
  /** What happened to the edges of each size, in words from 1. */
  readonly sizes: readonly ChartSize[];
  /** The edges of single words, then the first popped edges, in order. */
  readonly edges: readonly ChartEdge[];
  /**
   * The best tree of the expected sentence; null if there is no such sentence, or no tree was
   * found.
   */
  readonly expected: ExpectedTree | null;
}

/** What happened to the edges of one size. */
export interface ChartSize {
  readonly words: number;
  readonly taken: number;
  /** The number of edges that were joined to others. Some were dropped from the chart later. */
  readonly accepted: number;
  readonly dropped: number;
  /**
   * The number of edges that were not joined because enough edges with the same words and head came
   * first.
   */
  readonly alike: number;
  /** The number of edges that were not joined because enough edges of the same size came first. */
  readonly crowded: number;
  /** The number of edges that were not joined because the chart was full of better edges. */
  readonly worst: number;
}

/** A part of a sentence. */
export interface ShownEdge {
  /** The words of the part, in order. The head is the word at index `head`. */
  readonly words: readonly string[];
  readonly head: number;
  readonly tag: string;
  /** The category, with a grammar; null if no rule joins the parts of the edge. */
  readonly category?: string | null;
  readonly value: number;
}

export interface ChartEdge extends ShownEdge {
  /** The number of the pop, from 1; 0 for a single word. */
  readonly pop: number;
  readonly fate: EdgeFate;
  /** The pop that displaced the edge from the full chart; null if none did. */
  readonly droppedAt: number | null;
}

export interface ExpectedTree {
  readonly text: string;
  /** The edges from the leaves up, in the order of the derivation; the last one is the sentence. */
  readonly edges: readonly ExpectedEdge[];
  /** Where the search lost the tree; null if it found the tree. */
  readonly loss: EdgeLoss | null;
}

export interface ExpectedEdge extends ShownEdge {
  /** The number of the pop, from 1; 0 for a single word, null if the edge was never popped. */
  readonly pop: number | null;
  readonly fate: EdgeFate | null;
  readonly droppedAt: number | null;
}

/**
 * The reason why the search did not find a tree: it lost an edge. The lost edge is the first edge of the
 * tree, from the leaves up, that the search did not pop, or that it popped but did not join to its sister.
 *
 * - `alike`: the search had already accepted enough edges with the same words and head.
 * - `crowded`: the search had already accepted enough edges of the same size.
 * - `worst`: the chart was full of better edges.
 * - `dropped`: the full chart dropped the edge before its sister was popped.
 * - `waiting`: the edge was on the agenda when the search ended.
 */
export interface EdgeLoss {
  readonly kind: 'alike' | 'crowded' | 'worst' | 'dropped' | 'waiting';
  /** The index of the edge in the tree's edges. */
  readonly edge: number;
  /**
   * The edges that displaced the lost edge: for `alike`, every earlier edge; for `crowded`, the
   * last edge of its size; for `dropped`, the edge that took its place.
   */
  readonly by: readonly ChartEdge[];
  /** How the search ended; `last` is the last edge that it popped. */
  readonly end: ChartEnd;
  readonly last: ChartEdge;
}
