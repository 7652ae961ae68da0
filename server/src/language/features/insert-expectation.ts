import { addLines } from '../writing/add-lines.ts';
import { parsePart } from '../tree/parser.ts';
import { expectationsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import { edited } from '../writing/edited.ts';

/**
 * The edit, as offsets in the bag, that adds an expected sentence. Null if the sentence cannot
 * stand on a line of `expect:`, for instance because its first word would be read as a header.
 */
export function insertExpectation(bag: BagNode, sentence: string): TextEdit | null {
  const edit = addLines(bag, 'expect', [sentence]);
  return holds(bag, edit, sentence) ? edit : null;
}

/** Whether the edited text is still a single bag, and this bag expects the sentence. */
function holds(bag: BagNode, edit: TextEdit, sentence: string): boolean {
  const { bags } = parsePart(edited(bag.text, [edit]), bag.grammar);
  const after = bags[0];
  if (bags.length !== 1 || after.closed !== bag.closed) return false;
  const expected = expectationsOf(after).map(({ start, end }) => after.text.slice(start, end));
  return expected.length === expectationsOf(bag).length + 1 && expected.includes(sentence);
}
