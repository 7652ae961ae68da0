import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { createRealizer, type Realized } from '../../../server/src/realize/realizer.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { BestFirst, DEFAULT_SETTINGS } from '../../../server/src/search/best-first/best-first.ts';
import { Treelets } from '../../../server/src/search/best-first/treelets.ts';
import { TreeletProver } from '../../../server/src/search/exact/treelet-prover.ts';
import type { Derivation, SearchResult } from '../../../server/src/search/search.ts';
import { Target } from '../../../server/src/search/target.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { estimate } from '../lm/toy.ts';
import { constrainedBag, permuted, randomBag } from '../support/bags.ts';
import {
  allOutputs,
  allSentences,
  hasSentence,
  isAllowed,
  isTreeOf,
} from '../support/brute-force.ts';
import { NaiveTreelets } from '../support/naive-treelets.ts';
import { randomBestFirstModel } from '../support/random-model.ts';
import { cases } from '../support/thorough.ts';

const EVERYTHING = 1_000_000;
const budget = { states: 0 };
const forms = ['a', 'b', 'c', 'd', 'c d', 'zebra'];
const toy = ((): LanguageModel => {
  const random = new Random(1);
  const sentences = Array.from({ length: 30 }, () =>
    Array.from({ length: 1 + random.below(8) }, () => 'abcd'[random.below(4)]),
  );
  return new LanguageModel(encodeLanguageModel(estimate(sentences, 4), null));
})();

const model = randomBestFirstModel(1);

function scoring(hasPlainScores: boolean, seed = 1, languageModel: LanguageModel | null = null) {
  return scoringOf(randomBestFirstModel(seed, hasPlainScores).tables, 'best-first', languageModel);
}

function searchAll(bag: Bag, search: BestFirst, results: number): SearchResult {
  const problem = new Problem(bag, model.lexicon);
  return search.search(problem, { beam: 1, results, budget }, NEVER, null);
}

function exhaustive(...of: Parameters<typeof scoring>): BestFirst {
  return new BestFirst(new Treelets(scoring(...of)), {
    ...{ chart: EVERYTHING, ofASize: EVERYTHING, pops: EVERYTHING, patience: EVERYTHING },
    ofAKind: EVERYTHING,
  });
}

function textOf(bag: Bag, { places, variantWord }: Problem, { variants }: Derivation): string {
  return variants.map((variant) => bag.words[places[variantWord[variant]]].form).join(' ');
}

/** The best score of every string, by trying everything and scoring it by the book. */
function bestScores(bag: Bag, problem: Problem, naive: NaiveTreelets): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  const wordAt = new Map(problem.places.map((place, word) => [place, word]));
  for (const { order, heads } of allOutputs({ ...bag, order: [], chunks: [], choices: [] })) {
    if (!isAllowed(bag, order)) continue;
    const text = order.map((word) => bag.words[word].form).join(' ');
    const places = order.map((word) => (heads[word] < 0 ? -1 : order.indexOf(heads[word])));
    const tag = (variants: readonly number[]): void => {
      if (variants.length === order.length) {
        const score = naive.total({ variants, heads: places });
        scores.set(text, Math.max(score, scores.get(text) ?? -Infinity));
        return;
      }
      const word = wordAt.get(order[variants.length])!;
      for (let v = problem.variantStart[word]; v < problem.variantStart[word + 1]; v++) {
        tag([...variants, v]);
      }
    };
    tag([]);
  }
  return scores;
}

describe('best-first search that pops everything', () => {
  // Every open tag makes as many times more sentences to score: of five words all have theirs.
  const five = fc
    .oneof(...[randomBag, constrainedBag].map((bag) => bag({ minSize: 5, maxSize: 5, forms })))
    .map((bag) => ({
      ...bag,
      words: bag.words.map(({ form, tags }) => ({ form, tags: [tags.at(0) ?? 'X'] })),
    }));
  const drawn = fc.record({
    bag: fc.oneof(
      { weight: 20, arbitrary: randomBag({ minSize: 1, maxSize: 4, forms }) },
      { weight: 20, arbitrary: constrainedBag({ minSize: 1, maxSize: 4, forms }) },
      { weight: 1, arbitrary: five },
    ),
    seed: fc.nat(),
    results: fc.integer({ min: 1, max: 200 }),
    isPlain: fc.boolean(),
  });
  for (const [beside, languageModel] of [
    ['without a language model', null],
    ['beside a language model', toy],
  ] as const) {
    it(`finds the k best strings of every kind of bag, scored as by the book, and the best is proven, ${beside}`, () => {
      const property = fc.property(drawn, ({ bag: given, seed, results, isPlain }) => {
        const bag = { ...given, choices: [] };
        const problem = new Problem(bag, model.lexicon);
        fc.pre(problem.isOrderable);
        const naive = new NaiveTreelets(problem, scoring(isPlain, seed, languageModel));
        const expected = bestScores(bag, problem, naive);
        const search = exhaustive(isPlain, seed, languageModel);
        const all = searchAll(bag, search, EVERYTHING);
        assert.ok(all.isExhaustive);
        const found = all.derivations.map((one) => [textOf(bag, problem, one), one.score] as const);
        assert.deepEqual(new Map(found), expected);
        assert.equal(found.length, expected.size);
        const best = [...expected.values()].sort((one, other) => other - one);
        assert.deepEqual(
          found.slice(0, results).map(([, score]) => score),
          best.slice(0, results),
        );
        const prover = new TreeletProver(scoring(isPlain, seed, languageModel));
        const { better, isProven } = prover.prove(problem, null, { states: EVERYTHING }, NEVER);
        assert.ok(isProven);
        assert.equal(better?.score, best.at(0));
      });
      fc.assert(property, { numRuns: cases(200), seed: 1 });
    }).timeout(120_000);
  }
});

/** Every word once, what is asked kept to, and a projective tree with the given arcs. */
function assertSatisfies(bag: Bag, problem: Problem, { variants, heads }: Derivation): void {
  const order = variants.map((variant) => problem.places[problem.variantWord[variant]]);
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    [...bag.words.keys()],
  );
  assert.ok(isAllowed(bag, order), JSON.stringify(bag));
  const places = heads.map((head) => head - 1);
  assert.ok(isTreeOf(bag, order, places), JSON.stringify(bag));
}

describe('best-first search', () => {
  const any = randomBag({ minSize: 1, maxSize: 14, forms: ['a', 'b', 'c', 'd', 'e e', 'zzz'] });
  const realizer = createRealizer({ model, languageModel: null });
  const asked = { search: 'best-first', beam: 2, results: 4 } as const;

  for (const pops of [1, 5, 50]) {
    it(`loses no word when it may pop ${pops} edges, breaks no constraint, and says so`, () => {
      const search = new BestFirst(new Treelets(scoring(false)), { pops });
      const bags = fc.oneof(any, constrainedBag({ minSize: 1, maxSize: 7, forms }));
      let cut = 0;
      fc.assert(
        fc.property(bags, (given) => {
          const bag = { ...given, choices: [] };
          const problem = new Problem(bag, model.lexicon);
          fc.pre(problem.isOrderable);
          const options = { beam: 1, results: 1, budget: { states: 100_000 } };
          const { derivations, isCutShort } = search.search(problem, options, NEVER, null);
          if (isCutShort === true) cut++;
          if (derivations.length === 0) assert.deepEqual(allSentences(bag), []);
          else assertSatisfies(bag, problem, derivations[0]);
        }),
        { numRuns: cases(400), seed: pops },
      );
      assert.ok(cut > cases(40), String(cut));
    }).timeout(120_000);
  }

  it('keeps to a small chart, and loses nothing by it but better sentences', () => {
    const search = new BestFirst(new Treelets(scoring(false)), { chart: 3, pops: 60 });
    fc.assert(
      fc.property(any, (bag) => {
        const { derivations } = searchAll(bag, search, 1);
        assertSatisfies(bag, new Problem(bag, model.lexicon), derivations[0]);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('comes to more sentences of long bags because it hurries', () => {
    const long = randomBag({ minSize: 16, maxSize: 20, forms: ['a', 'b', 'c', 'd', 'zzz'] });
    const cutShort = (haste: number): number => {
      const comparison = { isScaled: false, perWord: -50, haste };
      const search = new BestFirst(new Treelets({ ...scoring(true), comparison }), { pops: 100 });
      let count = 0;
      fc.assert(
        fc.property(long, (bag) => {
          const problem = new Problem(bag, model.lexicon);
          const options = { beam: 8, results: 1, budget };
          if (search.search(problem, options, NEVER, null).isCutShort === true) count++;
        }),
        { numRuns: 40, seed: 8 },
      );
      return count;
    };
    const [slow, hurried] = [cutShort(0), cutShort(20)];
    assert.ok(hurried < 0.6 * slow, `${hurried} of ${slow}`);
  });

  it('goes on for a few sentences, and tells the best of them', () => {
    fc.assert(
      fc.property(any, (bag) => {
        const best = (sentences: number): number => {
          const search = new BestFirst(new Treelets(scoring(true)), { sentences });
          const [first] = searchAll(bag, search, 1).derivations;
          return first.score;
        };
        assert.ok(best(5) >= best(1));
      }),
      { numRuns: 100, seed: 9 },
    );
  });

  it('gives exactly as many sentences as are asked for where that is fewer than it goes on for', () => {
    const several = randomBag({ minSize: 4, maxSize: 8, forms: ['a', 'b', 'c', 'd', 'zzz'] });
    const { sentences } = DEFAULT_SETTINGS;
    let full = 0;
    fc.assert(
      fc.property(several, (bag) => {
        const resultsOf = (results: number) =>
          realizer.realize(bag, { ...asked, results }, NEVER).realizations;
        const all = resultsOf(sentences);
        assert.equal(new Set(all.map(({ text }) => text)).size, all.length);
        if (all.length === sentences) full++;
        for (let results = 1; results < sentences; results++) {
          assert.deepEqual(resultsOf(results), all.slice(0, results));
        }
      }),
      { numRuns: 40, seed: 10 },
    );
    assert.ok(full > 10, String(full));
  });

  it('gives the same results however the words of a bag are written', () => {
    const reordered = any.chain((bag) =>
      fc.record({
        bag: fc.constant(bag),
        order: fc.shuffledSubarray([...bag.words.keys()], { minLength: bag.words.length }),
      }),
    );
    const resultsOf = (bag: Bag): unknown =>
      realizer.realize(bag, asked, NEVER).realizations.map(({ text, score, tokens }) => ({
        text,
        score,
        tokens: tokens.map(({ form, tag, head, label }) => [form, tag, head, label]),
      }));
    fc.assert(
      fc.property(reordered, ({ bag, order }) => {
        assert.deepEqual(resultsOf(permuted(bag, order)), resultsOf(bag));
      }),
      { numRuns: 300, seed: 3 },
    );
  }).timeout(120_000);

  it('ends at once when it is stopped, with all words, and says so', () => {
    fc.assert(
      fc.property(any, fc.nat(20), (bag, steps) => {
        let reads = 0;
        const stop = {
          get requested() {
            return reads++ >= steps;
          },
        };
        const { status, realizations } = realizer.realize(bag, asked, stop);
        assert.equal(realizations[0].tokens.length, bag.words.length);
        if (reads > steps) assert.equal(status, 'cut-short');
      }),
      { numRuns: 300, seed: 4 },
    );
  });

  it('puts a sentence of all words together when it is stopped before it begins, watched or not', () => {
    const search = new BestFirst(new Treelets(scoring(false)));
    fc.assert(
      fc.property(any, (bag) => {
        const problem = new Problem(bag, model.lexicon);
        const options = { beam: 2, results: 4, budget };
        const stop = { requested: true };
        const popped: unknown[] = [];
        const watched = search.search(problem, options, stop, {
          cutOff: 0,
          onStart: () => undefined,
          onStep: () => undefined,
          onPop: (edge) => popped.push(edge),
        });
        assert.deepEqual(watched, search.search(problem, options, stop, null));
        const {
          derivations,
          ranToEnd: isWhole,
          isExhaustive,
          isProven,
          isCutShort,
          work,
          chart,
        } = watched;
        assert.deepEqual([popped.length, chart!.pops, chart!.end, work], [0, 0, 'stopped', 0]);
        assert.deepEqual(
          [isWhole, isExhaustive, isProven, isCutShort],
          [false, false, false, true],
        );
        assert.equal(derivations.length, 1);
        assertSatisfies(bag, problem, derivations[0]);
      }),
      { numRuns: 100, seed: 11 },
    );
  });

  it('puts a sentence of a small bag together when it is stopped, whatever is asked of the order', () => {
    const search = new BestFirst(new Treelets(scoring(false)));
    const stopped = { requested: true };
    const assertFinds = (given: Bag): void => {
      const bag = { ...given, choices: [] };
      const problem = new Problem(bag, model.lexicon);
      fc.pre(problem.isOrderable);
      const options = { beam: 1, results: 1, budget: { states: 100_000 } };
      const [found] = search.search(problem, options, stopped, null).derivations as Derivation[];
      if (hasSentence(bag)) assertSatisfies(bag, problem, found);
      else assert.equal(found, undefined);
    };
    // Many ways to put these words together lead into a dead end.
    const words = Array.from('cbdbd', (form, i) => ({ form, tags: ['XZYXZ'.charAt(i)] }));
    assertFinds({
      ...plainBag({ words, arcs: [{ head: 3, dependent: 1, label: null }], root: 2 }),
      order: [
        { relation: 'last', words: [3] },
        { relation: 'before', words: [1, 4] },
      ],
    });
    const small = constrainedBag({ minSize: 2, maxSize: 4, forms });
    fc.assert(fc.property(small, assertFinds), { numRuns: 200, seed: 12 });
  });

  it('tries few joins after it is asked to stop, wherever that is, and few between two looks', () => {
    const words = Array.from({ length: 60 }, (_, i) => ({ form: `w${i}`, tags: ['X', 'Y'] }));
    const chunks = [
      [1, 2, 3, 4],
      [10, 20],
    ];
    const order = [{ relation: 'before' as const, words: [5, 6] as const }];
    const bag = { ...plainBag({ words, arcs: [], root: null }), chunks, order };
    const problem = new Problem(bag, model.lexicon);
    const precedence = problem.precedence!;
    const allowsPart = precedence.allowsPart.bind(precedence);
    let tried = 0;
    precedence.allowsPart = (...part) => {
      tried++;
      return allowsPart(...part);
    };
    const search = new BestFirst(new Treelets(scoring(false)), { pops: 40 });
    /** @returns how many joins were tried after the stop, and how often it was looked at */
    const stopAfterLooks = (looks: number): readonly [after: number, reads: number] => {
      let reads = 0;
      let mostBetween = 0;
      let looked = 0;
      let stopped = 0;
      tried = 0;
      const stop = {
        get requested() {
          if (reads <= looks) mostBetween = Math.max(mostBetween, tried - looked);
          looked = tried;
          if (reads++ === looks) stopped = tried;
          return reads > looks;
        },
      };
      const options = { beam: 1, results: 1, budget: { states: 1000 } };
      const { derivations } = search.search(problem, options, stop, null);
      assert.equal(derivations[0].variants.length, 60);
      assert.ok(mostBetween <= 256, `${mostBetween} between two looks`);
      return [tried - stopped, reads];
    };
    const [, whole] = stopAfterLooks(Infinity);
    for (let looks = 0; looks < whole; looks += 1 + Math.floor(whole / 12)) {
      const [after] = stopAfterLooks(looks);
      assert.ok(after < 1000, `${after} joins after the ${looks}th look`);
    }
  }).timeout(60_000);

  it('tells an observer of every edge that it pops, and finds the same', () => {
    fc.assert(
      fc.property(any, (bag) => {
        const problem = new Problem(bag, model.lexicon);
        const search = new BestFirst(new Treelets(scoring(false)), { pops: 60 });
        const options = { beam: 1, results: 3, budget };
        const words: number[] = [];
        const popped: number[] = [];
        const observed = search.search(problem, options, NEVER, {
          cutOff: 0,
          onStart: () => undefined,
          onStep: () => undefined,
          onPop: ({ parts, variants }) => (parts === null ? words : popped).push(variants.length),
        });
        assert.deepEqual(observed, search.search(problem, options, NEVER, null));
        assert.ok(popped.length <= 60);
        assert.ok(words.length > 0 && words.every((length) => length === 1));
        assert.ok(popped.every((length) => length > 1));
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('tells an observer why it refuses edges, and which edges its chart holds', () => {
    // Three words have given heads. The limits are small, so that all are reached.
    const words = Array.from('abcdef', (form) => ({ form, tags: ['X'] }));
    const arcs = [
      { head: 0, dependent: 1, label: null },
      { head: 1, dependent: 2, label: null },
      { head: 0, dependent: 3, label: null },
    ];
    const bag = plainBag({ words, arcs, root: null });
    const problem = new Problem(bag, model.lexicon);
    const [chart, ofASize, ofAKind] = [8, 4, 1];
    const settings = { chart, ofASize, ofAKind, pops: 300, patience: EVERYTHING, sentences: 99 };
    const counts = { accepted: 0, sentence: 0, alike: 0, crowded: 0, worst: 0 };
    let [dropped, given] = [0, 0];
    for (let seed = 0; seed < 10; seed++) {
      const search = new BestFirst(new Treelets(scoring(true, seed)), settings);
      const held = new Set<number>();
      const kinds = new Map<number, number>();
      /** By size: the number of edges that count towards its limit. */
      const counted = new Map<number, number>();
      /** By edge, and by size once its limit is reached: the number of edges that were reported before. */
      const toldAt = new Map<number, number>();
      const fullAt = new Map<number, number>();
      search.search(problem, { beam: 1, results: 1, budget }, NEVER, {
        cutOff: 0,
        onStart: () => undefined,
        onStep: () => undefined,
        onPop(edge) {
          const { id, parts, variants, fate, isGiven, kind } = edge;
          const size = variants.length;
          const isCrowded = !isGiven && (counted.get(size) ?? 0) >= ofASize;
          toldAt.set(id, toldAt.size);
          if (edge.dropped !== null) {
            dropped++;
            assert.equal(fate, 'accepted');
            assert.equal(held.delete(edge.dropped), true);
          }
          if (parts === null) return;
          counts[fate]++;
          assert.equal(fate === 'sentence', size === words.length);
          if (fate === 'sentence') return;
          assert.equal(fate === 'crowded', isCrowded);
          if (fate === 'crowded') {
            // Its second part was joined before the limit was reached.
            const [left, right] = parts.map((part) => toldAt.get(part)!);
            const last = Math.max(left, right);
            assert.ok(last < fullAt.get(size)!, `${last} of ${fullAt.get(size)}`);
            return;
          }
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          assert.equal(fate === 'alike', kinds.get(kind)! > ofAKind);
          if (fate === 'alike') return;
          if (isGiven) given++;
          else {
            counted.set(size, (counted.get(size) ?? 0) + 1);
            if (counted.get(size) === ofASize) fullAt.set(size, toldAt.get(id)!);
          }
          if (fate === 'accepted') held.add(id);
          assert.ok(held.size <= chart, String(held.size));
          if (fate === 'worst') assert.equal(held.size, chart);
        },
      });
    }
    assert.ok(Math.min(...Object.values(counts), dropped, given) > 5, JSON.stringify(counts));
  });

  it('hurries only where it has accepted many edges without a sentence', () => {
    const words = Array.from('abcdefg', (form) => ({ form, tags: ['X'] }));
    const problem = new Problem(plainBag({ words, arcs: [], root: null }), model.lexicon);
    const poppedWith = (haste: number, patience: number, seed: number): number[] => {
      const comparison = { isScaled: false, perWord: -50, haste };
      const system = new Treelets({ ...scoring(true, seed), comparison });
      const popped: number[] = [];
      const settings = { patience, pops: 60, chart: EVERYTHING, ofASize: EVERYTHING };
      new BestFirst(system, settings).search(problem, { beam: 1, results: 1, budget }, NEVER, {
        cutOff: 0,
        onStart: () => undefined,
        onStep: () => undefined,
        onPop: ({ variants }) => popped.push(variants.length),
      });
      return popped;
    };
    for (let seed = 0; seed < 5; seed++) {
      const slow = poppedWith(0, 1, seed);
      assert.deepEqual(poppedWith(20, EVERYTHING, seed), slow);
      assert.notDeepEqual(poppedWith(20, 1, seed), slow);
    }
  });

  it('tells of each sentence as soon as it is found, and again of a better tree of it', () => {
    fc.assert(
      fc.property(any, (bag) => {
        const best = new Map<string, number>();
        const many = { ...asked, results: DEFAULT_SETTINGS.sentences };
        const { status, realizations } = realizer.realize(bag, many, NEVER, ({ text, score }) =>
          best.set(text, Math.max(score, best.get(text) ?? -Infinity)),
        );
        // Where none was found, one is put together at the end.
        if (status !== 'complete') return;
        assert.deepEqual(
          best,
          new Map(realizations.map(({ text, score }) => [text, score] as const)),
        );
      }),
      { numRuns: 100, seed: 6 },
    );
  });

  it('explains steps whose features sum to their scores, and those to the sentence', () => {
    for (const languageModel of [null, toy]) {
      const search = new BestFirst(new Treelets(scoring(false, 1, languageModel)));
      fc.assert(
        fc.property(any, (bag) => {
          const problem = new Problem(bag, model.lexicon);
          const [best] = search.search(
            problem,
            { beam: 4, results: 1, budget },
            NEVER,
            null,
          ).derivations;
          const sums: number[] = [];
          search.explain(problem, best, {
            onStep(step, { taken, legal }) {
              assert.equal(sums.push(0), step + 1);
              assert.ok(legal().some(({ action }) => action === taken.action));
            },
            onFeature: (_group, _template, _place, weight) => (sums[sums.length - 1] += weight),
            onEvidence: (score) => (sums[sums.length - 1] += score),
          });
          assert.deepEqual(
            sums,
            best.steps.map(({ score }) => score),
          );
          assert.equal(
            sums.reduce((sum, score) => sum + score, 0),
            best.score,
          );
        }),
        { numRuns: 60, seed: 6 },
      );
    }
  });

  it('finds the best derivation of a target, and no other string', () => {
    const small = randomBag({ minSize: 1, maxSize: 4, forms: ['a', 'b', 'c', 'c d'] });
    const search = exhaustive(false);
    fc.assert(
      fc.property(small, fc.nat(), (bag, draw) => {
        const problem = new Problem(bag, model.lexicon);
        const { derivations } = searchAll(bag, search, EVERYTHING);
        const wanted = derivations[draw % derivations.length];
        const target = Target.of(problem, textOf(bag, problem, wanted).split(' '))!;
        const options = { beam: 1, results: 5, budget, target };
        const forced = search.search(problem, options, NEVER, null).derivations;
        assert.deepEqual(forced, [wanted]);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('ends as soon as it finds the wanted string, and tells no other', () => {
    const words = Array.from('abcd', (form) => ({ form, tags: ['X'] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const problem = new Problem(bag, model.lexicon);
    const search = exhaustive(true);
    const options = { beam: 1, results: EVERYTHING, budget };
    /** By string: the number of edges that were popped when it was found. */
    const found = new Map<string, number>();
    let pops = 0;
    search.search(problem, options, NEVER, {
      cutOff: 0,
      onStart: () => undefined,
      onStep: () => undefined,
      onPop({ parts, fate, variants, ...edge }) {
        if (parts !== null) pops++;
        const text = textOf(bag, problem, { ...edge, variants, heads: [], steps: [] });
        if (fate === 'sentence' && !found.has(text)) found.set(text, pops);
      },
    });
    assert.equal(found.size, 24);
    for (const [text, last] of found) {
      const wanted = Target.of(problem, text.split(' '))!;
      const result = search.search(problem, { ...options, results: 1, wanted }, NEVER, null);
      assert.deepEqual([result.chart!.pops, result.chart!.end], [last, 'found']);
      assert.deepEqual(
        result.derivations.map((one) => textOf(bag, problem, one)),
        [text],
      );
    }
  });

  it('puts no other string together than the target or the wanted one', () => {
    const small = randomBag({ minSize: 2, maxSize: 5, forms: ['a', 'b', 'c', 'd'] });
    const search = new BestFirst(new Treelets(scoring(false)), { pops: 1 });
    const draws = fc.record({ bag: small, seed: fc.nat(), isForced: fc.boolean() });
    const counts = { none: 0, told: 0 };
    const property = fc.property(draws, ({ bag, seed, isForced }) => {
      const problem = new Problem(bag, model.lexicon);
      const words = new Random(seed).shuffle(bag.words.map(({ form }) => form));
      const target = Target.of(problem, words)!;
      const options = { beam: 1, results: 5, budget: { states: EVERYTHING } };
      const asked = { ...options, ...(isForced ? { target } : { wanted: target }) };
      const { derivations } = search.search(problem, asked, NEVER, null);
      for (const one of derivations) assert.equal(textOf(bag, problem, one), words.join(' '));
      counts[derivations.length > 0 ? 'told' : 'none']++;
    });
    fc.assert(property, { numRuns: 200, seed: 1 });
    assert.ok(Math.min(...Object.values(counts)) > 10, JSON.stringify(counts));
  });

  it('has no proof of a large bag, nor where it may try too little, or is stopped', () => {
    const prover = new TreeletProver(scoring(true));
    const prove = (size: number, states: number, requested: boolean) => {
      const words = Array.from({ length: size }, (_, i) => ({ form: 'abcdefghi'[i], tags: ['X'] }));
      const problem = new Problem(plainBag({ words, arcs: [], root: null }), model.lexicon);
      return prover.prove(problem, null, { states }, { requested }).isProven;
    };
    assert.ok(prove(4, EVERYTHING, false));
    assert.ok(!prove(9, EVERYTHING, false));
    assert.ok(!prove(4, 10, false));
    assert.ok(!prove(6, EVERYTHING, true));
  });

  it('says of a bag with choices that its sentence was put together if the best one was, not if others were', () => {
    const message =
      'The search reached its limit before it found a sentence: this one consists of its largest parts.';
    const words = Array.from({ length: 10 }, (_, i) => ({
      form: `w${i}`,
      tags: [['X'], ['Y'], ['Z'], []][i % 4],
    }));
    const choices = [0, 1].map((word) => ({ words: [word], optional: true }));
    const bag = { ...plainBag({ words, arcs: [], root: null }), choices };
    const seen = { complete: 0, 'cut-short': 0 };
    let besideCut = 0;
    for (let seed = 0; seed < 20; seed++) {
      // Where words are to a part's harm, the search takes small parts for long.
      const comparison = { isScaled: false, perWord: -100, haste: 0 };
      const { tables, ...rest } = randomBestFirstModel(seed, true);
      const slow = new Map([...tables].map(([name, table]) => [name, { ...table, comparison }]));
      const one = createRealizer({ model: { ...rest, tables: slow }, languageModel: null });
      const realize = (given: Bag) => one.realize(given, { ...asked, beam: 1 }, NEVER);
      const wordsOf = ({ realizations: [best] }: Realized): string =>
        best.text.split(' ').sort().join(' ');
      const chosen = realize(bag);
      const alone = [...selectionsOf(bag)].map((selection) => realize(selection.bag));
      const own = alone.find((other) => wordsOf(other) === wordsOf(chosen))!;
      assert.equal(chosen.status, own.status);
      assert.ok(chosen.status === 'complete' || chosen.status === 'cut-short');
      assert.equal(chosen.message, chosen.status === 'complete' ? null : message);
      seen[chosen.status]++;
      const isAnyCut = alone.some(({ status }) => status === 'cut-short');
      if (chosen.status === 'complete' && isAnyCut) besideCut++;
    }
    assert.ok(seen['cut-short'] > 2 && besideCut > 3, JSON.stringify({ ...seen, besideCut }));
  });

  it('chooses among alternatives as every search does', () => {
    const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
    const choices = [{ words: [0, 1], optional: false }];
    const bag = { ...plainBag({ words, arcs: [], root: null }), choices };
    const { status, realizations } = realizer.realize(
      bag,
      { ...asked, beam: 64, results: 9 },
      NEVER,
    );
    assert.equal(status, 'complete');
    assert.deepEqual(realizations.map(({ text }) => text).sort(), ['a c', 'b c', 'c a', 'c b']);
  });
});
