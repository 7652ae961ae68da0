import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contextOf, seedBase, valency } from '../../../server/src/scoring/contexts.ts';

describe('a context', () => {
  const value = fc.integer({ min: 0, max: 2 ** 31 - 1 });

  it('has another hash where any one of its values is another', () => {
    fc.assert(
      fc.property(
        fc.tuple(value, value, value, value),
        fc.nat({ max: 3 }),
        value,
        (values, changed, other) => {
          const hash = ([seed, a, b, c]: readonly number[]): number =>
            contextOf(seedBase(seed), a, b, c);
          const changedValues = values.with(changed, other);
          assert.equal(hash(changedValues) === hash(values), values[changed] === other);
        },
      ),
    );
  });
});

describe('the valency of a word', () => {
  it('is one value for each number of dependents on both sides, seven and more to the right being one', () => {
    const count = fc.nat({ max: 40 });
    fc.assert(
      fc.property(count, count, count, count, (left, right, otherLeft, otherRight) => {
        const isSame =
          left === otherLeft && (right === otherRight || (right >= 7 && otherRight >= 7));
        assert.equal(valency(left, right) === valency(otherLeft, otherRight), isSame);
      }),
      {
        examples: [
          [0, 8, 1, 0],
          [2, 15, 3, 7],
          [1, 7, 1, 9],
        ],
      },
    );
  });
});
