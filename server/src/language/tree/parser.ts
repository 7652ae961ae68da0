import { lowerBound } from '../../util/lower-bound.ts';
import { char, countLines, isLineEnd, isSpace } from './characters.ts';
import type { Grammar } from './given-tag.ts';
import { readHeader } from './bag-header.ts';
import { parseBag } from './parse-bag.ts';
import { parseOutside } from './parse-outside.ts';
import { DiagnosticList } from './diagnostic-list.ts';
import { settingOf } from './settings.ts';
import type { BagNode, BowFile } from './syntax.ts';

/**
 * Replaces the part of a text from `start` to `oldEnd`. In the new text, the part ends at `newEnd`.
 */
export interface Edit {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/**
 * Parses a file in linear time. Never fails.
 *
 * Each bag is parsed alone. This is possible since a bag's first line is recognised without
 * context, no token crosses a line end, and no reference leaves its bag.
 */
export function parse(text: string): BowFile {
  return parsePart(text);
}

/**
 * Parses a text that may be only a part of a file.
 *
 * @param grammar the value of the setting `grammar` if the text does not set it
 */
export function parsePart(text: string, grammar?: Grammar): BowFile {
  const starts = bagStarts(text, 0, text.length);
  const before = starts.at(0) ?? text.length;
  const first = parseBefore(text, before);
  const given = settingOf(first, 'grammar', grammar);
  const bags = starts.map((start, i) =>
    parseBag(ownCopy(text, start, starts.at(i + 1) ?? text.length), given),
  );
  return {
    text,
    ...first,
    bags,
    names: namesOf(bags),
    starts: Int32Array.from(starts),
    lines: bagLines(bags, countLines(text, 0, before)),
  };
}

/**
 * Parses a file after one edit, with the same result as {@link parse}. Bags that the edit does not
 * touch remain the same objects.
 */
export function reparse(previous: BowFile, text: string, edit: Edit): BowFile {
  const delta = edit.newEnd - edit.oldEnd;
  if (previous.text.length + delta !== text.length) return parse(text);
  const { bags, starts } = previous;
  // Keeps the bags before index `first` and the bags from index `last` on. An edit at the start of
  // a bag also touches the bag before it, since lines inserted there belong to that earlier bag.
  let first = lowerBound(starts, edit.start) - 1;
  const last = lowerBound(starts, edit.oldEnd + 1);
  while (first >= 0 && !readHeader(text, starts[first], text.length)) first--;
  const from = first < 0 ? 0 : starts[first];
  const to = last < starts.length ? starts[last] + delta : text.length;

  const found = bagStarts(text, from, to);
  const kept = Math.max(first, 0);
  const newStarts = splice(starts, kept, last, found, delta);
  const { settings, diagnostics } =
    first < 0 ? parseBefore(text, newStarts.at(0) ?? text.length) : previous;
  const grammar = settingOf({ settings }, 'grammar');
  if (grammar !== settingOf(previous, 'grammar')) return parse(text);
  const changed = found.map((start, i) => {
    const end = found.at(i + 1) ?? to;
    return (
      sameBag(bags, kept + i, text, start, end) ??
      sameBag(bags, last - found.length + i, text, start, end) ??
      parseBag(ownCopy(text, start, end), grammar)
    );
  });

  const newBags = bags.slice(0, kept).concat(changed, bags.slice(last));
  return {
    text,
    settings,
    diagnostics,
    bags: newBags,
    names: sameNames(previous, changed, kept, last) ? previous.names : namesOf(newBags),
    starts: newStarts,
    lines: spliceLines(previous, text, newBags, newStarts, kept, last),
  };
}

function namesOf(bags: readonly BagNode[]): readonly (string | null)[] {
  return bags.map(({ name }) => name);
}

function sameNames(
  { names }: BowFile,
  changed: readonly BagNode[],
  start: number,
  end: number,
): boolean {
  return (
    changed.length === end - start && changed.every(({ name }, i) => name === names[start + i])
  );
}

/** Replaces the elements from `start` to `end`, and adds `delta` to the elements after them. */
function splice(
  elements: Int32Array,
  start: number,
  end: number,
  replacement: readonly number[],
  delta: number,
): Int32Array {
  const shift = start + replacement.length - end;
  const spliced = new Int32Array(elements.length + shift);
  spliced.set(elements.subarray(0, start));
  spliced.set(replacement, start);
  for (let i = end; i < elements.length; i++) spliced[i + shift] = elements[i] + delta;
  return spliced;
}

/** The line numbers of the bags' first lines after an edit. */
function spliceLines(
  previous: BowFile,
  text: string,
  bags: readonly BagNode[],
  starts: Int32Array,
  start: number,
  oldEnd: number,
): Int32Array {
  const end = bags.length - (previous.bags.length - oldEnd);
  let line =
    start > 0
      ? previous.lines[start - 1] + bags[start - 1].lineEnds
      : countLines(text, 0, starts.at(0) ?? text.length);
  const changed: number[] = [];
  for (let bag = start; bag < end; bag++) {
    changed.push(line);
    line += bags[bag].lineEnds;
  }
  const delta = end < bags.length ? line - previous.lines[oldEnd] : 0;
  return splice(previous.lines, start, oldEnd, changed, delta);
}

function parseBefore(text: string, end: number): Pick<BowFile, 'settings' | 'diagnostics'> {
  // Parses a copy. Otherwise the few settings would keep the whole file's text in memory.
  const before = ownCopy(text, 0, end);
  const diagnostics = new DiagnosticList();
  const settings = parseOutside(before, 0, end, true, diagnostics);
  return { settings, diagnostics: diagnostics.finish() };
}

/** The offsets of the bags' first lines. */
function bagStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('bag', from); at >= 0 && at < to; at = text.indexOf('bag', at + 3)) {
    let lineStart = at;
    while (lineStart > from && isSpace(text.charCodeAt(lineStart - 1))) lineStart--;
    if (lineStart > from && !isLineEnd(text.charCodeAt(lineStart - 1))) continue;
    if (readHeader(text, lineStart, to)) starts.push(lineStart);
  }
  return starts;
}

/** @param first the line number of the first bag */
function bagLines(bags: readonly BagNode[], first: number): Int32Array {
  const lines = new Int32Array(bags.length);
  let line = first;
  for (let i = 0; i < bags.length; i++) {
    lines[i] = line;
    line += bags[i].lineEnds;
  }
  return lines;
}

/** Returns the old bag with index `place` if its text equals the given part of the new text. */
function sameBag(
  bags: readonly BagNode[],
  place: number,
  text: string,
  start: number,
  end: number,
): BagNode | undefined {
  const bag = place < 0 ? undefined : bags.at(place);
  return bag?.text.length === end - start && text.startsWith(bag.text, start) ? bag : undefined;
}

/**
 * Copies a part of a text. A bag may outlive the file's text, but in V8 a slice keeps its whole
 * original string. So this slices a short concatenated string instead.
 */
function ownCopy(text: string, start: number, end: number): string {
  return String.fromCharCode(char.space).concat(text.slice(start, end)).slice(1);
}
