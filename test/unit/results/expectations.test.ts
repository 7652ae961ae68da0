import assert from 'node:assert/strict';
import {
  placeSentence,
  standingOf,
  type RankedExpectation,
} from '../../../server/src/results/expectations.ts';

const ranked = (rank: number | null, unreachable: string | null = null): RankedExpectation => ({
  ...{ text: `sentence ${rank}`, rank, unreachable },
});

describe('the standing of expected sentences', () => {
  const marks: readonly (readonly [string, ...RankedExpectation[]])[] = [
    ['✓ expected', ranked(1)],
    ['✓ expected', ranked(2), ranked(1)],
    ['✓ 1 of 2 expected', ranked(null), ranked(1)],
    ['expected is no. 33', ranked(33)],
    ['expected is no. 2', ranked(33), ranked(2)],
    ['1 of 2 expected, no. 33', ranked(null), ranked(33)],
    ['expected, missed by the search', ranked(null)],
    ['expected, missed by the search', ranked(null, 'It crosses.'), ranked(null)],
    ['expected, ruled out by this bag', ranked(null, 'It crosses.')],
  ];
  for (const [mark, ...expectations] of marks) {
    it(`is "${mark}" of ${expectations.map(({ rank }) => rank ?? 'none').join(' and ')}`, () => {
      assert.equal(standingOf(expectations)!.mark, mark);
    });
  }

  it('is that of the sentence with the highest rank, or else of one that the bag allows', () => {
    const allowed = ranked(null);
    assert.equal(standingOf([ranked(null, 'It crosses.'), allowed])!.best, allowed);
    const highest = ranked(2);
    assert.equal(standingOf([ranked(33), allowed, highest])!.best, highest);
    assert.equal(standingOf([]), null);
  });

  it('is said in a sentence with the number of sentences found', () => {
    assert.equal(
      placeSentence(ranked(33), 64),
      'The expected sentence is no. 33 of 64 sentences found.',
    );
    assert.equal(
      placeSentence(ranked(null), 64),
      'The expected sentence is not among the 64 sentences found.',
    );
    assert.equal(placeSentence(ranked(null, 'It crosses.'), 64), 'It crosses.');
  });
});
