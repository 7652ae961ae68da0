import type { Bag, BagForm, BagWord } from '../bag/bag.ts';
import { FormContexts } from '../morphology/form-contexts.ts';

/** Finds the possible forms of lemmas (`Morphology`). */
export interface FormsOfLemmas {
  /**
   * Returns the forms that a lemma may have: at least one form, the likeliest first.
   *
   * @param tags the possible tags; empty if the bag gives no tag
   * @param features as CoNLL-U writes them; empty if none is known
   * @param contexts the word's contexts in the tree (`FormContexts`); null to ignore the tree
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
  /** In thousandths of a nat. Only the differences between the forms of a lemma matter. */
  readonly weight: number;
}

/** Whether a bag has a lemma without listed forms. */
export function hasLemmas({ words }: Bag): boolean {
  return words.some(({ features, forms }) => features !== undefined && forms === undefined);
}

/** Copies a bag and lists the forms of each lemma. */
export function inflected(bag: Bag, morphology: FormsOfLemmas): Bag {
  const contexts = contextsIn(bag);
  const inflect = (word: BagWord, place: number): BagWord => {
    const { form: lemma, features, forms, tags } = word;
    if (features === undefined || forms !== undefined) return word;
    const candidates = morphology.candidates(lemma, tags, features, null);
    const needContexts = contexts !== null && candidates.length > 1;
    const competing = needContexts
      ? morphology.candidates(lemma, tags, features, contexts.of(place))
      : candidates;
    return { ...word, forms: compared(competing) };
  };
  return { ...bag, words: bag.words.map(inflect) };
}

/**
 * Returns the contexts of the bag's words. Null if the bag does not give the whole tree with all
 * labels. A word that is not a lemma is treated as a lemma with unknown features.
 */
function contextsIn({ words, arcs }: Bag): FormContexts | null {
  const heads = words.map(() => 0);
  const labels = words.map(() => 'root');
  for (const { head, dependent, label } of arcs) {
    if (label === null) return null;
    heads[dependent] = head + 1;
    labels[dependent] = label;
  }
  // The arcs may still contain a cycle. This does no harm, since such a bag has no sentence.
  const isTree = heads.filter((head) => head === 0).length === 1;
  if (!isTree) return null;
  const lemmas = words.map(({ form }) => form);
  const features = words.map((word) => word.features ?? '');
  return new FormContexts({ lemmas, features, heads, labels });
}

function compared(candidates: readonly WeightedForm[]): BagForm[] {
  const highest = Math.max(...candidates.map(({ weight }) => weight));
  return candidates
    .map(({ form, tag, weight }) => ({ form, tag, weight: weight - highest }))
    .sort((a, b) => b.weight - a.weight);
}
