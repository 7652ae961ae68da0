/**
 * The fields of an arc-standard state, as offsets into its record. The offsets 0 to 3 are the
 * fields of `StateField`, which the states of all transition systems have.
 */
export const enum ArcStandardField {
  /**
   * A state whose stack is this state's stack without the top word. So states share the lower parts
   * of their stacks. The first state has an empty stack; its `Below` is the first state itself.
   */
  Below = 4,
  Depth,
  /** The top of the stack, as a variant (a word in one form, with one tag). */
  Top,
  /**
   * The two leftmost and the two rightmost dependents of the top, the outermost first;
   * `variantCount` if absent.
   */
  Left1,
  Left2,
  Right1,
  Right2,
  /** How many dependents the top has on each side. */
  LeftValency,
  RightValency,
  /** How many words the top's subtree holds so far, with the top itself. */
  Span,
  /**
   * The topmost word of the stack for which one of these holds: the bag gives its head, the bag
   * makes it the root, or the word still lacks a given dependent. NO_WORD if there is no such word.
   */
  Pivot,
  /** Lexicon ids of the last three words of the string, the latest first. */
  Word1,
  Word2,
  Word3,
  /** The class of the last word. */
  Class1,
  /** Tags of the last three words or phrases, the latest first. */
  Tag1,
  Tag2,
  Tag3,
  /** The language model's context after the string; 0 without a language model. */
  Context,
  /** The offset of two bit masks: the words still to come, then the words on the stack. */
  Masks,
}

/** The numbers of the actions. SHIFT of a variant has the number FIRST_SHIFT plus the variant. */
export const LEFTARC = 0;
export const RIGHTARC = 1;
export const FIRST_SHIFT = 2;
