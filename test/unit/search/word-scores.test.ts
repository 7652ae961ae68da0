import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { EMPTY_CONTEXT, LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { Random } from '../../../server/src/util/random.ts';
import {
  Field,
  FIRST_SHIFT,
  LEFTARC,
  nodeOf,
  RIGHTARC,
  States,
} from '../../../server/src/search/arc-standard/states.ts';
import { WordScores } from '../../../server/src/scoring/word-scores.ts';
import { corpora, estimate } from '../lm/toy.ts';
import { randomBag, smallLexicon } from '../support/bags.ts';

const lexicon = smallLexicon();
const bags = randomBag({
  minSize: 1,
  maxSize: 8,
  forms: ['a', 'b', 'c', 'd', 'zebra', 'a b', 'c zebra d', 'b b'],
});
const languageModels = fc
  .record({
    corpus: corpora,
    order: fc.integer({ min: 1, max: 5 }),
    threshold: fc.constantFrom(0, 1e-3),
  })
  .map(({ corpus, order, threshold }) => {
    const model = estimate(corpus, order, { threshold });
    return new LanguageModel(encodeLanguageModel(model, null));
  });

/** The words' ids in the language model: of a phrase several. */
function idsOf(bag: Bag, problem: Problem, languageModel: LanguageModel): number[][] {
  return problem.places.map((place) =>
    bag.words[place].form.split(' ').map((form) => languageModel.wordId(form)),
  );
}

/** The score of some words after a context, asked for one by one. */
function scoreOf(languageModel: LanguageModel, context: number, ids: readonly number[]): number {
  let score = 0;
  for (const id of ids) {
    score += languageModel.score(context, id);
    context = languageModel.advance(context, id);
  }
  return score;
}

function contextAfter(
  languageModel: LanguageModel,
  context: number,
  ids: readonly number[],
): number {
  return ids.reduce((node, id) => languageModel.advance(node, id), context);
}

describe('the scores of the words of a bag', () => {
  it('are those that the language model gives, in every context that is met', () => {
    const two = fc.tuple(bags, bags);
    fc.assert(
      fc.property(languageModels, two, fc.nat(), (languageModel, problems, seed) => {
        const random = new Random(seed);
        const scores = new WordScores(languageModel);
        for (const bag of problems) {
          const problem = new Problem(bag, lexicon);
          const words = idsOf(bag, problem, languageModel);
          scores.begin(problem);
          const alone = scores.alone();
          let context = scores.start;
          assert.equal(context, languageModel.start);
          for (const next of random.shuffle([...words.keys()])) {
            for (const length of [0, 1, 2, 5]) {
              const shorter = scores.truncate(context, length);
              const row = scores.after(shorter);
              for (const [word, [first]] of words.entries()) {
                assert.equal(scores.score(row, word), languageModel.score(shorter, first));
              }
            }
            for (const [word, ids] of words.entries()) {
              assert.equal(scores.score(alone, word), languageModel.score(EMPTY_CONTEXT, ids[0]));
              assert.equal(
                scores.score(scores.after(context), word) + scores.inside(context, word),
                scoreOf(languageModel, context, ids),
              );
              assert.equal(
                scores.end(context, word),
                scoreOf(languageModel, contextAfter(languageModel, context, ids), [
                  languageModel.end,
                ]),
              );
            }
            const after = scores.advance(context, next);
            assert.equal(after, contextAfter(languageModel, context, words[next]));
            context = after;
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
      fc.property(languageModels, bags, fc.nat(), (languageModel, bag, seed) => {
        const random = new Random(seed);
        const problem = new Problem(bag, lexicon);
        const words = idsOf(bag, problem, languageModel);
        const scores = new WordScores(languageModel);
        scores.begin(problem);
        const legality = new Legality(problem);
        const states = new States(scores);
        let state = states.reset(problem, legality);
        let context = languageModel.start;
        for (let step = 1; step < 2 * problem.size; step++) {
          assert.equal(states.data[state + Field.Context], context);
          states.enter(state);
          const arcs = [LEFTARC, RIGHTARC].filter((arc) =>
            arc === LEFTARC ? legality.leftArc() : legality.rightArc(),
          );
          const shifts = [...words.keys()].filter(
            (word) => states.isInBuffer(state, word) && legality.shift(word),
          );
          const choice = random.below(arcs.length + shifts.length);
          if (choice < arcs.length) {
            state = states.apply(state, arcs[choice], 0);
          } else {
            const word = shifts[choice - arcs.length];
            const node = nodeOf(word, problem.tags[problem.tagStart[word]]);
            state = states.apply(state, FIRST_SHIFT + node, 0);
            context = contextAfter(languageModel, context, words[word]);
          }
        }
        assert.equal(states.data[state + Field.Context], context);
      }),
      { numRuns: 1_000, seed: 2 },
    );
  });
});
