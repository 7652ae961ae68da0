import { parse } from '../language/parser.ts';
import { expectationsOf } from '../language/syntax.ts';
import type { BagNode, ExpectSection } from '../language/syntax.ts';
import type { TextEdit } from '../language/problem.ts';

const indentStep = '  ';

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
    last === undefined || lineStart(bag, last.start) === lineStart(bag, section.header.start);
  const indent = onHeaderLine
    ? indentAt(bag, section.header.start) + indentStep
    : indentAt(bag, last.start);
  return at((last ?? section.header).end, `${lineEnd(bag)}${indent}${sentence}`);
}

/** Adds the section, right before the bag's `}`. */
function append(bag: BagNode, sentence: string, at: At): TextEdit {
  const eol = lineEnd(bag);
  const other = bag.sections.at(0);
  const indent = other ? indentAt(bag, other.header.start) : indentStep;
  const lines = `${indent}expect:${eol}${indent}${indentStep}${sentence}`;
  if (!bag.closed) return at(bag.end, `${eol}${lines}`);
  const brace = bag.end - 1;
  const start = lineStart(bag, brace);
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

function lineStart(bag: BagNode, offset: number): number {
  return (
    Math.max(bag.text.lastIndexOf('\n', offset - 1), bag.text.lastIndexOf('\r', offset - 1)) + 1
  );
}

function indentAt(bag: BagNode, offset: number): string {
  const start = lineStart(bag, offset);
  return /^[ \t]*/u.exec(bag.text.slice(start, offset))![0];
}

function lineEnd(bag: BagNode): string {
  return bag.text.includes('\r\n') ? '\r\n' : '\n';
}
