import type { Bag } from '../bag/bag.ts';
import { leaf, pNode, universalTree, type PqNode } from './pq-tree.ts';
import { Precedence, type OrderConstraints } from './precedence.ts';

/**
 * The order constraints of a bag; null if the bag has neither `order` nor chunks. If the arcs form
 * a full tree, the constraints include the arcs; the arcs of a partial forest are enforced by legal
 * transitions instead (`legal.ts`).
 *
 * @param bag a bag without choices
 * @param numbers indexed by a word's place in the bag: the word's number in the result
 */
export function orderConstraintsOf(bag: Bag, numbers: ArrayLike<number>): OrderConstraints | null {
  const { words, order, chunks } = bag;
  if (order.length === 0 && chunks.length === 0) return null;
  const size = words.length;
  const together = chunks.map((chunk) => new Set(chunk.map((word) => numbers[word])));
  const before: [number, number][] = [];
  for (const { relation, words: named } of order) {
    const [first, second] = named.map((word) => numbers[word]);
    if (relation === 'first' || relation === 'last') {
      for (let other = 0; other < size; other++) {
        if (other !== first) before.push(relation === 'first' ? [first, other] : [other, first]);
      }
    } else {
      before.push([first, second]);
      if (relation === 'right-before') together.push(new Set([first, second]));
    }
  }
  const orders = isFullTree(bag) ? projectiveOrders(bag, numbers) : universalTree(size);
  return { orders, together, before };
}

/**
 * Whether a bag's order only says which of two words comes first, each time a head and its dependent or two dependents of
 * the same head. Then the order of a full tree can be decided head by head.
 */
export function isOrderOfSiblings({ words, arcs, order, chunks }: Bag): boolean {
  const headOf = new Array<number | null>(words.length).fill(null);
  for (const { head, dependent } of arcs) headOf[dependent] = head;
  return (
    chunks.length === 0 &&
    order.every(({ relation, words: [first, second] }) => {
      if (relation !== 'before') return false;
      const areSiblings = headOf[first] !== null && headOf[first] === headOf[second];
      return areSiblings || headOf[first] === second || headOf[second] === first;
    })
  );
}

/**
 * Returns which words must come before each word of a full tree, head by head; null if nothing is said about the order.
 *
 * @param bag a bag with `isOrderOfSiblings`
 * @param numbers indexed by a word's place in the bag: the word's number in the result
 */
export function siblingsBefore(
  { words, order }: Bag,
  numbers: ArrayLike<number>,
): readonly (readonly number[])[] | null {
  if (order.length === 0) return null;
  const before = words.map((): number[] => []);
  for (const { words: named } of order) before[numbers[named[1]]].push(numbers[named[0]]);
  return before;
}

/**
 * Whether every word of a bag except one has a given head.
 *
 * @param bag a bag with arcs that form a forest, each given once
 */
export function isFullTree({ words, arcs }: Pick<Bag, 'words' | 'arcs'>): boolean {
  return arcs.length === words.length - 1;
}

/**
 * Whether some order of the words satisfies the constraints of a bag without choices. Ignores the arcs of a partial
 * forest.
 */
export function isOrderable(bag: Bag): boolean {
  const order = orderConstraintsOf(bag, [...bag.words.keys()]);
  return order === null || Precedence.of(order) !== null;
}

/**
 * Makes the tree of all projective orders of a full tree. In these orders, each word stands
 * together with all words below it.
 */
function projectiveOrders({ words, arcs }: Bag, numbers: ArrayLike<number>): PqNode {
  const dependents = words.map((): number[] => []);
  const roots = new Set(words.keys());
  for (const { head, dependent } of arcs) {
    dependents[head].push(dependent);
    roots.delete(dependent);
  }
  const subtree = (word: number): PqNode =>
    pNode([leaf(numbers[word]), ...dependents[word].map(subtree)]);
  const [root] = roots;
  return subtree(root);
}
