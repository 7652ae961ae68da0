import assert from 'node:assert/strict';
import { check, parse } from '../../../server/src/language/index.ts';
import type { Realized } from '../../../server/src/realize/realizer.ts';
import { reportBag } from '../../../server/src/results/realize-report.ts';
import { withoutModel } from '../support/check-options.ts';

const row = (text: string, score: number) => ({
  ...{ text, display: text, score, tokens: [], transitions: [] },
});
/** A list of two rows, which leaves out the second sentence for the beginning of the third. */
const found: Realized = {
  ...{ status: 'complete', search: 'arc-standard', message: null, isAll: false, isProven: false },
  realizations: [row('a b', 3), row('b a', 1)],
  leftOut: [{ text: 'a B', score: 2, rank: 2 }],
  displaced: [row('a B', 2)],
};

describe('the report of a bag', () => {
  const report = (expect: string) =>
    reportBag(
      check(parse(`bag x {\n  words: a b\n${expect}}\n`), withoutModel),
      0,
      () => Promise.resolve(found),
      (one) => Promise.resolve(one),
    );

  it('has a row for an expected sentence that ranks within the list, also if others begin like it', async () => {
    const ranksOf = async (expect: string): Promise<unknown> =>
      (await report(expect)).realizations.map(({ rank, expected }) => [rank, expected]);
    assert.deepEqual(await ranksOf(''), [
      [1, null],
      [3, null],
    ]);
    assert.deepEqual(await ranksOf('  expect: a B\n'), [
      [1, false],
      [2, true],
    ]);
  });
});
