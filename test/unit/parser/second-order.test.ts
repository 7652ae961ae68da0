import assert from 'node:assert/strict';
import { CandidateArcs } from '../../../server/src/parser/candidate-arcs.ts';
import {
  forceArc,
  PARTS_A_WORD,
  SecondOrderParts,
  SecondOrderProgram,
} from '../../../server/src/parser/second-order.ts';
import { Random } from '../../../server/src/util/random.ts';
import { partsByDefinition, projectiveTrees, words } from './projective-trees.ts';
import { ALL_WEIGHTS, isClose, randomSentence, scoreByDefinition } from './random-sentence.ts';

const SENTENCES = 1000;

describe('candidate arcs', () => {
  it('are numbered by modifier and then head, with the chain', () => {
    const arcs = new CandidateArcs();
    arcs.reset(3);
    for (const [h, m] of [
      [3, 2],
      [2, 1],
      [0, 2],
      [2, 1],
    ]) {
      arcs.add(h, m);
    }
    arcs.seal();
    const all = Array.from({ length: arcs.count }, (_, a) => [arcs.heads[a], arcs.modifiers[a]]);
    assert.deepEqual(all, [
      [0, 1],
      [2, 1],
      [0, 2],
      [1, 2],
      [3, 2],
      [2, 3],
    ]);
    assert.deepEqual([...arcs.first.slice(1, 5)], [0, 2, 5, 6]);
    assert.equal(arcs.find(3, 2), 4);
    assert.equal(arcs.find(1, 3), -1);
  });

  it('of one sentence say nothing about the next', () => {
    const arcs = new CandidateArcs();
    for (const n of [5, 3, 6, 1]) {
      arcs.reset(n);
      arcs.add(0, n);
      arcs.seal();
      assert.equal(arcs.count, n === 1 ? 1 : n + 1);
      if (n > 2) assert.equal(arcs.find(n, 1), -1);
      for (let h = 1; h < n; h++) arcs.add(n, h);
    }
  });

  it('refuse arcs outside the sentence', () => {
    const arcs = new CandidateArcs();
    arcs.reset(2);
    assert.throws(() => arcs.add(3, 1), RangeError);
    assert.throws(() => arcs.add(1, 0), RangeError);
    assert.throws(() => arcs.add(2, 2), RangeError);
  });
});

describe('projective trees, by enumeration', () => {
  it('are as many as the formula says', () => {
    // With one child of the root, they are counted by binomial(3n − 2, n − 1) / n.
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((n) => projectiveTrees(n).length),
      [1, 2, 7, 30, 143],
    );
  });
});

describe('the second-order program', () => {
  it('finds the tree that brute force finds', () => {
    const random = new Random(1);
    const program = new SecondOrderProgram();
    for (let i = 0; i < SENTENCES; i++) {
      const sentence = randomSentence(random, 1 + random.below(6), {
        density: random.next(),
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: 0,
      });
      const { parts, scores, trees } = sentence;
      assert.ok(program.run(parts, scores));
      assert.ok(isClose(program.score, trees[0].score), `${program.score} for ${trees[0].score}`);
      assert.ok(isClose(scoreByDefinition(sentence, program.heads), trees[0].score));
      for (const m of words(sentence.n)) {
        assert.equal(parts.arcs.heads[program.tree[m]], program.heads[m]);
        assert.equal(parts.arcs.modifiers[program.tree[m]], m);
      }
    }
  });

  it('obeys forced and forbidden arcs, and says when there is no tree', () => {
    const random = new Random(2);
    const program = new SecondOrderProgram();
    let without = 0;
    for (let i = 0; i < SENTENCES; i++) {
      const { n, parts, scores, trees } = randomSentence(random, 1 + random.below(5), {
        density: random.next(),
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: 0,
      });
      const { arcs } = parts;
      const forced = random.below(arcs.count);
      const forbidden = Array.from({ length: arcs.count }, (_, a) => a).filter(
        (arc) => arc !== forced && random.below(6) === 0,
      );
      const has = (heads: readonly number[], arc: number): boolean =>
        heads[arcs.modifiers[arc]] === arcs.heads[arc];
      const best = trees.find(
        ({ heads }) => has(heads, forced) && !forbidden.some((arc) => has(heads, arc)),
      );
      const arcScores = scores.arcs.slice();
      forceArc(arcs, forced, arcScores);
      for (const arc of forbidden) arcScores[arc] = -Infinity;
      assert.equal(program.run(parts, { ...scores, arcs: arcScores }), best !== undefined);
      assert.ok(isClose(program.score, best?.score ?? -Infinity));
      if (!best) {
        without++;
        continue;
      }
      const heads = [0, ...words(n).map((m) => program.heads[m])];
      assert.ok(has(heads, forced) && !forbidden.some((arc) => has(heads, arc)));
    }
    assert.ok(without > 50 && without < SENTENCES - 500);
  });

  it('finds the best tree with each arc', () => {
    const random = new Random(5);
    const program = new SecondOrderProgram();
    for (let i = 0; i < SENTENCES; i++) {
      const { parts, scores, trees } = randomSentence(random, 1 + random.below(6), {
        density: random.next(),
        weights: ALL_WEIGHTS[i % ALL_WEIGHTS.length],
        factors: 0,
      });
      const { arcs } = parts;
      const least = i % 2 === 0 ? -Infinity : trees[random.below(trees.length)].score;
      const found = new Float64Array(arcs.count);
      program.run(parts, scores);
      program.marginals(parts, scores, least - 1e-9, found);
      for (let arc = 0; arc < arcs.count; arc++) {
        const best = trees.find(({ heads }) => heads[arcs.modifiers[arc]] === arcs.heads[arc]);
        const score = best?.score ?? -Infinity;
        assert.ok(score < least ? found[arc] < least : isClose(found[arc], score));
      }
    }
  });

  it('parses the empty sentence', () => {
    const arcs = new CandidateArcs();
    arcs.reset(0);
    arcs.seal();
    const parts = new SecondOrderParts();
    parts.build(arcs);
    const none = new Float64Array(0);
    const program = new SecondOrderProgram();
    assert.ok(program.run(parts, { arcs: none, siblings: none, inner: none, outer: none }));
    assert.equal(program.score, 0);
  });
});

describe('second-order parts', () => {
  it('of a tree are those of the definition', () => {
    const random = new Random(3);
    for (let i = 0; i < 200; i++) {
      const { n, parts, scores, trees } = randomSentence(random, 1 + random.below(6), {
        density: random.next(),
        weights: 'whole',
        factors: 0,
      });
      const { arcs } = parts;
      const other = (arc: number): number => (arc < 0 ? 0 : arcs.modifiers[arc]);
      const into = new Int32Array(PARTS_A_WORD * n);
      for (const { heads, score } of trees) {
        assert.ok(parts.partsOf(Int32Array.from(heads), into));
        const listed = words(n).flatMap((m) => {
          const [arc, sibling, inner, outer] = into.subarray(PARTS_A_WORD * (m - 1));
          const [h, modifier] = [arcs.heads[arc], arcs.modifiers[arc]];
          return [
            ['arc', h, modifier],
            ['sibling', h, modifier, other(parts.siblings[sibling])],
            ['inner', h, modifier, other(parts.inner[inner])],
            ['outer', h, modifier, other(parts.outer[outer])],
          ];
        });
        assert.deepEqual(listed, partsByDefinition(heads));
        assert.equal(parts.scoreOf(Int32Array.from(heads), scores), score);
      }
    }
  });

  it('of a tree with another arc are refused', () => {
    const arcs = new CandidateArcs();
    arcs.reset(2);
    arcs.seal();
    const parts = new SecondOrderParts();
    parts.build(arcs);
    const zeros = new Float64Array(9);
    const scores = { arcs: zeros, siblings: zeros, inner: zeros, outer: zeros };
    const heads = Int32Array.of(0, 2, 0);
    assert.ok(!parts.partsOf(heads, new Int32Array(8)));
    assert.equal(parts.scoreOf(heads, scores), -Infinity);
  });

  it('are only pairs that a projective tree can have', () => {
    const random = new Random(4);
    const n = 5;
    const { parts } = randomSentence(random, n, { density: 1, weights: 'zero', factors: 0 });
    const possible = new Set(
      projectiveTrees(n).flatMap((heads) => partsByDefinition(heads).map(String)),
    );
    const sizes = parts.arcs.count + parts.siblingCount + parts.innerCount + parts.outerCount;
    // The root's child has modifiers on each side that has words, yet its parts with none are listed too.
    assert.equal(sizes, possible.size + 2 * (n - 1));
  });
});
