import type { Bag } from '../bag/bag.ts';
import { Precedence, type OrderConstraints } from './precedence.ts';

/**
 * What a bag asks of the order of its words: all of it for a full tree and where no arcs are given; of a
 * partial forest not what its arcs ask, which legal transitions see to (`legal.ts`). Null where nothing
 * is asked beside arcs.
 *
 * @param bag without choices
 * @param numbers what each word is called
 */
export function orderConstraintsOf(
  { words, arcs, order, chunks }: Bag,
  numbers: readonly number[],
): OrderConstraints | null {
  if (order.length === 0 && chunks.length === 0) return null;
  const size = words.length;
  const together: ReadonlySet<number>[] = chunks.map((chunk) => setOf(chunk, numbers));
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
  if (isFullTree({ words, arcs })) {
    // The words under each head stand together.
    const head = new Map(arcs.map((arc) => [arc.dependent, arc.head]));
    const subtrees = new Map<number, number[]>();
    for (let word = 0; word < size; word++) {
      for (let above: number | undefined = word; above !== undefined; above = head.get(above)) {
        subtrees.set(above, [...(subtrees.get(above) ?? []), word]);
      }
    }
    for (const subtree of subtrees.values()) together.push(setOf(subtree, numbers));
  }
  return { size, together, before };
}

/** Whether all words of a bag but one have a given head: its arcs form a forest, and so a tree. */
export function isFullTree({ words, arcs }: Pick<Bag, 'words' | 'arcs'>): boolean {
  return arcs.length === words.length - 1;
}

/**
 * Whether some order of its words is as a bag without choices asks; of a partial forest, but for its arcs.
 */
export function isOrderable(bag: Bag): boolean {
  const order = orderConstraintsOf(bag, [...bag.words.keys()]);
  return order === null || Precedence.of(order) !== null;
}

function setOf(words: readonly number[], numbers: readonly number[]): ReadonlySet<number> {
  return new Set(words.map((word) => numbers[word]));
}
