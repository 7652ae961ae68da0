import { indentAt, indentStep, lineEndOf, lineStartAt } from '../language/lines.ts';
import { parse } from '../language/parser.ts';
import { expectationsOf } from '../language/syntax.ts';
import type { BagNode, ExpectSection } from '../language/syntax.ts';
import type { TextEdit } from '../language/problem.ts';

/**
 * The edit, in the bag's own offsets, that adds a sentence to what a bag expects; null where the
 * sentence cannot stand on a line of `expect:` (it would read as a header, say).
 */
export function insertExpectation(bag: BagNode, sentence: string): TextEdit | null {
  const at = (offset: number, newText: string): TextEdit => ({
    range: { start: offset, end: offset },
    newText,
  });
  const section = bag.sections.findLast((each) => each.kind === 'expect');
  const edit = section ? extend(bag, section, sentence, at) : append(bag, sentence, at);
  return holds(bag, edit, sentence) ? edit : null;
}

type At = (offset: number, newText: string) => TextEdit;

/** Adds a line to the section that is there, indented like its last one. */
function extend(bag: BagNode, section: ExpectSection, sentence: string, at: At): TextEdit {
  const last = section.lines.at(-1);
  const onHeaderLine =
    last === undefined ||
    lineStartAt(bag.text, last.start) === lineStartAt(bag.text, section.header.start);
  const indent = onHeaderLine
    ? indentAt(bag.text, section.header.start) + indentStep
    : indentAt(bag.text, last.start);
  return at((last ?? section.header).end, `${lineEndOf(bag.text)}${indent}${sentence}`);
}

/** Adds the section, right before the bag's `}`. */
function append(bag: BagNode, sentence: string, at: At): TextEdit {
  const eol = lineEndOf(bag.text);
  const other = bag.sections.at(0);
  const indent = other ? indentAt(bag.text, other.header.start) : indentStep;
  const lines = `${indent}expect:${eol}${indent}${indentStep}${sentence}`;
  if (!bag.closed) return at(bag.end, `${eol}${lines}`);
  const brace = bag.end - 1;
  const start = lineStartAt(bag.text, brace);
  const alone = bag.text.slice(start, brace).trim() === '';
  return alone ? at(start, `${lines}${eol}`) : at(brace, `${eol}${lines}${eol}`);
}

/** Whether the bag, once edited, is still one bag and expects the sentence. */
function holds(bag: BagNode, { range, newText }: TextEdit, sentence: string): boolean {
  const text = bag.text.slice(0, range.start) + newText + bag.text.slice(range.end);
  const { bags } = parse(text);
  const edited = bags[0];
  if (bags.length !== 1 || edited.closed !== bag.closed) return false;
  const expected = expectationsOf(edited).map(({ start, end }) => edited.text.slice(start, end));
  return expected.length === expectationsOf(bag).length + 1 && expected.includes(sentence);
}
