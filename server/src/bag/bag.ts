/**
 * A bag: words without an order, and the facts given about them. The language, the treebank and the command line hand
 * bags to the engine. Words are referred to by their place in `words`, from 0. The engine refuses a malformed bag
 * (`findMalformation`); a fact that is given twice counts once.
 */
export interface Bag {
  readonly words: readonly BagWord[];
  readonly arcs: readonly BagArc[];
  /** The place of the word that is the head of the sentence; null if not given. */
  readonly root: number | null;
  /** Constraints on the order of the words, beside their arcs. */
  readonly order: readonly BagOrder[];
  /** Sets of words that stand next to each other; unused words do not count. */
  readonly chunks: readonly (readonly number[])[];
  /** Choices between words. A word in no choice is always used. */
  readonly choices: readonly BagChoice[];
  /** With a grammar, realizations have derivations of it; without one, only dependency trees. */
  readonly grammar?: 'ccg';
}

export interface BagWord {
  /** The surface form; the words of a phrase are separated by single spaces. */
  readonly form: string;
  /**
   * The tags that the word may have; if empty, the tag dictionary decides. In a bag with a grammar the dictionary
   * decides which categories go with each tag.
   */
  readonly tags: readonly string[];
  /**
   * In a bag with a grammar: categories that the word may have besides the categories of its tags. Tags and categories
   * are both open if neither is given.
   */
  readonly categories?: readonly BagCategory[];
}

/** A given category of a word. */
export interface BagCategory {
  /** A category of combinatory categorial grammar, spelled as `parseCategory(category).text`. */
  readonly category: string;
  /** The tag that goes with the category; null if not given. */
  readonly tag: string | null;
}

/** `head` is the head of `dependent`; the label is null if not given. */
export interface BagArc {
  readonly head: number;
  readonly dependent: number;
  readonly label: string | null;
}

/** A constraint on realizations that use all of its words. */
export interface BagOrder {
  readonly relation: 'before' | 'right-before' | 'first' | 'last';
  /** Two words, or the word that is `first` or `last`. */
  readonly words: readonly number[];
}

/** Exactly one word is used; with `optional`, at most one. A word is in at most one choice. */
export interface BagChoice {
  readonly words: readonly number[];
  readonly optional: boolean;
}

/** A bag with arcs as its only constraints. All words are used. */
export function plainBag(bag: Pick<Bag, 'words' | 'arcs' | 'root' | 'grammar'>): Bag {
  return { ...bag, order: [], chunks: [], choices: [] };
}
