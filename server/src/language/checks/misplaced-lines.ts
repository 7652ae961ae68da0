import { addLines } from '../writing/add-lines.ts';
import { isLineEnd, isSpace } from '../tree/characters.ts';
import { lineStartAt } from '../tree/lines.ts';
import type { Fix, Diagnostic, Range, TextEdit } from '../tree/diagnostic.ts';
import { Scanner } from '../tree/scanner.ts';
import type { BagNode } from '../tree/syntax.ts';
import { isStatement } from '../tree/parse-statements.ts';

const maxMoved = 100;

/**
 * The syntax errors of a bag. If lines of `deps:` belong in `order:`, or the reverse, their errors
 * get a fix that moves all such lines of the section.
 */
export function withMoves(bag: BagNode): readonly Diagnostic[] {
  let diagnostics = bag.diagnostics;
  for (const section of bag.sections) {
    if (section.kind !== 'deps' && section.kind !== 'order') continue;
    if (!bag.diagnostics.some(({ range }) => isWithin(range, section))) continue;
    const other = section.kind === 'deps' ? 'order' : 'deps';
    const strays: Range[] = [];
    for (const statement of section.statements) {
      if (strays.length === maxMoved) break;
      if (statement.broken && belongsIn(bag.text, statement, other)) strays.push(statement);
    }
    if (strays.length === 0) continue;
    const fix = move(bag, strays, other);
    diagnostics = diagnostics.map((found) =>
      strays.some((stray) => isWithin(found.range, stray)) ? { ...found, fixes: [fix] } : found,
    );
  }
  return diagnostics;
}

function belongsIn(text: string, { start, end }: Range, section: 'deps' | 'order'): boolean {
  const scanner = new Scanner(text, start, end);
  return isStatement(text, scanner, scanner.next(), section);
}

function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Moves all misplaced lines, since consecutive misplaced lines are reported only once. */
function move(bag: BagNode, strays: readonly Range[], section: 'deps' | 'order'): Fix {
  const { text } = bag;
  const lines = strays.map(({ start, end }) => text.slice(start, end));
  const what = lines.length === 1 ? 'it' : `the ${lines.length} lines`;
  const insertion = addLines(bag, section, lines);
  const at = insertion.range.start;
  // In a bag on one line, the insertion may be in the white space behind the statement. The
  // deletion then ends there.
  const deletions = strays.map((stray) => {
    const { start, end } = taking(text, stray).range;
    return { range: { start, end: start < at && at < end ? at : end }, newText: '' };
  });
  // The insertion comes first, since a deletion may start at the same offset.
  return { title: `Move ${what} to \`${section}:\``, edits: [insertion, ...deletions] };
}

/**
 * Deletes a statement. If it is alone on its line, also deletes the line break before it. The line
 * break after it stays, since other lines may be inserted there.
 */
function taking(text: string, { start, end }: Range): TextEdit {
  let after = end;
  while (after < text.length && isSpace(text.charCodeAt(after))) after++;
  const isLast = after === text.length || isLineEnd(text.charCodeAt(after));
  const lineStart = lineStartAt(text, start);
  const isAlone = isLast && text.slice(lineStart, start).trim() === '';
  const lineEndBefore = text.startsWith('\r\n', lineStart - 2) ? 2 : 1;
  return { range: { start: isAlone ? lineStart - lineEndBefore : start, end: after }, newText: '' };
}
