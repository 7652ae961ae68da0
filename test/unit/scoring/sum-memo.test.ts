import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SumMemo, UNKNOWN } from '../../../server/src/scoring/sum-memo.ts';
import { SumRows } from '../../../server/src/scoring/sum-rows.ts';

describe('memoised sums', () => {
  it('are found by their own key alone, all of them where there are slots for all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.tuple(fc.nat(299), fc.integer())),
        (keys, entries) => {
          const memo = new SumMemo();
          memo.begin(keys);
          const expected = new Map<number, number>();
          for (const [key, sum] of entries) {
            if (key >= keys) continue;
            assert.equal(memo.set(key, sum), sum);
            expected.set(key, sum);
          }
          for (let key = 0; key < keys; key++) {
            assert.equal(memo.get(key), expected.get(key) ?? UNKNOWN);
          }
        },
      ),
    );
  });

  it('of many keys are held in bounded memory, the latest of those that share a slot', () => {
    const memo = new SumMemo();
    memo.begin(2 ** 30);
    memo.set(5, 1);
    assert.equal(memo.get(5), 1);
    memo.set(5 + 2 ** 18, 2);
    assert.equal(memo.get(5 + 2 ** 18), 2);
    assert.equal(memo.get(5), UNKNOWN);
    assert.equal(memo.get(5 + 2 ** 19), UNKNOWN);
    memo.set(4, 3);
    assert.equal(memo.get(5 + 2 ** 18), 2);
  });

  it('are forgotten, with more keys or fewer', () => {
    const memo = new SumMemo();
    for (const keys of [1, 1, 100, 3, 100]) {
      memo.begin(keys);
      for (let key = 0; key < keys; key++) assert.equal(memo.get(key), UNKNOWN);
      for (let key = 0; key < keys; key++) memo.set(key, key);
    }
  });
});

describe('rows of memoised sums', () => {
  it('are found by all of their key, and give no sum that was not put there', () => {
    const key = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(3), fc.nat(3));
    const entry = fc.record({ key, column: fc.nat(4), sum: fc.integer() });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 100 }),
        fc.integer({ min: 1, max: 64 }),
        (entries, rows) => {
          const sums = new SumRows();
          sums.begin(3, 5, rows);
          const expected = new Map<string, number>();
          for (const { key: of, column, sum } of entries) {
            sums.key.set(of);
            if (sums.enter()) {
              for (let i = 0; i < 5; i++) expected.delete(`${of.join()}:${i}`);
            }
            for (let i = 0; i < 5; i++) {
              assert.equal(sums.get(i), expected.get(`${of.join()}:${i}`) ?? UNKNOWN);
            }
            assert.equal(sums.set(column, sum), sum);
            expected.set(`${of.join()}:${column}`, sum);
          }
        },
      ),
    );
  });

  it('are known until they are forgotten, or another has their place', () => {
    const sums = new SumRows();
    sums.begin(1, 3, 1000);
    const enter = (key: number): boolean => {
      sums.key[0] = key;
      return sums.enter();
    };
    assert.deepEqual([1, 2, 1, 2].map(enter), [true, true, false, false]);
    sums.begin(1, 3, 1000);
    assert.equal(enter(1), true);
  });
});
