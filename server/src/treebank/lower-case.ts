import { firstWordOf, lowerCased } from '../text/first-word.ts';
import type { Sentence } from './conllu.ts';

/** The tags of names, in XPOS and in UPOS. */
const NAMES: ReadonlySet<string> = new Set(['NNP', 'NNPS', 'PROPN']);

/**
 * The share of training sentences that begin in lower case, if a model learns sentences with and
 * without an initial capital.
 */
export const LOWER_CASE_RATE = 0.6;

/** Puts the first word in lower case, unless it is a name or *I*. */
export function inLowerCase<S extends Sentence>(sentence: S): S {
  const { forms, tags } = sentence;
  const first = firstWordOf(forms);
  if (first < 0 || NAMES.has(tags[first])) return sentence;
  const form = lowerCased(forms[first]);
  return form === null ? sentence : { ...sentence, forms: forms.with(first, form) };
}
