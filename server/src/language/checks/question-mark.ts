import { isSeen, type Knowledge } from '../facts/knowledge.ts';
import { diagnostic, quoted, replacement } from '../tree/diagnostic.ts';
import type { Diagnostic } from '../tree/diagnostic.ts';
import { inQuotes } from '../tree/spelling.ts';
import { expectationsOf, groupsOf, itemsOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord, WordItem } from '../tree/syntax.ts';

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
 * Reports words that are written as optional but more likely end a question. There is no report if
 * the bag expects a sentence without `?`, or if the word has an index or a tag. Words of these kinds
 * are reported:
 *
 * - The last word, as in `can you help me?`. There is no report if another item is optional, or if
 *   the bag has no word such as `can` or `who` or has other final punctuation.
 * - A word at the end of a sentence that begins with `can`, `who` or the like. The sentence is not
 *   the only one: a capital follows the word, or other sentences precede.
 * - A word that ends a question in an expected sentence.
 * - A word with several marks, as in `what??`.
 *
 * @param knowledge shows which words with a capital are names; if null, none is a name
 */
export function questionMarks(bag: BagNode, knowledge: Knowledge | null): Diagnostic[] {
  const sentences = expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end));
  if (sentences.some((sentence) => !sentence.includes('?'))) return [];
  const found = questionEnds(bag, knowledge, sentences);
  const glued = gluedQuestionMark(bag);
  if (glued !== null && !found.includes(glued.word) && endsOnlyQuestion(bag, glued.word, found)) {
    found.push(glued.word);
  }
  return found.map((word) => {
    const { written, spaced } = apartFromMark(bag, word);
    return diagnostic(
      'perhaps-question',
      word,
      `${quoted(written)} is an optional word. Write ${quoted(spaced)} for a question mark.`,
      { fixes: [replacement(`Write ${quoted(spaced)}`, word, spaced)] },
    );
  });
}

function mayEndQuestion({ optional, tagStart, index }: NamedWord): boolean {
  return optional && tagStart < 0 && index === null;
}

/** Whether the last word ends the only question of a bag. `others` end questions before it. */
function endsOnlyQuestion(bag: BagNode, last: NamedWord, others: readonly NamedWord[]): boolean {
  if (!mayEndQuestion(last) || groupsOf(bag).some(({ optional }) => optional)) return false;
  const rest = wordsOf(bag).filter((word) => word !== last && !others.includes(word));
  const isMarked = rest.some(({ form, optional }) => optional || ending.test(form));
  return !isMarked && wordsOf(bag).some(({ form }) => form.split(' ').some(isOfQuestions));
}

/**
 * Finds the words at the end of one of several sentences, the words that end a question in an
 * expected sentence, and the words with several question marks.
 */
function questionEnds(
  bag: BagNode,
  knowledge: Knowledge | null,
  sentences: readonly string[],
): NamedWord[] {
  const items = itemsOf(bag);
  const found: NamedWord[] = [];
  let begin = 0;
  for (const [place, item] of items.entries()) {
    if (item.kind !== 'word' && item.kind !== 'lemma') continue;
    const next = items.at(place + 1);
    const isLast = next === undefined ? begin > 0 : next.kind === 'word' && begins(next, knowledge);
    const first = items[begin];
    const isQuestion = first.kind === 'word' && first !== item && isOfQuestions(first.form);
    const written = bag.text.slice(item.start, item.end);
    const hasMarks = /[\p{L}\p{N}](?:!\?|\?\?)$/u.test(written);
    // The question mark of the bag more likely ends this question.
    const hasMark = items
      .slice(place + 1)
      .some(({ start, end }) => bag.text.slice(start, end) === '?');
    const isEnd =
      isQuestion && isLast && sentences.length === 0 && (!hasMark || isQuestionWord(next));
    const isAsked = sentences.some((sentence) => endsQuestion(sentence, written));
    if (mayEndQuestion(item) && (hasMarks || isAsked || isEnd)) {
      found.push(item);
      begin = place + 1;
    } else if (ending.test(item.form)) begin = place + 1;
  }
  return found;
}

function isQuestionWord(item: WordItem | undefined): boolean {
  return item?.kind === 'word' && isOfQuestions(item.form);
}

/** Whether a text with its `?` ends a question of a sentence, as in `“Is it true?” he asked.` */
export function endsQuestion(sentence: string, written: string): boolean {
  const at = ` ${sentence} `.indexOf(` ${written}`);
  if (at < 0 || /^[\p{L}\p{N}]/u.test(sentence.slice(at + written.length))) return false;
  return beginsQuestion(
    sentence
      .slice(0, at)
      .split(/[.!?"“”‘—–-]\s*/u)
      .at(-1)!,
  );
}

/** Whether a word probably begins a sentence: it has a capital and is no name. */
function begins({ form }: NamedWord, knowledge: Knowledge | null): boolean {
  if (!/^\p{Lu}/u.test(form)) return false;
  if (form === 'I' || knowledge === null) return true;
  const tags = [...(knowledge.tagsOf(form) ?? [])].sort(([, a], [, b]) => b - a);
  return tags.at(0)?.[0] !== 'NNP' && isSeen(form.toLowerCase(), knowledge);
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
 * Reports a question mark with a space before it, as in `said that ? she left .`. The word before it
 * is probably meant to be optional. There is no report if the bag may have a question.
 */
export function markBehindWord(bag: BagNode): Diagnostic | null {
  const { text } = bag;
  if (!/ \? \p{Ll}/u.test(text)) return null;
  const items = itemsOf(bag);
  const words = wordsOf(bag);
  const isStatement = words.some(({ form }) => form === '.' || form === '!');
  if (!isStatement || words.some(({ form }) => isOfQuestions(form))) return null;
  if (expectationsOf(bag).some(({ start, end }) => text.slice(start, end).includes('?')))
    return null;
  const place = items.findIndex(({ start, end }, i) => {
    const before = items.at(i - 1);
    const isBehind = i > 0 && before?.kind === 'word' && !before.optional;
    return isBehind && text.slice(start, end) === '?' && before.end === start - 1;
  });
  const next = items.at(place + 1);
  if (place < 1 || next?.kind !== 'word' || !/^\p{Ll}/u.test(next.form)) return null;
  const [word, mark] = [items[place - 1], items[place]];
  const written = text.slice(word.start, word.end);
  const fix = {
    title: `Write ${quoted(`${written}?`)}`,
    edits: [{ range: { start: word.end, end: mark.start }, newText: '' }],
  };
  return diagnostic(
    'perhaps-question',
    mark,
    `This \`?\` is a question mark. Without the space before it, it makes ${quoted(written)} optional.`,
    { fixes: [fix] },
  );
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
  const [marks] = /(?<![!?])[!?]*\?$/u.exec(written)!;
  const spaced = `${written.slice(0, -marks.length)} ${marks === '?' ? marks : inQuotes(marks)}`;
  return { word, written, spaced: spaced.trim() };
}
