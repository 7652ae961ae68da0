import assert from 'node:assert/strict';
import type { Realized, Status } from '../../../server/src/realize/realizer.ts';
import {
  describeFailure,
  failureLine,
  verdictOf,
  type Failure,
  type Verdict,
} from '../../../server/src/results/verdict.ts';

const reachable = (text: string) => ({ text, unreachable: null });

function realized(texts: readonly string[], status: Status = 'complete'): Realized {
  const message = status === 'complete' ? null : `It is ${status}.`;
  return {
    status,
    search: 'arc-standard',
    message,
    realizations: texts.map((text, i) => ({
      text,
      display: text,
      score: -i,
      tokens: [],
      transitions: [],
    })),
    isAll: false,
    isProven: false,
  };
}

function failure(verdict: Verdict): Failure {
  if (verdict.kind !== 'failed') assert.fail(verdict.kind);
  return verdict;
}

describe('the verdict on a bag', () => {
  it('is passed where the best realization is one of the expected', () => {
    const found = realized(['he has always', 'he always has']);
    const expected = ['always he has', 'he has always'].map(reachable);
    assert.deepEqual(verdictOf(found, expected), { kind: 'passed' });
  });

  it('is failed where another is better, and tells the rank and the difference', () => {
    const found = realized(['only he said so', 'so only he said', 'he said only so']);
    const { first, expected, place, rank, why, difference } = failure(
      verdictOf(found, [reachable('he said only so')]),
    );
    assert.deepEqual([first, expected, place, rank], ['only he said so', 'he said only so', 0, 3]);
    assert.equal(why, 'The expected sentence is no. 3 of 3 sentences found.');
    assert.equal(difference, '{+only+} he said [-only-] so');
  });

  it('ranks an expectation that the list leaves out among all found sentences', () => {
    const list = realized(['a b c', 'a c b', 'c a b']);
    const found = { ...list, leftOut: [{ text: 'b a c', score: -1, rank: 3 }] };
    const verdict = (text: string) => failure(verdictOf(found, [reachable(text)]));
    assert.equal(verdict('b a c').why, 'The expected sentence is no. 3 of 4 sentences found.');
    assert.equal(verdict('c a b').why, 'The expected sentence is no. 4 of 4 sentences found.');
    assert.match(verdict('b c a').why, /not among the 4 sentences found/);
  });

  it('compares with the expectation that is nearest, though another ranks higher', () => {
    const found = realized(['a b c d e', 'e d c b a']);
    const { expected, place, rank, why } = failure(
      verdictOf(found, [reachable('e d c b a'), reachable('b a c d e')]),
    );
    assert.deepEqual([expected, place, rank], ['b a c d e', 1, null]);
    assert.equal(why, 'The expected sentence is not among the 2 sentences found.');
  });

  it('writes sentences as the list shows them', () => {
    const found = realized(['the dogs bark', 'bark the dogs']);
    const listed = found.realizations.map((one) => ({ ...one, display: `The ${one.text}!` }));
    const texts = ['dogs bark the', 'bark the dogs'];
    const verdict = verdictOf({ ...found, realizations: listed }, texts.map(reachable));
    const lines = describeFailure(failure(verdict)).split('\n');
    assert.ok(lines.includes('First:      The the dogs bark!'), lines.join());
    assert.ok(lines.some((line) => line.includes('The bark the dogs!')));
  });

  it('says which expectation is the nearest, and where the others stand', () => {
    const found = realized(['a b c d e', 'e d c b a']);
    const texts = ['e d c b a', 'b a c d e', 'c a b e d'];
    const failed = failure(verdictOf(found, texts.map(reachable)));
    const lines = describeFailure(failed).split('\n');
    assert.deepEqual(lines.slice(1, 4), [
      'Expected:   b a c d e (the nearest to the first)',
      'Also:       e d c b a (no. 2)',
      'Also:       c a b e d (missed by the search)',
    ]);
    assert.match(
      failureLine(failed),
      /\.\d\. Also expected, less near: “e d c b a”, no\. 2; “c a b e d”, missed by the search\.\)$/,
    );
  });

  it('is failed if the bag rules out the expected sentence, and says why', () => {
    const unreachable = 'It crosses.';
    const { why } = failure(verdictOf(realized(['a b']), [{ text: 'b a', unreachable }]));
    assert.equal(why, unreachable);
    failure(verdictOf(realized(['a b'], 'cut-short'), [{ text: 'b a', unreachable }]));
  });

  it('is failed where there is no realization', () => {
    for (const status of ['impossible', 'undecided'] as const) {
      const { first, why, bleu, difference } = failure(
        verdictOf(realized([], status), [reachable('a b')]),
      );
      assert.deepEqual([first, why, bleu, difference], [null, `It is ${status}.`, 0, '[-a b-]']);
    }
  });

  it('is not run where the time ran out before an expected sentence was the best', () => {
    const found = realized(['a b', 'b a'], 'cut-short');
    assert.equal(verdictOf(found, [reachable('b a')]).kind, 'not-run');
    assert.equal(verdictOf(realized([], 'cut-short'), [reachable('b a')]).kind, 'not-run');
    assert.equal(verdictOf(found, [reachable('a b')]).kind, 'passed');
  });

  it('is told in lines that are safe to print', () => {
    const found = realized(['a \u001b[31m b']);
    const lines = describeFailure(failure(verdictOf(found, [reachable('b \u001b[31m a')]))).split(
      '\n',
    );
    assert.match(
      lines[0],
      /^The search found one sentence, and it is not the expected one\. BLEU \d+\.\d\.$/,
    );
    assert.equal(lines[1], 'Expected:   b �[31m a');
    assert.equal(lines[2], 'First:      a �[31m b');
    assert.match(lines[3], /^Difference: /);
    assert.equal(lines.length, 4);
  });
});
