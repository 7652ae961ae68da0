/**
 * A bag: words without an order, and facts about them. The number of a word is its place in
 * `words`. The engine refuses a malformed bag (`findMalformation`). A repeated fact counts once.
 */
export interface Bag {
  readonly words: readonly BagWord[];
  readonly arcs: readonly BagArc[];
  /** The word that is the root of the sentence; null if not given. */
  readonly root: number | null;
  readonly order: readonly BagOrder[];
  /**
   * Sets of words that stand next to each other. If a sentence uses only some words of a set, these
   * words stand next to each other.
   */
  readonly chunks: readonly (readonly number[])[];
  /** A word that is in no choice is always used. */
  readonly choices: readonly BagChoice[];
  /**
   * With a grammar, each realization has a derivation. Without a grammar, it has only a dependency
   * tree.
   */
  readonly grammar?: 'ccg';
}

export interface BagWord {
  /**
   * The surface form, or the lemma if the word has `features`. Single spaces separate the words of
   * a phrase.
   */
  readonly form: string;
  /**
   * Set if the word is a lemma to inflect: its known features as CoNLL-U writes them
   * (`Number=Plur|Tense=Past`). Empty if no feature is known.
   */
  readonly features?: string;
  /**
   * The forms that a lemma may take, the likeliest first. A sentence uses one form, with its tag.
   * If absent, the model's morphology lists the forms (`inflected`).
   */
  readonly forms?: readonly BagForm[];
  /**
   * The tags that the word may have. If empty, the tag dictionary decides. With a grammar, the
   * category dictionary decides which categories go with each tag.
   */
  readonly tags: readonly string[];
  /**
   * Categories that the word may have besides those of its tags. Only in a bag with a grammar. If
   * neither tags nor categories are given, the dictionaries decide both.
   */
  readonly categories?: readonly BagCategory[];
}

export interface BagForm {
  /** A single surface word. */
  readonly form: string;
  readonly tag: string;
  /**
   * The score of the form minus the score of the lemma's likeliest form; never above 0. In the
   * units of the language model's scores: thousandths of a nat.
   */
  readonly weight: number;
}

export interface BagCategory {
  /** In the spelling of `parseCategory(category).text`. */
  readonly category: string;
  /** Null if not given. */
  readonly tag: string | null;
}

/** An arc from `head` to `dependent`. The label is null if not given. */
export interface BagArc {
  readonly head: number;
  readonly dependent: number;
  readonly label: string | null;
}

/** A constraint on the order of words. It applies only to realizations that use all its words. */
export interface BagOrder {
  readonly relation: 'before' | 'right-before' | 'first' | 'last';
  /** Two words; one for the relations `first` and `last`. */
  readonly words: readonly number[];
}

/**
 * A sentence uses exactly one of the words; if the choice is optional, at most one. A word is in at
 * most one choice.
 */
export interface BagChoice {
  readonly words: readonly number[];
  readonly optional: boolean;
}

/** Makes a bag without order constraints, chunks and choices. */
export function plainBag(bag: Pick<Bag, 'words' | 'arcs' | 'root' | 'grammar'>): Bag {
  return { ...bag, order: [], chunks: [], choices: [] };
}

/** Whether the search chooses the word's form. */
export function isLemma({ features, forms }: BagWord): boolean {
  return features !== undefined || forms !== undefined;
}
