/**
 * A bag: words without an order, and the facts given about them. The language, the treebank and the
 * command line pass bags to the engine. A number of a word is its place in `words`, from 0. The
 * engine refuses a malformed bag (`findMalformation`). Repeated facts count once.
 */
export interface Bag {
  readonly words: readonly BagWord[];
  readonly arcs: readonly BagArc[];
  /** The place of the word that is the head of the sentence; null if not given. */
  readonly root: number | null;
  /** Constraints on the order of the words, in addition to the arcs. */
  readonly order: readonly BagOrder[];
  /** Sets of words that stand next to each other. Unused words are ignored. */
  readonly chunks: readonly (readonly number[])[];
  /** Choices between words. A word that is in no choice is always used. */
  readonly choices: readonly BagChoice[];
  /**
   * If set, each realization has a derivation of this grammar; otherwise only a dependency tree.
   */
  readonly grammar?: 'ccg';
}

export interface BagWord {
  /**
   * The surface form; the words of a phrase are separated by single spaces. Of a word with `features`, the
   * lemma.
   */
  readonly form: string;
  /**
   * Set for a lemma to inflect: its known features as CoNLL-U writes them (`Number=Plur|Tense=Past`), an empty
   * text if none is known.
   */
  readonly features?: string;
  /**
   * The forms that a lemma may take, the likeliest first; exactly one is used, with its tag. If left out, the
   * model's morphology gives them (`inflected`).
   */
  readonly forms?: readonly BagForm[];
  /**
   * The tags that the word may have; if empty, the tag dictionary decides. If the bag has a
   * grammar, the dictionary also decides which categories go with each tag.
   */
  readonly tags: readonly string[];
  /**
   * Categories that the word may have in addition to the categories of its tags. Only in a bag with
   * a grammar. If neither tags nor categories are given, both are open.
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
   * How likely the form is beside the lemma's likeliest form, without a context: in thousandths of a nat of the language
   * model's evidence, at most 0.
   */
  readonly weight: number;
}

/** A given category of a word. */
export interface BagCategory {
  /** A category of combinatory categorial grammar, spelled as `parseCategory(category).text`. */
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

/** A constraint on the order of words. It binds only realizations that use all of its words. */
export interface BagOrder {
  readonly relation: 'before' | 'right-before' | 'first' | 'last';
  /** Two words; only one for the relations `first` and `last`. */
  readonly words: readonly number[];
}

/**
 * A choice between words: exactly one is used, or at most one if the choice is optional. A word is
 * in at most one choice.
 */
export interface BagChoice {
  readonly words: readonly number[];
  readonly optional: boolean;
}

/** Makes a bag with no constraints other than arcs. All words are used. */
export function plainBag(bag: Pick<Bag, 'words' | 'arcs' | 'root' | 'grammar'>): Bag {
  return { ...bag, order: [], chunks: [], choices: [] };
}

/** Whether a word is a lemma, so that its form is open. */
export function isLemma({ features, forms }: BagWord): boolean {
  return features !== undefined || forms !== undefined;
}
