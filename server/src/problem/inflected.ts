import type { Bag, BagForm, BagWord } from '../bag/bag.ts';
import { FormContexts } from '../morphology/form-contexts.ts';

/** Gives the forms of lemmas (`Morphology`). */
export interface FormsOfLemmas {
  /**
   * Returns the forms that a lemma may have: at least one, the likeliest first.
   *
   * @param tags the tags that the word may have; empty if the tag is open
   * @param features as CoNLL-U writes them; an empty text if nothing is known
   * @param contexts the word's contexts in the tree (`FormContexts`); null if the bag does not give the whole tree
   */
  candidates(
    lemma: string,
    tags: readonly string[],
    features: string,
    contexts: readonly string[] | null,
  ): readonly WeightedForm[];
}

interface WeightedForm {
  readonly form: string;
  readonly tag: string;
  /** How the form competes with the other candidates: in thousandths of a nat of the language model's evidence. */
  readonly weight: number;
}

/** Whether a bag has a lemma without its forms. */
export function hasLemmas({ words }: Bag): boolean {
  return words.some(({ features, forms }) => features !== undefined && forms === undefined);
}

/** Gives each lemma of a bag its forms. */
export function inflected(bag: Bag, morphology: FormsOfLemmas): Bag {
  const contexts = contextsIn(bag);
  const inflect = (word: BagWord, place: number): BagWord => {
    const { form: lemma, features, forms, tags } = word;
    if (features === undefined || forms !== undefined) return word;
    const candidates = morphology.candidates(lemma, tags, features, null);
    // Contexts decide only between several candidates.
    const needContexts = contexts !== null && candidates.length > 1;
    const competing = needContexts
      ? morphology.candidates(lemma, tags, features, contexts.of(place))
      : candidates;
    return { ...word, forms: compared(competing) };
  };
  return { ...bag, words: bag.words.map(inflect) };
}

/**
 * The contexts of the words of a bag; null if the bag does not give its whole tree, with all labels. A plain word counts
 * as a lemma without features.
 */
function contextsIn({ words, arcs }: Bag): FormContexts | null {
  const heads = words.map(() => 0);
  const labels = words.map(() => 'root');
  for (const { head, dependent, label } of arcs) {
    if (label === null) return null;
    heads[dependent] = head + 1;
    labels[dependent] = label;
  }
  // Arcs that close a cycle do not matter: such a bag has no sentence.
  const isTree = heads.filter((head) => head === 0).length === 1;
  if (!isTree) return null;
  const lemmas = words.map(({ form }) => form);
  const features = words.map((word) => word.features ?? '');
  return new FormContexts({ lemmas, features, heads, labels });
}

/** Compares the weights of forms with the highest. */
function compared(candidates: readonly WeightedForm[]): BagForm[] {
  const highest = Math.max(...candidates.map(({ weight }) => weight));
  return candidates
    .map(({ form, tag, weight }) => ({ form, tag, weight: weight - highest }))
    .sort((a, b) => b.weight - a.weight);
}
