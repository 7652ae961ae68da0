import assert from 'node:assert/strict';
import {
  besides,
  expectationSummary,
  offered,
  rowsOf,
  type Row,
} from '../../../client/webview/rows.ts';
import type {
  ShownExplanation,
  ShownRealization,
  ShownResult,
  Token,
} from '../../../server/src/lsp/protocol.ts';

const steps = { actions: '', heads: [], dependents: [], scores: [] };

function realization(text: string, expected = false, score = 0): ShownRealization {
  return { text, display: text, score, expected, tokens: [], steps };
}

/** Of one word, of which the bag gives nothing. */
const open: Token = {
  ...{ form: 'a', tag: 'X', word: 0, head: 0, label: null, isKnown: true },
  given: { tag: false, head: false, label: false },
};

/** @param ranks of the expectations */
function result(
  realizations: readonly ShownRealization[],
  ranks: readonly (number | null)[],
): ShownResult {
  return {
    ...{
      id: 1,
      status: 'complete',
      message: null,
      realizations,
      ranks: realizations.map((_, i) => i + 1),
      isAll: false,
      found: 0,
      proof: null,
      words: [],
      search: 'beam',
      isOwnSearch: false,
      lacksGrammar: false,
    },
    ...{ beam: 64, results: 10, timeLimit: 1000, canWiden: true, widerFailure: null },
    expectations: ranks.map((rank, i) => ({ text: `${i}`, rank, unreachable: null })),
    mark: null,
  };
}

/** Explains the expected sentence `c`, compared with the first sentence `a`. */
function explanation(more: Partial<ShownExplanation>, score = 0, ofFirst = 0): ShownExplanation {
  return {
    ...{
      class: 'model',
      rank: null,
      sentences: [],
      templates: [],
      help: [],
      together: [],
      whole: null,
    },
    ...{ smallestBeam: null, wouldBe: null, firstDifference: null },
    ...{ ruledOut: null, nothingHelps: '' },
    expected: { ...realization('c', true, score), byStep: [] },
    against: { ...realization('a', false, ofFirst), byStep: [] },
    ...more,
  };
}

const shown = ({ realization: { text }, rank, margin, badge }: Row): unknown[] => [
  text,
  rank,
  margin,
  badge?.text,
];

describe('the rows of the list', () => {
  it('have one for a sentence with a higher score that a proof found, above the first', () => {
    const list = result([realization('a')], []);
    assert.deepEqual(rowsOf(list, []).map(shown), [['a', 1, 0, undefined]]);
    assert.equal(rowsOf({ ...list, proof: { kind: 'proven' } }, []).length, 1);
    const missed = { kind: 'missed', isProven: true, canProve: false } as const;
    const better = realization('b', false, 30);
    assert.deepEqual(rowsOf({ ...list, proof: { ...missed, better } }, []).map(shown), [
      ['b', null, -30, 'highest score, proven; the search missed it'],
      ['a', 1, 0, undefined],
    ]);
    const open = { ...missed, better: { ...better, expected: true }, isProven: false };
    const [highest] = rowsOf({ ...list, proof: open }, []);
    assert.equal(highest.badge?.text, 'expected; scores higher; the search missed it');
    const both = result([realization('a'), realization('b', false, -5)], []);
    const listed = rowsOf({ ...both, proof: { ...missed, better } }, []);
    assert.deepEqual(
      listed.map(({ rank, isListed }) => [rank, isListed]),
      [
        [2, true],
        [1, true],
      ],
    );
    const expected = { ...better, text: 'c', expected: true };
    const explained = rowsOf({ ...list, proof: { ...open, better: expected } }, [
      explanation({ wouldBe: 1 }, 40),
    ]);
    assert.deepEqual(explained.map(shown), [
      ['c', null, -40, 'expected; scores higher; the search missed it'],
      ['a', 1, 0, undefined],
    ]);
  });

  const badges = (...realizations: ShownRealization[]): (string | undefined)[] =>
    rowsOf(result(realizations, []), []).map(({ badge }) => badge?.text);

  it('have a tick only where the bag passes as a test', () => {
    assert.deepEqual(badges(realization('a', true), realization('b', true)), [
      '✓ expected',
      'expected',
    ]);
    assert.deepEqual(badges(realization('a'), realization('b', true)), [undefined, 'expected']);
  });

  it('have the ranks of the sentences, also if the list leaves some out', () => {
    const list = { ...result([realization('a'), realization('b', true)], []), ranks: [1, 4] };
    const ranksOf = (...explanations: ShownExplanation[]): unknown[] =>
      rowsOf(list, explanations).map(({ rank, isListed }) => [rank, isListed]);
    assert.deepEqual(ranksOf(), [
      [1, true],
      [4, true],
    ]);
    assert.deepEqual(ranksOf(explanation({ class: 'ranked', rank: 3 })), [
      [1, true],
      [3, false],
      [4, true],
    ]);
    assert.equal(rowsOf(list, [])[1].badge?.text, 'expected');
  });

  it('have one for an expected sentence that is not among them, in the place of its score', () => {
    const list = result([realization('a', false, 50), realization('b', false, -9)], [null]);
    const rows = (...all: ShownExplanation[]): unknown[] => rowsOf(list, all).map(shown);
    const [a, b] = [
      ['a', 1, 0, undefined],
      ['b', 2, 59, undefined],
    ];
    assert.deepEqual(rows(explanation({ class: 'beam', wouldBe: 1 }, 80, 50)), [
      ['c', null, -30, 'expected; would be no. 1 here; the search missed it'],
      a,
      b,
    ]);
    assert.deepEqual(rows(explanation({ wouldBe: 2 }, 10, 50)), [
      a,
      ['c', null, 40, 'expected; would be no. 2 here; the search missed it'],
      b,
    ]);
    const last = ['c', null, 100, 'expected; scores less; the search missed it'];
    assert.deepEqual(rows(explanation({}, -50, 50)), [a, b, last]);
    const dictionary = explanation({ class: 'dictionary' }, -50, 50);
    const badgeOf = (one: ShownExplanation) => rowsOf(list, [one]).at(-1)!.badge?.text;
    assert.equal(badgeOf(dictionary), 'expected; lacks a tag');
    const derived = { ...dictionary, expected: { ...dictionary.expected!, ccg: null } };
    assert.equal(badgeOf(derived), 'expected; lacks a category');
    assert.equal(
      badgeOf({ ...derived, wouldBe: 3 }),
      'expected; would be no. 3 here; the search missed it',
    );
    const [, , beyond] = rowsOf(list, [explanation({ class: 'ranked', rank: 37 }, -50, 50)]);
    assert.deepEqual([beyond.rank, beyond.isListed], [37, false]);
    assert.deepEqual(rows(explanation({ class: 'unreachable', expected: null }, 0, 50)), [a, b]);
  });

  it('are in the order of the places that two missed sentences would have', () => {
    const list = result([realization('a', false, 50), realization('b', false, -9)], [null, null]);
    const low = explanation({ wouldBe: 2 }, 60, 50);
    const high = {
      ...explanation({ class: 'beam', wouldBe: 1 }, 0, 50),
      expected: { ...realization('d', true, 80), byStep: [] },
    };
    assert.deepEqual(rowsOf(list, [low, high]).map(shown), [
      ['d', null, -30, 'expected; would be no. 1 here; the search missed it'],
      ['c', null, -10, 'expected; would be no. 2 here; the search missed it'],
      ['a', 1, 0, undefined],
      ['b', 2, 59, undefined],
    ]);
  });

  it('say why a sentence stands above the first, also below one that the search missed', () => {
    const list = result([realization('a', false, 50), realization('c', true, 40)], [2, null]);
    const lifted = explanation({ class: 'ranked', rank: 2, wouldBe: 2 }, 60, 50);
    const missed = {
      ...explanation({ class: 'beam', wouldBe: 1 }, 0, 50),
      expected: { ...realization('d', true, 80), byStep: [] },
    };
    assert.deepEqual(rowsOf(list, [lifted, missed]).map(shown), [
      ['d', null, -30, 'expected; would be no. 1 here; the search missed it'],
      ['c', 2, -10, 'expected; would be no. 2 here, the search missed its best derivation'],
      ['a', 1, 0, undefined],
    ]);
  });

  it('have the scores of the best derivations if an expected sentence does not come first', () => {
    const list = result(
      [realization('a', false, 50), realization('b', false, 20), realization('c', true, -9)],
      [3],
    );
    const ranked = explanation({ class: 'ranked', rank: 3, wouldBe: 2 }, 30, 70);
    assert.deepEqual(rowsOf(list, [ranked]).map(shown), [
      ['a', 1, 0, undefined],
      ['c', 3, 40, 'expected; would be no. 2 here, the search missed its best derivation'],
      ['b', 2, 50, undefined],
    ]);
  });

  it('offer to keep only what a sentence chose, and nothing but a copy once the bag has changed', () => {
    const chose = { ...realization('a'), tokens: [open] };
    const [row] = rowsOf(result([chose], []), []);
    const asExpected = { ...row, realization: { ...chose, expected: true } };
    const given = { tag: true, head: false, label: false };
    const tagged = { ...row, realization: { ...chose, tokens: [{ ...open, given }] } };
    assert.deepEqual([...offered(row, false)], ['copy', 'why', 'parse', 'insert', 'tags', 'arcs']);
    assert.deepEqual([...offered(tagged, false)], ['copy', 'why', 'parse', 'insert', 'arcs']);
    // A sentence that the search missed has a derivation too, which can be kept.
    assert.deepEqual(
      [...offered({ ...asExpected, isListed: false }, false)],
      ['copy', 'why', 'parse', 'tags', 'arcs'],
    );
    assert.deepEqual([...offered(row, true)], ['copy']);
  });

  it('have above them the mark of the bag if it has several expectations', () => {
    const summary = (mark: string, ...ranks: (number | null)[]) =>
      expectationSummary({ ...result([realization('a')], ranks), mark });
    assert.deepEqual(summary('✓ 1 of 2 expected', 1, null), {
      text: '✓ 1 of 2 expected',
      isGood: true,
    });
    assert.deepEqual(summary('expected is no. 2', 3, 2), {
      text: 'expected is no. 2',
      isGood: false,
    });
    assert.equal(summary('✓ expected', 1), null);
  });

  it('are counted with those that are not in the list', () => {
    const list = result([realization('a')], [null, 12]);
    const missed = explanation({ class: 'model', rank: null, wouldBe: null }, -5);
    const below = explanation({ class: 'ranked', rank: 12, wouldBe: null }, -7);
    const other = { ...below, expected: { ...below.expected!, text: 'd', display: 'd' } };
    assert.equal(besides(rowsOf(list, [])), '');
    assert.equal(besides(rowsOf(list, [missed])), ', and 1 missed');
    assert.equal(besides(rowsOf(list, [missed, other])), ', and no. 12 and 1 missed');
  });
});
