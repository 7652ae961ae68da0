import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix } from '../tree/diagnostic.ts';
import { inQuotes, spellName } from '../tree/spelling.ts';
import { expectationsOf, referencesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';

/** Matches a comment that begins with a number. Captures the number, and the suffixes behind it. */
const numbered = /[^\S\r\n]+#(\d{1,9})((?:\/[^\s/]+?)?\??)(?=\s|$)/uy;

/** At most this many characters behind the number are searched for further text of the comment. */
const longestGap = 20;

/**
 * Reports a comment that begins with a number and follows a word: `the #2` may mean the index
 * `the#2`, and `is #1 here` the word `"#1"`. A comment is reported in any of three cases: the
 * number could be the index of a repeated word, more text follows the number, or an expected
 * sentence has the number. If the bag has expected sentences and all are possible, the comments are
 * probably meant as comments, and none is reported.
 *
 * @param isExpected whether the bag has expected sentences, all of them possible
 */
export function perhapsIndices(bag: BagNode, isExpected: boolean): Diagnostic[] {
  // A comment that hides the `}` of its bag is reported by the parser.
  if (isExpected || !bag.closed) return [];
  const { text } = bag;
  if (!/\s#\d/u.test(text)) return [];
  const words = wordsOf(bag);
  const forms = new Map<string, number>();
  for (const { form } of words) forms.set(form, (forms.get(form) ?? 0) + 1);
  const indexed = new Set(words.map((word) => spellName(word, word.index)));
  const named = namesOf(bag);
  const sentences = expectationsOf(bag).map(({ start, end }) => text.slice(start, end));
  return words.flatMap((word) => {
    const { start, end, form, formEnd, index } = word;
    numbered.lastIndex = end;
    const found = numbered.exec(text);
    if (found === null || !/[\p{L}\p{N}]/u.test(form)) return [];
    const [{ length }, number, suffix] = found;
    const hash = `#${number}`;
    const range = { start: text.indexOf('#', end), end: end + length };
    const name = spellName(word, Number(number));
    const times = forms.get(form)!;
    const isRepeated = (times > 1 && Number(number) <= times) || named.has(name);
    const hidesText = /^[^\S\r\n]+\S/.test(text.slice(range.end, range.end + longestGap));
    const isSentence = sentences.some((sentence) => sentence.includes(hash));
    if (!isRepeated && !hidesText && !isSentence) return [];
    const isIndex = index === null && Number(number) > 0 && !indexed.has(name);
    const hasSuffixes = formEnd < end && suffix !== '';
    const asIndex = `${text.slice(start, formEnd)}${hash}${text.slice(formEnd, end)}${suffix}`;
    const asWord = `${inQuotes(hash)}${suffix}`;
    const ofIndex: Fix[] =
      isIndex && !hasSuffixes
        ? [replacement(`Write ${quoted(asIndex)}`, { start, end: range.end }, asIndex)]
        : [];
    const ofWord = replacement(`Write ${quoted(asWord)}`, range, asWord);
    const fixes = isRepeated && !isSentence ? [...ofIndex, ofWord] : [ofWord, ...ofIndex];
    const advice =
      ofIndex.length > 0
        ? `Write ${quoted(asIndex)} if it is the index of the word, or ${quoted(asWord)} if it is a word.`
        : `Write ${quoted(asWord)} if it is a word.`;
    const message = `${quoted(hash)} begins a comment here, since white space is before it. ${advice}`;
    return [diagnostic('perhaps-index', range, message, { fixes })];
  });
}

/** The names with an index in `deps:` and `order:`, such as `the#2`. */
function namesOf(bag: BagNode): ReadonlySet<string> {
  return new Set(
    referencesOf(bag)
      .filter(({ index }) => index !== null)
      .map(({ form, index }) => spellName({ kind: 'word', form }, index)),
  );
}
