import type { Grammar } from '../../grammar/ccg/grammar.ts';
import type { EdgeRecords } from '../best-first/records.ts';
import type { Records } from '../records.ts';

/**
 * The actions that glue the two top parts of the stack together: they join the parts without a
 * rule. The head of one part governs the head of the other.
 */
export const GLUE_LEFT_GOVERNS = 0;
export const GLUE_RIGHT_GOVERNS = 1;
/**
 * The first of the actions that join the two top parts by a rule and then apply a chain of unary
 * rules (`Grammar`). All higher actions up to the first SHIFT are of this kind.
 */
export const FIRST_COMBINE = 2;

/**
 * The cost of a join without a rule. It is greater than any sum of weights, so parts are glued
 * together only if no rule joins them.
 */
export const GLUE_COST = 1 << 16;

/**
 * The cost of a unary rule that is seldom right for its word (`SeldomChains`). A wrong given
 * category can make such a rule necessary. So the cost does not forbid the rule, but puts sentences
 * without the rule first, unless their features are much worse. A higher cost lowers BLEU. The cost
 * is added only if the bag gives a category.
 */
export const SELDOM_COST = 1 << 11;

interface JoinedParts {
  readonly category: number;
  /** The variants of the joined part that have no head yet. The first is the head of the part. */
  readonly roots: ArrayLike<number>;
}

/**
 * The fields of a CCG shift-reduce state, as offsets into its record. The offsets 0 to 3 are the
 * fields of `StateField`, which the states of all transition systems have.
 */
export const enum ShiftReduceField {
  /**
   * A state whose stack is this state's stack without the top part. So states share the lower parts
   * of their stacks. The first state has an empty stack; its `Below` is the first state itself.
   */
  Below = 4,
  Depth,
  /** The category of the top part; NO_CATEGORY if it was glued together. */
  Category,
  /**
   * The slash modes of the arguments that the top part still takes, packed. A mode says which arc
   * an argument makes (`modes.ts`).
   */
  Modes,
  /** The variant that is the head of the top part. */
  Head,
  /** The first and the last variant of the top part. */
  First,
  Last,
  /**
   * The words of the top part that have no head yet, except the head of the part. The value is an
   * index in a list that the joiner keeps; NOTHING if there are no such words.
   */
  Waiting,
  /** How many words the top part has. */
  Span,
  /**
   * The topmost word of the stack that has no head yet and for which one of these holds: the bag
   * gives its head, the bag makes it the root, or the word still lacks a given dependent. NO_WORD
   * if there is no such word.
   */
  Pivot,
  /**
   * 1 if the part with the pivot may leave words without a head for now when it takes an argument
   * (`mayWait`).
   */
  PivotMayWait,
  /** Lexicon ids of the last two words of the string, the latest first. */
  Word1,
  Word2,
  /** The class of the last word. */
  Class1,
  /** Tags and lexical categories of the string's last three variants, the latest first. */
  Tag1,
  Tag2,
  Tag3,
  Category1,
  Category2,
  Category3,
  /** The language model's context after the string; 0 without a language model. */
  Context,
  /**
   * The offset of two bit masks: the words still to come, then the words of the stack without a
   * head.
   */
  Masks,
}

/** The part of a CCG shift-reduce search that the scoring of actions reads. */
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
 * The fields of a constituent, from `EdgeField.Besides` on. Its `EdgeField.Join` is an action of
 * shift-reduce parsing (`actions.ts`): a SHIFT for a leaf, otherwise a join of two parts.
 */
export const enum ConstituentField {
  /** The category; NO_CATEGORY if the constituent was glued together. */
  Category = 14,
  /** The slash modes of the arguments that the constituent still takes, packed. */
  Modes,
  /**
   * The words of the constituent that have no head yet, except its head (like
   * `ShiftReduceField.Waiting`).
   */
  Waiting,
  Count,
}

/** The part of a CCG best-first search that the scoring of constituents reads. */
export interface ConstituentRecords extends EdgeRecords {
  readonly grammar: Grammar;
  readonly actions: Pick<ShiftReduceRecords['actions'], 'chainOf' | 'isSeldom'>;
  joined(left: number, right: number, action: number): JoinedParts;
}
