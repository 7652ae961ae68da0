import assert from 'node:assert/strict';
import fc from 'fast-check';
import { universalTree, consecutive, type PqNode } from '../../../server/src/problem/pq-tree.ts';
import { areTogether, permutations } from '../support/brute-force.ts';

/** All orders that a tree stands for. */
function ordersOf(node: PqNode): number[][] {
  if (node.kind === 'leaf') return [[node.item]];
  const ways =
    node.kind === 'P' ? permutations(node.children) : [node.children, node.children.toReversed()];
  return ways.flatMap((children) =>
    children.reduce<number[][]>(
      (orders, child) =>
        orders.flatMap((order) => ordersOf(child).map((more) => [...order, ...more])),
      [[]],
    ),
  );
}

const sizesAndSets = fc
  .integer({ min: 1, max: 6 })
  .chain((size) =>
    fc.tuple(
      fc.constant(size),
      fc.array(fc.subarray(Array.from({ length: size }, (_, i) => i)), { maxLength: 6 }),
    ),
  );

describe('a PQ-tree', () => {
  it('stands for exactly the orders in which the items of every set are together', () => {
    fc.assert(
      fc.property(sizesAndSets, ([size, lists]) => {
        const sets = lists.map((list) => new Set(list));
        const tree = sets.reduce<PqNode | null>(
          (reduced, set) => reduced && consecutive(reduced, set),
          universalTree(size),
        );
        const expected = permutations(Array.from({ length: size }, (_, i) => i))
          .filter((order) => sets.every((set) => areTogether(order, set)))
          .map((order) => order.join());
        const found = tree === null ? [] : ordersOf(tree).map((order) => order.join());
        assert.deepEqual(found.sort(), expected.sort());
      }),
      { numRuns: 3000 },
    );
  });
});
