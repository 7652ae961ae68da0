import type { Records } from '../records.ts';

/**
 * The fields of a linearization, as offsets into its record. A linearization orders a head and some of its dependents,
 * each with its ordered subtree. If it holds all dependents, it orders the head's whole subtree.
 */
export const enum LinearizationField {
  /** The linearization that this record adds an item to; NO_LINEARIZATION for a linearization without items. */
  Parent,
  /**
   * The linearization that was placed last: of a dependent's subtree, or of the head alone.
   * NO_LINEARIZATION if nothing is placed.
   */
  Placed,
  /**
   * The sum of the scores so far. For a placed linearization, the sum counts how much its score
   * differs from the best score of its subtree.
   */
  Score,
  /**
   * The score of the last placement alone. If the linearization is finished, the score of the whole
   * is added.
   */
  Own,
  /** The head's word. */
  Head,
  /** The head's variant, once the head is placed; before, the first variant. */
  Variant,
  /** The word that was placed last, the head or a dependent; NO_WORD if nothing is placed. */
  Last,
  /** The word that was placed before `Last`; NO_WORD if there is none. */
  BeforeLast,
  /** The number of dependents placed before the head. */
  Lefts,
  /** The number of dependents placed after the head. */
  Rights,
  /** The number of words in the string; each word of a phrase counts. */
  Length,
  /** Lexicon ids of the first three words of the string, then their likely tags; NONE if absent. */
  First1,
  First2,
  First3,
  FirstTag1,
  FirstTag2,
  FirstTag3,
  /**
   * Lexicon ids of the last three words of the string, the last one first, then their likely tags. In a linearization
   * of the sentence's root, the ids before the first word are BEGIN.
   */
  Last1,
  Last2,
  Last3,
  LastTag1,
  LastTag2,
  LastTag3,
  /**
   * The first three words as columns of the language model's contexts; 0 if absent or without a
   * language model.
   */
  FirstColumn1,
  FirstColumn2,
  FirstColumn3,
  /**
   * The language model's context after the words of the string; 0 without a language model. The
   * string of the sentence's root begins with the beginning of the sentence.
   */
  Context,
  FirstCasing,
  /** A hash of the labels of the placed dependents and the head, in order. */
  Labels,
  /** A hash of the tags of the placed dependents and the head, in order. */
  Tags,
  /** The offset of the mask of the placed words: the head and its dependents. */
  Mask,
}

/** The data of a search's linearizations that scores read. */
export interface LinearizationRecords extends Records {
  /** Whether a linearization has placed the word. */
  has(linearization: number, word: number): boolean;
}

/**
 * The choices for the next placement. A choice is a pair of an item of the head and a linearization of the item. The
 * head itself is the first item.
 */
export interface ChoiceNumbers {
  readonly head: number;
  /** The number of items, the head included. */
  readonly items: number;
  /** Indexed by item: its first choice. The last element is the number of choices. */
  readonly start: Int32Array;
  /** Indexed by choice: the linearization. */
  readonly linearization: Int32Array;
}
