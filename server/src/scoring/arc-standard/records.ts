/** The fields of a state, as offsets into its record. They follow the four fields of every system (`StateField`). */
export const enum ArcStandardField {
  /**
   * A state whose stack is this state's stack without the top word; so stacks share their lower parts. The
   * top word of `Below` is the second word of this state. The first state has an empty stack, and is its own
   * `Below`.
   */
  Below = 4,
  /** How many words the stack holds. */
  Depth,
  /** The variant on top of the stack. */
  Top,
  /** The top's outermost two dependents on the left, the outermost first; `variantCount` if absent. */
  Left1,
  Left2,
  /** The top's outermost two dependents on the right, the outermost first; `variantCount` if absent. */
  Right1,
  Right2,
  /** How many dependents the top has on the left. */
  LeftValency,
  /** How many dependents the top has on the right. */
  RightValency,
  /** How many words the top's subtree holds so far, the top included. */
  Span,
  /**
   * The topmost word of the stack for which one of these holds: the bag gives its head, the bag gives it as
   * the root, or it still lacks a dependent that the bag gives. NO_WORD if there is no such word. `legal.ts`
   * reads it.
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
  /** The language model's context after the words of the string so far; 0 without a language model. */
  Context,
  /** The offset of two bit masks: the words still to come, then the words on the stack. */
  Masks,
}

/** Numbers of actions. The SHIFT of a variant is FIRST_SHIFT plus the variant. */
export const LEFTARC = 0;
export const RIGHTARC = 1;
export const FIRST_SHIFT = 2;
