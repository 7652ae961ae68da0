import type { Problem } from '../../problem/problem.ts';
import type { Records } from '../records.ts';

/** The fields of every edge: offsets into its record. The fields of a kind of edges follow, and last the mask. */
export const enum EdgeField {
  /** The two edges that it was made of, as they stand in the string; NO_EDGE in a leaf. */
  Left,
  Right,
  /** How it was made: a number that its system knows. */
  Join,
  /** The sum of the scores of its actions: of its leaves, and of the joins that made it. */
  Score,
  /** The score of its own action. */
  Own,
  /** How many words it holds, and how many of them are before its head. */
  Words,
  Before,
  /** The variant of the head. */
  Head,
  /** The first variants of the string, and the last ones, the very last first; `variantCount` if absent. */
  First1,
  First2,
  First3,
  Last1,
  Last2,
  Last3,
  /** What an edge has besides begins here. */
  Besides,
}

/** The number of known variants at each end of a string. */
export const END_WORDS = 3;

/** The edges of a search, as far as scores read them. */
export interface EdgeRecords extends Records {
  readonly problem: Problem;
  isWhole(edge: number): boolean;
}

/**
 * The fields of a treelet, from `EdgeField.Besides` on. A treelet is a head with some of its dependents and their
 * subtrees, and the string of its words (Zhang & Clark 2015, Section 4.2).
 */
export const enum TreeletField {
  /** The variants beside the head in the string; `variantCount` if absent. */
  BesideLeft = 14,
  BesideRight,
  /** The outermost two dependents on each side, the outermost first, and how many words are under that. */
  Left1,
  Left2,
  LeftSize,
  Right1,
  Right2,
  RightSize,
  /** How many dependents the head has on each side. */
  LeftValency,
  RightValency,
  /**
   * The score that it adds to a join that makes it a dependent, or to the whole sentence: the treelet is complete
   * then.
   */
  Complete,
  Count,
}

/** How a treelet was made: a word alone, or by which of its two parts holds the head. */
export const LEAF = 0;
/** The left one: its head takes the right one's as its dependent. */
export const HEAD_LEFT = 1;
export const HEAD_RIGHT = 2;
