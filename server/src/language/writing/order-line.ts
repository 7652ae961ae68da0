import type { BagOrder } from '../../bag/bag.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import type { BagNode } from '../tree/syntax.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import { addLines } from './add-lines.ts';
import { nameWords } from './name-words.ts';

export function orderLine({ relation, words }: BagOrder, nameOf: (word: number) => string): string {
  const [first, second] = words.map(nameOf);
  switch (relation) {
    case 'before':
      return `${first} < ${second}`;
    case 'right-before':
      return `${first} << ${second}`;
    case 'first':
    case 'last':
      return `${relation} ${first}`;
  }
}

/** The edits, as offsets in the bag, that add lines to `order:`. */
export function addOrder(
  bag: BagNode,
  order: readonly BagOrder[],
  nameOf: (word: number) => string,
): TextEdit[] {
  const lines = order.map((line) => orderLine(line, nameOf));
  return lines.length === 0 ? [] : [addLines(bag, 'order', lines)];
}

/** Spells lines of `order:` for a bag that already has all indices that the lines need. */
export function orderLinesOf(bag: BagNode, order: readonly BagOrder[]): string[] {
  const { nameOf } = nameWords(constraintsOf(bag), new Set());
  return order.map((line) => orderLine(line, nameOf));
}
