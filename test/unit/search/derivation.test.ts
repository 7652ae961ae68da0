import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareSequences, Sequences } from '../../../server/src/search/derivation.ts';

/** Of so few integers that many sequences are equal, or begin alike. */
const sequence = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 4 });

describe('sequences of integers', () => {
  it('compare as strings do: one that is the beginning of another is before it', () => {
    const text = (integers: readonly number[]): string => integers.join('');
    assert.equal(compareSequences([1], [1, 2]), -1);
    assert.equal(compareSequences([1, 2], [1]), 1);
    fc.assert(
      fc.property(sequence, sequence, (one, other) => {
        const expected = text(one) < text(other) ? -1 : text(one) > text(other) ? 1 : 0;
        assert.equal(Math.sign(compareSequences(one, other)), expected);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it('are new to a set once', () => {
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 40 }), (all) => {
        const sequences = new Sequences();
        const seen = new Set<string>();
        for (const one of all) {
          assert.equal(sequences.add(one), !seen.has(one.join()));
          seen.add(one.join());
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
