import { isLineEnd } from './characters.ts';

export function lineStartAt(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

export function isFirstOfLine(text: string, offset: number): boolean {
  return text.slice(lineStartAt(text, offset), offset).trim() === '';
}

/** The indentation of the line that contains an offset, up to the offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/u.exec(text.slice(lineStartAt(text, offset), offset))![0];
}

/** The first line end of a text; by default a line feed. */
export function lineEndOf(text: string): string {
  return /\r\n|\r|\n/u.exec(text)?.[0] ?? '\n';
}

/** One level of indentation in text that the program writes. */
export const indentStep = '  ';
