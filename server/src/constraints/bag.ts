/**
 * A bag: words without an order, and what is known of them. It is what the language, the treebank
 * and the command line hand to the engine. Words are referred to by their place in `words`, from 0.
 */
export interface Bag {
  readonly words: readonly BagWord[];
  readonly arcs: readonly BagArc[];
  /** The place of the word that is the head of the sentence; null where that is open. */
  readonly root: number | null;
}

export interface BagWord {
  /** The surface form; the words of a phrase are separated by single spaces. */
  readonly form: string;
  /** The tags that the word may have; empty where the tag dictionary decides. */
  readonly tags: readonly string[];
}

/** `head` is the head of `dependent`; the label is null where it is open. */
export interface BagArc {
  readonly head: number;
  readonly dependent: number;
  readonly label: string | null;
}
