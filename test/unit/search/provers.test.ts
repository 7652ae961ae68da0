import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { FIRST_SHIFT } from '../../../server/src/scoring/arc-standard/records.ts';
import { shiftTemplates } from '../../../server/src/scoring/arc-standard/shift-templates.ts';
import { arcTemplates } from '../../../server/src/scoring/arc-standard/arc-templates.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { BottomUp } from '../../../server/src/search/bottom-up/bottom-up.ts';
import { TransitionProver } from '../../../server/src/search/exact/transition-prover.ts';
import type { Proof } from '../../../server/src/search/exact/exact-search.ts';
import { TreeProver } from '../../../server/src/search/exact/tree-prover.ts';
import type { Derivation } from '../../../server/src/search/search.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { bagOfHeads, smallLexicon } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';

const lexicon = smallLexicon();

describe('the prover of a transition system', () => {
  it('finds the best in its narrow search, if its bounds are exact', () => {
    // The bound of the words is exact if only words of the string count, and then arcs score nothing.
    const ofStacks = shiftTemplates.templates.filter(({ name }) => /\bs[012]|depth/.test(name));
    const leftOut = new Set([
      ...ofStacks.map(({ name }) => `shift/${name}`),
      ...arcTemplates.templates.map(({ name }) => `arc/${name}`),
    ]);
    const words = Array.from('abcdefgh', (form) => ({ form, tags: ['X'] }));
    const problem = new Problem(plainBag({ words, arcs: [], root: null }), lexicon);
    const steps = 2 * problem.size - 1;
    // The narrow search advances at most 200 states a step. The unlimited search then cuts off all that follows the
    // first state.
    const states = (200 * steps + 1) * (FIRST_SHIFT + problem.variantCount);
    for (let seed = 1; seed <= 2; seed++) {
      const scoring = { ...scoringOf(randomModel(seed).tables, 'arc-standard', null), leftOut };
      const { better, isProven } = new TransitionProver(scoring).prove(
        problem,
        null,
        { states },
        NEVER,
      );
      assert.ok(isProven);
      assert.ok(better !== null);
    }
  });
});

describe('the prover of full trees', () => {
  const weights = scoringOf(randomModel(1).tables, 'arc-standard', null).weights;
  const scoring = { weights, leftOut: new Set<string>(), fluency: null };

  it('finds the best without a known derivation, and nothing better than the best', () => {
    const problem = new Problem(bagOfHeads([-1, 0, 0, 1, 1, 2], 0), lexicon);
    const prover = new TreeProver(scoring);
    const prove = (known: Derivation | null): Proof =>
      prover.prove(problem, known, { states: 100_000 }, NEVER);
    const options = { beam: 100_000, results: 1, budget: { states: 0 } };
    const {
      derivations: [best],
      isExhaustive,
    } = new BottomUp(scoring).search(problem, options, NEVER, null);
    assert.ok(isExhaustive);
    const { better, isProven } = prove(null);
    assert.ok(isProven);
    assert.equal(better?.score, best.score);
    assert.deepEqual(prove(best), { better: null, isProven: true });
    assert.equal(prove({ ...best, score: best.score - 1 }).better?.score, best.score);
  });

  it('does not try a tree of more than 30 words, nor one with more than seven dependents of a word', () => {
    const chain = Array.from({ length: 31 }, (_, word) => word - 1);
    const star = Array.from({ length: 9 }, (_, word) => (word === 0 ? -1 : 0));
    for (const heads of [chain, star]) {
      const problem = new Problem(bagOfHeads(heads, 0), lexicon);
      const budget = { states: 100_000 };
      const proof = new TreeProver(scoring).prove(problem, null, budget, NEVER);
      assert.deepEqual(proof, { better: null, isProven: false });
      assert.equal(budget.states, 100_000);
    }
  });
});
