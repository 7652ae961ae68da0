import assert from 'node:assert/strict';
import { BranchAndBound } from '../../../server/src/parser/branch-and-bound.ts';
import { Fixed } from '../../../server/src/parser/fixed-arcs.ts';
import { Random } from '../../../server/src/util/random.ts';
import { ALL_WEIGHTS, isClose, randomSentence, scoreByDefinition } from './random-sentence.ts';

const SENTENCES = 1000;
const UNLIMITED = { maxCalls: Infinity };

describe('branch and bound', () => {
  const search = new BranchAndBound();

  it('finds and proves the tree that brute force finds', () => {
    const random = new Random(11);
    for (let i = 0; i < SENTENCES; i++) {
      const sentence = randomSentence(random, 1 + random.below(6), {
        density: random.next(),
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: random.next(),
      });
      const { parts, scores, factors, trees } = sentence;
      const found = search.search(parts, scores, factors, UNLIMITED);
      assert.ok(found.isProven && found.best);
      assert.equal(found.bound, found.best.score);
      assert.ok(isClose(found.best.score, trees[0].score), `${i} ${found.best.score} ${trees[0].score} true ${scoreByDefinition(sentence, found.best.heads)} calls ${found.calls}`);
      assert.ok(isClose(scoreByDefinition(sentence, found.best.heads), trees[0].score));
    }
  });

  it('obeys fixed arcs', () => {
    const random = new Random(12);
    let without = 0;
    for (let i = 0; i < SENTENCES; i++) {
      const { parts, scores, factors, trees } = randomSentence(random, 1 + random.below(6), {
        density: random.next(),
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: random.next(),
      });
      const { count, heads, modifiers } = parts.arcs;
      const fixed = Int8Array.from({ length: count }, () => {
        const drawn = random.below(8);
        return drawn === 0 ? Fixed.In : drawn <= 2 ? Fixed.Out : Fixed.Free;
      });
      const best = trees.find((tree) =>
        fixed.every((how, arc) => {
          const isIn = tree.heads[modifiers[arc]] === heads[arc];
          return how === Fixed.Free || isIn === (how === Fixed.In);
        }),
      );
      const found = search.search(parts, scores, factors, { ...UNLIMITED, fixed });
      assert.ok(found.isProven);
      assert.equal(found.best === null, best === undefined);
      assert.ok(isClose(found.bound, best?.score ?? -Infinity));
      if (!best) without++;
    }
    assert.ok(without > 100 && without < SENTENCES - 100);
  });
});
