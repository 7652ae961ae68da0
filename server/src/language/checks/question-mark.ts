import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { inQuotes } from '../tree/spelling.ts';
import { expectationsOf, groupsOf, itemsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';

/**
 * Most English questions have one of these auxiliaries and wh-words, perhaps with a clitic such as
 * `n't`.
 */
const ofQuestions = new Set(
  (
    'am are is was were do does did have has had can ca could will wo would shall should may might ' +
    'must ai who whom whose what which when where why how'
  ).split(' '),
);

const clitic = /n?['’]\p{L}+$/u;

function isOfQuestions(form: string): boolean {
  return ofQuestions.has(form.toLowerCase().replace(clitic, ''));
}

export function beginsQuestion(sentence: string): boolean {
  return isOfQuestions(sentence.trimStart().split(/\s/u, 1)[0]);
}

/** Punctuation that ends a sentence, and closing quotes or brackets behind it. */
const ending = /^[.?!…]+["'”’)]*$/u;

/** An optional word, and its text with a separate question mark. */
export interface GluedQuestionMark {
  readonly word: NamedWord;
  readonly written: string;
  readonly spaced: string;
}

/**
 * Reports the last word of a bag if it is written as optional but more likely ends a question: `can
 * you help me?`. There is no report if the word has an index or a tag, if another item is optional,
 * or if the bag has no word such as `can` or `who`, has other final punctuation or expects a
 * sentence without `?`.
 */
export function questionMark(bag: BagNode): Diagnostic | null {
  const words = wordsOf(bag);
  const glued = gluedQuestionMark(bag);
  if (glued === null || glued.word.tagStart >= 0 || glued.word.index !== null) return null;
  const others = words.filter((word) => word !== glued.word);
  const isMarked = others.some(({ form, optional }) => optional || ending.test(form));
  if (isMarked || groupsOf(bag).some(({ optional }) => optional)) return null;
  if (!words.some(({ form }) => isOfQuestions(form))) return null;
  const sentences = expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end));
  if (sentences.some((sentence) => !sentence.includes('?'))) return null;
  const { start, end } = glued.word;
  const { written, spaced } = glued;
  return diagnostic(
    'perhaps-question',
    { start, end },
    `${quoted(written)} is an optional word. Write ${quoted(spaced)} for a question mark.`,
    { fixes: [replacement(`Write ${quoted(spaced)}`, { start, end }, spaced)] },
  );
}

/**
 * Reports a question mark between a group and a word or a full stop, as in `( saw | heard ) ? left`.
 * The group is probably meant to be optional.
 */
export function markBehindGroup(bag: BagNode): Diagnostic | null {
  const { text } = bag;
  if (expectationsOf(bag).some(({ start, end }) => text.slice(start, end).includes('?')))
    return null;
  if (!/\s\?(?=\s)/u.test(text)) return null;
  const items = itemsOf(bag);
  for (const [place, mark] of items.slice(0, -1).entries()) {
    const group = items.at(place - 1);
    if (place === 0 || group?.kind !== 'group' || group.optional) continue;
    if (text.slice(mark.start, mark.end) !== '?') continue;
    const between = { start: group.end, end: mark.start };
    if (/[\S\r\n]/u.test(text.slice(between.start, between.end))) continue;
    const next = items[place + 1];
    // A sentence has one final mark, so the `?` before a `.` is none.
    if (!/[\p{L}\p{N}]|^[.!]$/u.test(text.slice(next.start, next.end))) continue;
    const message =
      'This `?` is a question mark. Without the space before it, it makes the group optional.';
    const fix = { title: 'Write `)?`', edits: [{ range: between, newText: '' }] };
    return diagnostic('perhaps-question', mark, message, { fixes: [fix] });
  }
  return null;
}

/**
 * Finds an optional word at the end of `words:`, as in `help me?`. `spaced` is its text with a
 * separate question mark (`me ?`). Several question marks become one word in quotes: `me "??"`
 */
export function gluedQuestionMark(bag: BagNode): GluedQuestionMark | null {
  const word = itemsOf(bag).at(-1);
  const isWord = word?.kind === 'word' || word?.kind === 'lemma';
  return isWord && word.optional ? apartFromMark(bag, word) : null;
}

/** Writes a separate question mark behind an optional word. */
export function apartFromMark(bag: BagNode, word: NamedWord): GluedQuestionMark {
  const written = bag.text.slice(word.start, word.end);
  const [marks] = /\?+$/u.exec(written)!;
  const spaced = `${written.slice(0, -marks.length)} ${marks === '?' ? marks : inQuotes(marks)}`;
  return { word, written, spaced: spaced.trim() };
}
