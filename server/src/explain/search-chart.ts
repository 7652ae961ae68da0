import type { ChartEnd, EdgeFate } from '../search/search.ts';

export type { ChartEnd };

/** The effort of a bag's search: plain data. */
export type SearchEffort =
  | {
      readonly kind: 'beam';
      /** Kept hypotheses, over all steps. */
      readonly kept: number;
      readonly steps: number;
    }
  | ({ readonly kind: 'best-first' } & SearchChart);

/**
 * The chart of a best-first search: every edge that it popped from its agenda. Single words are
 * accepted first; the other edges are pops, counted from 1.
 */
export interface SearchChart {
  /** The number of popped edges, and its limit. */
  readonly pops: number;
  readonly limit: number;
  readonly end: ChartEnd;
  /**
   * The limit of kept edges besides the words. In a full chart a better edge displaces the worst.
   */
  readonly capacity: number;
  /** By the number of words, from 1. */
  readonly sizes: readonly ChartSize[];
  /** The words and then the first pops, in order. */
  readonly edges: readonly ChartEdge[];
  /**
   * The edges of the best tree of the expected sentence; null if there is none, or none was found.
   */
  readonly expected: ExpectedTree | null;
}

/** What happened to the edges of one size. */
export interface ChartSize {
  readonly words: number;
  readonly taken: number;
  /** Joined to others; some of them dropped from the chart later. */
  readonly accepted: number;
  readonly dropped: number;
  /** Not joined, since enough edges of the same words and head came first. */
  readonly alike: number;
  /** Not joined, since enough edges of the same size came first. */
  readonly crowded: number;
  /** Not joined, since the chart was full of better ones. */
  readonly worst: number;
}

/** A part of a sentence. */
export interface ShownEdge {
  /** Its words, in the order of the string; the word at `head`, from 0, is its head. */
  readonly words: readonly string[];
  readonly head: number;
  readonly tag: string;
  /** With a grammar; null if no rule joins its parts. */
  readonly category?: string | null;
  readonly value: number;
}

export interface ChartEdge extends ShownEdge {
  /** From 1; 0 for a single word. */
  readonly pop: number;
  readonly fate: EdgeFate;
  /** The pop that displaced it from the full chart; null if none did. */
  readonly droppedAt: number | null;
}

export interface ExpectedTree {
  readonly text: string;
  /** From the leaves up, in the order of its derivation; the last one is the sentence. */
  readonly edges: readonly ExpectedEdge[];
  /** Where the search lost it; null if it was found. */
  readonly loss: EdgeLoss | null;
}

export interface ExpectedEdge extends ShownEdge {
  /** From 1; 0 for a single word, null if it was never popped. */
  readonly pop: number | null;
  readonly fate: EdgeFate | null;
  readonly droppedAt: number | null;
}

/**
 * Why a tree came to no sentence: its first edge, from the leaves up, without which the next one
 * could not be made, or was not popped. `alike`: enough edges of the same words and head came
 * first. `crowded`: enough edges of the same size came first. `worst`: the chart was full of better
 * ones. `dropped`: it was dropped from the full chart before its sister came. `waiting`: it was on
 * the agenda when the search ended.
 */
export interface EdgeLoss {
  readonly kind: 'alike' | 'crowded' | 'worst' | 'dropped' | 'waiting';
  /** The edge's index in the tree's edges. */
  readonly edge: number;
  /**
   * Displaced by: for `alike`, every earlier edge; for `crowded`, the last edge of the size; for
   * `dropped`, the edge that took its place.
   */
  readonly by: readonly ChartEdge[];
  /** How the search ended, and the last edge that it popped. */
  readonly end: ChartEnd;
  readonly last: ChartEdge;
}
