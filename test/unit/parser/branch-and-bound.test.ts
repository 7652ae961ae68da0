import assert from 'node:assert/strict';
import { BranchAndBound } from '../../../server/src/parser/branch-and-bound.ts';
import { Factors } from '../../../server/src/parser/factors.ts';
import { exclude, Fixed, haveTree } from '../../../server/src/parser/fixed-arcs.ts';
import { Random } from '../../../server/src/util/random.ts';
import { projectiveTrees, words } from './projective-trees.ts';
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
      assert.ok(isClose(found.best.score, trees[0].score));
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

  it('bounds all trees when it ends early, by its limit of calls', () => {
    const random = new Random(13);
    let unproven = 0;
    for (let i = 0; i < 300; i++) {
      const { parts, scores, factors, trees } = randomSentence(random, 4 + random.below(2), {
        density: 1,
        weights: 'whole',
        factors: 0.7,
      });
      const maxCalls = 1 + random.below(20);
      const { best, bound, isProven, calls } = search.search(parts, scores, factors, { maxCalls });
      assert.ok(calls <= maxCalls);
      assert.ok(best && best.score <= trees[0].score && bound >= trees[0].score);
      assert.ok(Number.isInteger(bound));
      assert.equal(isProven, bound === best.score);
      if (!isProven) unproven++;
    }
    assert.ok(unproven > 50);
  });

  it('ends at a stop', () => {
    const { parts, scores, factors } = randomSentence(new Random(14), 6, {
      density: 1,
      weights: 'whole',
      factors: 0.7,
    });
    let reads = 0;
    const stop = {
      get requested() {
        return ++reads > 2;
      },
    };
    const found = search.search(parts, scores, factors, { ...UNLIMITED, stop });
    assert.equal(found.calls, 2);
    assert.ok(found.best && !found.isProven);
    const before = search.search(parts, scores, factors, { ...UNLIMITED, stop });
    assert.deepEqual(before, { best: null, bound: Infinity, isProven: false, calls: 0, nodes: 1 });
  });

  it('looks only for better trees than a given score', () => {
    const random = new Random(15);
    for (let i = 0; i < 300; i++) {
      const { parts, scores, factors, trees } = randomSentence(random, 3 + random.below(4), {
        density: random.next(),
        weights: 'whole',
        factors: 0.7,
      });
      const most = trees[0].score;
      const found = search.search(parts, scores, factors, { ...UNLIMITED, above: most });
      assert.equal(found.best, null);
      assert.equal(found.bound, most);
      assert.ok(found.isProven);
      const just = search.search(parts, scores, factors, { ...UNLIMITED, above: most - 1 });
      assert.equal(just.best?.score, most);
    }
  });

  it('takes one run of the program if pairs of positive scores are in the best tree', () => {
    const { parts, scores, factors } = randomSentence(new Random(16), 6, {
      density: 1,
      weights: 'zero',
      factors: 0,
    });
    const chain = [1, 2, 3, 4, 5, 6].map((m) => parts.arcs.find(m - 1, m));
    for (const arc of chain) scores.arcs[arc] = 10;
    for (let i = 1; i < chain.length; i++) factors.addPair(chain[i - 1], chain[i], 5);
    const found = search.search(parts, scores, factors, UNLIMITED);
    assert.deepEqual([...found.best!.heads], [0, 0, 1, 2, 3, 4, 5]);
    assert.equal(found.bound, 85);
    assert.equal(found.calls, 1);
  });

  it('finds the same tree again, whatever it searched before', () => {
    const random = new Random(17);
    for (let i = 0; i < 100; i++) {
      const { parts, scores, factors } = randomSentence(random, 5, {
        density: 1,
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: 0.5,
      });
      const first = search.search(parts, scores, factors, UNLIMITED);
      const another = new BranchAndBound().search(parts, scores, factors, UNLIMITED);
      assert.deepEqual(another, first);
    }
  });
});

describe('factors', () => {
  it('of fewer than two arcs are refused', () => {
    assert.throws(() => new Factors().add([1], 5), RangeError);
  });
});

describe('fixed arcs', () => {
  it('exclude arcs that no projective tree has with them, and no others', () => {
    const n = 5;
    const { parts, trees } = randomSentence(new Random(18), n, {
      density: 1,
      weights: 'zero',
      factors: 0,
    });
    const { arcs } = parts;
    const has = (heads: readonly number[], arc: number): boolean =>
      heads[arcs.modifiers[arc]] === arcs.heads[arc];
    for (let one = 0; one < arcs.count; one++) {
      for (let other = 0; other < one; other++) {
        const together = trees.some(({ heads }) => has(heads, one) && has(heads, other));
        assert.equal(exclude(arcs, one, other), !together);
        assert.equal(exclude(arcs, other, one), !together);
      }
    }
  });

  it('have a tree if brute force finds one', () => {
    const random = new Random(19);
    let without = 0;
    for (let i = 0; i < 2000; i++) {
      const n = 1 + random.below(6);
      const heads = words(n).map(() => (random.below(2) === 0 ? null : random.below(n + 1)));
      const has = projectiveTrees(n).some((tree) =>
        heads.every((head, at) => head === null || tree[at + 1] === head),
      );
      assert.equal(haveTree(heads), has, JSON.stringify(heads));
      if (!has) without++;
    }
    assert.ok(without > 500 && without < 1500);
  });
});
