import type { Grammar } from '../../grammar/ccg/grammar.ts';
import type { EdgeRecords } from '../best-first/records.ts';
import type { Records } from '../records.ts';

/** The top part and the one below become parts of a whole that no rule makes: one's head governs the other. */
export const GLUE_LEFT_GOVERNS = 0;
export const GLUE_RIGHT_GOVERNS = 1;
/** From here on: the top part and the one below are joined by a rule, with a chain of unary rules (`Grammar`). */
export const FIRST_COMBINE = 2;

/**
 * The cost of a join without a rule: more than features can gain, so that parts are glued together only if no rule
 * joins them.
 */
export const GLUE_COST = 1 << 16;

/** What a join makes of two parts. */
interface JoinedParts {
  readonly category: number;
  /** Its ungoverned variants, the head first. */
  readonly roots: ArrayLike<number>;
}

/** The fields of a state after the four of every system (`StateField`): offsets into its record. */
export const enum ShiftReduceField {
  /**
   * The state below: its top is the second part of the stack here, for stacks share their tails. The first state has an
   * empty stack, and itself below.
   */
  Below = 4,
  /** How many parts the stack holds. */
  Depth,
  /** The category of the top part; NO_CATEGORY if it was glued together. */
  Category,
  /** The modes of the arguments that it takes. */
  Modes,
  /** The variant that is its head, its first and its last one. */
  Head,
  First,
  Last,
  /** Its words that wait for a head beside its own head: a place in the joiner's list, or NOTHING. */
  Waiting,
  /** How many words it has. */
  Span,
  /** The topmost word of the stack without a head that is not both free and done, or NO_WORD: read by legality. */
  Pivot,
  /** Whether that word's part takes arguments for which it may wait for a head together with other words: 1 or 0. */
  PivotMayWait,
  /** Lexicon ids of the last two words of the string so far, the latest first. */
  Word1,
  Word2,
  /** The class of the last of them. */
  Class1,
  /** Tags and lexical categories of the last three variants of the string so far. */
  Tag1,
  Tag2,
  Tag3,
  Category1,
  Category2,
  Category3,
  /** The language model's context after the words of the string so far; 0 without a language model. */
  Context,
  /** Here the two bit masks begin: words still to come, words of the stack that have no head. */
  Masks,
}

/** The states of a shift-reduce search, as far as scores read them. */
export interface ShiftReduceRecords extends Records {
  readonly actions: {
    isShift(action: number): boolean;
    variantOf(action: number): number;
    chainOf(action: number): number;
  };
  join(state: number, action: number): JoinedParts;
}

/**
 * The fields of a constituent, from `EdgeField.Besides` on. An action of shift-reduce parsing (`actions.ts`) makes it:
 * the SHIFT of a leaf, or the join of two parts.
 */
export const enum ConstituentField {
  /** Its category; NO_CATEGORY if it was glued together. */
  Category = 14,
  /** The modes of the arguments that it takes. */
  Modes,
  /** Its words that wait for a head beside its own head: a place in the joiner's list, or NOTHING. */
  Waiting,
  Count,
}

/** The constituents of a search, as far as scores read them. */
export interface ConstituentRecords extends EdgeRecords {
  readonly grammar: Grammar;
  readonly actions: { chainOf(action: number): number };
  joined(left: number, right: number, action: number): JoinedParts;
}
