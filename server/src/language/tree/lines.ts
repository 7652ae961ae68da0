import { isLineEnd } from './characters.ts';

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
