import { leavesOf, type CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { AnnotatedSentence, Sentence } from '../conllu.ts';
import { toDerivation } from './convert.ts';
import type { Subcategorized } from './subcategorized.ts';

export interface DerivedSentence extends Sentence {
  readonly derivation: CcgDerivation;
}

/** If the tree of a sentence can be converted, adds the derivation. Drops the annotations. */
export function withDerivation(
  sentence: AnnotatedSentence,
  subcategorized: Subcategorized,
): Sentence {
  const { id, forms, tags, heads, labels } = sentence;
  const converted = toDerivation(sentence, subcategorized);
  const plain = { id, forms, tags, heads, labels };
  if (converted === null) return plain;
  const { derivation } = converted;
  return {
    ...plain,
    derivation,
    categories: leavesOf(derivation).map(({ category }) => category.text),
  };
}

export function withKnownCategories(sentence: Sentence, known: ReadonlySet<string>): Sentence {
  const { categories } = sentence;
  if (categories === undefined) return sentence;
  const given = categories.map((text) => (text !== null && known.has(text) ? text : null));
  return { ...sentence, categories: given };
}
