import type { Records } from '../records.ts';

/**
 * The fields of a record: offsets. A record is a linearization of a head and some of its dependents, each with its
 * subtree in a linearization of its own; with all dependents it is a linearization of the head's subtree.
 */
export const enum LinearizationField {
  /** The linearization that this one continues; NO_LINEARIZATION for the first, which has placed nothing. */
  Parent,
  /** The last placed linearization: of a dependent's subtree, or of the head alone; otherwise NO_LINEARIZATION. */
  Placed,
  /** The sum of the scores so far; inner linearizations count by their distance to the best. */
  Score,
  /** The score of the last placement alone; in a finished linearization it includes the end. */
  Own,
  /** The head, and the last two placed words, each with its subtree; or NO_WORD. */
  Head,
  Last,
  BeforeLast,
  /** Dependents on each side of the head so far. */
  Lefts,
  Rights,
  /** How many words and words of phrases. */
  Length,
  /** Lexicon ids and likely tags of the first three of them; NONE if absent. */
  First1,
  First2,
  First3,
  FirstTag1,
  FirstTag2,
  FirstTag3,
  /** Of the last three, the last one first; at the beginning of a sentence BEGIN. */
  Last1,
  Last2,
  Last3,
  LastTag1,
  LastTag2,
  LastTag3,
  FirstCasing,
  /** Hashes of the labels and the tags of the placed dependents, in their order. */
  Labels,
  Tags,
  /** Here the mask begins of the words that were placed, the head and its dependents. */
  Mask,
}

/** The linearizations of a search, as far as scores read them. */
export interface LinearizationRecords extends Records {
  /** Whether a linearization has placed a word. */
  has(linearization: number, word: number): boolean;
}

/**
 * What may be placed: the items of a head, the head itself first, each in a few linearizations. A choice is an item
 * with a linearization.
 */
export interface ChoiceNumbers {
  readonly head: number;
  /** How many items there are. */
  readonly items: number;
  /** By item: its first choice; at the end the number of choices. */
  readonly start: Int32Array;
  /** By choice: the linearization. */
  readonly linearization: Int32Array;
}
