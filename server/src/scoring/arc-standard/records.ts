/**
 * The fields of an arc-standard state, as offsets into its record. The offsets 0 to 3 are the
 * fields of `StateField`, which the states of all transition systems have.
 */
export const enum ArcStandardField {
  /**
   * A state whose stack is this state's stack without the top word. So states share the lower parts
   * of their stacks. The top word of `Below` is the second word of this state's stack. The first
   * state has an empty stack; its `Below` is the first state itself.
   */
  Below = 4,
  /** How many words the stack holds. */
  Depth,
  /** The top of the stack, as a variant (a word in one form, with one tag). */
  Top,
  /** The two leftmost dependents of the top, the leftmost first; `variantCount` if absent. */
  Left1,
  Left2,
  /** The two rightmost dependents of the top, the rightmost first; `variantCount` if absent. */
  Right1,
  Right2,
  /** How many dependents the top has on the left. */
  LeftValency,
  /** How many dependents the top has on the right. */
  RightValency,
  /** How many words the top's subtree holds so far, the top included. */
  Span,
  /**
   * The topmost word of the stack for which one of these holds: the bag gives its head, the bag
   * makes it the root, or the word still lacks a dependent that the bag gives. NO_WORD if there is
   * no such word. `legal.ts` reads this field.
   */
  Pivot,
  /** Lexicon ids of the last three words of the string so far, the latest first. */
  Word1,
  Word2,
  Word3,
  /** The class of the last word of the string. */
  Class1,
  /** Tags of the last three words or phrases of the string so far, the latest first. */
  Tag1,
  Tag2,
  Tag3,
  /** The language model's context after the words of the string; 0 without a language model. */
  Context,
  /** The offset of two bit masks: the words still to come, then the words on the stack. */
  Masks,
}

/**
 * The numbers of the actions. The number of the SHIFT of a variant is FIRST_SHIFT plus the variant.
 */
export const LEFTARC = 0;
export const RIGHTARC = 1;
export const FIRST_SHIFT = 2;
