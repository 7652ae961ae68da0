import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problem } from '../../../server/src/problem/problem.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { TransitionSearch } from '../../../server/src/search/arc-standard/transition-search.ts';
import { Beam } from '../../../server/src/search/beam.ts';
import { BottomUp } from '../../../server/src/search/bottom-up/bottom-up.ts';
import { surfaceFormsOf } from '../../../server/src/search/derivation.ts';
import type { Derivation, Search, SearchOptions } from '../../../server/src/search/search.ts';
import { Target } from '../../../server/src/search/target.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { randomBag, randomTree } from '../support/bags.ts';
import { permutations } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const forms = ['a', 'b', 'c', 'b c'];

function wordsOf(derivation: Derivation, problem: Problem): string[] {
  const { variantForm, surfaceStart, surfaceText } = problem;
  return derivation.variants.flatMap((variant) => {
    const form = variantForm[variant];
    return surfaceText.slice(surfaceStart[form], surfaceStart[form + 1]);
  });
}

const searches = [
  { name: 'with transitions', bags: randomBag({ minSize: 1, maxSize: 5, forms }) },
  { name: 'from the leaves up', bags: randomTree({ minSize: 1, maxSize: 5, forms }) },
] as const;

for (const { name, bags } of searches) {
  const open = (seed: number): Search => {
    const scoring = scoringOf(randomModel(seed).tables, 'arc-standard', null);
    return name === 'with transitions' ? new TransitionSearch(scoring) : new BottomUp(scoring);
  };
  const run = (search: Search, problem: Problem, options: Partial<SearchOptions>) =>
    search.search(
      problem,
      { beam: 4, results: 100, budget: { states: 0 }, ...options },
      NEVER,
      null,
    ).derivations;

  describe(`a search ${name} for a string`, () => {
    it('spells it and no other, wherever a search that keeps everything finds it', () => {
      fc.assert(
        fc.property(bags, fc.nat(), fc.nat(), (bag, seed, draw) => {
          const problem = new Problem(bag, randomModel(seed).lexicon);
          const search = open(seed);
          const orders = permutations(bag.words.map(({ form }) => form));
          const words = orders[draw % orders.length].join(' ').split(' ');
          const target = Target.of(problem, words)!;
          const found = run(search, problem, { beam: 10_000, target });
          const all = run(search, problem, { beam: 10_000, results: 10_000 });
          const best = all.find((one) => wordsOf(one, problem).join(' ') === words.join(' '));
          assert.deepEqual(
            found.map(({ score }) => score),
            best === undefined ? [] : [best.score],
          );
          for (const one of found) assert.deepEqual(wordsOf(one, problem), words);
        }),
        { numRuns: 100, seed: 1 },
      );
    }).timeout(60_000);

    it('that is wanted keeps what it keeps otherwise: it finds the string where it is in the list', () => {
      fc.assert(
        fc.property(bags, fc.nat(), fc.nat(), fc.constantFrom(1, 2, 4), (bag, seed, draw, beam) => {
          const problem = new Problem(bag, randomModel(seed).lexicon);
          const search = open(seed);
          const orders = permutations(bag.words.map(({ form }) => form));
          const words = orders[draw % orders.length].join(' ').split(' ');
          const wanted = Target.of(problem, words)!;
          const listed = run(search, problem, { beam }).filter(
            (one) => wordsOf(one, problem).join(' ') === words.join(' '),
          );
          assert.deepEqual(run(search, problem, { beam, wanted }), listed);
        }),
        { numRuns: 300, seed: 2 },
      );
    });
  });
}

describe('the beginnings of a string', () => {
  it('are the strings of all states that lead to it, from the first state on', () => {
    fc.assert(
      fc.property(randomBag({ minSize: 1, maxSize: 5, forms }), fc.nat(), (bag, seed) => {
        const model = randomModel(seed);
        const problem = new Problem(bag, model.lexicon);
        const system = new ArcStandard(scoringOf(model.tables, 'arc-standard', null));
        const beam = new Beam(system);
        beam.start(system.begin(problem), 1);
        const strings = [system.stringOf(beam.kept[0])];
        for (let step = 0; step < system.steps && beam.size > 0; step++) {
          beam.step();
          if (beam.size > 0) strings.push(system.stringOf(beam.kept[0]));
        }
        fc.pre(beam.size > 0);
        const derivation = system.derivationOf(beam.kept[0]);
        const beginnings = system.stringsOf(
          Int32Array.from(surfaceFormsOf(derivation.variants, problem)),
        );
        for (const string of strings) assert.ok(beginnings.has(string));
        assert.equal(beginnings.size, wordsOf(derivation, problem).length + 1);
      }),
      { numRuns: 20, seed: 3 },
    );
  });
});

describe('a target', () => {
  it('is none where the words are not those of the problem', () => {
    const words = ['a', 'b', 'b c'].map((form) => ({ form, tags: ['X'] }));
    const bag = { words, arcs: [], root: null, order: [], chunks: [], choices: [] };
    const problem = new Problem(bag, randomModel(1).lexicon);
    for (const text of ['a b b', 'a b b c c', 'a b b d', 'a a b c', '']) {
      assert.equal(Target.of(problem, text.split(' ')), null, text);
    }
    assert.notEqual(Target.of(problem, ['b', 'c', 'b', 'a']), null);
  });
});
