import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Bleu, sentenceBleu } from '../../../server/src/evaluate/bleu.ts';

function bleu(...pairs: readonly (readonly [output: string, reference: string])[]): number {
  const corpus = new Bleu();
  for (const [output, reference] of pairs) corpus.add(output.split(' '), reference.split(' '));
  return corpus.score();
}

describe('BLEU', () => {
  it('is 100 where everything matches, and 0 where no four words in a row do', () => {
    assert.ok(Math.abs(bleu(['a b c d e', 'a b c d e']) - 100) < 1e-9);
    assert.equal(bleu(['a b c e d', 'a b c d e']), 0);
    assert.equal(bleu(), 0);
  });

  it('is the geometric mean of the four precisions', () => {
    // By hand: 5/5 words, 3/4 pairs, 2/3 triples, 1/2 quadruples.
    const expected = 100 * (1 * (3 / 4) * (2 / 3) * (1 / 2)) ** (1 / 4);
    assert.ok(Math.abs(bleu(['e a b c d', 'a b c d e']) - expected) < 1e-9);
  });

  it('sums counts over the corpus before it divides', () => {
    // 5 + 3 of 8 words, 4 + 1 of 6 pairs, 3 + 0 of 4 triples, 2 of 2 quadruples.
    const expected = 100 * (1 * (5 / 6) * (3 / 4) * 1) ** (1 / 4);
    const score = bleu(['a b c d e', 'a b c d e'], ['z y x', 'x z y']);
    assert.ok(Math.abs(score - expected) < 1e-9);
  });

  it('punishes an output that is too short', () => {
    const expected = 100 * Math.exp(1 - 6 / 4);
    assert.ok(Math.abs(bleu(['a b c d', 'a b c d e f']) - expected) < 1e-9);
  });

  it('counts a word no more often than the reference has it', () => {
    assert.equal(bleu(['a a a a a', 'a b c d e']), 0);
  });

  it('is case-sensitive, and between 0 and 100', () => {
    assert.equal(bleu(['A B C D', 'a b c d']), 0);
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 });
    fc.assert(
      fc.property(words, words, (output, reference) => {
        const score = bleu([output.join(' '), reference.join(' ')]);
        assert.ok(score >= 0 && score <= 100 + 1e-9);
      }),
    );
  });
});

describe('BLEU+1 of a sentence', () => {
  const score = (output: string, reference: string): number =>
    sentenceBleu(output.split(' '), reference.split(' '));

  it('adds one to the counts of pairs and longer, and not to those of words', () => {
    // By hand: 5/5 words, (1 + 2)/(1 + 4) pairs, (1 + 1)/(1 + 3) triples, (1 + 0)/(1 + 2) quadruples.
    const expected = 100 * (1 * (3 / 5) * (2 / 4) * (1 / 3)) ** (1 / 4);
    assert.ok(Math.abs(score('a b c e d', 'a b c d e') - expected) < 1e-9);
  });

  it('is 100 for the same sentence, however short, and 0 for one that shares no word', () => {
    for (const same of ['a', 'a b', 'a b c d e']) {
      assert.ok(Math.abs(score(same, same) - 100) < 1e-9);
    }
    assert.equal(score('a b', 'c d'), 0);
    assert.equal(sentenceBleu([], ['a']), 0);
  });
});
