import assert from 'node:assert/strict';
import {
  betterRow,
  expectationSummary,
  foundRows,
  missingRow,
  offered,
} from '../../../client/webview/rows.ts';
import type {
  ExplanationClass,
  ShownExplanation,
  ShownRealization,
  ShownResult,
  ShownToken,
} from '../../../server/src/lsp/protocol.ts';

const steps = { actions: '', heads: [], dependents: [], scores: [] };

function realization(text: string, expected = false): ShownRealization {
  return { text, display: text, score: 0, margin: 0, expected, tokens: [], steps };
}

/** Of one word, of which the bag gives nothing. */
const open: ShownToken = {
  ...{ form: 'a', tag: 'X', word: 0, head: 0, label: null, isKnown: true, likelyLabel: null },
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
      best: null,
      words: [],
      search: 'beam',
      isOwnSearch: false,
      lacksGrammar: false,
    },
    ...{ beam: 64, results: 10, timeLimit: 1000, canWiden: true, widerFailure: null },
    expectations: ranks.map((rank, i) => ({ text: `${i}`, rank, unreachable: null })),
  };
}

describe('the rows of the list', () => {
  it('have one for a better sentence that the search has missed, told apart', () => {
    const list = result([realization('a')], []);
    assert.equal(betterRow(list), null);
    assert.equal(betterRow({ ...list, best: { kind: 'possible' } }), null);
    const missed = { kind: 'missed', isProven: true, canProve: false } as const;
    const row = betterRow({ ...list, best: { ...missed, better: realization('b') } });
    assert.deepEqual([row?.rank, row?.isListed], [null, false]);
    assert.equal(row?.badge?.text, 'best possible; the search missed it');
    const better = realization('b', true);
    assert.equal(
      betterRow({ ...list, best: { ...missed, better, isProven: false } })?.badge?.text,
      'expected, scores higher; the search missed it',
    );
  });

  const badges = (...realizations: ShownRealization[]): (string | undefined)[] =>
    foundRows(result(realizations, [])).map(({ badge }) => badge?.text);

  it('have a tick only where the bag passes as a test', () => {
    assert.deepEqual(badges(realization('a', true), realization('b', true)), [
      '✓ expected',
      'expected',
    ]);
    assert.deepEqual(badges(realization('a'), realization('b', true)), [undefined, 'expected']);
  });

  it('have the ranks of the sentences, also if the list leaves some out', () => {
    const list = result([realization('a'), realization('b')], []);
    const ranks = foundRows({ ...list, ranks: [1, 4] }).map(({ rank }) => rank);
    assert.deepEqual(ranks, [1, 4]);
  });

  it('have one for an expected sentence that is not among them, with its rank if it has one', () => {
    const explanation = (kind: ExplanationClass, rank: number | null): ShownExplanation => ({
      ...{
        class: kind,
        rank,
        sentences: [],
        best: null,
        templates: [],
        help: [],
        helpfulBeam: null,
      },
      ...{ firstDifference: null, expected: { ...realization('c'), byStep: [] } },
    });
    const lost = missingRow(explanation('beam', null));
    assert.deepEqual([lost?.rank, lost?.badge?.text], [null, 'expected; the search missed it']);
    assert.equal(missingRow(explanation('ranked', 37))?.rank, 37);
    assert.equal(missingRow({ ...explanation('unreachable', null), expected: null }), null);
  });

  it('offer to keep only what a sentence of the list chose, and nothing but a copy once the bag has changed', () => {
    const chose = { ...realization('a'), tokens: [open] };
    const [row] = foundRows(result([chose], []));
    const asExpected = { ...row, realization: { ...chose, expected: true } };
    const given = { tag: true, head: false, label: false };
    const tagged = { ...row, realization: { ...chose, tokens: [{ ...open, given }] } };
    assert.deepEqual([...offered(row, false)], ['copy', 'why', 'insert', 'tags', 'arcs']);
    assert.deepEqual([...offered(tagged, false)], ['copy', 'why', 'insert', 'arcs']);
    assert.deepEqual([...offered({ ...asExpected, isListed: false }, false)], ['copy', 'why']);
    assert.deepEqual([...offered(row, true)], ['copy']);
  });

  it('say of several expectations how many came out, with a tick where one is the best', () => {
    const summary = (...ranks: (number | null)[]): string | undefined =>
      expectationSummary(result([realization('a')], ranks))?.text;
    assert.equal(summary(1, null), '✓ 1 of 2 expected');
    assert.equal(summary(3, 2), '2 of 2 expected');
    assert.equal(summary(null, null), '0 of 2 expected');
    assert.equal(summary(1), undefined);
  });
});
