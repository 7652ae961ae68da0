import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { BestFirst } from '../../../server/src/search/best-first/best-first.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { constrainedBag, randomBag } from '../support/bags.ts';
import { allOutputs, allSentences, isAllowed } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const model = randomModel(1);
const weights = model.tables.get('arc-standard')!.weights;
const budget = { states: 0 };
const EVERYTHING = 1_000_000;
const scoring = { weights, leftOut: new Set<string>(), fluency: null };

function everything(bag: Bag, isScaled: boolean) {
  const problem = new Problem(bag, model.lexicon);
  const search = new BestFirst({ ...scoring, hasPlainScores: !isScaled }, { chart: EVERYTHING, popsPerHypothesis: EVERYTHING });
  const result = search.search(problem, { beam: 1, results: EVERYTHING, budget }, NEVER, null);
  return { problem, ...result };
}

describe('best-first search that pops everything', () => {
  for (const isScaled of [false, true]) {
    it(`finds the strings that trying everything finds, ${isScaled ? 'scaled' : 'plain'}`, () => {
      const small = randomBag({ minSize: 1, maxSize: 4, forms: ['a', 'b', 'c', 'c d'] });
      fc.assert(
        fc.property(small, (bag) => {
          const { problem, derivations, isExhaustive } = everything(bag, isScaled);
          assert.ok(isExhaustive);
          const found = derivations.map(({ variants }) =>
            variants.map((v) => bag.words[problem.places[problem.variantWord[v]]].form).join(' '),
          );
          const expected = allOutputs(bag).map(({ order }) =>
            order.map((word) => bag.words[word].form).join(' '),
          );
          assert.deepEqual([...found].sort(), [...new Set(expected)].sort());
        }),
        { numRuns: 300, seed: 1 },
      );
    }).timeout(240_000);
  }
  it('constraints', () => {
    fc.assert(
      fc.property(constrainedBag({ minSize: 1, maxSize: 4, forms: ['a', 'b', 'c', 'd', 'c d'] }), (given) => {
        const bag = { ...given, choices: [] };
        const problem = new Problem(bag, model.lexicon);
        if (!problem.isOrderable) { assert.deepEqual(allSentences(bag), []); return; }
        const { derivations } = everything(bag, false);
        const found = derivations.map(({ variants }) =>
          variants.map((v) => bag.words[problem.places[problem.variantWord[v]]].form).join(' '),
        );
        assert.deepEqual([...found].sort(), allSentences(bag));
      }),
      { numRuns: 1000, seed: 1 },
    );
  }).timeout(240_000);
});
void isAllowed;
