import { lineEndAt } from '../tree/characters.ts';
import { indentAt, indentStep, isFirstOfLine, lineEndOf, lineStartAt } from '../tree/lines.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import type { BagNode } from '../tree/syntax.ts';
import { type SectionName, sectionNames } from '../tree/section-header.ts';

/**
 * The edit, as offsets in the bag, that adds lines to the end of a section. If the bag lacks the
 * section, the edit starts it after the sections that usually precede it. If the section shares its
 * line with other sections, each added line gets a header of its own: `deps: a -> b deps: b -> c`.
 */
export function addLines(bag: BagNode, name: SectionName, lines: readonly string[]): TextEdit {
  const { text } = bag;
  const eol = lineEndOf(text);
  const section = bag.sections.findLast(({ kind }) => kind === name);
  const earlier = sectionNames.slice(0, sectionNames.indexOf(name));
  const before = bag.sections.findLast(({ kind }) => earlier.some((other) => other === kind));
  const after = section ?? before ?? bag.header;
  if (isShared(bag, after)) {
    const at = { start: after.end, end: after.end };
    return { range: at, newText: lines.map((line) => ` ${name}: ${line}`).join('') };
  }
  if (section !== undefined) {
    const onHeaderLine = lineStartAt(text, section.end) === lineStartAt(text, section.header.start);
    const indent = indentAt(text, section.end) + (onHeaderLine ? indentStep : '');
    return afterLine(bag, section.end, lines.map((line) => indent + line).join(eol));
  }
  const other = bag.sections.find(({ header }) => isFirstOfLine(text, header.start));
  const indent = other ? indentAt(text, other.header.start) : indentStep;
  const written = [`${indent}${name}:`, ...lines.map((line) => indent + indentStep + line)];
  return afterLine(bag, after.end, written.join(eol));
}

/**
 * The text to write between two statements of a section.
 *
 * @param start the offset of the first statement
 */
export function betweenStatements(bag: BagNode, name: SectionName, start: number): string {
  const { text } = bag;
  const section = bag.sections.findLast((one) => one.kind === name && one.start <= start);
  if (section !== undefined && isShared(bag, section)) return ` ${name}: `;
  return lineEndOf(text) + indentAt(text, start) + (isFirstOfLine(text, start) ? '' : indentStep);
}

/** Whether a section shares its last line with another section, or the whole bag is on one line. */
function isShared(
  { text, sections, header, closed, end: bagEnd }: BagNode,
  { end }: Range,
): boolean {
  const lineStart = lineStartAt(text, end);
  const lineEnd = lineEndAt(text, end, text.length);
  const isOneLine = closed && lineStart <= header.start && bagEnd <= lineEnd;
  return isOneLine || sections.some((one) => one.header.start >= end && one.header.start < lineEnd);
}

/** Inserts lines below the line of `offset`, but before the bag's `}`. */
function afterLine({ text, closed, end }: BagNode, offset: number, lines: string): TextEdit {
  const eol = lineEndOf(text);
  const lineEnd = lineEndAt(text, offset, text.length);
  const brace = end - 1;
  return closed && brace < lineEnd
    ? { range: { start: brace, end: brace }, newText: `${eol}${lines}${eol}` }
    : { range: { start: lineEnd, end: lineEnd }, newText: `${eol}${lines}` };
}
