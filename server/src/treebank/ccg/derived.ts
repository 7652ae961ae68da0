import type { AnnotatedSentence, Sentence } from '../conllu.ts';
import { toDerivation } from './convert.ts';
import type { Subcategorized } from './subcategorized.ts';

/** A sentence with the derivation that its tree is converted to, where it can be; without lemmas and enhanced graph. */
export function withDerivation(
  sentence: AnnotatedSentence,
  subcategorized: Subcategorized,
): Sentence {
  const { id, forms, tags, heads, labels } = sentence;
  const converted = toDerivation(sentence, subcategorized);
  const plain = { id, forms, tags, heads, labels };
  return converted === null ? plain : { ...plain, derivation: converted.derivation };
}
