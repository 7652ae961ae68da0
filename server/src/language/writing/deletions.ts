import { betweenStatements } from './add-lines.ts';
import { lineEndAt } from '../tree/characters.ts';
import { isFirstOfLine, lineStartAt } from '../tree/lines.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { depsOf } from '../tree/syntax.ts';
import type { BagNode, DepsStatement, Reference } from '../tree/syntax.ts';

/** Deletes the brackets of a chunk. The closing bracket may be missing. */
export function unbracketing(text: string, { start, end }: Range): TextEdit[] {
  const brackets = text[end - 1] === ']' ? [start, end - 1] : [start];
  return brackets.map((at) => ({ range: { start: at, end: at + 1 }, newText: '' }));
}

/** Deletes a statement. If nothing else stands on its line, deletes the whole line. */
export function deletionOf(text: string, { start, end }: Range): TextEdit {
  const lineStart = lineStartAt(text, start);
  if (!isFirstOfLine(text, start)) {
    const isBetween =
      text[start - 1] === ' ' &&
      /^[ \t]+\S/u.test(text.slice(end, lineEndAt(text, end, text.length)));
    return { range: { start: isBetween ? start - 1 : start, end }, newText: '' };
  }
  const [rest, lineEnd] = /^[ \t]*(\r\n|\r|\n)?/u.exec(text.slice(end))!;
  return { range: { start: lineEnd ? lineStart : start, end: end + rest.length }, newText: '' };
}

/**
 * Deletes an item of `words:` and the blanks before it. If nothing else stands on its line, deletes
 * the whole line.
 */
export function deletionOfItem(text: string, item: Range): TextEdit {
  if (isFirstOfLine(text, item.start)) return deletionOf(text, item);
  const { length } = text.slice(0, item.start).trimEnd();
  return { range: { start: length, end: item.end }, newText: '' };
}

/**
 * The edits that delete arcs from `deps:`. Remaining arcs stay on one line if they still form a
 * chain.
 *
 * @param dependents for each arc to delete, the reference to its dependent in `deps:`
 */
export function deleteArcs(bag: BagNode, dependents: ReadonlySet<Reference>): TextEdit[] {
  return depsOf(bag).flatMap((statement) => {
    const { start, end, heads } = statement;
    const isTouched = [...heads.slice(1), ...statement.dependents].some((reference) =>
      dependents.has(reference),
    );
    if (!isTouched) return [];
    const lines = linesWithout(bag.text, statement, dependents);
    if (lines.length === 0) return [deletionOf(bag.text, statement)];
    return [{ range: { start, end }, newText: lines.join(betweenStatements(bag, 'deps', start)) }];
  });
}

/** Splits a line of `deps:` at each deleted arc. */
function linesWithout(
  text: string,
  { heads, arrows, dependents }: DepsStatement,
  deleted: ReadonlySet<Reference>,
): string[] {
  const written = ({ start, end }: Range): string => text.slice(start, end);
  const chains: string[][] = [];
  heads.forEach((head, i) => {
    if (i === 0 || deleted.has(head)) chains.push([written(head)]);
    else chains[chains.length - 1].push(written(arrows[i - 1]), written(head));
  });
  const kept = dependents.filter((dependent) => !deleted.has(dependent));
  if (kept.length > 0) {
    chains[chains.length - 1].push(written(arrows[arrows.length - 1]), ...kept.map(written));
  }
  return chains.filter((chain) => chain.length > 1).map((chain) => chain.join(' '));
}
