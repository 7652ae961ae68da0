import { tokenize } from './tokenizer.ts';

/** Marks written in other ways than English-EWT mostly writes them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  // Brackets as the Penn Treebank writes them.
  [/-L[RSC]B-/gu, '('],
  [/-R[RSC]B-/gu, ')'],
  // Punctuation in Big5 that was read as Latin-1.
  [/¡[§¨]/gu, '"'],
  [/¡¦/gu, "'"],
  [/¡X/gu, '--'],
  [/''|``|[“”„‟«»]|‘‘|’’/gu, '"'],
  [/[‘’‛´`]/gu, "'"],
  [/…/gu, '...'],
  [/\s*@([-,.])@\s*/gu, '$1'],
  [/[\s\u00a0\u200b\ufeff]+/gu, ' '],
];

/** Prefixes that English-EWT joins to what they modify; those that are words themselves are left. */
const PREFIX_APART = /(?<![\p{L}-])(non|anti|pre|re|ex|mid|multi|semi|neo|co|e) - (?=\p{L})/giu;

/** A time of day or a score, taken apart. */
const TIME_APART = /(?<!\S)(\d{1,2}) : (?=\d\d(?!\S))/gu;

/**
 * Writes quotes, brackets, apostrophes and ellipses as English-EWT mostly does, and white space as
 * single spaces, so that text from many sources shares one vocabulary.
 */
export function normalise(text: string): string {
  let result = text;
  for (const [pattern, spelling] of SPELLINGS) result = result.replace(pattern, spelling);
  return result.trim();
}

/** Tokens of raw text, by English-EWT's conventions. */
export function tokenizeRaw(text: string): string[] {
  return tokenize(normalise(text));
}

/**
 * Tokens of text that was tokenised in the manner of the Penn Treebank, by English-EWT's conventions:
 * what it keeps whole is split, and what it takes apart is joined.
 */
export function retokenize(text: string): string[] {
  return tokenize(normalise(text).replace(PREFIX_APART, '$1-').replace(TIME_APART, '$1:'));
}
