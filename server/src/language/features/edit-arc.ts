import { constraintsOf } from '../meaning/constraints.ts';
import { parsePart } from '../tree/parser.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import type { BagNode, Reference } from '../tree/syntax.ts';
import { difference, edited } from '../writing/edited.ts';
import { writeAddition } from './add-constraint.ts';
import { removalOf } from '../writing/deletions.ts';

/**
 * The head that the bag gives a word, as a place in `wordsOf(bag)`; `root` for the head of the
 * sentence; null if none is given.
 */
export type GivenHead = number | 'root' | null;

/**
 * The edit that gives a word another head in `deps:`, or deletes the arc from its head.
 *
 * @param bag a bag without errors
 * @param dependent the place of the word in `wordsOf(bag)`
 * @param head null to delete the arc
 * @returns the edit, as offsets in the bag; null if nothing changes; a message if the new arc
 *   contradicts other arcs
 */
export function setHead(
  bag: BagNode,
  dependent: number,
  head: GivenHead,
): TextEdit | { readonly problem: string } | null {
  const firstBag = (text: string): BagNode => parsePart(text, bag.grammar).bags[0];
  const without = edited(bag.text, removalOf(bag, writtenArc(bag, dependent)));
  const text = head === null ? without : withArc(firstBag(without), dependent, head);
  const contradiction = constraintsOf(firstBag(text)).diagnostics.at(0);
  return contradiction === undefined
    ? difference(bag.text, text)
    : { problem: contradiction.message };
}

function withArc(bag: BagNode, dependent: number, head: number | 'root'): string {
  const addition = writeAddition(bag, {
    kind: 'arc',
    head: head === 'root' ? null : head,
    dependent,
  });
  return addition === null ? bag.text : edited(bag.text, addition.edits);
}

/** The references in `deps:` that name a word as the dependent of its head. */
function writtenArc(bag: BagNode, dependent: number): readonly Reference[] {
  const { arcs, root, rootWritten } = constraintsOf(bag);
  if (root === dependent) return rootWritten;
  return arcs.find((arc) => arc.dependent === dependent)?.written ?? [];
}
