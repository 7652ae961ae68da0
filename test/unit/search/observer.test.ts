import assert from 'node:assert/strict';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { templateSeedsOf } from '../../../server/src/scoring/template-groups.ts';
import { isBestFirst, Registry, type SearchName } from '../../../server/src/search/registry.ts';
import type { StepObserver } from '../../../server/src/search/search.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { withTable } from '../support/model-files.ts';
import { randomBestFirstModel, randomModel } from '../support/random-model.ts';
import { grammarModel } from '../support/small-grammar.ts';

const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
const arcs = [1, 2].map((dependent) => ({ head: 0, dependent, label: null }));
const plain = plainBag({ words, arcs: [], root: null });
const tree = plainBag({ words, arcs, root: 0 });
const categories: Bag = {
  ...plainBag({
    words: ['Kim', 'saw', 'dogs'].map((form) => ({ form, tags: [] })),
    ...{ arcs: [], root: null },
  }),
  grammar: 'ccg',
};

const searches: readonly (readonly [SearchName, Model, Bag])[] = [
  ['arc-standard', randomModel(1), plain],
  ['bottom-up', withTable(randomModel(1), 'bottom-up'), tree],
  ['best-first', randomBestFirstModel(1), plain],
  ['ccg-shift-reduce', grammarModel(1), categories],
  ['ccg-best-first', withTable(grammarModel(1), 'ccg-best-first'), categories],
];

const throwing: StepObserver = {
  onStep: () => undefined,
  onFeature: () => {
    throw new Error('No room for this feature.');
  },
};

describe('the features of a search', () => {
  for (const [name, model, bag] of searches) {
    it(`have only templates that a table of its weights records: ${name}`, () => {
      const registry = new Registry({ model, languageModel: null });
      const problem = registry.problemOf(bag);
      const search = registry.open(name);
      const options = { beam: 8, results: 1, budget: { states: 0 } };
      const { derivations } = search.search(problem, options, NEVER, null);
      const seen = new Map<string, number>();
      search.explain(problem, derivations[0], {
        onStep: () => undefined,
        onFeature: ({ name: group, templates }, template) => {
          const { name: ofTemplate, seed } = templates[template];
          seen.set(`${group}/${ofTemplate}`, seed);
        },
      });
      const recorded = templateSeedsOf(name, false);
      assert.ok(seen.size > 0);
      for (const [template, seed] of seen) assert.equal(recorded[template], seed, template);
    });
  }
});

describe('an explained step of a derivation', () => {
  // The steps that bottom-up search explains are not the steps of its derivations.
  for (const [name, model, bag] of searches.filter(([search]) => search !== 'bottom-up')) {
    it(`is one of the legal actions, which are listed best first: ${name}`, () => {
      const registry = new Registry({ model, languageModel: null });
      const problem = registry.problemOf(bag);
      const search = registry.open(name);
      const options = { beam: 8, results: 20, budget: { states: 0 } };
      const { derivations } = search.search(problem, options, NEVER, null);
      assert.ok(derivations.length > 2, String(derivations.length));
      const counts = { shifts: 0, joins: 0, choices: 0 };
      for (const { steps, variants, ...rest } of derivations) {
        search.explain(
          problem,
          { steps, variants, ...rest },
          {
            onStep(i, { taken, legal }) {
              const { kind, dependent, score } = steps[i];
              const added = kind === 'SHIFT' ? [variants[dependent - 1]] : [];
              counts[kind === 'SHIFT' ? 'shifts' : 'joins']++;
              assert.deepEqual([taken.action, taken.added], [kind, added]);
              const moves = legal();
              const scores = moves.map((move) => move.score);
              assert.deepEqual(
                scores,
                scores.toSorted((a, b) => b - a),
              );
              if (kind !== 'SHIFT' && new Set(scores).size > 1) counts.choices++;
              const isTaken = moves.some(
                (move) =>
                  move.action === kind &&
                  (kind === 'SHIFT' ? move.added[0] === added[0] : move.score === score),
              );
              assert.ok(isTaken, JSON.stringify({ taken, score, moves }));
            },
            onFeature: () => undefined,
          },
        );
      }
      assert.ok(Math.min(...Object.values(counts)) > 1, JSON.stringify(counts));
    });
  }
});

describe('an observer of features that throws', () => {
  for (const [name, model, bag] of searches) {
    it(`is gone at the next search: ${name}`, () => {
      const registry = new Registry({ model, languageModel: null });
      const search = registry.open(name);
      const problem = registry.problemOf(bag);
      const run = () =>
        search.search(problem, { beam: 8, results: 5, budget: { states: 0 } }, NEVER, null);
      const usual = run();
      assert.ok(usual.derivations.length > 0);
      assert.throws(() => search.explain(problem, usual.derivations[0], throwing), /No room/);
      assert.deepEqual(run(), usual);
    });
  }
});

describe('a search that is observed', () => {
  for (const [name, model, bag] of searches) {
    it(`reports edges if it is best-first, and otherwise steps: ${name}`, () => {
      const registry = new Registry({ model, languageModel: null });
      const options = { beam: 8, results: 5, budget: { states: 0 } };
      const reported = new Set<string>();
      registry.open(name).search(registry.problemOf(bag), options, NEVER, {
        cutOff: 0,
        onStart: () => undefined,
        onStep: () => reported.add('steps'),
        onPop: () => reported.add('edges'),
      });
      assert.deepEqual([...reported], [isBestFirst(name) ? 'edges' : 'steps']);
    });
  }
});
