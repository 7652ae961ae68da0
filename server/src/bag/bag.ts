/**
 * A bag: words without an order, and facts about the words. The bag language, the treebank reader
 * and the command line pass bags to the engine. The number of a word is its place in `words`, from
 * 0. The engine refuses a malformed bag (`findMalformation`). A repeated fact counts once.
 */
export interface Bag {
  readonly words: readonly BagWord[];
  readonly arcs: readonly BagArc[];
  /** The place of the word that is the root of the sentence; null if not given. */
  readonly root: number | null;
  /** Constraints on the order of the words, in addition to the arcs. */
  readonly order: readonly BagOrder[];
  /**
   * Sets of words that stand next to each other in a sentence. If the sentence uses only some words
   * of a set, these words stand next to each other.
   */
  readonly chunks: readonly (readonly number[])[];
  /** Choices between words. A word that is in no choice is always used. */
  readonly choices: readonly BagChoice[];
  /**
   * If set, each realization has a derivation of this grammar. If not set, a realization has only a
   * dependency tree.
   */
  readonly grammar?: 'ccg';
}

export interface BagWord {
  /**
   * The surface form. In a phrase of several words, single spaces separate the words. If the word
   * has `features`, this is its lemma instead.
   */
  readonly form: string;
  /**
   * Set if the word is a lemma to inflect: its known features as CoNLL-U writes them
   * (`Number=Plur|Tense=Past`). An empty text if no feature is known.
   */
  readonly features?: string;
  /**
   * The forms that a lemma may take, the likeliest first. A sentence uses exactly one form, with
   * its tag. If this is left out, the model's morphology lists the forms (`inflected`).
   */
  readonly forms?: readonly BagForm[];
  /**
   * The tags that the word may have. If the list is empty, the tag dictionary decides. If the bag
   * has a grammar, the category dictionary decides which categories the word may have with each
   * tag.
   */
  readonly tags: readonly string[];
  /**
   * Categories that the word may have in addition to the categories of its tags. Only in a bag with
   * a grammar. If neither tags nor categories are given, the dictionaries decide both.
   */
  readonly categories?: readonly BagCategory[];
}

/** A form that a lemma may take. */
export interface BagForm {
  /** A single surface word. */
  readonly form: string;
  /** The tag that goes with the form. */
  readonly tag: string;
  /**
   * The score of the form minus the score of the lemma's likeliest form, both without context. It
   * is never above 0. The unit is a thousandth of a nat of the language model's evidence.
   */
  readonly weight: number;
}

/** A given category of a word. */
export interface BagCategory {
  /**
   * A category of combinatory categorial grammar, in the spelling of
   * `parseCategory(category).text`.
   */
  readonly category: string;
  /** The tag that goes with the category; null if not given. */
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
  /** Two words; only one for the relations `first` and `last`. */
  readonly words: readonly number[];
}

/**
 * A choice between words. A sentence uses exactly one of the words; if the choice is optional, at
 * most one. A word is in at most one choice.
 */
export interface BagChoice {
  readonly words: readonly number[];
  readonly optional: boolean;
}

/** Makes a bag without order constraints, chunks and choices. All its words are used. */
export function plainBag(bag: Pick<Bag, 'words' | 'arcs' | 'root' | 'grammar'>): Bag {
  return { ...bag, order: [], chunks: [], choices: [] };
}

/** Whether a word is a lemma, so that the search chooses its form. */
export function isLemma({ features, forms }: BagWord): boolean {
  return features !== undefined || forms !== undefined;
}
