import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  universalTree,
  consecutive,
  leaf,
  type PqNode,
} from '../../../server/src/problem/pq-tree.ts';
import { areTogether, permutations } from '../support/brute-force.ts';
import { cases } from '../support/thorough.ts';

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

function node(kind: 'P' | 'Q', ...children: PqNode[]): PqNode {
  return { kind, children, size: children.reduce((sum, { size }) => sum + size, 0) };
}

/** A tree of items, in any shape. */
function treesOf(items: readonly number[]): fc.Arbitrary<PqNode> {
  if (items.length === 1) return fc.constant(leaf(items[0]));
  const later = items.slice(1).map((_, i) => i + 1);
  const lengths = { minLength: 1, maxLength: Math.min(later.length, 3) };
  return fc.noBias(fc.subarray(later, lengths)).chain((starts) => {
    const parts = [0, ...starts].map((start, i) => items.slice(start, starts.at(i)));
    const kinds = fc.constantFrom(
      ...(parts.length > 2 ? (['P', 'Q', 'Q'] as const) : ['P' as const]),
    );
    return fc
      .tuple(kinds, ...parts.map(treesOf))
      .map(([kind, ...children]) => node(kind, ...children));
  });
}

/** A tree and a set. Often, the tree has an order in which the items of the set are together. */
const treesAndSets = fc.integer({ min: 3, max: 8 }).chain((size) => {
  const items = Array.from({ length: size }, (_, i) => i);
  const run = fc
    .tuple(fc.nat(size), fc.nat(size))
    .map(([a, b]) => items.slice(Math.min(a, b), Math.max(a, b)));
  const subset = fc.noBias(fc.subarray(items));
  return fc.tuple(treesOf(items), fc.oneof(run, { arbitrary: subset, weight: 2 }));
});

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
      { numRuns: cases(15_000) },
    );
  });

  it('has no order in which a set divides two neighbouring children of a Q-node', () => {
    const [pair, other] = [node('P', leaf(1), leaf(2)), node('P', leaf(3), leaf(4))];
    const tree = node('P', leaf(0), node('Q', pair, other, leaf(5)));
    assert.equal(consecutive(tree, new Set([0, 2, 4, 5])), null);
    assert.notEqual(consecutive(tree, new Set([0, 2, 3, 4, 5])), null);
  });

  it('restricted to a set, stands for those of its orders in which the set is together', () => {
    const counts = { possible: 0, impossible: 0 };
    fc.assert(
      fc.property(treesAndSets, ([tree, list]) => {
        const set = new Set(list);
        const expected = ordersOf(tree).filter((order) => areTogether(order, set));
        counts[expected.length > 0 ? 'possible' : 'impossible']++;
        const reduced = consecutive(tree, set);
        const found = reduced === null ? [] : ordersOf(reduced);
        assert.deepEqual(
          found.map((order) => order.join()).sort(),
          expected.map((order) => order.join()).sort(),
        );
      }),
      { numRuns: cases(15_000) },
    );
    // About one set in ten is impossible, so a tenth would be missed by chance.
    assert.ok(counts.possible > counts.impossible / 20, JSON.stringify(counts));
    assert.ok(counts.impossible > counts.possible / 20, JSON.stringify(counts));
  });
});
