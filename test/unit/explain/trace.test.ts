import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findLoss, Recorder } from '../../../server/src/explain/trace.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import {
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import { TransitionSearch } from '../../../server/src/search/arc-standard/transition-search.ts';
import type { Hypothesis } from '../../../server/src/search/search.ts';
import { Target } from '../../../server/src/search/target.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { estimate } from '../lm/toy.ts';
import { randomBag } from '../support/bags.ts';
import { permutations } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const forms = ['a', 'b', 'c', 'd', 'c d'];
const corpus = ['a b c', 'b a c d', 'c d a', 'a c'].map((line) => line.split(' '));
const languageModel = new LanguageModel(encodeLanguageModel(estimate(corpus, 3), null));
const bags = randomBag({ minSize: 2, maxSize: 6, forms });
const ALL = 100_000;

/** Options that share no budget with an earlier search. */
const options = (beam: number) => ({ beam, results: 10, budget: { states: 1000 } });

describe('the trace of a search', () => {
  it('is of the same search: with a recorder it finds what it finds without', () => {
    fc.assert(
      fc.property(
        bags,
        fc.nat(),
        fc.boolean(),
        fc.constantFrom(1, 4, 16),
        (bag, seed, lm, beam) => {
          const { tables, lexicon } = randomModel(seed);
          const search = new TransitionSearch(
            scoringOf(tables, 'arc-standard', lm ? languageModel : null),
          );
          const problem = new Problem(bag, lexicon);
          const without = search.search(problem, options(beam), NEVER, null);
          for (const cutOff of [0, 3, ALL]) {
            const recorder = new Recorder(() => cutOff);
            assert.deepEqual(search.search(problem, options(beam), NEVER, recorder), without);
          }
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('has scores that are sums: of each hypothesis what its parent has, and its own features', () => {
    fc.assert(
      fc.property(bags, fc.nat(), fc.boolean(), (bag, seed, lm) => {
        const { tables, lexicon } = randomModel(seed);
        const scoring = scoringOf(tables, 'arc-standard', lm ? languageModel : null);
        const problem = new Problem(bag, lexicon);
        const recorder = new Recorder(() => 5);
        new TransitionSearch(scoring).search(problem, options(8), NEVER, recorder);
        const system = new ArcStandard(scoring);
        let before = [{ state: system.begin(problem), score: 0 }];
        for (const { kept, cutOff } of recorder.beams[0].steps) {
          const next = [...kept, ...cutOff].map(({ parent, action, added, score }: Hypothesis) => {
            const from = before[parent];
            const number =
              action === 'SHIFT'
                ? FIRST_SHIFT + added[0]
                : action === 'LEFTARC'
                  ? LEFTARC
                  : RIGHTARC;
            let sum = 0;
            system.observe(from.state, number, {
              onFeature: (_group, _template, _place, weight) => (sum += weight),
              onEvidence: (evidence) => (sum += evidence),
            });
            assert.equal(score, from.score + sum);
            return { state: system.apply(from.state, number, score), score };
          });
          before = next.slice(0, kept.length);
        }
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  it('says where a string was lost: nothing that was kept then begins it, all was before', () => {
    fc.assert(
      fc.property(bags, fc.nat(), fc.nat(), fc.constantFrom(1, 2, 4), (bag, seed, draw, beam) => {
        const { tables, lexicon } = randomModel(seed);
        const search = new TransitionSearch(scoringOf(tables, 'arc-standard', null));
        const problem = new Problem(bag, lexicon);
        const orders = permutations(bag.words.map(({ form }) => form));
        const text = orders[draw % orders.length].join(' ');
        const target = Target.of(problem, text.split(' '))!;
        const recorder = new Recorder(() => ALL);
        search.search(problem, options(beam), NEVER, recorder);
        const [{ steps }] = recorder.beams;
        /** The words of each hypothesis of a step, along its parents. */
        const textsOf = (step: number, of: 'kept' | 'cutOff'): string[] => {
          const wordsOf = (at: number, { parent, added }: Hypothesis): string[] => [
            ...(at === 0 ? [] : wordsOf(at - 1, steps[at - 1].kept[parent])),
            ...added.flatMap((variant) => {
              const form = problem.variantForm[variant];
              return problem.surfaceText.slice(
                problem.surfaceStart[form],
                problem.surfaceStart[form + 1],
              );
            }),
          ];
          return steps[step][of].map((hypothesis) => wordsOf(step, hypothesis).join(' '));
        };
        const begins = (words: string): boolean => `${text} `.startsWith(`${words} `);
        const lost = steps.findIndex((_, step) => !textsOf(step, 'kept').some(begins));
        const loss = findLoss(recorder.beams, target);
        assert.equal(loss?.step ?? -1, lost);
        if (loss === null) return;
        assert.equal(loss.number, lost + 1);
        const place = textsOf(lost, 'cutOff').findIndex(begins);
        assert.equal(loss.rank, place < 0 ? null : steps[lost].kept.length + place + 1);
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});
