import type { Records } from '../records.ts';

/**
 * The fields of a linearization, as offsets into its record. A linearization orders a head and some
 * of its dependents, each with its ordered subtree. If it contains all dependents, it orders the
 * head's whole subtree.
 */
export const enum LinearizationField {
  /**
   * The linearization that the last item was appended to; NO_LINEARIZATION if no item is placed.
   */
  Parent,
  /**
   * The linearization that was appended last: of a dependent's subtree, or of the head alone.
   * NO_LINEARIZATION if no item is placed.
   */
  Placed,
  /**
   * The sum of the scores so far. For each appended subtree, the sum includes a difference: the
   * score of the appended linearization minus the best score of any linearization of the subtree.
   */
  Score,
  /**
   * The score of the last placement alone. Once all items are placed, it includes the score of the
   * whole order.
   */
  Own,
  /** The head, as a word of the problem. */
  Head,
  /**
   * The head's variant (the head in one form, with one tag). Until the head is placed, the first
   * variant of the head.
   */
  Variant,
  /** The word that was placed last, the head or a dependent; NO_WORD if nothing is placed. */
  Last,
  /** The word that was placed before `Last`; NO_WORD if there is none. */
  BeforeLast,
  /** The number of dependents placed before the head. */
  Lefts,
  /** The number of dependents placed after the head. */
  Rights,
  /** The number of words in the linearization's string. A phrase counts as several words. */
  Length,
  /** Lexicon ids of the first three words of the string, then their likely tags; NONE if absent. */
  First1,
  First2,
  First3,
  FirstTag1,
  FirstTag2,
  FirstTag3,
  /**
   * Lexicon ids of the last three words of the string, the last word first, then their likely tags.
   * In a linearization of the sentence's root, the id of a word before the sentence's first word is
   * BEGIN.
   */
  Last1,
  Last2,
  Last3,
  LastTag1,
  LastTag2,
  LastTag3,
  /**
   * The first three words as column numbers of the language model's `Contexts`; 0 if absent or
   * without a language model.
   */
  FirstColumn1,
  FirstColumn2,
  FirstColumn3,
  /**
   * The language model's context after the words of the string; 0 without a language model. For the
   * sentence's root, the context begins with the sentence's beginning.
   */
  Context,
  FirstCasing,
  /** A hash of the labels of the placed dependents and the head, in order. */
  Labels,
  /** A hash of the tags of the placed dependents and the head, in order. */
  Tags,
  /** The offset of a bit mask of the placed words: the head and its dependents. */
  Mask,
}

/** The part of a bottom-up search that the scoring of linearizations reads. */
export interface LinearizationRecords extends Records {
  /** Whether a linearization has placed the word. */
  has(linearization: number, word: number): boolean;
}

/**
 * The choices for the next placement. A choice is an item of the head together with one
 * linearization of the item. The items are the head itself, which is the first item, and its
 * dependents.
 */
export interface ChoiceNumbers {
  readonly head: number;
  /** The number of items, the head included. */
  readonly items: number;
  /** Indexed by item: its first choice. The last element is the number of choices. */
  readonly start: Int32Array;
  /** Indexed by choice: the linearization of the choice. */
  readonly linearization: Int32Array;
}
