import { diagnostic } from '../tree/diagnostic.ts';
import type { Diagnostic, Range } from '../tree/diagnostic.ts';
import type { BagNode, Section } from '../tree/syntax.ts';

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
