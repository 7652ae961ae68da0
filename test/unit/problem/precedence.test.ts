import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Precedence } from '../../../server/src/problem/precedence.ts';
import { universalTree } from '../../../server/src/problem/pq-tree.ts';
import { areTogether, permutations } from '../support/brute-force.ts';

/** Words that lie apart need masks of more than one integer; those between are used up at once. */
const APART = 11;

const constraints = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.boolean())
  .chain(([count, apart]) => {
    const distance = apart ? APART : 1;
    const words = Array.from({ length: count }, (_, i) => i * distance);
    const word = fc.constantFrom(...words);
    return fc.record({
      words: fc.constant(words),
      size: fc.constant(count * distance),
      together: fc
        .array(fc.subarray(words), { maxLength: 4 })
        .map((sets) => sets.map((set) => new Set(set))),
      before: fc.array(fc.tuple(word, word), { maxLength: 4 }),
    });
  });

type Drawn = typeof constraints extends fc.Arbitrary<infer T> ? T : never;

/** All orders of the words that keep to the constraints. */
function ordersOf({ words, together, before }: Drawn): number[][] {
  return permutations(words).filter(
    (order) =>
      together.every((set) => areTogether(order, set)) &&
      before.every(([a, b]) => order.indexOf(a) < order.indexOf(b)),
  );
}

/** All orders that can be built word by word as `precedence` allows; a dead end is an error. */
function ordersAllowed(precedence: Precedence, words: readonly number[], size: number): string[] {
  const orders: string[] = [];
  const extend = (order: readonly number[]): void => {
    if (order.length === words.length) orders.push(order.join());
    const left = words.filter((word) => !order.includes(word));
    const inBuffer = new Int32Array(Math.ceil(size / 32));
    for (const word of left) inBuffer[word >>> 5] |= 1 << (word & 31);
    const open = new Int32Array(inBuffer.length);
    precedence.findOpen(inBuffer, open);
    const next = left.filter((word) => precedence.allows(word, inBuffer, open));
    assert.ok(next.length > 0 || left.length === 0, `dead end after ${order.join()}`);
    for (const word of next) extend([...order, word]);
  };
  extend([]);
  return orders.sort();
}

describe('precedence', () => {
  it('allows exactly the orders that keep words together and in sequence, without dead ends', () => {
    const counts = { satisfiable: 0, impossible: 0 };
    fc.assert(
      fc.property(constraints, (asked) => {
        const { words, size, together, before } = asked;
        const expected = ordersOf(asked).map((order) => order.join());
        const precedence = Precedence.of({ orders: universalTree(size), together, before });
        counts[precedence === null ? 'impossible' : 'satisfiable']++;
        const allowed = precedence === null ? [] : ordersAllowed(precedence, words, size);
        assert.deepEqual(allowed, expected.sort());
      }),
      { numRuns: 3000 },
    );
    assert.ok(counts.satisfiable > counts.impossible / 5, JSON.stringify(counts));
  });

  it('allows no part that encloses a word which must stand beside a word outside', () => {
    const precedence = Precedence.of({
      orders: universalTree(4),
      together: [new Set([1, 3])],
      before: [],
    })!;
    const allows = (...part: number[]): boolean =>
      precedence.allowsPart(Int32Array.from(part), part.length);
    assert.equal(allows(0, 1, 2), false);
    assert.equal(allows(0, 2, 1), true);
  });

  it('allows an order as a whole if it is possible, and then each part of it', () => {
    let satisfiable = 0;
    fc.assert(
      fc.property(constraints, (asked) => {
        const { words, size, together, before } = asked;
        const precedence = Precedence.of({ orders: universalTree(size), together, before });
        if (precedence === null) return;
        satisfiable++;
        const allows = (part: readonly number[]): boolean =>
          precedence.allowsPart(Int32Array.from(part), part.length);
        const possible = ordersOf(asked);
        assert.deepEqual(permutations(words).filter(allows), possible);
        for (const order of possible.slice(0, 20)) {
          for (let start = 0; start < order.length; start++) {
            for (let end = start + 1; end <= order.length; end++) {
              assert.ok(allows(order.slice(start, end)), order.slice(start, end).join());
            }
          }
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(satisfiable > 300, String(satisfiable));
  });
});
