import { lineEndAt } from '../tree/characters.ts';
import { indentAt, indentStep, lineEndOf, lineStartAt } from '../tree/lines.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import type { BagNode } from '../tree/syntax.ts';
import { type SectionName, sectionNames } from '../tree/section-header.ts';

/**
 * The edit, as offsets in the bag, that adds lines to the end of a section, indented like its last line. If the bag
 * lacks the section, the edit starts it after the sections that usually precede it.
 */
export function addLines(bag: BagNode, name: SectionName, lines: readonly string[]): TextEdit {
  const { text } = bag;
  const eol = lineEndOf(text);
  const section = bag.sections.findLast(({ kind }) => kind === name);
  if (section !== undefined) {
    const onHeaderLine = lineStartAt(text, section.end) === lineStartAt(text, section.header.start);
    const indent = indentAt(text, section.end) + (onHeaderLine ? indentStep : '');
    return afterLine(bag, section.end, lines.map((line) => indent + line).join(eol));
  }
  const earlier = sectionNames.slice(0, sectionNames.indexOf(name));
  const before = bag.sections.findLast(({ kind }) => earlier.some((other) => other === kind));
  const other = bag.sections.at(0);
  const indent = other ? indentAt(text, other.header.start) : indentStep;
  const written = [`${indent}${name}:`, ...lines.map((line) => indent + indentStep + line)];
  return afterLine(bag, (before ?? bag.header).end, written.join(eol));
}

/** Inserts lines below the line that contains an offset, but before the bag's `}`. */
function afterLine({ text, closed, end }: BagNode, offset: number, lines: string): TextEdit {
  const eol = lineEndOf(text);
  const lineEnd = lineEndAt(text, offset, text.length);
  const brace = end - 1;
  return closed && brace < lineEnd
    ? { range: { start: brace, end: brace }, newText: `${eol}${lines}${eol}` }
    : { range: { start: lineEnd, end: lineEnd }, newText: `${eol}${lines}` };
}
