import type { TextEdit } from '../tree/diagnostic.ts';
import { parsePart } from '../tree/parser.ts';
import type { BagNode } from '../tree/syntax.ts';

/** Applies edits that do not overlap. Insertions at the same offset stay in their order. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start - b.range.start)) {
    pieces.push(text.slice(at, range.start), newText);
    at = range.end;
  }
  return pieces.join('') + text.slice(at);
}

export function editedBag(bag: BagNode, edits: readonly TextEdit[]): BagNode {
  return parsePart(edited(bag.text, edits), bag.grammar).bags[0];
}

/** The edit that turns `before` into `after`, without their common prefix and suffix. */
export function difference(before: string, after: string): TextEdit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const end = before.length - same;
  return { range: { start, end }, newText: after.slice(start, after.length - same) };
}
