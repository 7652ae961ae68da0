import { firstWordOf, lowerCased } from '../text/first-word.ts';
import type { Sentence } from './conllu.ts';

/** The tags of names (XPOS and UPOS). */
const NAMES: ReadonlySet<string> = new Set(['NNP', 'NNPS', 'PROPN']);

/**
 * If a model is trained for sentences with and without an initial capital, this share of the
 * training sentences begins in lower case.
 */
export const LOWER_CASE_RATE = 0.6;

/**
 * Returns a sentence with its first word in lower case. If the first word is a name or *I*, returns
 * the same sentence.
 */
export function inLowerCase<S extends Sentence>(sentence: S): S {
  const { forms, tags } = sentence;
  const first = firstWordOf(forms);
  if (first < 0 || NAMES.has(tags[first])) return sentence;
  const form = lowerCased(forms[first]);
  return form === null ? sentence : { ...sentence, forms: forms.with(first, form) };
}
