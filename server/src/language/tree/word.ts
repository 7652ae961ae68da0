import { char, isDigit } from './characters.ts';

/** The parts of a word's token, not checked for errors. */
export interface DecodedWord {
  readonly form: string;
  readonly formEnd: number;
  readonly index: number | null;
  /** The offset after the index `#N`; equal to `formEnd` if there is no index. */
  readonly indexEnd: number;
  readonly tags: readonly string[];
  readonly tagStart: number;
  readonly optional: boolean;
  /**
   * The offset of text that follows a closing quote or bracket and is not a suffix, such as the `b`
   * in `"a"b`. -1 if there is none.
   */
  readonly junkStart: number;
}

const noTags: readonly string[] = [];

/** JavaScript numbers cannot represent all greater integers. */
export const greatestIndex = Number.MAX_SAFE_INTEGER;

export function isIndex(index: number): boolean {
  return index >= 1 && index <= greatestIndex;
}

/**
 * Splits a token into its form and its suffixes.
 *
 * @param closingQuote for a quoted token: the offset of its closing quote, or -1 if there is none
 */
export function decodeWord(
  text: string,
  start: number,
  end: number,
  closingQuote?: number,
): DecodedWord {
  if (closingQuote !== undefined) return decodeQuoted(text, start, end, closingQuote);
  // The first character always belongs to the form.
  const { tagStart, suffixStart, optional } = tagAndOptional(text, start + 1, end);
  const hash = hashBefore(text, start + 1, suffixStart);
  const formEnd = hash < 0 ? suffixStart : hash;
  return {
    form: text.slice(start, formEnd),
    formEnd,
    index: hash < 0 ? null : Number(text.slice(hash + 1, suffixStart)),
    indexEnd: suffixStart,
    tags: tagStart < 0 ? noTags : splitTags(text, tagStart, end, optional),
    tagStart,
    optional,
    junkStart: -1,
  };
}

/** Splits the suffixes after a closing quote, a lemma's features or a group's `)`. */
export function decodeSuffixes(
  text: string,
  start: number,
  end: number,
): Omit<DecodedWord, 'form' | 'formEnd'> {
  const { tagStart, suffixStart, optional } = tagAndOptional(text, start, end);
  const hash = hashBefore(text, start, suffixStart);
  return {
    index: hash === start ? Number(text.slice(hash + 1, suffixStart)) : null,
    indexEnd: hash === start ? suffixStart : start,
    tags: tagStart < 0 ? noTags : splitTags(text, tagStart, end, optional),
    tagStart,
    optional,
    junkStart: hash === start || suffixStart === start ? -1 : start,
  };
}

/** Splits the text after the slash at each `|`. Drops the final `?` if the word is optional. */
function splitTags(text: string, start: number, end: number, optional: boolean): readonly string[] {
  const tags = text.slice(start, optional ? end - 1 : end);
  return tags.includes('|') ? tags.split('|') : [tags];
}

/**
 * Finds `/TAG` and `?` at or after `from`. `suffixStart` is the offset of the first of them, or
 * `end`.
 */
function tagAndOptional(
  text: string,
  from: number,
  end: number,
): { tagStart: number; suffixStart: number; optional: boolean } {
  const optional = end > from && text.charCodeAt(end - 1) === char.question;
  const limit = optional ? end - 1 : end;
  for (let at = from; at < limit; at++) {
    if (text.charCodeAt(at) === char.slash) {
      return { tagStart: at + 1, suffixStart: at, optional };
    }
  }
  return { tagStart: -1, suffixStart: limit, optional };
}

/** The offset of the `#` of an index that ends at `end`; -1 if no index ends there. */
function hashBefore(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && isDigit(text.charCodeAt(at - 1))) at--;
  return at < end && at > from && text.charCodeAt(at - 1) === char.hash ? at - 1 : -1;
}

/** Matches white space other than single spaces between words. */
const untidySpace = /[^\S ]| (?: |$)|^ /;

function decodeQuoted(text: string, start: number, end: number, closingQuote: number): DecodedWord {
  const contentEnd = closingQuote < 0 ? end : closingQuote;
  const formEnd = closingQuote < 0 ? end : closingQuote + 1;
  let content = text.slice(start + 1, contentEnd);
  if (content.includes('\\')) content = content.replace(/\\(["\\])/g, '$1');
  return {
    form: untidySpace.test(content) ? content.trim().replace(/\s+/g, ' ') : content,
    formEnd,
    ...decodeSuffixes(text, formEnd, end),
  };
}
