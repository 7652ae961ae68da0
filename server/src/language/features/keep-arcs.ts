import type { BagOrder } from '../../bag/bag.ts';
import { addLines } from '../writing/add-lines.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import type { Constraints } from '../meaning/constraints.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import { joined, nameWords } from '../writing/name-words.ts';
import { addOrder } from '../writing/order-line.ts';
import type { BagNode } from '../tree/syntax.ts';

export interface AttachedWord {
  /** The word's place in `wordsOf(bag)`. */
  readonly word: number;
  /** The position of the word's head in the realization, from 1; 0 for the root. */
  readonly head: number;
}

/** Whether the bag leaves the head of some word, or of the sentence, to the search. */
export function hasOpenHeads(bag: BagNode): boolean {
  const { words, arcs, root } = constraintsOf(bag);
  return arcs.length + (root === null ? 0 : 1) < words.length;
}

/** A line of `deps:`. Words are places in `wordsOf(bag)`; the head is null for the root. */
interface Line {
  readonly head: number | null;
  readonly dependents: readonly number[];
}

/**
 * The edits, as offsets in the bag, that write the arcs of a realization into `deps:`. Leaves out
 * arcs that the bag already gives, and arcs that contradict a given arc. If a new line names a word
 * without an index, and other words have the same form, the word gets an index.
 *
 * @param tokens the words of a realization, in order
 * @param order lines of `order:` to add with the arcs
 */
export function keepArcs(
  bag: BagNode,
  tokens: readonly AttachedWord[],
  order: readonly BagOrder[] = [],
): TextEdit[] {
  const constraints = constraintsOf(bag);
  const lines = missingLines(constraints, tokens);
  const named = new Set([
    ...lines.flatMap(({ head, dependents }) => [head ?? -1, ...dependents]),
    ...order.flatMap(({ words }) => words),
  ]);
  const { nameOf, edits } = nameWords(constraints, named);
  const written = lines.map(
    ({ head, dependents }) =>
      `${head === null ? 'root' : nameOf(head)} -> ${dependents.map(nameOf).join(' ')}`,
  );
  const deps = written.length === 0 ? [] : [addLines(bag, 'deps', written)];
  return joined([...edits, ...deps, ...addOrder(bag, order, nameOf)]);
}

/**
 * The lines to add to `deps:`. Each line has all new arcs of one head. Heads nearer to the root
 * come first.
 */
function missingLines(constraints: Constraints, tokens: readonly AttachedWord[]): Line[] {
  const headOf = new Map(constraints.arcs.map(({ head, dependent }) => [dependent, head]));
  let { root } = constraints;
  const isBelow = (word: number, above: number): boolean => {
    for (let at: number | undefined = word; at !== undefined; at = headOf.get(at)) {
      if (at === above) return true;
    }
    return false;
  };
  /**
   * Gives a word a head. Returns false if it already has one, or if the new arc would contradict
   * other arcs.
   */
  const attach = (word: number, head: number | null): boolean => {
    if (headOf.has(word) || root === word) return false;
    if (head === null) {
      if (root !== null) return false;
      root = word;
      return true;
    }
    if (isBelow(head, word)) return false;
    headOf.set(word, head);
    return true;
  };
  const lines: Line[] = [];
  // The heads to visit: positions in the realization, from 1; 0 is the root.
  const heads = [0];
  for (const place of heads) {
    const dependents = tokens.flatMap((token, i) => {
      if (token.head !== place) return [];
      heads.push(i + 1);
      return [token.word];
    });
    const head = place === 0 ? null : tokens[place - 1].word;
    const missing = dependents.filter((word) => attach(word, head));
    if (missing.length > 0) lines.push({ head, dependents: missing });
  }
  return lines;
}
