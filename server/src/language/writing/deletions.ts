import { betweenStatements } from './add-lines.ts';
import { lineEndAt } from '../tree/characters.ts';
import { isFirstOfLine, lineStartAt } from '../tree/lines.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { arcsOf, depsOf, orderOf } from '../tree/syntax.ts';
import type { BagNode, DepsStatement, OrderStatement, Reference, Section } from '../tree/syntax.ts';

/**
 * Deletes the brackets of a chunk, with the blanks inside them. The closing bracket may be missing.
 */
export function unbracketing(text: string, { start, end }: Range): TextEdit[] {
  const isClosed = text[end - 1] === ']';
  const inner = text.slice(start + 1, isClosed ? end - 1 : end);
  const from = start + 1 + inner.length - inner.trimStart().length;
  const opening = { range: { start, end: from }, newText: '' };
  if (!isClosed) return [opening];
  const to = Math.max(from, start + 1 + inner.trimEnd().length);
  return [opening, { range: { start: to, end }, newText: '' }];
}

/**
 * Deletes a statement and, at the end of a line, the blanks before it. If nothing else stands on
 * its line, deletes the whole line.
 */
export function deletionOf(text: string, { start, end }: Range): TextEdit {
  const lineStart = lineStartAt(text, start);
  if (!isFirstOfLine(text, start)) {
    const rest = text.slice(end, lineEndAt(text, end, text.length));
    if (rest.trim() === '') {
      return { range: { start: text.slice(0, start).trimEnd().length, end }, newText: '' };
    }
    const isBetween = text[start - 1] === ' ' && /^[ \t]/u.test(rest);
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
 * A constraint that can be removed alone: a line of `order:`, or an arc, given by the reference to
 * its dependent in `deps:`.
 */
export type Removable = OrderStatement | Reference;

/**
 * The edits, as offsets in the bag, that remove constraints. If a section becomes empty, its header
 * is removed too.
 */
export function removalOf(bag: BagNode, removed: readonly Removable[]): TextEdit[] {
  const isRemoved = new Set<object>(removed);
  const arcs = new Set(removed.filter((one): one is Reference => 'kind' in one));
  const emptied = bag.sections.filter((section, place) => {
    // If a comment stands in or below the emptied section, the header stays. Without the header, an
    // `expect:` above would read the comment as a sentence.
    const limit = bag.sections.at(place + 1)?.header.start ?? bag.end - (bag.closed ? 1 : 0);
    return isEmptied(bag.text, section, limit, isRemoved);
  });
  const edits = [
    ...deleteArcs(bag, arcs),
    ...orderOf(bag)
      .filter((statement) => isRemoved.has(statement))
      .map((statement) => deletionOf(bag.text, statement)),
  ];
  return [
    ...edits.filter(
      ({ range }) => !emptied.some(({ start, end }) => range.start < end && range.end > start),
    ),
    ...emptied.map((section) => deletionOf(bag.text, section)),
  ];
}

/** Like `removalOf`, for whole lines of `deps:` and `order:`, given by their ranges. */
export function removalOfLines(bag: BagNode, lines: readonly Range[]): TextEdit[] {
  const starts = new Set(lines.map(({ start }) => start));
  const arcs = depsOf(bag)
    .filter(({ start }) => starts.has(start))
    .flatMap((statement) => arcsOf(statement).map(({ dependent }) => dependent));
  return removalOf(bag, [...arcs, ...orderOf(bag).filter(({ start }) => starts.has(start))]);
}

/**
 * Whether a section has neither statements nor comments left.
 *
 * @param limit the offset at which the next section or the `}` of the bag begins
 */
function isEmptied(
  text: string,
  section: Section,
  limit: number,
  isRemoved: ReadonlySet<object>,
): boolean {
  if (section.kind !== 'deps' && section.kind !== 'order') return false;
  const { statements, header } = section;
  const isWholly = (statement: (typeof statements)[number]): boolean =>
    'relation' in statement
      ? isRemoved.has(statement)
      : arcsOf(statement).length > 0 &&
        arcsOf(statement).every(({ dependent }) => isRemoved.has(dependent));
  if (statements.length === 0 || !statements.every(isWholly)) return false;
  let at = header.end;
  let between = '';
  for (const statement of statements) {
    between += text.slice(at, statement.start);
    at = statement.end;
  }
  return (between + text.slice(at, limit)).trim() === '';
}

/**
 * The edits that delete arcs from `deps:`. Remaining arcs stay on one line if they still form a
 * chain.
 *
 * @param dependents for each arc to delete, the reference to its dependent in `deps:`
 */
function deleteArcs(bag: BagNode, dependents: ReadonlySet<Reference>): TextEdit[] {
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
