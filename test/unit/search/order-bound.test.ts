import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { BoundaryFluency } from '../../../server/src/scoring/bottom-up/boundary-fluency.ts';
import { boundaryTemplates } from '../../../server/src/scoring/bottom-up/boundary-templates.ts';
import { FullTree } from '../../../server/src/scoring/bottom-up/full-tree.ts';
import type { Scoring } from '../../../server/src/scoring/scoring.ts';
import { OrderBound } from '../../../server/src/search/exact/order-bound.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { smallLexicon } from '../support/bags.ts';
import { everyOrder, NaiveScores } from '../support/naive-bottom-up.ts';
import { anyFluency } from '../support/toy-fluency.ts';

const lexicon = smallLexicon();
const forms = ['a', 'b', 'c', 'zelda', 'zebra', 'c d', 'a b', 'zelda zebra a', 'a b c d'];

/** Trees in which the first word governs the second, the second the third, and the third all others. */
function treesOf(fewest: number, most: number): fc.Arbitrary<Bag> {
  const word = fc.record({ form: fc.constantFrom(...forms), tag: fc.constantFrom('X', 'Y', 'Z') });
  const drawn = fc.array(word, { minLength: 3 + fewest, maxLength: 3 + most });
  return drawn.map((words) =>
    plainBag({
      words: words.map(({ form, tag }) => ({ form, tags: [tag] })),
      arcs: words.slice(1).map((_, i) => ({ head: Math.min(i, 2), dependent: i + 1, label: null })),
      root: 0,
    }),
  );
}

/** Compares the bound of the last item of the second word with the item's highest score over all orders of the words. */
function checkLast(bag: Bag, scoring: Scoring & { weights: Int8Array }, message?: string): void {
  const problem = new Problem(bag, lexicon);
  const { weights, leftOut, fluency } = scoring;
  const naive = new NaiveScores(problem, weights, leftOut, fluency);
  const ofBoundaries = fluency && new BoundaryFluency(fluency);
  ofBoundaries?.begin(problem);
  const bound = new OrderBound(scoring, new FullTree(problem), ofBoundaries);
  const head = problem.places.indexOf(1);
  assert.ok(bound.begin(head, NEVER));
  const highest = new Map<number, number>();
  for (const ordered of everyOrder(problem, head)) {
    const first = ordered.parts[0].head;
    const score = naive.step(ordered, 1);
    highest.set(first, Math.max(score, highest.get(first) ?? -Infinity));
  }
  assert.equal(highest.size, 2);
  for (const [first, score] of highest) {
    assert.equal(bound.of(bound.after(0, first)), score, message);
  }
}

function weightsOf(seed: number): Int8Array {
  const random = new Random(seed);
  return Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
}

describe('the bound of the last item of a head', () => {
  it('is its score, if both items are single words', () => {
    fc.assert(
      fc.property(treesOf(0, 0), fc.nat(), anyFluency, (bag, seed, fluency) => {
        checkLast(bag, { weights: weightsOf(seed), leftOut: new Set(), fluency });
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it('is the highest score over all orders inside the items, if one template counts', () => {
    const names = boundaryTemplates.templates.map(({ name }) => name);
    for (const template of names) {
      // The bound of this template takes one word for the first and the last word of an item.
      if (template === 'inside | item f1t g1t') continue;
      const others = names.filter((name) => name !== template);
      const leftOut = new Set(others.map((name) => `boundary/${name}`));
      const property = fc.property(treesOf(1, 3), fc.nat(), (bag, seed) => {
        checkLast(bag, { weights: weightsOf(seed), leftOut, fluency: null }, template);
      });
      fc.assert(property, { numRuns: 3, seed: 1 });
    }
  });
});
