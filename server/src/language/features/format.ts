import { afterLineEnd, isSpace, lineEndAt } from '../tree/characters.ts';
import { lineEndOf, lineStartAt } from '../tree/lines.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { Scanner, TokenKind } from '../tree/scanner.ts';
import { bagAt } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';
import { linesOf } from './line-kinds.ts';
import type { Line } from './line-kinds.ts';

/** How a file is laid out. */
export interface Layout {
  /** What a section is indented by; its content is by twice as much. */
  readonly indent: string;
}

/**
 * The edits that bring a file into form. They change white space between tokens and nothing else, so that
 * the file means what it meant; tokens, comments and lines that stand strangely outside bags stay as
 * they are. Edits are in the order of the text and do not touch, here and below.
 */
export function formatFile(file: BowFile, layout: Layout): TextEdit[] {
  return formatRange(file, { start: 0, end: file.text.length }, layout);
}

/** The same for the lines of a range alone. */
export function formatRange(file: BowFile, range: Range, layout: Layout): TextEdit[] {
  const { text, bags, starts } = file;
  const lines = wholeLines(text, range);
  const formatter = new Formatter(text, layout, lines);
  // One bag earlier, since what stands before a line decides on the blank lines between them.
  let bag = Math.max(-1, bagAt(file, lines.start) - 1);
  let before: Line | null = null;
  for (; bag < bags.length && (bag < 0 || starts[bag] <= lines.end); bag++) {
    for (const line of linesOf(file, bag)) {
      formatter.separate(before, line);
      formatter.format(line);
      before = line;
    }
  }
  if (bag === bags.length) formatter.finish(before);
  return formatter.edits;
}

/**
 * The edits after a key was pressed, the cursor standing at `offset`: after a line end the line above is
 * brought into form and the new one indented; after the `}` of a bag, its line is.
 */
export function formatOnType(
  file: BowFile,
  offset: number,
  typed: string,
  layout: Layout,
): TextEdit[] {
  const { text } = file;
  const here = { start: lineStartAt(text, offset), end: lineEndAt(text, offset, text.length) };
  const bagAbove = bagAt(file, here.start - 1);
  const bagHere = bagAt(file, here.start);
  const lines = [...linesOf(file, bagAbove), ...(bagHere > bagAbove ? linesOf(file, bagHere) : [])];
  const formatter = new Formatter(text, layout, { start: 0, end: text.length });
  const line = lines.find(({ start }) => start === here.start);
  if (typed === '}') {
    if (line?.kind === 'close') formatter.format(line);
    return formatter.edits;
  }
  const above = lines.findLast(({ start }) => start < here.start);
  if (above?.next === here.start) formatter.format(above);
  // The white space at its end may be what the cursor stands after.
  if (line !== undefined) formatter.indent(line);
  else if (above !== undefined) {
    formatter.indent({ ...here, first: here.end, level: above.levelBelow });
  }
  return formatter.edits;
}

/** A range grown to whole lines, without the end of the last one. */
function wholeLines(text: string, { start, end }: Range): Range {
  // A selection of whole lines ends where the line after them starts.
  const isWhole = start < end && end < text.length && lineStartAt(text, end) === end;
  return {
    start: lineStartAt(text, start),
    end: lineEndAt(text, isWhole ? end - 1 : end, text.length),
  };
}

class Formatter {
  readonly #text: string;
  readonly #layout: Layout;
  readonly #range: Range;
  readonly edits: TextEdit[] = [];
  readonly #scanner: Scanner;

  /** @param range what may be edited */
  constructor(text: string, layout: Layout, range: Range) {
    this.#text = text;
    this.#layout = layout;
    this.#range = range;
    this.#scanner = new Scanner(text, 0, text.length);
  }

  format(line: Line): void {
    if (line.level === null) return;
    this.indent(line);
    const text = this.#text;
    const scanner = this.#scanner;
    let end = line.first;
    scanner.goTo(line.first);
    while (line.isPlain ? scanner.nextRun() : scanner.next() !== TokenKind.End) {
      if (end > line.first) this.#replace(end, scanner.start, ' ');
      end = scanner.end;
    }
    // A comment after other things may be in line with those of other lines: it stays in its place.
    let last = line.end;
    while (last > end && isSpace(text.charCodeAt(last - 1))) last--;
    this.#replace(last, line.end, '');
  }

  indent({ start, first, level }: Pick<Line, 'start' | 'first' | 'level'>): void {
    if (level !== null) this.#replace(start, first, this.#layout.indent.repeat(level));
  }

  /** Sets the blank lines between a line and the one before it, if there is one. */
  separate(before: Line | null, line: Line): void {
    const text = this.#text;
    const start = before?.next ?? 0;
    const end = line.start;
    if (before === null || !isSeparate(before, line)) this.#replace(start, end, '');
    else if (start === end || afterLineEnd(text, start, end) !== end) {
      // A line end of the same kind: LF after a lone CR would be no line of its own.
      this.#replace(start, end, text.slice(before.end, before.next));
    }
  }

  /** The last line has an end, and no blank line follows it. */
  finish(last: Line | null): void {
    const text = this.#text;
    if (last !== null && last.end === last.next) {
      this.#replace(last.end, last.end, lineEndOf(text));
    } else this.#replace(last?.next ?? 0, text.length, '');
  }

  #replace(start: number, end: number, newText: string): void {
    if (end - start === newText.length && this.#text.startsWith(newText, start)) return;
    if (start < this.#range.start || end > this.#range.end) return;
    const last = this.edits.at(-1);
    if (last?.range.end !== start) {
      this.edits.push({ range: { start, end }, newText });
      return;
    }
    this.edits[this.edits.length - 1] = {
      range: { start: last.range.start, end },
      newText: last.newText + newText,
    };
  }
}

/** Whether a blank line stands between two lines. */
function isSeparate(before: Line, line: Line): boolean {
  const isGiven = before.next < line.start;
  if (line.kind === 'close') return false;
  if (line.kind === 'bag') return before.kind !== 'comment' || isGiven;
  if (before.kind === 'bag') return false;
  return before.closes || isGiven;
}
