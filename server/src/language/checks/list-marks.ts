import { diagnostic, quoted } from '../tree/diagnostic.ts';
import type { Diagnostic, Range, TextEdit } from '../tree/diagnostic.ts';
import { referencesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord, Section } from '../tree/syntax.ts';

/**
 * Reports a list whose entries begin with `-` or `*`, one on each line of `words:`, as in YAML or
 * Markdown. The fix also deletes such marks of `expect:`.
 */
export function listMarks({ text, sections }: BagNode): Diagnostic | null {
  const words = sections.find(({ kind }) => kind === 'words');
  const marks = words === undefined ? [] : marksOf(text, words);
  if (marks.length < 2 || marks.every(({ start, end }) => end === start + 1)) return null;
  const expect = sections.find(({ kind }) => kind === 'expect');
  const all = [...marks, ...(expect === undefined ? [] : marksOf(text, expect))];
  const mark = text[marks[0].start];
  return diagnostic(
    'perhaps-list',
    { start: marks[0].start, end: marks[0].start + 1 },
    `Each \`${mark}\` at the start of a line is read as a word: write the words without these marks.`,
    {
      fixes: [
        {
          title: `Delete each \`${mark}\` at the start of a line`,
          edits: all.map((range) => ({ range, newText: '' })),
        },
      ],
    },
  );
}

/**
 * The ranges of the marks before the entries of a list, with the white space behind them. Empty if
 * a line with content begins otherwise.
 */
function marksOf(text: string, { header, end }: Section): Range[] {
  const marks: Range[] = [];
  const content = text.slice(header.end, end);
  for (const { 0: line, index } of content.matchAll(/[^\r\n]+/gu)) {
    if (/^\s*(?:#|$)/u.test(line)) continue;
    const mark = /^(\s*)[-*•](?:[^\S\r\n]+(?=\S)|$)/u.exec(line);
    if (mark === null) return [];
    const start = header.end + index + mark[1].length;
    if (marks.length > 0 && text[start] !== text[marks[0].start]) return [];
    marks.push({ start, end: header.end + index + mark[0].length });
  }
  return marks;
}

/** A word with its place behind it, as in `dog-2`. Captures the word and the number. */
const numberLast = /^(.{1,40})-(\d{1,3})$/u;

/** A word with its place in front, as in `2:dog`. Captures the number and the word. */
const numberFirst = /^(\d{1,3})[.:](\p{L}.{0,40}|[.,!?])$/u;

/** A number before a word, as in `1. the`. Captures the number. */
const ordinal = /^(\d{1,3})[.:]$/u;

interface Numbered {
  /** The word as `deps:` and `order:` name it. */
  readonly written: string;
  readonly form: string;
  /** The end of the word in `words:`, without its suffixes. */
  readonly end: number;
  /** The text of the number, which is to be deleted. */
  readonly mark: Range;
}

/**
 * Reports words with the numbers of their places: `the-1 dog-2 saw-3`, as the Stanford parser
 * writes them, `1:the 2:dog` or `1. the 2. dog`. The fix deletes the numbers. Where `deps:` or
 * `order:` names such a word, repeated words get indices.
 */
export function placeNumbers(bag: BagNode): Diagnostic | null {
  const words = wordsOf(bag);
  if (!words.some(({ form }) => /\d/u.test(form))) return null;
  const glued = gluedNumbers(words);
  const numbered = glued ?? separateNumbers(words);
  if (numbered === null) return null;
  const references = referencesOf(bag);
  const forms = numbered.map(({ form }) => form);
  const edits = numbered.flatMap(({ end, mark, written, form }, place): TextEdit[] => {
    const named = references.filter((one) => one.form === written && !one.suffixed);
    const isRepeated = forms.indexOf(form) < forms.lastIndexOf(form);
    const index = forms.slice(0, place + 1).filter((one) => one === form).length;
    const hasIndex = isRepeated && written !== form && references.length > 0;
    const suffix = hasIndex ? `#${index}` : '';
    return [
      { range: { start: mark.start, end: mark.end }, newText: mark.end === end ? suffix : '' },
      ...(mark.end < end && hasIndex ? [{ range: { start: end, end }, newText: suffix }] : []),
      ...(written === form ? [] : named).map((one) => ({
        range: { start: one.start, end: one.end },
        newText: form + suffix,
      })),
    ];
  });
  const { mark } = numbered[0];
  return diagnostic(
    'perhaps-list',
    mark,
    glued === null
      ? `The numbers of the positions are read as words: write ${quoted(forms.slice(0, 3).join(' '))} without them.`
      : `These words carry their positions, as in ${quoted(glued[0].written)}: delete the numbers.`,
    { fixes: [{ title: 'Delete the numbers of the places', edits }] },
  );
}

function gluedNumbers(words: readonly NamedWord[]): Numbered[] | null {
  if (words.length < 3) return null;
  for (const isFirst of [true, false]) {
    const numbered = words.flatMap((word, place) => {
      const found = (isFirst ? numberFirst : numberLast).exec(word.form);
      const { start, formEnd: end } = word;
      if (found === null || end - start !== word.form.length) return [];
      const [, before, behind] = found;
      const [number, form] = isFirst ? [before, behind] : [behind, before];
      const length = number.length + 1;
      const mark = isFirst ? { start, end: start + length } : { start: end - length, end };
      return Number(number) === place + 1 ? [{ written: word.form, form, end, mark }] : [];
    });
    // Equal words, as in `level-1 level-2`, are names with numbers.
    const isVaried = new Set(numbered.map(({ form }) => form)).size > 1;
    if (numbered.length === words.length && isVaried) return numbered;
  }
  return null;
}

function separateNumbers(words: readonly NamedWord[]): Numbered[] | null {
  if (words.length < 4 || words.length % 2 > 0) return null;
  const numbered = words.flatMap((word, place) => {
    if (place % 2 === 0) return [];
    const before = words[place - 1];
    const isOrdinal = Number(ordinal.exec(before.form)?.[1]) === (place + 1) / 2;
    const { start, formEnd: end, form } = word;
    const mark = { start: before.start, end: start };
    return isOrdinal && before.end < start ? [{ written: form, form, end, mark }] : [];
  });
  return numbered.length === words.length / 2 ? numbered : null;
}
