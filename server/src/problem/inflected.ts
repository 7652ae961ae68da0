import type { Bag, BagForm, BagWord } from '../bag/bag.ts';

/** Gives the forms of lemmas (`Morphology`). */
export interface FormsOfLemmas {
  /**
   * Returns the forms that a lemma may have: at least one, the likeliest first.
   *
   * @param tags the tags that the word may have; empty if the tag is open
   * @param features as CoNLL-U writes them; an empty text if nothing is known
   */
  candidates(lemma: string, tags: readonly string[], features: string): readonly WeightedForm[];
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
  return { ...bag, words: bag.words.map((word) => inflectedWord(word, morphology)) };
}

function inflectedWord(word: BagWord, morphology: FormsOfLemmas): BagWord {
  const { form: lemma, features, forms, tags } = word;
  if (features === undefined || forms !== undefined) return word;
  return { ...word, forms: compared(morphology.candidates(lemma, tags, features)) };
}

/** Compares the weights of forms with the highest. */
function compared(candidates: readonly WeightedForm[]): BagForm[] {
  const highest = Math.max(...candidates.map(({ weight }) => weight));
  return candidates
    .map(({ form, tag, weight }) => ({ form, tag, weight: weight - highest }))
    .sort((a, b) => b.weight - a.weight);
}
