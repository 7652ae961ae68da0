import { afterLineEnd, isSpace, lineEndAt } from '../tree/characters.ts';
import { lineEndOf, lineStartAt } from '../tree/lines.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { Scanner, TokenKind } from '../tree/scanner.ts';
import { bagAt } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';
import { linesOf } from './line-kinds.ts';
import type { Line, LinePart } from './line-kinds.ts';
import { lineWidth } from '../writing/write-bag.ts';

export interface Layout {
  /** The indentation of a section. The content of the section gets this indentation twice. */
  readonly indent: string;
}

/**
 * The edits that format a file, in the order of the text. They do not touch each other. They change
 * only white space between tokens, so the file keeps its meaning. A bag on one line is broken over
 * lines if it does not fit; lines are never joined.
 */
export function formatFile(file: BowFile, layout: Layout): TextEdit[] {
  return formatRange(file, { start: 0, end: file.text.length }, layout);
}

/** Formats the lines of a range. The edits are in the order of the text. */
export function formatRange(file: BowFile, range: Range, layout: Layout): TextEdit[] {
  const { text, bags, starts } = file;
  const lines = wholeLines(text, range);
  const formatter = new Formatter(text, layout, lines);
  // Whether a blank line belongs above a line depends on the line before it, so formatting begins
  // one bag earlier.
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
 * The edits to make after the user has typed the key `typed`. The cursor is then at `offset`. After
 * a line break, they format the line above and indent the new line. After the `}` of a bag, they
 * format the line that begins with this `}`.
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
  // If the new line has only white space, it is not in `lines`.
  if (line !== undefined) formatter.indent(line);
  else if (above !== undefined) {
    formatter.indent({ ...here, first: here.end, level: above.levelBelow });
  }
  return formatter.edits;
}

/** Extends a range to whole lines, without the last line end. */
function wholeLines(text: string, { start, end }: Range): Range {
  // A selection of whole lines ends at the start of the next line.
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

  /** @param range the only range in which edits are made */
  constructor(text: string, layout: Layout, range: Range) {
    this.#text = text;
    this.#layout = layout;
    this.#range = range;
  }

  format(line: Line): void {
    if (line.level === null) return;
    this.indent(line);
    const text = this.#text;
    const tokens = tokensOf(text, line.parts);
    const breaks = new Set(this.#isTooLong(line) ? line.breaks : []);
    let end = line.first;
    for (const token of tokens) {
      const broken = breaks.has(token.start);
      if (broken)
        this.#replace(end, token.start, this.#newLine(token.start === line.breaks.at(-1)));
      else if (end > line.first) this.#replace(end, token.start, ' ');
      ({ end } = token);
    }
    // A comment after other text keeps its column, since it may be aligned with other comments.
    let last = line.end;
    while (last > end && isSpace(text.charCodeAt(last - 1))) last--;
    this.#replace(last, line.end, '');
  }

  /** Whether the line is a whole bag in the range to format, and is too long. */
  #isTooLong({ start, end, parts, breaks }: Line): boolean {
    if (breaks.length === 0 || start < this.#range.start || end > this.#range.end) return false;
    let length = 0;
    for (const { start, end } of tokensOf(this.#text, parts)) {
      length += end - start + (length > 0 ? 1 : 0);
      if (start === breaks.at(-1)) break;
    }
    return length > lineWidth;
  }

  /** A line end, and the indentation of a section header. The `}` of a bag (`isClose`) has none. */
  #newLine(isClose: boolean): string {
    return lineEndOf(this.#text) + (isClose ? '' : this.#layout.indent);
  }

  indent({ start, first, level }: Pick<Line, 'start' | 'first' | 'level'>): void {
    if (level !== null) this.#replace(start, first, this.#layout.indent.repeat(level));
  }

  /**
   * Sets the number of blank lines above a line. `before` is the last line with content above it.
   */
  separate(before: Line | null, line: Line): void {
    const text = this.#text;
    const start = before?.next ?? 0;
    const end = line.start;
    if (before === null || !this.#isSeparate(before, line)) this.#replace(start, end, '');
    else if (start === end || afterLineEnd(text, start, end) !== end) {
      // Writes the same line end as above. With another kind, the two could become one: a CR
      // followed by an LF is a single line end.
      this.#replace(start, end, text.slice(before.end, before.next));
    }
  }

  #isSeparate(before: Line, line: Line): boolean {
    const isGiven = before.next < line.start;
    if (line.kind === 'close') return false;
    if (line.kind === 'bag') {
      // Bags that each stand on one line may follow one another without blank lines.
      const isList = [before, line].every(
        (one) => one.kind === 'bag' && one.closes && !this.#isTooLong(one),
      );
      return isGiven || (before.kind !== 'comment' && !isList);
    }
    if (before.kind === 'bag' && !before.closes) return false;
    return before.closes || isGiven;
  }

  /** Ends the file with one line end and no blank lines. */
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

/** The tokens of a line, without a comment at its end. */
function tokensOf(text: string, parts: readonly LinePart[]): readonly Range[] {
  const tokens: Range[] = [];
  for (const { start, end, isSentence } of parts) {
    const scanner = new Scanner(text, start, end);
    while (isSentence ? scanner.nextRun() : scanner.next() !== TokenKind.End) {
      tokens.push({ start: scanner.start, end: scanner.end });
    }
  }
  return tokens;
}
