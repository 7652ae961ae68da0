import type { TextEdit } from '../tree/diagnostic.ts';

/** A text after edits that do not overlap; insertions at one place stay in their order. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start - b.range.start)) {
    pieces.push(text.slice(at, range.start), newText);
    at = range.end;
  }
  return pieces.join('') + text.slice(at);
}
