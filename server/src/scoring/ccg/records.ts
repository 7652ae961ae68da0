import type { Grammar } from '../../grammar/ccg/grammar.ts';
import type { EdgeRecords } from '../best-first/records.ts';
import type { Records } from '../records.ts';

/**
 * The actions that glue the top part to the part below it: they join the parts without a rule.
 * Either the left part's head governs the right part's head, or the reverse.
 */
export const GLUE_LEFT_GOVERNS = 0;
export const GLUE_RIGHT_GOVERNS = 1;
/**
 * The first of the actions that join the two top parts by a rule and then apply a chain of unary rules
 * (`Grammar`). The other such actions have the next numbers.
 */
export const FIRST_COMBINE = 2;

/**
 * The cost of a join without a rule. No features outweigh it, so parts are glued together only if
 * no rule joins them.
 */
export const GLUE_COST = 1 << 16;

/**
 * The cost of a unary rule that is seldom right for its word (`SeldomChains`). It applies only if the bag
 * gives a category, since a wrong category can make such a rule necessary. If all categories are open, the
 * search itself chooses them. With this cost, a sentence without such a rule comes first, unless its features
 * are much worse. A higher cost lowers BLEU.
 */
export const SELDOM_COST = 1 << 11;

/** The result of joining two parts. */
interface JoinedParts {
  readonly category: number;
  /** The variants that nothing governs, the head first. */
  readonly roots: ArrayLike<number>;
}

/** The fields of a state, as offsets into its record. They follow the four fields of every system (`StateField`). */
export const enum ShiftReduceField {
  /**
   * A state whose stack is this state's stack without the top part; so stacks share their lower parts. The
   * top part of `Below` is the second part of this state. The first state has an empty stack, and is its own
   * `Below`.
   */
  Below = 4,
  /** How many parts the stack holds. */
  Depth,
  /** The category of the top part; NO_CATEGORY if it was glued together. */
  Category,
  /** The modes of the arguments that the top part takes, packed. */
  Modes,
  /** The variant that is the head of the top part. */
  Head,
  /** The first variant of the top part. */
  First,
  /** The last variant of the top part. */
  Last,
  /**
   * The words of the top part, except its head, that wait for a head. The field is an index in the joiner's list, or
   * NOTHING.
   */
  Waiting,
  /** How many words the top part has. */
  Span,
  /**
   * The topmost word of the stack that has no head yet and has a given head, is the given root, or
   * lacks a given dependent; NO_WORD if there is none. This word restricts the legal actions.
   */
  Pivot,
  /**
   * 1 if the pivot's part may leave words waiting for a head when one of its arguments is filled (`mayWait`); 0
   * otherwise.
   */
  PivotMayWait,
  /** Lexicon ids of the last two words of the string so far, the latest first. */
  Word1,
  Word2,
  /** The class of the last word of the string. */
  Class1,
  /** Tags and lexical categories of the last three variants of the string so far, the latest first. */
  Tag1,
  Tag2,
  Tag3,
  Category1,
  Category2,
  Category3,
  /** The language model's context after the words of the string so far; 0 without a language model. */
  Context,
  /** The offset of two bit masks: the words still to come, then the words of the stack that have no head. */
  Masks,
}

/** The data of a shift-reduce search's states that scores read. */
export interface ShiftReduceRecords extends Records {
  readonly actions: {
    isShift(action: number): boolean;
    variantOf(action: number): number;
    chainOf(action: number): number;
    isSeldom(action: number): boolean | null;
  };
  join(state: number, action: number): JoinedParts;
}

/**
 * The fields of a constituent, from `EdgeField.Besides` on. `EdgeField.Join` is an action of shift-reduce parsing
 * (`actions.ts`): a SHIFT for a leaf, or the join of two parts.
 */
export const enum ConstituentField {
  /** The category; NO_CATEGORY if the constituent was glued together. */
  Category = 14,
  /** The modes of the arguments that the constituent takes, packed. */
  Modes,
  /**
   * The words of the constituent, except its head, that wait for a head. The field is an index in the joiner's list, or
   * NOTHING.
   */
  Waiting,
  Count,
}

/** The data of a search's constituents that scores read. */
export interface ConstituentRecords extends EdgeRecords {
  readonly grammar: Grammar;
  readonly actions: Pick<ShiftReduceRecords['actions'], 'chainOf' | 'isSeldom'>;
  joined(left: number, right: number, action: number): JoinedParts;
}
