import assert from 'node:assert/strict';
import { BranchAndBound } from '../../../server/src/parser/branch-and-bound.ts';
import { Factors } from '../../../server/src/parser/factors.ts';
import { Fixed } from '../../../server/src/parser/fixed-arcs.ts';
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

  it('obey fixed arcs', () => {
    const random = new Random(24);
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const { parts, scores, factors, trees } = randomSentence(random, 1 + random.below(5), {
        density: random.next(),
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: 0.5,
      });
      const { count, heads, modifiers } = parts.arcs;
      const fixed = new Int8Array(count);
      fixed[random.below(count)] = Fixed.In;
      fixed[random.below(count)] = Fixed.Out;
      const allowed = trees.filter((tree) =>
        fixed.every((how, arc) => {
          const isIn = tree.heads[modifiers[arc]] === heads[arc];
          return how === Fixed.Free || isIn === (how === Fixed.In);
        }),
      );
      const ranked = kBest(7, search, parts, scores, factors, { ...UNLIMITED, fixed });
      assert.equal(ranked.length, Math.min(7, allowed.length));
      for (const [rank, { score }] of ranked.entries()) {
        assert.ok(isClose(score, allowed[rank].score));
      }
      found += ranked.length;
    }
    assert.ok(found > 300);
  });

  it('are fewer after a stop, and not proven', () => {
    const { parts, scores, factors } = randomSentence(new Random(25), 6, {
      density: 1,
      weights: 'whole',
      factors: 0.5,
    });
    let reads = 0;
    const stop = {
      get requested() {
        return ++reads > 5;
      },
    };
    const found = kBest(10, search, parts, scores, factors, { ...UNLIMITED, stop });
    assert.ok(found.length > 0 && found.length < 10);
    assert.ok(found.some(({ isProven }) => !isProven));
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
