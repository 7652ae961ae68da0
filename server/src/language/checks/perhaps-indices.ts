import type { Knowledge } from '../facts/knowledge.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic, Fix, TextEdit } from '../tree/diagnostic.ts';
import { lineEndAt } from '../tree/characters.ts';
import { inQuotes, spellName } from '../tree/spelling.ts';
import { expectationsOf, referencesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';

/**
 * A comment that begins with a number or a word, such as `#2` and `#tag`. Captures the number or
 * the word, the suffixes and the punctuation behind it.
 */
const comment =
  /[^\S\r\n]+#(\d{1,9}|\p{L}[\p{L}\p{N}_-]{0,40})((?:\/[^\s/]+?)?\??)([.,!]{0,3})(?=\s|$)/uy;

/** At most this many characters behind the number or the word are searched for text. */
const longestRest = 200;

/**
 * Reports a comment that follows a word and is probably no comment: `the #2` may mean the index
 * `the#2`, and `love #tags .` the word `"#tags"`. A comment behind a final mark is a comment. Any
 * other comment is reported if
 *
 * - its number could be the index of a repeated word,
 * - text follows its number,
 * - it is a number or word with a punctuation mark, and nothing else,
 * - it begins with a word and ends in a separate final mark,
 * - it is at the end of `words:`, and each of its words has a `#`, or
 * - an expected sentence has its number or word.
 *
 * @param isExpected whether the bag has expected sentences, all of them possible. Its comments are
 *   then probably meant
 */
export function perhapsIndices(bag: BagNode, isExpected: boolean): Diagnostic[] {
  // A comment that hides the `}` of its bag is reported by the parser.
  if (isExpected || !bag.closed) return [];
  const { text } = bag;
  const lone = loneHash(bag);
  if (lone !== null) return [lone];
  if (!/\s#[\p{L}\d]/u.test(text)) return [];
  const words = wordsOf(bag);
  const forms = new Map<string, number>();
  for (const { form } of words) forms.set(form, (forms.get(form) ?? 0) + 1);
  const indexed = new Set(words.map((word) => spellName(word, word.index)));
  const named = namesOf(bag);
  const sentences = expectationsOf(bag).map(({ start, end }) => text.slice(start, end));
  return words.flatMap((word) => {
    const { start, end, form, formEnd, index } = word;
    comment.lastIndex = end;
    const found = comment.exec(text);
    if (found === null || /^[.!?…]+$/u.test(form)) return [];
    const [{ length }, content, suffix, marks] = found;
    const hash = `#${content}`;
    const number = /^\d/.test(content) ? Number(content) : null;
    const range = { start: text.indexOf('#', end), end: end + length };
    const behind = marks === '' ? '' : ` ${marks}`;
    const name = spellName(word, number);
    const times = forms.get(form)!;
    const isRepeated = number !== null && ((times > 1 && number <= times) || named.has(name));
    const rest = text.slice(
      range.end,
      lineEndAt(text, range.end, Math.min(text.length, range.end + longestRest)),
    );
    // Hashtags may end a sentence. Behind a tag, or with words below, they are more likely notes.
    const mayBeHashtags =
      word.tags.length === 0 && word === words.at(-1) && /^(?:\s+#\p{L}\S*)*\s*$/u.test(rest);
    const hidesMark = behind !== '' && rest.trim() === '';
    const hidesText =
      hidesMark ||
      (number === null ? mayBeHashtags || /\s[.!?]\s*$/u.test(rest) : /^\s+\S/u.test(rest));
    const isSentence = sentences.some((sentence) => sentence.includes(hash));
    const timesInComment = rest.split(/\s+/u).filter((one) => one.split('/')[0] === form).length;
    const isRepeatedThere =
      timesInComment > 0 && number !== null && number <= times + timesInComment;
    const mayRepeat = sentences.length > 0 || isRepeatedThere;
    if (!isRepeated && !hidesText && !isSentence) return [];
    const isWord = /[\p{L}\p{N}]/u.test(form);
    const isIndex = isWord && number !== null && index === null && number > 0 && !indexed.has(name);
    const hasSuffixes = formEnd < end && suffix !== '';
    const asIndex = `${text.slice(start, formEnd)}${hash}${text.slice(formEnd, end)}${suffix}${behind}`;
    const asWord = `${inQuotes(hash)}${suffix}${behind}`;
    const ofIndex: Fix[] =
      isIndex && !hasSuffixes
        ? [replacement(`Write ${quoted(asIndex)}`, { start, end: range.end }, asIndex)]
        : [];
    const ofWord = replacement(`Write ${quoted(asWord)}`, range, asWord);
    const fixes =
      (isRepeated || mayRepeat) && !isSentence ? [...ofIndex, ofWord] : [ofWord, ...ofIndex];
    const advice =
      ofIndex.length > 0
        ? `Write ${quoted(asIndex)} if it is the index of the word, or ${quoted(asWord)} if it is a word.`
        : `Write ${quoted(asWord)} if it is a word.`;
    const message = `${quoted(hash)} begins a comment here, since white space is before it. ${advice}`;
    return [diagnostic('perhaps-index', range, message, { fixes })];
  });
}

/** A comment with `# ` that ends in a separate final mark, as in `room # 5 is free .` */
const sentenceBehindHash = /^[^\S\r\n]+# [^\r\n]* [.!?]$/u;

/** Reports the `#` of a sentence, which hides the rest of the line. */
function loneHash(bag: BagNode): Diagnostic | null {
  const { text } = bag;
  if (!/\s# /u.test(text)) return null;
  const last = wordsOf(bag).at(-1);
  if (last === undefined || /^[.!?…]+$/u.test(last.form)) return null;
  const line = text.slice(
    last.end,
    lineEndAt(text, last.end, Math.min(text.length, last.end + longestRest)),
  );
  if (!sentenceBehindHash.test(line.trimEnd())) return null;
  const start = last.end + line.indexOf('#');
  const range = { start, end: start + 1 };
  const message =
    '`#` begins a comment, so the rest of this line is not read. Write `"#"` if it is a word.';
  const fixes = [replacement('Write `"#"`', range, '"#"')];
  return diagnostic('perhaps-index', range, message, { fixes });
}

/** A form that ends in a number, as in `the2` and `the_2`. Captures the letters and the number. */
const endsInNumber = /^(\p{L}{2,})_?([1-9])$/u;

/**
 * A form with a word in place of an index, as in `the#first`. Captures the letters and the word.
 */
const endsInWord = /^(\p{L}+)#(\p{L}+)$/u;

/** Each list has the words that may stand for the index 1, 2 and so on. */
const numberWords = [
  ['first', 'second', 'third', 'fourth'],
  ['one', 'two', 'three', 'four'],
  ['a', 'b', 'c', 'd'],
];

function numberOf(word: string): number | null {
  const places = numberWords.map((list) => list.indexOf(word.toLowerCase()));
  const place = places.find((one) => one >= 0);
  return place === undefined ? null : place + 1;
}

/**
 * Reports words such as `the2` that probably lack the `#` of an index, and words such as
 * `the#second`, with a word for the index. Such a word is not reported if an expected sentence has
 * it as written. Its letters must also occur elsewhere: another word or an expected sentence has
 * them alone, or another word has them with a word for the index, or they are a word of the model
 * and the bag has them with the numbers 1 and 2.
 */
export function indicesWithoutSign(
  bag: BagNode,
  isExpected: boolean,
  knowledge: Pick<Knowledge, 'tagsOf'> | null,
): Diagnostic[] {
  if (isExpected || !/\p{L}(?:_?[1-9]|#\p{L}+)(?=[\s/?])/u.test(bag.text)) return [];
  const words = wordsOf(bag);
  const names = new Set(words.map((word) => spellName(word, word.index)));
  const expected = new Set(
    expectationsOf(bag).flatMap(({ start, end }) => bag.text.slice(start, end).split(/\s+/u)),
  );
  const forms = new Set([...words.map(({ form }) => form), ...expected]);
  const bases = words.flatMap(({ form }) => endsInWord.exec(form)?.[1] ?? []);
  const isNumbered = (letters: string): boolean =>
    ['', '_'].some((mark) =>
      ['1', '2'].every((number) => {
        const form = letters + mark + number;
        return forms.has(form) && knowledge?.tagsOf(form) === null;
      }),
    ) && knowledge?.tagsOf(letters.toLowerCase()) !== null;
  const isRepeated = (letters: string): boolean =>
    forms.has(letters) ||
    bases.indexOf(letters) < bases.lastIndexOf(letters) ||
    isNumbered(letters);
  const found = words.flatMap((word) => {
    const { start, form, formEnd, indexEnd } = word;
    const match = endsInNumber.exec(form) ?? endsInWord.exec(form);
    const isBare = formEnd - start === form.length && indexEnd === formEnd;
    if (match === null || !isBare || expected.has(form) || !isRepeated(match[1])) return [];
    const [, letters, ending] = match;
    const number = /^\d$/u.test(ending) ? Number(ending) : numberOf(ending);
    if (number === null) return [];
    const name = `${letters}#${number}`;
    return names.has(name) ? [] : [{ range: { start, end: formEnd }, name }];
  });
  const references = found.length === 0 ? [] : referencesOf(bag);
  // If no other word has this form, `deps:` and `order:` get the index too.
  const editsOf = ({ range, name }: (typeof found)[number]): TextEdit[] => {
    const written = bag.text.slice(range.start, range.end);
    const isAlone = words.filter(({ form }) => form === written).length === 1;
    const places = references.filter(({ form, suffixed }) => form === written && !suffixed);
    return [range, ...(isAlone ? places : [])].map(({ start, end }) => ({
      range: { start, end },
      newText: name,
    }));
  };
  const all: Fix = {
    title: 'Write all such words with an index',
    edits: found.flatMap(editsOf),
  };
  return found.map((one) => {
    const { range, name } = one;
    const written = bag.text.slice(range.start, range.end);
    const rule = written.includes('#') ? 'An index is a number' : 'An index follows `#`';
    const message = `${quoted(written)} is read as a word without an index. ${rule}: write ${quoted(name)} if it is one.`;
    const fix: Fix = { title: `Write ${quoted(name)}`, edits: editsOf(one) };
    const fixes = found.length > 1 ? [fix, all] : [fix];
    return diagnostic('perhaps-index', range, message, { fixes });
  });
}

/** The names with an index, such as `the#2`, in `deps:` and `order:`. */
function namesOf(bag: BagNode): ReadonlySet<string> {
  return new Set(
    referencesOf(bag)
      .filter(({ index }) => index !== null)
      .map(({ form, index }) => spellName({ kind: 'word', form }, index)),
  );
}
