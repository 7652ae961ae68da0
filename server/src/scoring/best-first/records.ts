import type { Problem } from '../../problem/problem.ts';
import type { Records } from '../records.ts';

/**
 * The fields of every edge, as offsets into its record. After these fields come the fields of
 * `TreeletField` or `ConstituentField`, and then a bit mask of the edge's words.
 */
export const enum EdgeField {
  /** The edges that were joined; NO_EDGE in a leaf. */
  Left,
  Right,
  /** How the edge was made. Dependency searches and CCG searches use different numbers. */
  Join,
  /** The sum of the scores of the edge's leaves and joins. */
  Score,
  /** The score of the leaf, or of the last join alone. */
  Own,
  /** How many words the edge holds. */
  Words,
  /** How many words of the edge stand before its head. */
  Before,
  /** The head, as a variant (a word in one form, with one tag and category). */
  Head,
  /** The first three variants of the edge's string; `variantCount` if absent. */
  First1,
  First2,
  First3,
  /** The last three variants of the edge's string, the last one first; `variantCount` if absent. */
  Last1,
  Last2,
  Last3,
  /** The offset of the fields of `TreeletField` or `ConstituentField`. */
  Besides,
}

/** How many variants an edge records at each end of its string. */
export const END_WORDS = 3;

/** The part of a best-first search that the scoring of edges reads. */
export interface EdgeRecords extends Records {
  readonly problem: Problem;
  isWhole(edge: number): boolean;
}

/**
 * The fields of a treelet, from `EdgeField.Besides` on. A treelet is a head with some of its
 * dependents and their subtrees, as a string of words (Zhang & Clark 2015, Section 4.2).
 */
export const enum TreeletField {
  /** The variants just before and just after the head in the string; `variantCount` if absent. */
  BesideLeft = 14,
  BesideRight,
  /** The outermost two dependents on the left, the outermost first; `variantCount` if absent. */
  Left1,
  Left2,
  /** How many words the subtree of `Left1` has. */
  LeftSize,
  /** Like the three fields above, but on the right. */
  Right1,
  Right2,
  RightSize,
  /** How many dependents the head has on each side. */
  LeftValency,
  RightValency,
  /**
   * The score that the head and its dependents get if the head gets no more dependents. A join that
   * makes the head a dependent adds this to its own score.
   */
  Complete,
  Count,
}

// The values of `EdgeField.Join` of a treelet.
/** The treelet is a single word. */
export const LEAF = 0;
/** The left part's head governs the right part's head. */
export const HEAD_LEFT = 1;
/** The right part's head governs the left part's head. */
export const HEAD_RIGHT = 2;
