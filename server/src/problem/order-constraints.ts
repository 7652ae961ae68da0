import type { Bag } from '../bag/bag.ts';
import { leaf, pNode, universalTree, type PqNode } from './pq-tree.ts';
import { Precedence, type OrderConstraints } from './precedence.ts';

/**
 * Returns the order constraints of a bag; null if the bag has neither `order` nor chunks. If the
 * arcs form a full tree, the constraints include the arcs. Otherwise the legal transitions enforce
 * the arcs (`legal.ts`).
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
 * Whether every word except one has a given head. The arcs must form a forest, and no arc may occur
 * twice.
 */
export function isFullTree({ words, arcs }: Pick<Bag, 'words' | 'arcs'>): boolean {
  return arcs.length === words.length - 1;
}

/**
 * Whether some order satisfies the order constraints of a bag without choices. The arcs are
 * considered only if they form a full tree.
 */
export function isOrderable(bag: Bag): boolean {
  const order = orderConstraintsOf(bag, [...bag.words.keys()]);
  return order === null || Precedence.of(order) !== null;
}

/**
 * Makes the PQ-tree of all projective orders of a full tree. In a projective order, each word
 * stands together with all words below it.
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
