import assert from 'node:assert/strict';
import { BranchAndBound } from '../../../server/src/parser/branch-and-bound.ts';
import { Factors } from '../../../server/src/parser/factors.ts';
import { kBest } from '../../../server/src/parser/k-best.ts';
import { Random } from '../../../server/src/util/random.ts';
import { ALL_WEIGHTS, isClose, randomSentence, scoreByDefinition } from './random-sentence.ts';

const SENTENCES = 1000;
const UNLIMITED = { maxCalls: Infinity };

describe('the k best trees', () => {
  const search = new BranchAndBound();

  for (const [name, density] of [
    ['by the second-order program alone', 0],
    ['by branch and bound', 0.5],
  ] as const) {
    it(`${name}, are those of brute force`, () => {
      const random = new Random(21);
      for (let i = 0; i < SENTENCES; i++) {
        const sentence = randomSentence(random, 1 + random.below(5), {
          density: random.next(),
          weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
          factors: density * random.next(),
        });
        const { parts, scores, factors, trees } = sentence;
        const k = 1 + random.below(12);
        const found = kBest(k, search, parts, scores, factors, UNLIMITED);
        assert.equal(found.length, Math.min(k, trees.length));
        assert.equal(new Set(found.map(({ heads }) => heads.join())).size, found.length);
        for (const [rank, tree] of found.entries()) {
          assert.ok(tree.isProven);
          assert.ok(
            isClose(tree.score, trees[rank].score),
            `${tree.score} for ${trees[rank].score}`,
          );
          assert.ok(isClose(tree.score, scoreByDefinition(sentence, tree.heads)));
        }
      }
    });
  }

  it('that are not proven are said to be', () => {
    const random = new Random(22);
    let unproven = 0;
    for (let i = 0; i < 200; i++) {
      const { parts, scores, factors, trees } = randomSentence(random, 5, {
        density: 1,
        weights: 'whole',
        factors: 0.7,
      });
      const found = kBest(5, search, parts, scores, factors, { maxCalls: 2 });
      for (const [rank, { score, isProven }] of found.entries()) {
        if (isProven) assert.equal(score, trees[rank].score);
        else unproven++;
        if (rank > 0) assert.ok(score <= found[rank - 1].score);
      }
    }
    assert.ok(unproven > 200);
  });

  it('take one run of the program for each subspace if there are no factors', () => {
    const { parts, scores } = randomSentence(new Random(23), 6, {
      density: 1,
      weights: 'whole',
      factors: 0,
    });
    const one = search.search(parts, scores, new Factors(), UNLIMITED);
    assert.equal(one.calls, 1);
    assert.ok(one.isProven);
  });
});
