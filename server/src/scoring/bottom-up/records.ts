import type { Records } from '../records.ts';

/**
 * The fields of a linearization, as offsets into its record. A linearization orders some of the
 * items of a head: the head itself, and the ordered subtrees of its dependents. If it contains all
 * items, it orders the head's whole subtree.
 */
export const enum LinearizationField {
  /** The linearization before the last item was appended; NO_LINEARIZATION if no item is placed. */
  Parent,
  /**
   * The linearization that was appended last: a dependent's subtree, or the head alone.
   * NO_LINEARIZATION if no item is placed.
   */
  Placed,
  /**
   * For a single word: the score of its form. Otherwise: the sum of the scores of the placements so
   * far. If an appended subtree does not have its best linearization, the sum also contains the
   * difference: the score of its linearization minus the score of the best one.
   */
  Score,
  /**
   * The score of the last placement. Once all items are placed, it includes the score of the whole
   * order.
   */
  Own,
  /** The head, as a word of the problem. */
  Head,
  /**
   * The head's variant (the head in one form, with one tag). Until the head is placed, its first
   * variant.
   */
  Variant,
  /** The word placed last, the head or a dependent; NO_WORD if nothing is placed. */
  Last,
  /** The word placed before `Last`, or NO_WORD. */
  BeforeLast,
  /** The numbers of dependents before and after the head. */
  Lefts,
  Rights,
  /** The number of words in the string. A phrase counts as several words. */
  Length,
  /** Lexicon ids of the string's first three words, then their likely tags; NONE if absent. */
  First1,
  First2,
  First3,
  FirstTag1,
  FirstTag2,
  FirstTag3,
  /**
   * Lexicon ids of the string's last three words, the last word first, then their likely tags. In
   * the string of the root, BEGIN stands for the words before the sentence.
   */
  Last1,
  Last2,
  Last3,
  LastTag1,
  LastTag2,
  LastTag3,
  /**
   * The columns of the first three words in `Contexts`; 0 if absent or without a language model.
   */
  FirstColumn1,
  FirstColumn2,
  FirstColumn3,
  /**
   * The language model's context after the string; 0 without a language model. When the root's
   * subtree is ordered, the first context is `<s>`, the beginning of the sentence.
   */
  Context,
  FirstCasing,
  /** Hashes of the labels and of the tags of the placed items, in order. */
  Labels,
  Tags,
  /**
   * The offset of the bit mask of the placed words. Only the head and its dependents count as
   * placed, not the words below the dependents.
   */
  Mask,
}

/** The part of a bottom-up search that the scoring of linearizations reads. */
export interface LinearizationRecords extends Records {
  /** Whether a word is placed. The word is the linearization's head or a dependent of the head. */
  has(linearization: number, word: number): boolean;
}

/**
 * The choices for the next placement. A choice is one linearization of an item. The items are the
 * head itself, which comes first, and its dependents.
 */
export interface ChoiceNumbers {
  readonly head: number;
  /** The number of items, with the head. */
  readonly items: number;
  /** Indexed by item: its first choice. The last element is the number of choices. */
  readonly start: Int32Array;
  /** Indexed by choice: its linearization. */
  readonly linearization: Int32Array;
}
