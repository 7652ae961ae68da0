import { lineEndAt } from './characters.ts';
import { replacement } from './diagnostic.ts';
import type { Fix, Range } from './diagnostic.ts';

/** A comment in the notation of another language. */
export interface ForeignComment {
  /** The range of the opening sign, such as `//`. */
  readonly range: Range;
  readonly fix: Fix;
}

/** Finds a comment at `start` that begins with `//` or `%`, or a block comment of C on one line. */
export function foreignComment(text: string, start: number): ForeignComment | null {
  const sign = /^(?:\/\/+|%+|\/\*+)(?!\/)/u.exec(text.slice(start, start + 4))?.[0];
  if (sign === undefined) return null;
  const range = { start, end: start + sign.length };
  const fix = replacement('Write `#`', range, '#');
  if (!sign.startsWith('/*')) return { range, fix };
  const line = text.slice(range.end, lineEndAt(text, range.end, text.length)).trimEnd();
  if (!line.endsWith('*/') || line.indexOf('*/') < line.length - 2) return null;
  const content = line.slice(0, -2).trimEnd();
  const closing = { start: range.end + content.length, end: range.end + line.length };
  return { range, fix: { ...fix, edits: [...fix.edits, { range: closing, newText: '' }] } };
}
