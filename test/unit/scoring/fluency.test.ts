import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { NO_WORD, Problem } from '../../../server/src/problem/problem.ts';
import { Fluency } from '../../../server/src/scoring/fluency.ts';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import {
  ArcStandardField,
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NaiveBackoff } from '../lm/naive.ts';
import { corpora, estimate } from '../lm/toy.ts';
import { randomBag, smallLexicon } from '../support/bags.ts';
import { scoreAnywhere } from '../support/naive-evidence.ts';

const lexicon = smallLexicon();
const bags = randomBag({
  minSize: 1,
  maxSize: 8,
  forms: ['a', 'b', 'c', 'd', 'zebra', 'a b', 'c zebra d', 'b b'],
});
const models = fc
  .record({
    corpus: corpora,
    order: fc.integer({ min: 1, max: 5 }),
    threshold: fc.constantFrom(0, 1e-3),
  })
  .map(({ corpus, order, threshold }) => {
    const model = estimate(corpus, order, { threshold });
    const { begin, end } = model.vocabulary;
    const languageModel = new LanguageModel(encodeLanguageModel(model, null));
    return { naive: new NaiveBackoff(model), begin, end, languageModel };
  });
const unitsPerNat = { withoutArcs: 20, open: 10, given: 5 };
/** Without weights, so that the evidence alone is scored. */
const fluencyOf = (languageModel: LanguageModel): Fluency =>
  new Fluency(new Int8Array(1 << 8), { languageModel, unitsPerNat }, new Set());

describe("the language model's evidence for a word", () => {
  it('is how much likelier it is after the words before it than after the other words of the bag, in units of the weights', () => {
    fc.assert(
      fc.property(models, fc.tuple(bags, bags), fc.nat(), (model, pair, seed) => {
        const { naive, begin, end, languageModel } = model;
        const random = new Random(seed);
        const fluency = fluencyOf(languageModel);
        const scoreOf = (history: readonly number[], ids: readonly number[]): number =>
          ids.reduce((sum, id, i) => sum + naive.score([...history, ...ids.slice(0, i)], id), 0);
        for (const bag of pair) {
          const problem = new Problem(bag, lexicon);
          const { head, root, hasArcs, variantStart } = problem;
          const words = problem.places.map((place) =>
            bag.words[place].form.split(' ').map((form) => languageModel.wordId(form)),
          );
          fluency.begin(problem);
          let context = fluency.start;
          const history = [begin];
          for (const next of random.shuffle([...words.keys()])) {
            for (const isLastWord of [false, true, false]) {
              fluency.enter(context, isLastWord);
              for (const [word, ids] of words.entries()) {
                const anywhere = scoreAnywhere(
                  words,
                  word,
                  (id) => naive.score([begin], id),
                  (before, id) => naive.score([before], id),
                );
                const evidence = scoreOf(history, isLastWord ? [...ids, end] : ids) - anywhere;
                const isPlaced = head[word] !== NO_WORD || word === root;
                const units = isPlaced ? 5 : hasArcs ? 10 : 20;
                const score = fluency.score(variantStart[word]);
                assert.ok(score === Math.round((evidence * units) / 1000));
              }
            }
            context = fluency.advance(context, next);
            history.push(...words[next]);
          }
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

describe("a state's context", () => {
  it('is that after its words one by one, whatever arcs were built between them', () => {
    fc.assert(
      fc.property(models, bags, fc.nat(), ({ languageModel }, bag, seed) => {
        const random = new Random(seed);
        const problem = new Problem(bag, lexicon);
        const fluency = fluencyOf(languageModel);
        fluency.begin(problem);
        const states = new ArcStandardStates(fluency);
        let state = states.reset(problem);
        const legality = new Legality(states);
        let context = fluency.start;
        for (let step = 1; step < 2 * problem.size; step++) {
          assert.equal(states.data[state + ArcStandardField.Context], context);
          legality.enter(state);
          const actions: number[] = [];
          if (legality.leftArc()) actions.push(LEFTARC);
          if (legality.rightArc()) actions.push(RIGHTARC);
          for (let variant = 0; variant < problem.variantCount; variant++) {
            const word = problem.variantWord[variant];
            if (states.isInBuffer(state, word) && legality.shift(word)) {
              actions.push(FIRST_SHIFT + variant);
            }
          }
          const action = actions[random.below(actions.length)];
          state = states.apply(state, action, 0);
          if (action < FIRST_SHIFT) continue;
          context = fluency.advance(context, problem.variantForm[action - FIRST_SHIFT]);
        }
        assert.equal(states.data[state + ArcStandardField.Context], context);
      }),
      { numRuns: 500, seed: 2 },
    );
  });
});
