import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import { headsOf } from '../../../server/src/grammar/ccg/dependencies.ts';
import { leavesOf, type CcgDerivation } from '../../../server/src/grammar/ccg/derivation.ts';
import type { Grammar } from '../../../server/src/grammar/ccg/grammar.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { LexicalEntries } from '../../../server/src/problem/lexical-entries.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { createRealizer } from '../../../server/src/realize/realizer.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ShiftReduceSearch } from '../../../server/src/search/ccg/shift-reduce-search.ts';
import type { Derivation } from '../../../server/src/search/search.ts';
import { Target } from '../../../server/src/search/target.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { estimate } from '../lm/toy.ts';
import { constrainedBag, randomBag } from '../support/bags.ts';
import { isAllowed, isTreeOf } from '../support/brute-force.ts';
import { NaiveCategories } from '../support/naive-categories.ts';
import { drawnBag, isSpanned } from '../support/grammar-bags.ts';
import { grammarModel, uses, withGrammar } from '../support/small-grammar.ts';
import { cases } from '../support/thorough.ts';

const EVERYTHING = 60_000;
const forms = [...Object.keys(uses), 'zebra'];
const toy = ((): LanguageModel => {
  const random = new Random(1);
  const words = forms.flatMap((form) => form.split(' '));
  const sentences = Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + random.below(8) }, () => words[random.below(words.length)]),
  );
  return new LanguageModel(encodeLanguageModel(estimate(sentences, 4), null));
})();

/** What every string of a bag scores at best, as the realizer compares those over different words. */
function bestScores(bag: Bag, seed: number, languageModel: LanguageModel | null) {
  const { tables, grammar, lexicon } = grammarModel(seed);
  const entries = new LexicalEntries(grammar!.grammar, grammar!.dictionary);
  const scoring = scoringOf(tables, 'ccg-shift-reduce', languageModel);
  const best = new Map<string, number>();
  let ways = 0;
  const naives = [...selectionsOf(bag)].map(({ bag: selected }) => {
    const problem = new Problem(selected, lexicon, NEVER, entries);
    const naive = new NaiveCategories(problem, scoring);
    ways += naive.ways;
    return { selected, naive };
  });
  fc.pre(ways <= 40);
  for (const { selected, naive } of naives) {
    const steps = 2 * selected.words.length - 1;
    for (const [text, { score }] of naive.best(selected)) {
      const fair = Math.round((score * (2 * bag.words.length - 1)) / steps);
      best.set(text, Math.max(fair, best.get(text) ?? -Infinity));
    }
  }
  return best;
}

describe('shift-reduce search over categories in a beam that keeps everything', () => {
  const bags = [
    withGrammar(randomBag({ minSize: 2, maxSize: 4, forms }), 2),
    withGrammar(constrainedBag({ minSize: 3, maxSize: 4, forms }), 2),
    withGrammar(constrainedBag({ minSize: 1, maxSize: 3, forms }), 8),
  ].map(drawnBag);
  for (const [beside, languageModel] of [
    ['without a language model', null],
    ['beside a language model', toy],
  ] as const) {
    it(`finds every string of every kind of bag, scored as by the book, ${beside}`, () => {
      const drawn = fc.record({ bag: fc.oneof(...bags), seed: fc.nat(1000) });
      const counts = { spanned: 0, glued: 0, none: 0 };
      const property = fc.property(drawn, ({ bag, seed }) => {
        const expected = bestScores(bag, seed, languageModel);
        const realizer = createRealizer({ model: grammarModel(seed), languageModel });
        const options = { beam: EVERYTHING, results: EVERYTHING };
        const { realizations, status } = realizer.realize(bag, options, NEVER);
        const found = realizations.map(({ text, score }) => [text, score] as const);
        assert.deepEqual(new Map(found), expected);
        assert.equal(found.length, expected.size);
        assert.equal(status, found.length > 0 ? 'complete' : 'impossible');
        if (realizations.length === 0) counts.none++;
        else counts[realizations.some(isSpanned) ? 'spanned' : 'glued']++;
      });
      fc.assert(property, { numRuns: cases(300), seed: 1 });
      assert.ok(Math.min(...Object.values(counts)) > cases(20), JSON.stringify(counts));
    }).timeout(240_000);
  }
});

describe('shift-reduce search over categories in a narrow beam', () => {
  it('has every string, with its best score, of a bag of which it says that these are all', () => {
    const drawn = fc.record({
      bag: drawnBag(withGrammar(randomBag({ minSize: 2, maxSize: 3, forms }), 3)),
      seed: fc.nat(1000),
      beam: fc.constantFrom(2, 4, 8, 16),
    });
    let all = 0;
    const property = fc.property(drawn, ({ bag, seed, beam }) => {
      const realizer = createRealizer({ model: grammarModel(seed), languageModel: null });
      const options = { beam, results: EVERYTHING };
      const { realizations, isAll, isProven } = realizer.realize(bag, options, NEVER);
      const expected = bestScores(bag, seed, null);
      if (isProven && expected.size > 0) {
        assert.equal(realizations[0].score, Math.max(...expected.values()));
      }
      if (!isAll) return;
      all++;
      assert.deepEqual(new Map(realizations.map(({ text, score }) => [text, score])), expected);
    });
    fc.assert(property, { numRuns: cases(600), seed: 1 });
    assert.ok(all > cases(100), String(all));
  }).timeout(120_000);
});

describe('derivations that a search over categories finds', () => {
  it('have the heads that the grammar reads off them, and the scores of their steps', () => {
    const { tables, grammar, lexicon } = grammarModel(1);
    const entries = new LexicalEntries(grammar!.grammar, grammar!.dictionary);
    const scoring = scoringOf(tables, 'ccg-shift-reduce', null);
    const search = new ShiftReduceSearch(scoring, grammar!.grammar);
    const waiting = { found: 0, compared: 0 };
    const bags = drawnBag(withGrammar(randomBag({ minSize: 2, maxSize: 5, forms }), 3));
    const property = fc.property(bags, (bag) => {
      const problem = new Problem(bag, lexicon, NEVER, entries);
      const options = { beam: 8, results: 8, budget: { states: 0 } };
      const { derivations } = search.search(problem, options, NEVER, null);
      for (const derivation of derivations) {
        const { score, steps, heads, isBroken } = derivation;
        assert.equal(
          score,
          steps.reduce((sum, step) => sum + step.score, 0),
        );
        if (isBroken === true) continue;
        const tree = treeOf(derivation, problem, grammar!.grammar);
        assert.deepEqual(heads, headsOf(tree));
        waiting.compared++;
        if (leavesOf(tree).some(({ modes }) => /[fw]/.test(modes))) waiting.found++;
      }
    });
    fc.assert(property, { numRuns: cases(400), seed: 1 });
    assert.ok(waiting.found > cases(10), JSON.stringify(waiting));
  }).timeout(120_000);
});

describe('a search over categories for a string', () => {
  it('finds the best derivation of the string, and no other string', () => {
    const { tables, grammar, lexicon } = grammarModel(1);
    const entries = new LexicalEntries(grammar!.grammar, grammar!.dictionary);
    const search = new ShiftReduceSearch(
      scoringOf(tables, 'ccg-shift-reduce', null),
      grammar!.grammar,
    );
    const words = ['Kim', 'of course', 'dogs'].map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null, grammar: 'ccg' });
    const problem = new Problem(bag, lexicon, NEVER, entries);
    const options = { beam: EVERYTHING, results: EVERYTHING, budget: { states: 0 } };
    const all = search.search(problem, options, NEVER, null).derivations;
    assert.equal(all.length, 6);
    for (const one of all) {
      const order = one.variants.map((variant) => problem.places[problem.variantWord[variant]]);
      const text = order.map((word) => words[word].form).join(' ');
      const target = Target.of(problem, text.split(' '))!;
      const forced = search.search(problem, { ...options, target }, NEVER, null);
      assert.deepEqual(forced.derivations, [one]);
    }
  });
});

describe('shift-reduce search over categories in a beam that loses every sentence', () => {
  it('glues the words of any allowed sentence together, unless it may not look for one', () => {
    // All leaves depend on `child`, and it depends on `head`. One leaf, and so all, must stand after `head`.
    const [head, child, ...leaves] = [0, 7, 2, 3, 4, 5, 6];
    const words = Array.from('abcdefgh', (form) => ({
      ...{ form, tags: [] },
      categories: [{ category: 'N', tag: 'NN' }],
    }));
    const arcs = [[head, child], ...leaves.map((leaf) => [child, leaf])].map(
      ([above, dependent]) => ({ head: above, dependent, label: null }),
    );
    const bag: Bag = {
      ...plainBag({ words, arcs, root: null, grammar: 'ccg' }),
      order: [{ relation: 'before', words: [head, leaves[0]] }],
    };
    let lost = 0;
    for (let seed = 0; seed < 6; seed++) {
      const { tables, grammar, lexicon } = grammarModel(seed);
      const entries = new LexicalEntries(grammar!.grammar, grammar!.dictionary);
      const problem = new Problem(bag, lexicon, NEVER, entries);
      const search = new ShiftReduceSearch(
        scoringOf(tables, 'ccg-shift-reduce', null),
        grammar!.grammar,
      );
      const within = (states: number, strings: object = {}) => {
        const options = { beam: 1, results: 3, budget: { states }, ...strings };
        return search.search(problem, options, NEVER, null);
      };
      if (within(0).derivations.length > 0) continue;
      lost++;
      const { derivations, ranToEnd, isExhaustive, isProven } = within(EVERYTHING);
      assert.deepEqual([ranToEnd, isExhaustive, isProven], [true, false, false]);
      assert.equal(derivations.length, 1);
      const [{ variants, heads, steps, score, isBroken }] = derivations;
      assert.equal(isBroken, true);
      const order = variants.map((variant) => problem.places[problem.variantWord[variant]]);
      assert.ok(isAllowed(bag, order), order.join());
      const places = heads.map((above) => above - 1);
      assert.ok(isTreeOf(bag, order, places), places.join());
      assert.equal(
        steps.reduce((sum, step) => sum + step.score, 0),
        score,
      );
      // The search reports only the requested sentence.
      const target = Target.of(problem, 'h g f e d c b a'.split(' '))!;
      assert.deepEqual(within(EVERYTHING, { target }).derivations, []);
      const wanted = Target.of(problem, 'a b c d e f g h'.split(' '))!;
      assert.deepEqual(within(EVERYTHING, { wanted }).derivations, []);
    }
    assert.ok(lost > 2, String(lost));
  });
});

describe('words that wait for a head together', () => {
  it('get a given head that stands before them', () => {
    const realizer = createRealizer({ model: grammarModel(1), languageModel: null });
    for (const [subject, ofSubject] of [
      ['sleep', 'NN'],
      ['cats', 'NNS'],
      ['Sandy', 'NNP'],
    ]) {
      const words = [
        ['saw', 'VBD', '(S[dcl]\\NP)/NP'],
        // One of its uses waits for the head of the noun after it.
        ['Kim', 'NNP', 'N/N'],
        ['dogs', 'NNS', 'N'],
        [subject, ofSubject, 'N'],
      ].map(([form, tag, category]) => ({ form, tags: [], categories: [{ category, tag }] }));
      const arcs = [1, 2, 3].map((dependent) => ({ head: 0, dependent, label: null }));
      const bag = plainBag({ words, arcs, root: 0, grammar: 'ccg' });
      const { realizations } = realizer.realize(bag, { beam: 1000, results: 24 }, NEVER);
      const found = realizations.find(({ text }) => text === `${subject} saw Kim dogs`)!;
      assert.ok(isSpanned(found), JSON.stringify(found.transitions));
      assert.deepEqual(
        found.tokens.map(({ head }) => head),
        [2, 0, 2, 2],
      );
    }
  });
});

/** The tree of a derivation, with the modes of the lexical entries that its words are used as. */
function treeOf({ parts = [], variants }: Derivation, problem: Problem, grammar: Grammar) {
  const { entryModes } = grammar.columns;
  const made: CcgDerivation[] = [];
  for (const { category: id, children, first } of parts) {
    const category = grammar.categoryOf(id);
    const [left, right] = children.map((child) => made[child]);
    if (children.length === 0) {
      const modes = entryModes[problem.variantEntry[variants[first]] - 1];
      made.push({ kind: 'leaf', category, word: first, modes });
    } else if (children.length === 1) made.push({ kind: 'unary', category, child: left });
    else made.push({ kind: 'binary', category, left, right });
  }
  return made[made.length - 1];
}
