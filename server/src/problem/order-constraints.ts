import type { Bag } from '../bag/bag.ts';
import { leaf, pNode, universalTree, type PqNode } from './pq-tree.ts';
import { Precedence, type OrderConstraints } from './precedence.ts';

/**
 * The order constraints of a bag. For a full tree, or without arcs, these are all of its constraints on order; for a
 * partial forest, those other than its arcs, which legal transitions enforce (`legal.ts`). Null if there are none.
 *
 * @param bag without choices
 * @param numbers the number of each word
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
 * Whether all words of a bag except one have a given head.
 *
 * @param bag its arcs form a forest, and each is given once
 */
export function isFullTree({ words, arcs }: Pick<Bag, 'words' | 'arcs'>): boolean {
  return arcs.length === words.length - 1;
}

/** Whether some order of the words satisfies a bag without choices; for a partial forest, its arcs are ignored. */
export function isOrderable(bag: Bag): boolean {
  const order = orderConstraintsOf(bag, [...bag.words.keys()]);
  return order === null || Precedence.of(order) !== null;
}

/** The orders of a full tree in which the words under each head stand together. */
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
