import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { compareSequences, distinct, Sequences } from '../../../server/src/search/derivation.ts';
import type { Spelled } from '../../../server/src/search/search.ts';
import { smallLexicon } from '../support/bags.ts';

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

describe('the distinct strings of derivations', () => {
  const forms = ['a', 'a', 'b', 'b', 'c d', 'c'];
  const problem = new Problem(
    plainBag({ words: forms.map((form) => ({ form, tags: ['X'] })), arcs: [], root: null }),
    smallLexicon(),
  );
  const textOf = ({ variants }: Spelled): string =>
    variants.map((variant) => forms[problem.places[problem.variantWord[variant]]]).join(' ');
  /** The strings that a list needs: if most begin alike, it needs more of them than it has rows. */
  const naive = (texts: readonly string[], rows: number): string[] => {
    const strings = [...new Set(texts)];
    const half = Math.max(1, Math.floor(rows / 2));
    const isEnough = (kept: readonly string[]): boolean => {
      const counts = new Map<string, number>();
      for (const text of kept) {
        const beginning = text.split(' ').slice(0, 5).join(' ');
        counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
      }
      return [...counts.values()].reduce((sum, count) => sum + Math.min(half, count), 0) >= rows;
    };
    const needed = strings.findIndex((_, i) => isEnough(strings.slice(0, i + 1)));
    return needed < 0 ? strings : strings.slice(0, needed + 1);
  };
  // Few orders, so that strings repeat and begin alike.
  const orders = fc.shuffledSubarray([...forms.keys()], { minLength: forms.length });
  const derivations = fc
    .tuple(
      fc.array(orders, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(4))),
    )
    .map(([some, drawn]) =>
      drawn.map(([which, swapped]): Spelled => {
        const variants = some[which % some.length].map((word) => problem.variantStart[word]);
        [variants[swapped], variants[swapped + 1]] = [variants[swapped + 1], variants[swapped]];
        return { score: 0, variants };
      }),
    );

  it('are the first of each string, and as many as a list needs', () => {
    let ended = 0;
    fc.assert(
      fc.property(derivations, fc.integer({ min: 1, max: 8 }), (all, rows) => {
        let read = 0;
        const reading = function* (): Generator<Spelled> {
          for (const one of all) {
            read++;
            yield one;
          }
        };
        const kept = distinct(reading(), problem, rows);
        const texts = all.map(textOf);
        assert.deepEqual(kept.map(textOf), naive(texts, rows));
        for (const one of kept) assert.equal(one, all[texts.indexOf(textOf(one))]);
        // A beam derives a sentence when it is read, so nothing is read in vain.
        if (naive(texts, rows).length < new Set(texts).size) {
          assert.equal(read, all.indexOf(kept.at(-1)!) + 1);
          ended++;
        }
      }),
      { numRuns: 1_000, seed: 1 },
    );
    assert.ok(ended > 50, `${ended} were not read to their end`);
  });
});
