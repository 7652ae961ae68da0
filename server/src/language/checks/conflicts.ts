import { plainBag, type Bag } from '../../bag/bag.ts';
import type { Arc, Constraints, WrittenChunk, WrittenOrder } from '../meaning/constraints.ts';
import { quoted } from '../tree/problem.ts';
import type { Fix, Range } from '../tree/problem.ts';
import type { ProblemList } from '../tree/problem-list.ts';
import { depsOf } from '../tree/syntax.ts';
import type { BagNode, DepsStatement } from '../tree/syntax.ts';
import { choicesOf } from '../meaning/to-bag.ts';
import { deletionOf, unbracketing } from '../writing/deletions.ts';

/** What may be looked at for one bag: a tenth of a second at worst, past which nothing is told. */
const statesPerBag = 20_000;

/** What a bag's constraints come to: whether some sentence keeps to all of them. */
export type Verdict = 'yes' | 'no' | 'undecided';

/** States that may still be looked at, shared by several questions. */
export interface Budget {
  states: number;
}

/**
 * Decides whether some sentence keeps to all constraints of a bag, whose arcs form a forest. It takes what it
 * looks at off the budget, and answers `undecided` once that is used up.
 */
export type Satisfiability = (bag: Bag, budget: Budget) => Verdict;

/** What an author can leave out: a line of `order:` or `deps:`, or the brackets of a chunk. */
type Piece =
  | { readonly kind: 'order'; readonly range: Range; readonly order: WrittenOrder }
  | { readonly kind: 'chunk'; readonly range: Range; readonly chunk: WrittenChunk }
  | { readonly kind: 'deps'; readonly range: Range; readonly statement: DepsStatement };

/**
 * Tells of lines that no sentence keeps to together. The set is irreducible: without any one of its lines
 * the others can be kept to.
 */
export function checkConflicts(
  bag: BagNode,
  constraints: Constraints,
  satisfiability: Satisfiability,
  problems: ProblemList,
): void {
  const pieces = piecesOf(bag, constraints);
  const conflict = findConflict(pieces, constraints, satisfiability);
  if (conflict === null) return;
  const written = conflict.map(({ range }) => quoted(bag.text.slice(range.start, range.end)));
  const last = conflict[conflict.length - 1];
  problems.add(
    'contradiction',
    last.range,
    conflict.length === 1
      ? `No sentence can keep to ${written[0]}: delete it.`
      : `No sentence can keep to all of ${written.join(', ')}: leave out any one of them.`,
    {
      related: conflict
        .slice(0, -1)
        .map(({ range }) => ({ range, message: 'It contradicts this.' })),
      fixes: conflict.toReversed().flatMap((piece) => fixOf(bag.text, piece, pieces)),
    },
  );
}

function piecesOf(bag: BagNode, { order, chunks }: Constraints): Piece[] {
  const rangeOf = ({ start, end }: Range): Range => ({ start, end });
  const pieces: Piece[] = [
    ...chunks.map((chunk) => ({ kind: 'chunk' as const, range: rangeOf(chunk.node), chunk })),
    ...order.map((one) => ({ kind: 'order' as const, range: rangeOf(one.written), order: one })),
  ];
  // Arcs alone never contradict each other in this way.
  if (pieces.length === 0) return [];
  const deps = depsOf(bag).filter(({ broken }) => !broken);
  pieces.push(
    ...deps.map((statement) => ({ kind: 'deps' as const, range: rangeOf(statement), statement })),
  );
  return pieces.sort((a, b) => a.range.start - b.range.start);
}

/** An irreducible set of pieces that contradict each other; null if there is none, or none was found. */
function findConflict(
  pieces: readonly Piece[],
  constraints: Constraints,
  satisfiability: Satisfiability,
): readonly Piece[] | null {
  const budget: Budget = { states: statesPerBag };
  const contradict = (some: readonly Piece[]): boolean =>
    satisfiability(bagOf(constraints, some), budget) === 'no';
  if (pieces.length === 0 || !contradict(pieces)) return null;
  let conflict = pieces;
  for (const piece of pieces) {
    const others = conflict.filter((other) => other !== piece);
    if (contradict(others)) conflict = others;
  }
  return budget.states > 0 ? conflict : null;
}

/** What some pieces alone ask for. */
function bagOf(
  { words, arcs, root, rootWritten, choices }: Constraints,
  pieces: readonly Piece[],
): Bag {
  const statements = pieces.flatMap((piece) => (piece.kind === 'deps' ? [piece.statement] : []));
  const isKept = ({ written }: Pick<Arc, 'written'>): boolean =>
    written.some(({ start }) => statements.some((s) => s.start <= start && start < s.end));
  return {
    ...plainBag({
      words: words.map(({ form, tags }) => ({ form, tags })),
      arcs: arcs.filter(isKept),
      root: isKept({ written: rootWritten }) ? root : null,
    }),
    order: pieces.flatMap((piece) => (piece.kind === 'order' ? [piece.order] : [])),
    chunks: pieces.flatMap((piece) => (piece.kind === 'chunk' ? [piece.chunk.words] : [])),
    choices: choicesOf({ choices }),
  };
}

function fixOf(text: string, { kind, range }: Piece, pieces: readonly Piece[]): Fix[] {
  const textOf = ({ start, end }: Range): string => text.slice(start, end);
  const written = quoted(textOf(range));
  if (kind === 'chunk') {
    return [{ title: `Let the words of ${written} stand apart`, edits: unbracketing(text, range) }];
  }
  // What is said twice goes with both lines.
  const same = pieces.filter((piece) => textOf(piece.range) === textOf(range));
  return [
    { title: `Delete ${written}`, edits: same.map((piece) => deletionOf(text, piece.range)) },
  ];
}
