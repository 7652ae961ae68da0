import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Field } from '../../../server/src/search/arc-standard/states.ts';
import { Beam } from '../../../server/src/search/beam.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { estimate } from '../lm/toy.ts';
import { randomBag } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';

/** Keeps all that is offered. */
class Offers extends Candidates {
  readonly all: { readonly score: number; readonly state: number; readonly action: number }[] = [];
  override offer(score: number, state: number, action: number): void {
    super.offer(score, state, action);
    this.all.push({ score, state, action });
  }
}

const forms = ['a', 'b', 'c', 'd', 'e', 'Zed', 'c d'];
const corpus = ['a b c', 'b a c d', 'c d e a', 'a c e', 'e Zed b'].map((line) => line.split(' '));
const languageModel = new LanguageModel(encodeLanguageModel(estimate(corpus, 3), null));

describe('the scores of actions', () => {
  // Sums are memoised on what they read: states of long bags share much, and differ in single values.
  it('are sums of their own features, whatever was scored before', () => {
    const bag = randomBag({ minSize: 8, maxSize: 13, forms });
    fc.assert(
      fc.property(bag, fc.nat(), fc.boolean(), (drawn, seed, isFluent) => {
        const model = randomModel(seed);
        const problem = new Problem(drawn, model.lexicon);
        const scoring = scoringOf(model.tables, 'arc-standard', isFluent ? languageModel : null);
        const offers = new Offers();
        const beam = new Beam(new ArcStandard(scoring), offers);
        beam.start(beam.system.begin(problem), 48);
        for (let step = 0; step < beam.system.steps; step++) {
          offers.all.length = 0;
          beam.step();
          for (const { score, state, action } of offers.all) {
            const { data } = beam.system.states;
            const own = beam.system.observe(state, action, { onFeature: () => undefined });
            assert.equal(score, data[state + Field.Score] + own);
          }
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  }).timeout(60_000);
});
