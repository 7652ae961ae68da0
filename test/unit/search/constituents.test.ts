import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { NO_CHAIN } from '../../../server/src/grammar/ccg/grammar.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { EdgeField } from '../../../server/src/scoring/best-first/records.ts';
import { FIRST_COMBINE } from '../../../server/src/scoring/ccg/records.ts';
import { BestFirst } from '../../../server/src/search/best-first/best-first.ts';
import { Constituents } from '../../../server/src/search/ccg/constituents.ts';
import type { SearchResult } from '../../../server/src/search/search.ts';
import { LexicalEntries } from '../../../server/src/problem/lexical-entries.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { constrainedBag, permuted, randomBag } from '../support/bags.ts';
import { isAllowed, isTreeOf } from '../support/brute-force.ts';
import { NaiveConstituents } from '../support/naive-constituents.ts';
import { grammarModel } from '../support/small-grammar.ts';
import { smallEntries, smallGrammar, smallGrammarLexicon } from '../support/small-derivations.ts';
import { cases } from '../support/thorough.ts';

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
    fc.assert(property, { numRuns: cases(500) });
    assert.ok(spent > 5, String(spent));
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
    fc.assert(property, { numRuns: cases(500) });
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
    fc.assert(property, { numRuns: cases(2_000) });
    assert.ok(spanned > 5, String(spanned));
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
    fc.assert(property, { numRuns: cases(1_500) });
    assert.ok(Math.min(...Object.values(counts)) > 5, JSON.stringify(counts));
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
    fc.assert(property, { numRuns: cases(1_500) });
  });

  it('glues its largest parts together if no rule joins them', () => {
    // Only a sentence takes a period, and a noun phrase with its determiner takes no other one.
    const words = ['the', 'dog', 'the', '.'].map((form) => ({ form, tags: [] }));
    const problem = problemOf(plainBag({ words, arcs: [], root: null, grammar: 'ccg' }));
    for (const settings of [everything, { pops: 400 }]) {
      for (let seed = 0; seed < 5; seed++) {
        const bestFirst = new BestFirst(new Constituents(scoring(seed, false), grammar), settings);
        const options = { beam: 1, results: 1, budget: { states: 0 } };
        const { derivations, isProven } = bestFirst.search(problem, options, NEVER, null);
        assert.equal(derivations.length, 1);
        const [{ isBroken, steps }] = derivations;
        assert.deepEqual([isBroken, isProven], [true, false]);
        assert.deepEqual(
          (['SHIFT', 'COMBINE', 'GLUE'] as const).map(
            (kind) => steps.filter((step) => step.kind === kind).length,
          ),
          [4, 1, 2],
        );
      }
    }
  });

  it('scores a word by the best of its chains of unary rules, if possible by none', () => {
    const words = ['dogs', 'cats', 'is'].map((form) => ({ form, tags: [] }));
    const problem = problemOf(plainBag({ words, arcs: [], root: null, grammar: 'ccg' }));
    for (const isPlain of [true, false]) {
      const weights = isPlain ? new Int8Array(1 << 8) : scoring(1, true).weights;
      const system = new Constituents({ ...scoring(1, true), weights }, grammar);
      system.begin(problem);
      const { data, actions } = system.edges;
      let choices = 0;
      for (let variant = 0; variant < problem.variantCount; variant++) {
        const own = system.leaves.filter((leaf) => data[leaf + EdgeField.Head] === variant);
        const scores = own.map((leaf) => data[leaf + EdgeField.Score]);
        const best = system.leafOf(variant);
        assert.equal(data[best + EdgeField.Head], variant);
        assert.equal(data[best + EdgeField.Score], Math.max(...scores));
        const chain = actions.chainOf(data[best + EdgeField.Join]);
        if (isPlain) assert.equal(chain, NO_CHAIN);
        if (own.length > 1) choices++;
      }
      assert.ok(choices > 1, String(choices));
    }
  });

  it('has constituents of one kind if, and only if, their words, category, head and ends are the same', () => {
    // This grammar has several derivations of some strings.
    const { lexicon, grammar: rules } = grammarModel(1);
    const { grammar: composing, dictionary } = rules!;
    const words = ['Kim', 'has', 'seen', 'big', 'dogs'].map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null, grammar: 'ccg' });
    const entries = new LexicalEntries(composing, dictionary);
    const problem = new Problem(bag, lexicon, NEVER, entries);
    const system = new Constituents(scoring(1, true), composing);
    /** By what edges of one kind share: their kind. */
    const kinds = new Map<string, number>();
    let edges = 0;
    const options = { beam: 1, results: 1, budget: { states: 0 } };
    const bestFirst = new BestFirst(system, { ...everything, sentences: EVERYTHING });
    bestFirst.search(problem, options, NEVER, {
      cutOff: 0,
      onStart: () => undefined,
      onStep: () => undefined,
      onPop({ parts, join, variants, head, kind }) {
        const { actions } = system.edges;
        const category =
          parts === null
            ? composing.categoryAfter(
                composing.entryCategory[problem.variantEntry[variants[0]]],
                actions.chainOf(join),
              )
            : composing.combineResult[join - FIRST_COMBINE];
        const uses = variants.map(
          (variant) => `${problem.variantWord[variant]} ${problem.variantTag[variant]}`,
        );
        const ends = [uses.slice(0, 2), uses.slice(-2)];
        const all = variants.map((variant) => problem.variantWord[variant]).sort((a, b) => a - b);
        const shared = JSON.stringify([all, category, uses[head], ends]);
        assert.equal(kind, kinds.get(shared) ?? kind, shared);
        kinds.set(shared, kind);
        edges++;
      },
    });
    assert.equal(new Set(kinds.values()).size, kinds.size);
    assert.ok(edges > 1.1 * kinds.size, `${edges} edges of ${kinds.size} kinds`);
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
    fc.assert(property, { numRuns: cases(1_000) });
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
    fc.assert(property, { numRuns: cases(500) });
  });
});
