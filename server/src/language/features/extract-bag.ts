import { afterLineEnd, char, lineEndAt } from '../tree/characters.ts';
import { foreignComment } from '../tree/foreign-comment.ts';
import { lineEndOf, lineStartAt } from '../tree/lines.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { Scanner, TokenKind } from '../tree/scanner.ts';
import { headerName, sectionNames } from '../tree/section-header.ts';
import { bagAt } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';
import { bagsOfText, maxCharacters } from './new-bag.ts';

/** The selected part of a line. A `stray` line stands outside all bags. */
interface Part {
  readonly kind: 'expectation' | 'comment' | 'stray';
  readonly text: string;
}

/**
 * Whether bags can be made of a selection: `lines` if all selected lines are outside bags,
 * `sentence` if expected sentences or comments are selected. Null if the selection is too long or
 * has other text.
 */
export function extractable(file: BowFile, selection: Range): 'sentence' | 'lines' | null {
  if (selection.end - selection.start > maxCharacters) return null;
  const parts = partsOf(file, selection);
  if (parts === null) return null;
  return parts.every(({ kind }) => kind === 'stray') ? 'lines' : 'sentence';
}

/**
 * The lines outside all bags that may be sentences, beginning with the line of an offset: at most
 * `limit` lines, without blank lines. The list ends before the first line that cannot be a
 * sentence, such as a comment, a setting or the header of a bag.
 */
export function strayLines(file: BowFile, offset: number, limit: number): Range[] {
  const { text } = file;
  const lines: Range[] = [];
  let length = 0;
  for (let start = lineStartAt(text, offset); start < text.length && lines.length < limit;) {
    const line = { start, end: lineEndAt(text, start, text.length) };
    const part = trim(text, line);
    length += line.end - start;
    if (length > maxCharacters) break;
    if (part.start < part.end) {
      const isStray = partOf(file, line, part)?.kind === 'stray';
      if (!isStray || foreignComment(text, part.start) !== null) break;
      lines.push(part);
    }
    start = Math.max(line.end + 1, afterLineEnd(text, line.end, text.length));
  }
  return lines;
}

/**
 * The edit that makes bags of the selected sentences. If all selected lines are outside bags, the
 * new bags replace them. Otherwise the selected text stays, and the new bags are added below the
 * bag in which the selection begins.
 */
export function extractBags(file: BowFile, selection: Range): TextEdit | null {
  const { text } = file;
  if (selection.end - selection.start > maxCharacters) return null;
  const parts = partsOf(file, selection);
  if (parts === null) return null;
  // In a comment, a sentence may go on in the next line. Any other line ends its sentence, so an
  // empty line is added below it, at which `bagsOfText` splits.
  const sentences = parts.map(({ kind, text: part }) => (kind === 'comment' ? part : `${part}\n`));
  const bags = bagsOfText(sentences.join('\n'));
  if (bags === null) return null;
  const lastSetting = file.settings.at(-1)?.end ?? 0;
  const isStray = parts.every(({ kind }) => kind === 'stray');
  const lines = linesOf(text, selection);
  if (isStray && lastSetting <= lines.start) {
    return { range: lines, newText: bags.trimEnd().replaceAll('\n', lineEndOf(text)) };
  }
  const bag = bagAt(file, selection.start);
  const bagEnd = bag < 0 ? lastSetting : file.starts[bag] + file.bags[bag].end;
  return insertion(file, bags, Math.max(bagEnd, selection.end));
}

/**
 * The edit that writes bags below a bag.
 *
 * @param bags the bags, with line feeds as line ends
 * @param bag the index of the bag above; -1 for the end of the file
 */
export function insertBags(file: BowFile, bags: string, bag: number): TextEdit {
  const end = bag < 0 ? file.text.trimEnd().length : file.starts[bag] + file.bags[bag].end;
  return insertion(file, bags, end);
}

/** Writes bags below the line of an offset, with an empty line on either side. */
function insertion({ text }: BowFile, bags: string, offset: number): TextEdit {
  const eol = lineEndOf(text);
  const at = lineEndAt(text, offset, text.length);
  const next = afterLineEnd(text, at, text.length);
  const isCrowded = next > at && text.slice(next, lineEndAt(text, next, text.length)).trim() !== '';
  const isFirst = text.slice(0, at).trim() === '';
  const written = bags.trimEnd().replaceAll('\n', eol);
  return {
    range: { start: at, end: at },
    newText: (isFirst ? '' : eol + eol) + written + (isCrowded ? eol : ''),
  };
}

/** The selected lines, without blank lines at either end. */
function linesOf(text: string, selection: Range): Range {
  const { start, end } = trim(text, selection);
  return { start: lineStartAt(text, start), end: lineEndAt(text, end, text.length) };
}

/**
 * The selected part of each line. Null if the selection has anything but expected sentences,
 * comments and text outside all bags.
 */
function partsOf(file: BowFile, { start, end }: Range): Part[] | null {
  const { text } = file;
  const parts: Part[] = [];
  for (let lineStart = lineStartAt(text, start); lineStart < end;) {
    const line = { start: lineStart, end: lineEndAt(text, lineStart, text.length) };
    const selected = { start: Math.max(start, line.start), end: Math.min(end, line.end) };
    const trimmed = trim(text, selected);
    if (trimmed.start < trimmed.end) {
      const part = partOf(file, line, trimmed);
      if (part === null) return null;
      parts.push(part);
    }
    // At the end of the text there is no line end to skip.
    lineStart = Math.max(line.end + 1, afterLineEnd(text, line.end, text.length));
  }
  return parts.length > 0 ? parts : null;
}

function partOf(file: BowFile, line: Range, part: Range): Part | null {
  const { text, bags, starts, settings } = file;
  const bag = bagAt(file, part.start);
  const isInBag = bag >= 0 && part.start < starts[bag] + bags[bag].end;
  if (isInBag) {
    const at = part.start - starts[bag];
    const section = bags[bag].sections.findLast(({ header }) => header.start <= at);
    if (section?.kind === 'expect') {
      const one = lastAt(section.lines, at);
      return one !== undefined && part.end - starts[bag] <= one.end
        ? { kind: 'expectation', text: text.slice(part.start, part.end) }
        : null;
    }
  }
  const comment = commentOf(text, line);
  if (comment <= part.start) {
    return { kind: 'comment', text: text.slice(part.start, part.end).replace(/^#+/u, '') };
  }
  const setting = lastAt(settings, part.end - 1);
  const isSetting = setting !== undefined && setting.end > part.start;
  const stray = text.slice(part.start, part.end);
  const whole = trim(text, line);
  const isWhole = part.start === whole.start && part.end === whole.end;
  if (isInBag || isSetting || comment < part.end || !isWhole || isSyntax(stray)) return null;
  return { kind: 'stray', text: stray };
}

/**
 * Whether a line outside all bags looks like a part of a bag: its first or last line, or a header.
 */
function isSyntax(line: string): boolean {
  const [first] = line.split(/\s/u, 1);
  const startsSection = sectionNames.some((name) => line.toLowerCase().startsWith(`${name}:`));
  return first === 'bag' || startsSection || headerName(first) !== null || /[{}]/u.test(line);
}

/** The start of the comment on a line; the end of the line if there is none. */
function commentOf(text: string, { start, end }: Range): number {
  const scanner = new Scanner(text, start, end);
  while (scanner.next() !== TokenKind.End);
  return text.charCodeAt(scanner.start) === char.hash ? scanner.start : end;
}

function lastAt<T extends Range>(ranges: readonly T[], offset: number): T | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : ranges[low - 1];
}

function trim(text: string, { start, end }: Range): Range {
  const selected = text.slice(start, end);
  const from = start + selected.length - selected.trimStart().length;
  return { start: from, end: Math.max(from, start + selected.trimEnd().length) };
}
