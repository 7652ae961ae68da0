import { isLineEnd } from './characters.ts';
import type { Range, TextEdit } from './problem.ts';

/** Where the line that holds an offset begins. */
export function lineStartAt(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

/** The white space that the line of an offset begins with, up to that offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStartAt(text, offset), offset))![0];
}

/** What lines of a text end in: what its first one does. */
export function lineEndOf(text: string): string {
  return /\r\n|\r|\n/u.exec(text)?.[0] ?? '\n';
}

/** What a line is indented by beyond the one it belongs under. */
export const indentStep = '  ';

/** Deletes the brackets around a chunk, which may lack the second. */
export function unbracketing(text: string, { start, end }: Range): TextEdit[] {
  const brackets = text[end - 1] === ']' ? [start, end - 1] : [start];
  return brackets.map((at) => ({ range: { start: at, end: at + 1 }, newText: '' }));
}

/** Deletes a statement, and all of its line where nothing else is on it. */
export function deletionOf(text: string, { start, end }: Range): TextEdit {
  const lineStart = lineStartAt(text, start);
  const isFirst = text.slice(lineStart, start).trim() === '';
  if (!isFirst) return { range: { start, end }, newText: '' };
  const [rest, lineEnd] = /^[ \t]*(\r\n|\r|\n)?/u.exec(text.slice(end))!;
  return { range: { start: lineEnd ? lineStart : start, end: end + rest.length }, newText: '' };
}
