import { normalise } from '../../text/normalise.ts';
import { isSeen, type Knowledge } from '../facts/knowledge.ts';
import { printedTokens, punctuationApart } from '../meaning/punctuation.ts';
import { quoted } from '../tree/diagnostic.ts';
import { inQuotes, spell, spellInWords, spellReference } from '../tree/spelling.ts';
import type { NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';
import { endsWords, longest, nextOnLine, type Glued } from './glued.ts';
import { inBrackets } from './misplaced-tags.ts';

/**
 * The treebank misspells a few words, such as `it's` for `its`. So a contraction counts as one word
 * only if training has seen it as one word at least this many times.
 */
const leastContractions = 10;

interface Written {
  readonly spaced: string;
  /** Whether `spaced` keeps the tags and the index of the replaced text. */
  readonly isWhole: boolean;
}

/**
 * Finds a word written as in print, such as `dog.` or `don't`, that the treebank splits into
 * several words.
 *
 * @param expected the tokens of the expected sentences `sentences`
 * @param names the names of the bag's words (`dog#2`). This function adds the names that its fixes
 *   give
 */
export function printed(
  text: string,
  word: NamedWord,
  isMember: boolean,
  knowledge: Knowledge,
  names: Set<string>,
  sentences: readonly string[],
  expected: ReadonlySet<string>,
): Glued | null {
  const { start, end, form, formEnd, optional } = word;
  const isClitic = /\p{L}['’]\p{L}/u.test(form);
  // A `?` at the end more likely marks an optional word than a question.
  if (form.length > longest || (optional && !isClitic) || form.endsWith('?')) return null;
  // Texts without letters and digits, telephone numbers, numbers with a sign and options such as `-v`
  // are often one word.
  const isNumber =
    /^(?:--?\p{Ll}[\p{L}-]*|\p{Lu}\+\+|\d{3,}-\d{4,}|\(\d{3}\)-?\d{3}-\d{4}|[-+−]\d[\d.,]*)$/u.test(
      form,
    );
  if (!/[\p{L}\p{N}]/u.test(form) || isNumber || form.includes('|')) return null;
  const annotated = inBrackets(text, word, knowledge);
  if (annotated !== null) return annotated;
  const bracket = /^-[LR][RSC]B-$/u.test(form) ? spellInWords(normalise(form)) : null;
  if (bracket !== null) {
    const why = `${quoted(form)} is a bracket in treebanks.`;
    return {
      start,
      end: formEnd,
      spaced: bracket,
      isWhole: false,
      why,
      advice: `Write ${quoted(bracket)}.`,
    };
  }
  const isFinal = endsSentence(text, word);
  const split = isFinal
    ? [...printedTokens(form.slice(0, -1)), '.']
    : (splitAtMark(form) ?? misplacedApostrophe(form) ?? printedTokens(form).flatMap(splitColon));
  const quote = openingQuote(text, word, knowledge);
  if (quote !== null) return quote;
  const spelt = closingQuoteAsWritten(split, form);
  const tokens = expected.has(form) ? spelt : withApostrophe(spelt);
  // Words such as `'tis` begin with an apostrophe and are not split.
  if (tokens.length === 1 || /^['’](?:\p{L}+|n['’])$/u.test(form)) return null;
  const isContraction = /[‘’'´`]|^\p{L}+$/u.test(form);
  // Training has seen `3.` as the number of an item in a list.
  const isNumbered = isFinal && /^\d+\.$/.test(form);
  if (!isNumbered && isSeen(form, knowledge, isContraction ? leastContractions : 1)) return null;
  const hasItsTag =
    word.tags.length > 0 && word.tags.every((tag) => knowledge.tagsOf(form)?.has(tag));
  // What follows the slash of `can't/won't` and of `/usr/bin` is reported as an unknown tag.
  const hasOtherWord =
    (form.startsWith('/') && word.tags.length > 0) ||
    word.tags.some((tag) => /[a-z]['’]|['’][a-z]/u.test(tag));
  if (hasItsTag || hasOtherWord) return null;
  const apart = punctuationApart(text, word);
  // In a group, the punctuation may be a bracket of the group without white space around it.
  if (isMember && apart !== null) return null;
  // An abbreviation keeps its period. A word is no abbreviation if training has seen it without the
  // period, or if it has three or more letters, all small.
  if (form.endsWith('.') && apart === null && !isFinal) return null;
  const isPeriod = apart !== null && apart.after[0] === '.';
  const isWord = isPeriod && (/^\p{Ll}{3,}$/u.test(apart.core) || isSeen(apart.core, knowledge));
  if (isPeriod && !isFinal && (apart.core.includes('.') || !isWord)) return null;
  if (isPeriod && isAbbreviated(text, word)) return null;
  const why = `${quoted(text.slice(start, end))} is read as one word.`;
  const isList = apart?.after.join() === ',' && sentences.length > 0;
  if (isList && formEnd === end && !sentences.some((sentence) => sentence.includes(','))) {
    const advice = `Words have spaces between them, no commas: write ${quoted(apart.core)}.`;
    return { start, end, spaced: spell(apart.core), isWhole: false, why, advice };
  }
  const words = tokens.map(spellInWords).join(' ');
  const hasSuffix = formEnd < end || apart?.spaced.includes('#') === true;
  if (hasSuffix && apart === null && /[()[\]{}]/u.test(form)) return null;
  if (isMember || optional) {
    const phrase = asPhrase(text, word, tokens, knowledge);
    const what = isMember ? 'an alternative' : 'an optional item';
    const advice = `Write ${quoted(phrase.spaced)}, since ${what} is one word or stands in quotes.`;
    return { start, end, ...phrase, why, advice };
  }
  if (hasSuffix && apart === null && !isContraction) {
    const advice = `Write ${quoted(words)}, each word with a tag of its own.`;
    return { start, end, spaced: null, isWhole: false, why, advice };
  }
  const isSame = tokens.join('') === form;
  const written =
    hasSuffix && apart === null
      ? parts(text, word, tokens, knowledge, names)
      : { spaced: hasSuffix ? apart!.spaced : words, isWhole: isSame };
  if (itemsOf(written.spaced) === null) return null;
  const advice = `Write ${quoted(written.spaced)}, or put it in quotes.`;
  // `(or him)?` is read as two words. A fix of `(or` alone would separate only one of the two
  // brackets, so it is not safe.
  const isWhole = written.isWhole && /[([]/.test(form) === /[)\]]/.test(form);
  return { start, end, ...written, isWhole, why, advice };
}

/** Keeps the curved closing quote of `Be’`, which the treebank writes as an apostrophe. */
function closingQuoteAsWritten(tokens: readonly string[], form: string): readonly string[] {
  const isCurved = tokens.length > 1 && tokens.at(-1) === "'" && form.endsWith('’');
  return isCurved ? tokens.with(-1, '’') : tokens;
}

/** Splits the colon from a token such as `said:` in `said:"go"`. */
function splitColon(token: string, place: number, tokens: readonly string[]): string[] {
  const isBefore = /^\p{L}+:$/u.test(token) && tokens.at(place + 1) === '"';
  return isBefore ? [token.slice(0, -1), ':'] : [token];
}

/** Abbreviations that may end a sentence. */
export const abbreviation =
  /^(?:\p{L}|inc|ltd|corp|co|jr|sr|st|etc|vs|mr|mrs|ms|dr|prof|ave|blvd|rd|dept|est|no|approx|intl|univ|assn|bros|pkwy)\.$/iu;

/** Matches an address with a period behind it, as in `a@b.com.` and `www.x.org.` */
const addressBeforePeriod = /^(?:\S+@\S+|www\.\S+)\.$/u;

/** Units and similar words that are often abbreviated within a sentence. */
const unit =
  /^(?:tbsp|tsp|min|hrs?|sec|incl|excl|max|figs?|vols?|pp|lbs?|oz|ft|yrs?|mos?|qty|ext|tel|dept|apt|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/iu;

/** Whether a word with a period is probably abbreviated, as `no.` and `tbsp.` before other words. */
function isAbbreviated(text: string, { form, end }: NamedWord): boolean {
  const next = /^[^\S\r\n]+([^\s#}])/u.exec(text.slice(end, end + longest))?.[1];
  if (next === undefined) return false;
  return unit.test(form)
    ? !/\p{Lu}/u.test(next) || /^incl|^excl/iu.test(form)
    : /^nos?\.$/iu.test(form) && /\d/.test(next);
}

/**
 * Whether a period ends a sentence: its word is the last of `words:`, and each earlier `.`, `!` or
 * `?` has a capital behind it. A year with a capital behind it ends one, too: `in 2019. She`.
 */
function endsSentence(text: string, { form, start, end }: NamedWord): boolean {
  const mayEnd = /^[^.]+\.$/u.test(form) && !abbreviation.test(form);
  if (!mayEnd && !addressBeforePeriod.test(form)) return false;
  if (/^\d{3,}\.$/.test(form) && /^ \p{Lu}/u.test(text.slice(end, end + 2))) return true;
  return endsWords(text, end) && !/\s[.!?]+(?=\s+[^\s\p{Lu}]|$)/u.test(text.slice(0, start));
}

/**
 * Finds a word with a single quotation mark before it, as in `'The Third Man'`, if a later word of
 * the line has the closing mark.
 */
function openingQuote(
  text: string,
  { start, end, form, formEnd }: NamedWord,
  knowledge: Knowledge,
): Glued | null {
  const word = /^['‘](I|a|\p{L}{2,})$/iu.exec(form)?.[1];
  if (word === undefined || formEnd !== end || isSeen(form, knowledge)) return null;
  const rest = text.slice(end, end + longest).split(/[\r\n]/u, 1)[0];
  if (!isSeen(word, knowledge) || !/[\p{L}.,!?]['’](?=[\s.,!?]|$)/u.test(rest)) return null;
  const spaced = `${form[0]} ${word}`;
  const why = `${quoted(form)} is read as one word.`;
  return {
    start,
    end,
    spaced,
    isWhole: true,
    why,
    advice: `Write ${quoted(spaced)}, or put it in quotes.`,
  };
}

/**
 * Splits a form at a mark without a space behind it, as in `dogs,3` and `left.She`, and before a
 * pictograph. The treebank's tokenizer does not split such a form.
 */
function splitAtMark(form: string): string[] | null {
  // Most words have only letters.
  if (/^\p{L}+$/u.test(form)) return null;
  const match =
    /^(\p{L}{2,})([,;])(\p{N}+)$/u.exec(form) ??
    /^(\p{Ll}{2,})([.!?])(\p{Lu}\p{Ll}*)$/u.exec(form) ??
    /^(\p{L}{2,})((?:(?![©®™])\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)+)$/u.exec(
      form,
    );
  return match === null ? null : match.slice(1);
}

/** Splits a negation with its apostrophe in the wrong place, as in `does'nt`. */
function misplacedApostrophe(form: string): string[] | null {
  const match = /^(\p{L}+)['’]nt$/u.exec(form);
  return match === null || !negated.test(match[1]) ? null : [match[1], "n't"];
}

/** Clitics written without an apostrophe, each with its usual spelling in the treebank. */
const clitics: ReadonlyMap<string, string> = new Map([
  ...(['s', 'm', 'll', 're', 've'] as const).map((clitic) => [clitic, `'${clitic}`] as const),
  ['nt', "n't"],
]);

/** Writes the apostrophe into the tokens of a contraction that lacks it, as in `thats` and `im`. */
function withApostrophe(tokens: readonly string[]): string[] {
  const [first, second = ''] = tokens;
  const clitic = tokens.length === 2 ? clitics.get(second) : undefined;
  return clitic === undefined ? [...tokens] : [first === 'i' ? 'I' : first, clitic];
}

/**
 * Verbs that can stand before `n't`. After other words, `'t` is no negation, as in `van 't Hoff`.
 */
const negated =
  /^(?:ai|are|ca|could|dare|did|do|does|had|has|have|is|might|must|need|ought|sha|should|was|were|wo|would)$/iu;

/** Finds a contraction that is split in the wrong place: `didn 't` or `di dn't` for `did n't`. */
export function contractionApart(
  text: string,
  words: readonly NamedWord[],
  place: number,
  sentences: readonly string[],
): Glued | null {
  const { start, end, form } = words[place];
  const next = nextOnLine(text, words, place);
  if (next === null || form.length + next.form.length > longest) return null;
  const verb = /^(\p{L}+)n['’]t$/iu.exec(form + next.form)?.[1];
  if (verb === undefined || verb === form || !negated.test(verb)) return null;
  const written = text.slice(start, next.end);
  const tokens = printedTokens(text.slice(start, end) + text.slice(next.start, next.end));
  if (tokens.length !== 2 || sentences.some((one) => one.includes(written))) return null;
  const spaced = tokens.join(' ');
  const why = `${quoted(written)} is split elsewhere than in the treebank.`;
  return { start, end: next.end, spaced, isWhole: true, why, advice: `Write ${quoted(spaced)}.` };
}

/**
 * Writes a contraction with suffixes as several words. The first word keeps the index unless
 * another word of the bag already has the resulting name. The tags go to the word that has them
 * most often in training. If training has seen no word with these tags, they go to a word that
 * training has not seen, or are left out if there is none.
 */
function parts(
  text: string,
  { index, indexEnd, end, tags }: NamedWord,
  tokens: readonly string[],
  knowledge: Knowledge,
  names: Set<string>,
): Written {
  const first = spellReference(tokens[0], index);
  const keepsIndex = index !== null && !names.has(first);
  if (keepsIndex) names.add(first);
  const shares = tokens.map((token) => shareOf(token, tags, knowledge));
  const most = Math.max(...shares.map((share) => share ?? 0));
  const tagged = shares.indexOf(most > 0 ? most : null);
  const spaced = tokens
    .map((token, place) => {
      const name = place === 0 && keepsIndex ? first : spell(token);
      return place === tagged ? name + text.slice(indexEnd, end) : name;
    })
    .join(' ');
  const keepsTags = tags.length === 0 || tagged >= 0;
  return { spaced, isWhole: keepsTags && keepsIndex === (index !== null) };
}

/**
 * Writes a contraction as a phrase in quotes. The tags of a phrase belong to its last word. They
 * are left out if they do not fit this word.
 */
function asPhrase(
  text: string,
  { formEnd, indexEnd, end, tags }: NamedWord,
  tokens: readonly string[],
  knowledge: Knowledge,
): Written {
  const isWhole = tags.length === 0 || shareOf(tokens.at(-1)!, tags, knowledge) !== 0;
  const spaced = inQuotes(tokens.join(' ')) + text.slice(formEnd, isWhole ? end : indexEnd);
  return { spaced, isWhole };
}

/**
 * How large a share of a word's occurrences in training has one of the tags; null if training has
 * not seen the word.
 */
function shareOf(form: string, tags: readonly string[], knowledge: Knowledge): number | null {
  const seen = knowledge.tagsOf(form) ?? knowledge.tagsOf(form.toLowerCase());
  if (seen === null) return null;
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  return tags.reduce((sum, tag) => sum + (seen.get(tag) ?? 0), 0) / total;
}
