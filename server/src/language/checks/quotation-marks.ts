import { isFused } from '../../text/split-word.ts';
import { isSeen, type Knowledge } from '../facts/knowledge.ts';
import { printedTokens } from '../meaning/punctuation.ts';
import { bareName } from '../tree/section-header.ts';
import { quoted } from '../tree/diagnostic.ts';
import { inQuotes, spell, spellInWords } from '../tree/spelling.ts';
import type { NamedWord } from '../tree/syntax.ts';
import { endsWords, longest, type Glued } from './glued.ts';
import { abbreviation } from './printed-words.ts';

/**
 * Finds an item with quotes that are probably quotation marks of the sentence. They are taken for
 * quotation marks if
 *
 * - white space stands inside both quotes,
 * - the item has several words and ends in `,`, `!` or `?`, or in a period behind a long word,
 * - an expected sentence has the item with its quotes, or
 * - the item is a known word that needs no quotes.
 *
 * Also finds a word with its tag in quotes, as in `"the/DT"`.
 */
export function quotation(
  text: string,
  { start, end, form, formEnd }: NamedWord,
  knowledge: Knowledge | null,
  sentences: readonly string[],
): Glued | null {
  if (text[start] !== '"' || formEnd !== end || end - start > longest) return null;
  const isExpected = sentences.some((sentence) => sentence.includes(text.slice(start, end)));
  const tag = /^\p{L}+\/([A-Z]{2,}\$?)$/u.exec(form)?.[1];
  if (tag !== undefined && knowledge?.tags.has(tag) === true && !isExpected) {
    const why = `${quoted(text.slice(start, end))} is read as a word with a slash, without a tag.`;
    const advice = `Write ${quoted(form)} for a word with a tag.`;
    return { start, end, spaced: form, isWhole: false, why, advice };
  }
  const isSpeech = isExpected || / \S*\p{L}[,!?]$/u.test(form) || endsInPeriod(form);
  const said = form.split(' ').flatMap(printedTokens).map(spellInWords).join(' ');
  const isNeedless =
    /^\p{L}+$/u.test(form) &&
    end - start === form.length + 2 &&
    spell(form) === form &&
    // The name of a section, such as `"expect"`, needs its quotes: without them, it may be read as
    // a header.
    bareName(form) === null &&
    !isFused(form) &&
    knowledge !== null &&
    isSeen(form, knowledge);
  const inner = isSpeech
    ? said
    : isNeedless
      ? form
      : /^"\s+(\S.*?)\s+"$/.exec(text.slice(start, end))?.[1];
  if (inner === undefined) return null;
  const mark = inQuotes('"');
  const spaced = `${mark} ${inner} ${mark}`;
  const why = `${quoted(text.slice(start, end))} is read as one item, without its quotes.`;
  const advice = `If the sentence has quotation marks, write them ${quoted(mark)}, as in ${quoted(spaced)}.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

function endsInPeriod(form: string): boolean {
  return / \S*\p{Ll}{3,}\.$/u.test(form) && !abbreviation.test(form.split(' ').at(-1)!);
}

/** Finds a sentence in quotes, with its final mark. It must be the only item of `words:`. */
export function sentenceInQuotes(
  text: string,
  { start, end, form, formEnd }: NamedWord,
): Glued | null {
  if (text[start] !== '"' || formEnd !== end || end - start > longest) return null;
  if (!/^\p{L}[^"()[\]|]* \S*[.!?]$/u.test(form)) return null;
  const tokens = form.split(' ').flatMap(printedTokens);
  const spaced = tokens.map(spellInWords).join(' ');
  const why = 'Words in quotes keep their order, and this bag has no others.';
  const advice = `Write ${quoted(spaced)} to order them.`;
  return { start, end, spaced, isWhole: false, why, advice };
}

/** Matches words in quotes with commas between them, up to the end of their list. */
const listInQuotes =
  /^\[?(?:"[^"\\\r\n]*"(?: ?, ?"[^"\\\r\n]*")+|'[^'\\\r\n]*'(?: ?, ?'[^'\\\r\n]*')+) ?,? ?\]?(?=\s|$)/u;

/** Finds a list as in JSON or Python: words in quotes, with commas between them. */
export function quotedList(text: string, { start }: NamedWord): Glued | null {
  const found = listInQuotes.exec(text.slice(start, start + 10 * longest))?.[0].trimEnd();
  if (found === undefined) return null;
  const forms = [...found.matchAll(/(["'])(.*?)\1/gu)].map(([, , form]) => form.trim());
  const spaced = forms
    .filter((form) => form !== '')
    .map(spellInWords)
    .join(' ');
  const why = 'Words have no quotes, and no commas between them.';
  const advice = `Write ${quoted(spaced)}.`;
  return { start, end: start + found.length, spaced, isWhole: false, why, advice };
}

/** Matches words with a comma behind each but the last. A final mark also has a comma before it. */
const listWithCommas = /^(?:[\p{L}\p{N}'’-]+,\s{0,9}){2,}(?:[\p{L}\p{N}'’-]+,?|[.!?])(?=[\s}]|$)/u;

/** Finds a list with a comma behind each word, if no expected sentence has a comma. */
export function commaList(
  text: string,
  { start }: NamedWord,
  sentences: readonly string[],
): Glued | null {
  const found = listWithCommas.exec(text.slice(start, start + 10 * longest))?.[0];
  if (found === undefined || !endsWords(text, start + found.length)) return null;
  if (sentences.some((sentence) => sentence.includes(','))) return null;
  const spaced = found
    .split(/[\s,]+|(?=[.!?]$)/u)
    .filter((form) => form !== '')
    .join(' ');
  const why = 'Words have spaces between them, no commas.';
  const advice = `Write ${quoted(spaced)}.`;
  return { start, end: start + found.length, spaced, isWhole: false, why, advice };
}

/** A verb with its particle. Captures the verb and the particle. */
const phrasalVerb = /^(\p{L}+) (up|out|off|down|in|on|over|away|back)$/u;

/**
 * Finds a phrase written as a lemma, such as `@"train station"`. The fix puts the `@` before the
 * word that is likely inflected: the last word, but the verb of `@"look up"`.
 */
export function lemmaInQuotes(text: string, { start }: NamedWord): Glued | null {
  const found = /^@"(\p{L}+(?: \p{L}+)*)"(?=\s|$)/u.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [, phrase] = found;
  const spaced = phrasalVerb.test(phrase) ? `@${phrase}` : phrase.replace(/\p{L}+$/u, '@$&');
  const why = 'A lemma is one word without quotes.';
  const advice = `Write ${quoted(spaced)}.`;
  return { start, end: start + found[0].length, spaced, isWhole: false, why, advice };
}

/** Several words in single or curly quotes. Captures the quotes with the words, and the suffix. */
const inOtherQuotes =
  /^(['‘][\p{L}\p{N}][^'‘’"()[\]{}|#/\\<>\r\n]* [^\s'‘’"()[\]{}|#/\\<>]*[\p{L}\p{N}]['’]|[“„][\p{L}\p{N}][^“”„"()[\]{}|#/\\<>\r\n]* [^\s“”„"()[\]{}|#/\\<>]*[\p{L}\p{N}][”“])((?:\/[^/\s]+?)?\??)(?=\s|$)/u;

/**
 * Finds a phrase in single or curly quotes, as in `'New York'`. Null if training has seen the first
 * word with its quote, as in `'tis`: the quote is then an apostrophe.
 */
export function otherQuotes(
  text: string,
  { start, form }: NamedWord,
  knowledge: Knowledge | null,
  sentences: readonly string[],
): Glued | null {
  if (!/^['‘“„]./u.test(form) || (knowledge?.tagsOf(form) ?? null) !== null) return null;
  const found = inOtherQuotes.exec(text.slice(start, start + longest));
  if (found === null) return null;
  const [written, phrase, suffix] = found;
  const isCurly = /^[“„]/u.test(written);
  const isExpected = (sentence: string): boolean =>
    isCurly ? /["“”„]/u.test(sentence) : sentence.includes(written);
  if (sentences.some(isExpected)) return null;
  const inner = phrase.slice(1, -1).replace(/\s+/gu, ' ');
  // Curly quotes may mark speech instead of a phrase. If there are no expected sentences, only a
  // name is taken for a phrase.
  const isName = /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u.test(inner);
  if (isCurly && sentences.length === 0 && !isName) return null;
  const spaced = inQuotes(inner) + suffix;
  const why = `${quoted(written)} is read as single words.`;
  const quotes = isCurly ? 'straight quotes' : 'double quotes';
  const advice = `Words in a fixed order stand in ${quotes}: write ${quoted(spaced)}.`;
  return { start, end: start + written.length, spaced, isWhole: false, why, advice };
}
