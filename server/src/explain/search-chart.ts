import type { ChartEnd, EdgeFate } from '../search/search.ts';

export type { ChartEnd };

/** What the search of a bag took: plain data. */
export type SearchEffort =
  | {
      readonly kind: 'beam';
      /** Hypotheses kept, over all steps. */
      readonly kept: number;
      readonly steps: number;
    }
  | ({ readonly kind: 'best-first' } & SearchChart);

/**
 * The chart of a best-first search: every edge that it took off its agenda. Words alone are accepted before all else;
 * the others are pops, counted from 1.
 */
export interface SearchChart {
  /** How many edges it took off, and how many it might. */
  readonly pops: number;
  readonly limit: number;
  readonly end: ChartEnd;
  /** Accepted edges that it keeps beside the words: the worst one is dropped for a better one. */
  readonly capacity: number;
  /** By the number of words, from 1. */
  readonly sizes: readonly ChartSize[];
  /** The words and then the first pops, in their order. */
  readonly edges: readonly ChartEdge[];
  /** The edges of the best tree of the sentence that is expected; null where none is, or none was found. */
  readonly expected: ExpectedTree | null;
}

/** What became of the edges of so many words. */
export interface ChartSize {
  readonly words: number;
  readonly taken: number;
  /** Of those: joined to others, some of them dropped from the chart later on. */
  readonly accepted: number;
  readonly dropped: number;
  /** Of those: joined to none, for others of the same words and head came first. */
  readonly alike: number;
  /** Of those: joined to none, for others of the same size came first. */
  readonly crowded: number;
  /** Of those: worse than all of a full chart. */
  readonly worst: number;
}

/** A part of a sentence. */
export interface ShownEdge {
  /** Its words, in the order of the string; that at `head`, from 0, is its head. */
  readonly words: readonly string[];
  readonly head: number;
  readonly tag: string;
  /** With a grammar; null where no rule joins its parts. */
  readonly category?: string | null;
  readonly value: number;
}

export interface ChartEdge extends ShownEdge {
  /** From 1; 0 for a word alone. */
  readonly pop: number;
  readonly fate: EdgeFate;
  /** The pop for which it was dropped from the full chart; null where it was not. */
  readonly droppedAt: number | null;
}

export interface ExpectedTree {
  readonly text: string;
  /** From the leaves up, in the order of its derivation: the last one is the sentence. */
  readonly edges: readonly ExpectedEdge[];
  /** Where the search lost it; null where it found it. */
  readonly loss: EdgeLoss | null;
}

export interface ExpectedEdge extends ShownEdge {
  /** From 1; 0 for a word alone, null where it was never taken off. */
  readonly pop: number | null;
  readonly fate: EdgeFate | null;
  readonly droppedAt: number | null;
}

/**
 * Why a tree came to no sentence: the first of its edges, from the leaves up, without which the next one could not be
 * made, or was not taken off. `alike`: others of the same words and head came first. `crowded`: others of the same size
 * did. `worst`: the chart was full of
 * better ones. `dropped`: it was dropped from the full chart before the part that it was to be joined to came.
 * `waiting`: it was on the agenda when the search ended.
 */
export interface EdgeLoss {
  readonly kind: 'alike' | 'crowded' | 'worst' | 'dropped' | 'waiting';
  /** Its place in the tree's edges. */
  readonly edge: number;
  /** The edges that it gave way to: of `alike` all that came first, of `crowded` the last of them, of `dropped` the one that it was dropped for. */
  readonly by: readonly ChartEdge[];
  /** How the search ended, and the last edge that it took off. */
  readonly end: ChartEnd;
  readonly last: ChartEdge;
}
