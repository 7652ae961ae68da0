import { check, type CheckOptions } from '../checks/check.ts';
import type { Diagnostic, TextEdit } from '../tree/diagnostic.ts';
import { parse } from '../tree/parser.ts';
import { edited } from '../writing/edited.ts';

/** A fix may reveal another problem. So files are checked again, at most this many times. */
const MOST_ROUNDS = 20;

/** Applies all safe fixes of a file (`Fix.isSafe`). Returns the edits in the order of the text. */
export function fixAll(text: string, options: CheckOptions): TextEdit[] {
  let mended = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const edits = safeEdits(check(parse(mended), options).diagnostics());
    if (edits.length === 0) break;
    mended = edited(mended, edits);
  }
  return differences(text, mended);
}

/**
 * The first safe fix of each problem. A fix is left out if it touches the edits of an earlier fix.
 */
function safeEdits(problems: readonly Diagnostic[]): TextEdit[] {
  const chosen: TextEdit[] = [];
  for (const { fixes = [] } of problems) {
    const fix = fixes.find(({ isSafe }) => isSafe === true);
    const touches = fix?.edits.some(({ range }) =>
      chosen.some((one) => range.start <= one.range.end && one.range.start <= range.end),
    );
    if (fix !== undefined && touches !== true) chosen.push(...fix.edits);
  }
  return chosen;
}

/**
 * The edits that turn one text into another. If both have the same number of lines, each line that
 * differs gets an edit of its own.
 */
function differences(before: string, after: string): TextEdit[] {
  const [old, now] = [before, after].map((text) => text.split('\n'));
  if (old.length !== now.length) return difference(before, after, 0);
  const edits: TextEdit[] = [];
  let start = 0;
  for (const [i, line] of old.entries()) {
    edits.push(...difference(line, now[i], start));
    start += line.length + 1;
  }
  return edits;
}

/**
 * Replaces the text between the common beginning and the common end of two texts.
 *
 * @param start the offset of `before` in the file
 */
function difference(before: string, after: string, start: number): TextEdit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  const range = { start: start + from, end: start + before.length - same };
  return [{ range, newText: after.slice(from, after.length - same) }];
}
