import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { BestFirst } from '../../../server/src/search/best-first/best-first.ts';
import { Constituents } from '../../../server/src/search/ccg/constituents.ts';
import type { SearchResult } from '../../../server/src/search/search.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { constrainedBag, permuted, randomBag } from '../support/bags.ts';
import { isAllowed, isTreeOf } from '../support/brute-force.ts';
import { NaiveConstituents } from '../support/naive-constituents.ts';
import { smallEntries, smallGrammar, smallGrammarLexicon } from '../support/small-derivations.ts';

const EVERYTHING = 1_000_000;
const { grammar } = smallGrammar;
const forms = ['dogs', 'cats', 'the', 'dog', 'sleep', 'chase', 'is', 'old', 'and', 'soundly', '.'];
/** Tags and categories of the grammar, or none. */
const tagOf: Readonly<Record<string, string>> = { X: 'NNS', Y: 'VBP', Z: 'DT' };

function scoring(seed: number, isScaled: boolean) {
  const random = new Random(seed);
  const weights = Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
  const comparison = { isScaled, perWord: isScaled ? 0.5 : 7, haste: 2 };
  return { weights, leftOut: new Set<string>(), fluency: null, comparison };
}

function problemOf(bag: Bag): Problem {
  return new Problem(bag, smallGrammarLexicon, NEVER, smallEntries);
}

function search(
  problem: Problem,
  seed: number,
  isScaled: boolean,
  settings: ConstructorParameters<typeof BestFirst>[1],
  work = Infinity,
): SearchResult {
  const bestFirst = new BestFirst(new Constituents(scoring(seed, isScaled), grammar), settings);
  const asked = { beam: 1, results: EVERYTHING, budget: { states: EVERYTHING }, work };
  return bestFirst.search(problem, asked, NEVER, null);
}

const everything = {
  ...{ chart: EVERYTHING, ofASize: EVERYTHING, pops: EVERYTHING, patience: EVERYTHING },
  ofAKind: EVERYTHING,
};

/** Bags of words that the grammar knows, of which often some sentence can be made. */
function known(maxSize: number): fc.Arbitrary<Bag> {
  const options = { minSize: 1, maxSize, forms };
  return fc.oneof(randomBag(options), constrainedBag(options)).map((bag) => ({
    ...bag,
    grammar: 'ccg' as const,
    choices: [],
    words: bag.words.map(({ form, tags }) => ({
      form,
      tags: tags.length === 1 && form === 'sleep' ? [tagOf[tags[0]]] : [],
    })),
  }));
}

const drawn = (maxSize: number) =>
  fc.record({ bag: known(maxSize), seed: fc.nat(), isScaled: fc.boolean() });

function textOf(bag: Bag, { places, variantWord }: Problem, variants: readonly number[]): string {
  return variants.map((variant) => bag.words[places[variantWord[variant]]].form).join(' ');
}

describe('best-first search over categories', () => {
  it('puts all words together, the same each time, once its work is used up', () => {
    let spent = 0;
    const work = fc.integer({ min: 1, max: 60 });
    const property = fc.property(drawn(7), work, ({ bag, seed, isScaled }, most) => {
      const problem = problemOf(bag);
      fc.pre(problem.isOrderable);
      const limited = { ...everything, work: most, workOfJoin: 2, workOfPair: 1 };
      const result = search(problem, seed, isScaled, limited);
      assert.deepEqual(search(problem, seed, isScaled, limited), result);
      assert.deepEqual(
        search(problem, seed, isScaled, { ...limited, work: Infinity }, most),
        result,
      );
      const free = search(problem, seed, isScaled, { ...limited, work: Infinity });
      if (free.work < most) assert.deepEqual(result, free);
      if (result.chart!.end !== 'limit') return;
      spent++;
      assert.equal(result.isProven, false);
      for (const { variants } of result.derivations) {
        assert.ok(
          isAllowed(
            bag,
            variants.map((variant) => problem.places[problem.variantWord[variant]]),
          ),
        );
      }
    });
    fc.assert(property, { numRuns: 100 });
    assert.ok(spent > 10, String(spent));
  });

  it('counts as work the joins that it refuses, and each test of the order', () => {
    const nothing = { workOfJoin: 0, workOfRefusal: 0, workOfOrder: 0, workOfPair: 0 };
    let [refused, tested] = [0, 0];
    const property = fc.property(drawn(5), ({ bag, seed, isScaled }) => {
      const problem = problemOf(bag);
      fc.pre(problem.isOrderable);
      const work = (counted: Partial<typeof nothing>): number =>
        search(problem, seed, isScaled, { ...everything, ...nothing, ...counted }).work;
      const [joins, refusals, tests] = [
        work({ workOfJoin: 1 }),
        work({ workOfRefusal: 1 }),
        work({ workOfOrder: 1 }),
      ];
      assert.equal(tests, problem.precedence === null ? 0 : joins + refusals);
      assert.equal(work({ workOfJoin: 3, workOfRefusal: 1 }), 3 * joins + refusals);
      refused += refusals;
      tested += tests;
    });
    fc.assert(property, { numRuns: 100 });
    assert.ok(refused > 0 && tested > 0, `${refused} refused, ${tested} tested`);
  });

  it('finds every sentence that the grammar makes, scored as by the book, where it pops everything', () => {
    let spanned = 0;
    const property = fc.property(drawn(4), ({ bag, seed, isScaled }) => {
      const problem = problemOf(bag);
      fc.pre(problem.isOrderable);
      const naive = new NaiveConstituents(problem, grammar, scoring(seed, isScaled).weights);
      const expected = naive.bestScores(bag, (order) => isAllowed(bag, order));
      const { derivations } = search(problem, seed, isScaled, everything);
      if (expected.size === 0) {
        // A word alone is whole, whatever its category.
        assert.ok(derivations.every(({ isBroken }) => isBroken === true || problem.size === 1));
        return;
      }
      spanned++;
      const found = derivations.map(
        ({ variants, score }) => [textOf(bag, problem, variants), score] as const,
      );
      assert.deepEqual(new Map(found), expected);
      assert.equal(found.length, expected.size);
    });
    fc.assert(property, { numRuns: 400 });
    assert.ok(spanned > 20, String(spanned));
  });

  it('tells as the best what is the best sentence, and never what is put together', () => {
    const counts = { best: 0, other: 0 };
    const property = fc.property(drawn(4), ({ bag, seed, isScaled }) => {
      const problem = problemOf(bag);
      fc.pre(problem.isOrderable);
      const { derivations, isProven, isExhaustive } = search(problem, seed, isScaled, everything);
      // Parts that are put together come in more ways than are told.
      assert.equal(isExhaustive, false);
      counts[isProven ? 'best' : 'other']++;
      if (!isProven) return;
      const naive = new NaiveConstituents(problem, grammar, scoring(seed, isScaled).weights);
      const expected = naive.bestScores(bag, (order) => isAllowed(bag, order));
      assert.equal(derivations.at(0)?.isBroken ?? false, false);
      if (problem.size > 1) assert.equal(derivations[0].score, Math.max(...expected.values()));
    });
    fc.assert(property, { numRuns: 300 });
    assert.ok(Math.min(...Object.values(counts)) > 20, JSON.stringify(counts));
  });

  it('loses no word, whatever it may pop, and keeps to what is given', () => {
    const pops = fc.constantFrom(1, 3, 20, 400);
    const property = fc.property(drawn(8), pops, ({ bag, seed, isScaled }, most) => {
      const problem = problemOf(bag);
      fc.pre(problem.isOrderable);
      const { derivations } = search(problem, seed, isScaled, { pops: most });
      // What is asked of the order and of the arcs may be more than any sentence has.
      if (bag.order.length + bag.chunks.length === 0) assert.ok(derivations.length > 0);
      for (const { variants, heads } of derivations) {
        const order = variants.map((variant) => problem.places[problem.variantWord[variant]]);
        assert.deepEqual(
          [...order].sort((a, b) => a - b),
          [...bag.words.keys()],
        );
        assert.ok(isAllowed(bag, order));
        assert.ok(
          isTreeOf(
            bag,
            order,
            heads.map((head) => head - 1),
          ),
        );
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('gives the same sentences however the words of a bag are written', () => {
    const property = fc.property(drawn(7), fc.nat(), ({ bag, seed, isScaled }, shuffle) => {
      const order = new Random(shuffle).shuffle([...bag.words.keys()]);
      const [one, other] = [bag, permuted(bag, order)].map((written) => {
        const problem = problemOf(written);
        if (!problem.isOrderable) return [];
        const { derivations } = search(problem, seed, isScaled, { pops: 100 });
        return derivations.map(({ variants, heads, score }) => [
          ...[textOf(written, problem, variants), heads, score],
        ]);
      });
      assert.deepEqual(one, other);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('explains steps whose features sum to their scores, and those to the sentence', () => {
    const property = fc.property(drawn(6), ({ bag, seed, isScaled }) => {
      const problem = problemOf(bag);
      fc.pre(problem.isOrderable);
      const system = new Constituents(scoring(seed, isScaled), grammar);
      const bestFirst = new BestFirst(system, { pops: 100 });
      const asked = { beam: 1, results: 3, budget: { states: EVERYTHING } };
      for (const one of bestFirst.search(problem, asked, NEVER, null).derivations) {
        const sums: number[] = [];
        bestFirst.explain(problem, one, {
          onStep: () => sums.push(0),
          onFeature: (_group, _template, _place, weight) => (sums[sums.length - 1] += weight),
        });
        const costs = one.steps.map(({ score }, i) => score - sums[i]);
        assert.ok(one.isBroken === true || costs.every((cost) => cost === 0) || problem.size === 1);
        assert.equal(
          one.steps.reduce((sum, { score }) => sum + score, 0),
          one.score,
        );
      }
    });
    fc.assert(property, { numRuns: 100 });
  });
});
