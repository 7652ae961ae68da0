import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Precedence } from '../../../server/src/constraints/precedence.ts';
import { areTogether, permutations } from '../support/brute-force.ts';

const constraints = fc.integer({ min: 1, max: 6 }).chain((size) => {
  const words = Array.from({ length: size }, (_, i) => i);
  const word = fc.integer({ min: 0, max: size - 1 });
  return fc.record({
    size: fc.constant(size),
    together: fc
      .array(fc.subarray(words), { maxLength: 4 })
      .map((sets) => sets.map((set) => new Set(set))),
    before: fc.array(fc.tuple(word, word), { maxLength: 4 }),
  });
});

/** All orders that can be built word by word as `precedence` allows; a dead end is an error. */
function ordersAllowed(precedence: Precedence, size: number): string[] {
  const orders: string[] = [];
  const extend = (order: readonly number[]): void => {
    if (order.length === size) orders.push(order.join());
    const inBuffer = Int32Array.of((1 << size) - 1);
    for (const word of order) inBuffer[0] &= ~(1 << word);
    const open = new Int32Array(1);
    precedence.findOpen(inBuffer, open);
    const next = Array.from({ length: size }, (_, word) => word).filter(
      (word) => !order.includes(word) && precedence.allows(word, inBuffer, open),
    );
    assert.ok(next.length > 0 || order.length === size, `dead end after ${order.join()}`);
    for (const word of next) extend([...order, word]);
  };
  extend([]);
  return orders.sort();
}

describe('precedence', () => {
  it('allows exactly the orders that keep words together and in sequence, without dead ends', () => {
    let satisfiable = 0;
    fc.assert(
      fc.property(constraints, (asked) => {
        const { size, together, before } = asked;
        const expected = permutations(Array.from({ length: size }, (_, i) => i))
          .filter(
            (order) =>
              together.every((set) => areTogether(order, set)) &&
              before.every(([a, b]) => order.indexOf(a) < order.indexOf(b)),
          )
          .map((order) => order.join());
        const precedence = Precedence.of(asked);
        if (precedence !== null) satisfiable++;
        const allowed = precedence === null ? [] : ordersAllowed(precedence, size);
        assert.deepEqual(allowed, expected.sort());
      }),
      { numRuns: 3000 },
    );
    assert.ok(satisfiable > 500);
  });
});
