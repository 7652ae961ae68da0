/** The fields of a state after the four of every system (`StateField`): offsets into its record. */
export const enum ArcStandardField {
  /**
   * The state below: its top is the second word of the stack here, for stacks share their tails. The first state has an
   * empty stack, and itself below.
   */
  Below = 4,
  /** How many words the stack holds. */
  Depth,
  /** The variant on top of the stack, and its outermost two dependents on each side, the outermost first. */
  Top,
  Left1,
  Left2,
  Right1,
  Right2,
  /** How many dependents the top has on each side. */
  LeftValency,
  RightValency,
  /** How many words the top's subtree holds so far, itself included. */
  Span,
  /** The topmost stack word that is not both free and done (see `isFree` and `isDone`), or NO_WORD: read by legality. */
  Pivot,
  /** Lexicon ids of the last three words of the string so far, the latest first. */
  Word1,
  Word2,
  Word3,
  /** The class of the last of them. */
  Class1,
  /** Tags of the last three words or phrases of the string so far. */
  Tag1,
  Tag2,
  Tag3,
  /** The language model's context after the words of the string so far; 0 without a language model. */
  Context,
  /** Here the two bit masks begin: words still to come, words on the stack. */
  Masks,
}

/** An action is a number: an arc, or the variant that SHIFT puts on the stack, from FIRST_SHIFT on. */
export const LEFTARC = 0;
export const RIGHTARC = 1;
export const FIRST_SHIFT = 2;
