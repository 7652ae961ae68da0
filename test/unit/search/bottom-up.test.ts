import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { NO_WORD, Problem } from '../../../server/src/problem/problem.ts';
import { Random } from '../../../server/src/util/random.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { BottomUp } from '../../../server/src/search/bottom-up/bottom-up.ts';
import { OrderFeatures } from '../../../server/src/scoring/order.ts';
import { Orders } from '../../../server/src/search/bottom-up/orders.ts';
import { randomTree, smallLexicon } from '../support/bags.ts';
import { permutations } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const lexicon = smallLexicon();
const forms = ['a', 'b', 'c', 'c d', 'zebra'];
const trees = randomTree({ minSize: 1, maxSize: 5, forms });

function randomWeights(seed: number): Int8Array {
  const random = new Random(seed);
  return Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
}

/** The best score of every string of a tree, by scoring each of its projective orders from scratch. */
function scoreEverything(problem: Problem, weights: Int8Array): Map<string, number> {
  const { head, dependentStart, dependents } = problem;
  /** Orders of a subtree: its words, and what building it scores. */
  const ordersOf = (word: number): { words: number[]; score: number; record: () => number }[] => {
    const below = [...dependents.subarray(dependentStart[word], dependentStart[word + 1])];
    if (below.length === 0) {
      return [{ words: [word], score: 0, record: () => orders.alone(word) }];
    }
    const inner = new Map(below.map((one) => [one, ordersOf(one)]));
    inner.set(word, [{ words: [word], score: 0, record: () => orders.alone(word) }]);
    return permutations([...below, word]).flatMap((sequence) => {
      let partial = [{ words: [] as number[], score: 0, steps: [] as (() => number)[] }];
      for (const one of sequence) {
        partial = partial.flatMap(({ words, score, steps }) =>
          inner.get(one)!.map((order) => ({
            words: [...words, ...order.words],
            score: score + order.score,
            steps: [...steps, order.record],
          })),
        );
      }
      return partial.map(({ words, score, steps }) => {
        const build = (): { record: number; own: number } => {
          let record = orders.empty(word);
          let own = 0;
          for (const step of steps) {
            const placed = step();
            own += sumOf(() => features.place(record, placed));
            record = orders.place(record, placed, 0, 0, false);
          }
          return { record, own: own + sumOf(() => features.end(record)) };
        };
        return { words, score: score + build().own, record: () => build().record };
      });
    });
  };
  // Collected, features are hashed anew each time: nothing that was kept is used.
  const sumOf = (ask: () => number): number => {
    const places: number[] = [];
    features.collected = places;
    ask();
    return places.reduce((sum, place) => sum + weights[place], 0);
  };
  const orders = new Orders();
  const features = new OrderFeatures(weights);
  orders.begin(problem);
  features.begin(problem, orders);
  const scores = new Map<string, number>();
  for (const { words, score } of ordersOf(head.indexOf(NO_WORD))) {
    const text = textOf(problem, words);
    scores.set(text, Math.max(score, scores.get(text) ?? -Infinity));
  }
  return scores;
}

function textOf({ surfaceStart, surfaceText }: Problem, words: readonly number[]): string {
  return words
    .flatMap((word) => surfaceText.slice(surfaceStart[word], surfaceStart[word + 1]))
    .join(' ');
}

describe('ordering a full tree from the leaves up', () => {
  it('finds the k best strings, scored as by trying every order, with a beam that keeps everything', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.integer({ min: 1, max: 30 }), (bag, seed, results) => {
        const problem = new Problem(bag, lexicon);
        const weights = randomWeights(seed);
        const scores = [...scoreEverything(problem, weights)];
        const { derivations, isWhole } = new BottomUp(weights).search(
          problem,
          { beam: 100_000, results },
          NEVER,
        );
        assert.ok(isWhole);
        const expected = scores.map(([, score]) => score).sort((a, b) => b - a);
        assert.deepEqual(
          derivations.map(({ score }) => score),
          expected.slice(0, results),
        );
      }),
      { numRuns: 2000, seed: 1 },
    );
  }).timeout(240_000);

  it('gives distinct sentences, sorted, whose transitions add up, and that keep the tree', () => {
    const random = randomModel(1);
    const table = {
      search: 'bottom-up',
      unitsPerNat: null,
      withoutTemplates: [],
      bestPass: 0,
      weights: randomWeights(2),
    };
    const model = { ...random, tables: new Map([...random.tables, ['bottom-up', table]]) };
    const realizer = createRealizer({ model, languageModel: null });
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 12, forms }),
        fc.integer({ min: 1, max: 64 }),
        (bag, beam) => {
          const { realizations } = realizer.realize(bag, { beam, results: 10 }, NEVER);
          const texts = realizations.map(({ text }) => text);
          assert.equal(new Set(texts).size, texts.length);
          const best = realizer.realize(bag, { beam, results: 1 }, NEVER).realizations[0];
          assert.equal(best.score, realizations[0].score);
          for (const [i, { score, tokens, transitions }] of realizations.entries()) {
            if (i > 0) assert.ok(realizations[i - 1].score >= score);
            assert.equal(
              transitions.reduce((sum, one) => sum + one.score, 0),
              score,
            );
            const headOf = new Map(
              tokens.map(({ word, head }) => [word, head === 0 ? null : tokens[head - 1].word]),
            );
            for (const { head, dependent } of bag.arcs) assert.equal(headOf.get(dependent), head);
          }
        },
      ),
      { numRuns: 500 },
    );
  }).timeout(60_000);

  it('finishes with the best order alone when it is stopped, and says so', () => {
    const problem = new Problem(
      plainBag({
        words: Array.from({ length: 12 }, (_, i) => ({ form: `w${i}`, tags: ['X'] })),
        arcs: Array.from({ length: 11 }, (_, i) => ({ head: 0, dependent: i + 1, label: null })),
        root: 0,
      }),
      lexicon,
    );
    let asked = 0;
    const stop = {
      get requested() {
        return ++asked > 3;
      },
    };
    const { derivations, isWhole } = new BottomUp(randomWeights(3)).search(
      problem,
      { beam: 64, results: 5 },
      stop,
    );
    assert.equal(isWhole, false);
    assert.ok(derivations.length > 0);
    assert.equal(derivations[0].steps.length, 23);
  });
});
