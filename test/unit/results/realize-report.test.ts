import assert from 'node:assert/strict';
import type { Explanation } from '../../../server/src/explain/explanation.ts';
import { check, parse } from '../../../server/src/language/index.ts';
import type { Realization, Realized } from '../../../server/src/realize/realizer.ts';
import { reportBag, type BagReport } from '../../../server/src/results/realize-report.ts';
import { withoutModel } from '../support/check-options.ts';

const found = (text: string, score: number): Realization => ({
  ...{ text, display: text, score, tokens: [], transitions: [] },
});

/** The list of the words a, b and c, of which two sentences are listed. */
const list: Realized = {
  ...{ status: 'complete', search: 'arc-standard', message: null, isAll: false, isProven: false },
  realizations: [found('a b c', 90), found('b a c', 50), found('c b a', 20)],
  leftOut: [{ text: 'a c b', score: 10, rank: 4 }],
};

/** An explanation with the scores of the best derivations. */
const explanation = (text: string, score: number, ofFirst: number, wouldBe: number | null) => {
  const sentence = (of: string, own: number) => ({
    ...found(of, own),
    contributions: [],
    byStep: [],
  });
  return { expected: sentence(text, score), against: sentence('a b c', ofFirst), wouldBe };
};

/** Reports the list with these expectations, and tells which sentences were explained. */
async function reported(
  expected: readonly string[],
  explained: ReturnType<typeof explanation> | string,
  realized = list,
): Promise<{ report: BagReport; asked: string[] }> {
  const lines = expected.map((line) => `    ${line}\n`).join('');
  const expect = expected.length === 0 ? '' : `  expect:\n${lines}`;
  const checked = check(parse(`bag x {\n  words: a b c\n${expect}}\n`), withoutModel);
  const asked: string[] = [];
  const report = await reportBag(checked, 0, {
    realize: () => Promise.resolve(realized),
    explain: (_, words) => {
      asked.push(words.join(' '));
      return Promise.resolve(explained as Explanation | string);
    },
    label: (labelled) => Promise.resolve(labelled),
  });
  return { report, asked };
}

const rowsOf = ({ realizations }: BagReport): unknown[] =>
  realizations.map(({ rank, text, score, wouldBe }) => [rank, text, score, wouldBe]);
const asFound = [
  [1, 'a b c', 90, undefined],
  [2, 'b a c', 50, undefined],
  [3, 'c b a', 20, undefined],
];

describe('the report of a list', () => {
  it('explains nothing if no sentence is expected, or if the expected one comes first', async () => {
    for (const expected of [[], ['a b c']]) {
      const { report, asked } = await reported(expected, 'unused');
      assert.deepEqual([asked, rowsOf(report)], [[], asFound]);
    }
  });

  it('has the scores of the best derivations of a listed expected sentence and of the first', async () => {
    const { report, asked } = await reported(['c b a'], explanation('c b a', 70, 95, 2));
    assert.deepEqual(asked, ['c b a']);
    assert.deepEqual(rowsOf(report), [
      [1, 'a b c', 95, undefined],
      [3, 'c b a', 70, 2],
      [2, 'b a c', 50, undefined],
    ]);
  });

  it('has the score of the best derivation of the first if the search found no expected sentence', async () => {
    const { report, asked } = await reported(['b c a'], explanation('a b c', 95, 95, null));
    assert.deepEqual(asked, ['a b c']);
    assert.deepEqual(rowsOf(report), [[1, 'a b c', 95, undefined], ...asFound.slice(1)]);
  });

  it('has a row for an expected sentence below its last row if its best derivation is of a place in it', async () => {
    const { report, asked } = await reported(['a c b'], explanation('a c b', 60, 90, 2));
    assert.deepEqual(asked, ['a c b']);
    assert.deepEqual(rowsOf(report), [asFound[0], [4, 'a c b', 60, 2], ...asFound.slice(1)]);
    const below = await reported(['a c b'], explanation('a c b', 19, 90, null));
    assert.deepEqual(rowsOf(below.report), asFound);
  });

  it('names no other rank if the better derivation leaves the sentence in its place', async () => {
    const { report } = await reported(['c b a'], explanation('c b a', 30, 90, null));
    assert.deepEqual(rowsOf(report), [...asFound.slice(0, 2), [3, 'c b a', 30, undefined]]);
  });

  it('has the derivations of the list if the explanation is cut off, or finds none as good', async () => {
    const cutOff = await reported(['c b a'], 'Explaining the sentence took too long.');
    assert.deepEqual(rowsOf(cutOff.report), asFound);
    const worse = await reported(['c b a'], explanation('c b a', 19, 90, null));
    assert.deepEqual(rowsOf(worse.report), asFound);
  });

  it('has a row for an expected sentence that ranks within the list, also if others begin like it', async () => {
    const displacing: Realized = {
      ...list,
      realizations: [found('a b c', 90), found('c b a', 20)],
      leftOut: [{ text: 'a c b', score: 50, rank: 2 }],
      displaced: [found('a c b', 50)],
    };
    const ranks = async (expected: readonly string[]): Promise<unknown> =>
      (
        await reported(expected, 'Explaining the sentence took too long.', displacing)
      ).report.realizations.map(({ rank, expected: isExpected }) => [rank, isExpected]);
    assert.deepEqual(await ranks([]), [
      [1, null],
      [3, null],
    ]);
    assert.deepEqual(await ranks(['a c b']), [
      [1, false],
      [2, true],
    ]);
  });
});
