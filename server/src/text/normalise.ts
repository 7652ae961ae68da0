import { tokenize } from './tokenizer.ts';

/** Pairs of a mark and its usual spelling in English-EWT. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  // Brackets as the Penn Treebank spells them.
  [/-L[RSC]B-/gu, '('],
  [/-R[RSC]B-/gu, ')'],
  // Punctuation in the encoding Big5 that was wrongly read as Latin-1.
  [/¡[§¨]/gu, '"'],
  [/¡¦/gu, "'"],
  [/¡X/gu, '--'],
  [/''|``|[“”„‟«»]|‘‘|’’/gu, '"'],
  [/[‘’‛´`]/gu, "'"],
  [/…/gu, '...'],
  [/\s*@([-,.])@\s*/gu, '$1'],
  [/[\s\u00a0\u200b\ufeff]+/gu, ' '],
];

/**
 * A prefix, a hyphen and a word as three tokens (`non - fat`), which English-EWT joins. Prefixes
 * that are also words are left out.
 */
const PREFIX_APART = /(?<![\p{L}-])(non|anti|pre|re|ex|mid|multi|semi|neo|co|e) - (?=\p{L})/giu;

/** A time of day or a score that was split at its colon. */
const TIME_APART = /(?<!\S)(\d{1,2}) : (?=\d\d(?!\S))/gu;

/**
 * Writes quotes, brackets, apostrophes, ellipses and white space as English-EWT usually does. Then
 * texts from different sources share one vocabulary.
 */
export function normalise(text: string): string {
  let result = text;
  for (const [pattern, spelling] of SPELLINGS) result = result.replace(pattern, spelling);
  return result.trim();
}

/** Splits raw text into tokens by English-EWT's conventions. */
export function tokenizeRaw(text: string): string[] {
  return tokenize(normalise(text));
}

/** Converts tokens of the Penn Treebank to tokens by English-EWT's conventions. */
export function retokenize(text: string): string[] {
  return tokenize(normalise(text).replace(PREFIX_APART, '$1-').replace(TIME_APART, '$1:'));
}
