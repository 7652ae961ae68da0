import { plainBag, type Bag } from '../../bag/bag.ts';
import type { Satisfiability, StateBudget } from '../../bag/satisfiability.ts';
import type { Arc, Constraints, WrittenChunk, WrittenOrder } from '../meaning/constraints.ts';
import { quoted } from '../tree/diagnostic.ts';
import type { Fix, Range } from '../tree/diagnostic.ts';
import type { DiagnosticList } from '../tree/diagnostic-list.ts';
import { depsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { lowerBound } from '../../util/lower-bound.ts';
import { choicesOf } from '../meaning/to-bag.ts';
import { removalOfLines, unbracketing } from '../writing/deletions.ts';

/**
 * At most this many parser states are examined for one bag, in at most 0.1 seconds. After that, no
 * contradiction is reported.
 */
const statesPerBag = 20_000;

/**
 * A constraint that the author can remove: equal lines of `order:` or `deps:`, or the brackets of a
 * chunk. In a chunk, `[ the old man ]`, the words stand next to each other.
 */
interface Piece {
  /** The chunk, or the last of the equal lines. */
  readonly range: Range;
  /** Empty for a chunk. */
  readonly lines: readonly Range[];
  readonly order: readonly WrittenOrder[];
  readonly chunks: readonly WrittenChunk[];
  readonly arcs: readonly Arc[];
  readonly givesRoot: boolean;
}

/**
 * Reports lines that contradict each other. Removing any one of them makes the others consistent.
 */
export function checkConflicts(
  bag: BagNode,
  constraints: Constraints,
  satisfiability: Satisfiability,
  diagnostics: DiagnosticList,
): void {
  const conflict = findConflict(piecesOf(bag, constraints), constraints, satisfiability);
  if (conflict === null) return;
  const written = conflict.map(({ range }) => quoted(bag.text.slice(range.start, range.end)));
  const last = conflict[conflict.length - 1];
  diagnostics.add(
    'contradiction',
    last.range,
    conflict.length === 1
      ? `No sentence can satisfy ${written[0]}: delete it.`
      : `No sentence can satisfy all of ${written.join(', ')}: remove one of these lines.`,
    {
      related: conflict.slice(0, -1).map(({ range }, i) => ({
        range,
        message: `${written.filter((_, other) => other !== i).join(' and ')} ${conflict.length === 2 ? 'contradicts' : 'together contradict'} this line.`,
      })),
      fixes: conflict.toReversed().map((piece) => fixOf(bag, piece)),
    },
  );
}

function piecesOf(bag: BagNode, constraints: Constraints): Piece[] {
  const { order, chunks } = constraints;
  // Arcs alone never contradict each other: a forest always has an order without crossing arcs.
  if (order.length === 0 && chunks.length === 0) return [];
  const nothing = { lines: [], order: [], chunks: [], arcs: [], givesRoot: false };
  const pieces: Piece[] = [
    ...chunks.map((chunk) => ({ ...nothing, range: rangeOf(chunk.node), chunks: [chunk] })),
    ...order.map((one) => ({ ...nothing, ...linesOf(one.written), order: [one] })),
    ...arcPieces(bag, constraints).map((piece) => ({ ...nothing, ...piece })),
  ];
  return pieces.sort((a, b) => a.range.start - b.range.start);
}

/**
 * Groups the lines of `deps:` that give the same arcs. Leaves out lines that give neither an arc
 * nor the root.
 */
function arcPieces(
  bag: BagNode,
  { arcs, rootWritten }: Constraints,
): Pick<Piece, 'range' | 'lines' | 'arcs' | 'givesRoot'>[] {
  const statements = depsOf(bag);
  const starts = Int32Array.from(statements, ({ start }) => start);
  const given = new Map<number, { arcs: number[]; givesRoot: boolean }>();
  const at = ({ start }: Range): { arcs: number[]; givesRoot: boolean } => {
    const statement = lowerBound(starts, start + 1) - 1;
    let found = given.get(statement);
    if (!found) given.set(statement, (found = { arcs: [], givesRoot: false }));
    return found;
  };
  arcs.forEach(({ written }, arc) => written.forEach((one) => at(one).arcs.push(arc)));
  for (const one of rootWritten) at(one).givesRoot = true;
  const same = new Map<string, { lines: Range[]; arcs: Set<number>; givesRoot: boolean }>();
  for (const [statement, { arcs: places, givesRoot }] of given) {
    const distinct = new Set(places);
    const key = `${[...distinct].join(' ')}${givesRoot ? ' root' : ''}`;
    const found = same.get(key);
    if (found) found.lines.push(statements[statement]);
    else same.set(key, { lines: [statements[statement]], arcs: distinct, givesRoot });
  }
  return [...same.values()].map(({ lines, arcs: places, givesRoot }) => ({
    ...linesOf(lines),
    arcs: [...places].map((arc) => arcs[arc]),
    givesRoot,
  }));
}

function linesOf(written: readonly Range[]): Pick<Piece, 'range' | 'lines'> {
  return { range: rangeOf(written[written.length - 1]), lines: written.map(rangeOf) };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

/**
 * Returns constraints that contradict each other, in the order of the text. Without any one of
 * them, the others would be consistent. Null if nothing contradicts, or if the budget runs out.
 *
 * From first to last, drops each constraint if the others still contradict each other without it.
 * Drops as many consecutive constraints as possible at once, so about k · log n tests find k
 * constraints among n (compare Junker 2004, QuickXplain).
 */
function findConflict(
  pieces: readonly Piece[],
  constraints: Constraints,
  satisfiability: Satisfiability,
): readonly Piece[] | null {
  const budget: StateBudget = { states: statesPerBag };
  const contradict = (some: readonly Piece[]): boolean =>
    satisfiability(bagOf(constraints, some), budget) === 'no';
  if (pieces.length === 0 || !contradict(pieces)) return null;
  const kept: Piece[] = [];
  for (let from = 0; from < pieces.length; from++) {
    from += greatest(
      pieces.length - from,
      (count) => budget.states > 0 && contradict([...kept, ...pieces.slice(from + count)]),
    );
    if (from < pieces.length) kept.push(pieces[from]);
  }
  return budget.states > 0 ? kept : null;
}

/**
 * The greatest number from 0 to `limit` for which `holds` is true. `holds` must be true up to some
 * number and false above it. 0 counts as true without a call. Doubles the step until a number
 * fails, then bisects (Bentley & Yao 1976).
 */
function greatest(limit: number, holds: (count: number) => boolean): number {
  let most = 0;
  let tooMany = limit + 1;
  for (let step = 1; most + 1 < tooMany; step *= 2) {
    const count = tooMany > limit ? Math.min(most + step, limit) : (most + tooMany) >>> 1;
    if (holds(count)) most = count;
    else tooMany = count;
  }
  return most;
}

function bagOf({ words, root, choices }: Constraints, pieces: readonly Piece[]): Bag {
  return {
    ...plainBag({
      words: words.map(({ form, tags }) => ({ form, tags })),
      arcs: [...new Set(pieces.flatMap(({ arcs }) => arcs))],
      root: pieces.some(({ givesRoot }) => givesRoot) ? root : null,
    }),
    order: pieces.flatMap(({ order }) => order),
    chunks: pieces.flatMap(({ chunks }) => chunks.map((chunk) => chunk.words)),
    choices: choicesOf({ choices }),
  };
}

function fixOf(bag: BagNode, { range, lines }: Piece): Fix {
  const written = quoted(bag.text.slice(range.start, range.end));
  return lines.length === 0
    ? { title: `Remove the brackets of ${written}`, edits: unbracketing(bag.text, range) }
    : { title: `Delete ${written}`, edits: removalOfLines(bag, lines) };
}
