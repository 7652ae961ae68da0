import assert from 'node:assert/strict';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { ccgSearches, settings } from '../../../server/src/language/tree/settings.ts';
import {
  createRealizer,
  NEVER,
  searchChoices,
  type Realized,
  type SearchChoice,
} from '../../../server/src/realize/realizer.ts';
import { isProving, Registry } from '../../../server/src/search/registry.ts';
import { randomBestFirstModel, randomModel } from '../support/random-model.ts';
import { withTable } from '../support/model-files.ts';

const model = withTable(randomModel(1), 'bottom-up');
const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
const arcs = [
  { head: 0, dependent: 1, label: null },
  { head: 0, dependent: 2, label: null },
];
const tree = plainBag({ words, arcs, root: 0 });
const forest = plainBag({ words, arcs: arcs.slice(1), root: null });
const ordered: Bag = { ...tree, order: [{ relation: 'before', words: [1, 2] }] };

function realize(bag: Bag, search?: SearchChoice, of = model): Realized {
  const options = { beam: 8, results: 3, ...(search !== undefined && { search }) };
  return createRealizer({ model: of, languageModel: null }).realize(bag, options, NEVER);
}

describe('the search that orders a bag', () => {
  it('is by default bottom-up for full trees without an order, and transitions for all else', () => {
    assert.equal(realize(tree).search, 'bottom-up');
    assert.equal(realize(ordered).search, 'arc-standard');
    assert.equal(realize(forest).search, 'arc-standard');
    for (const bag of [tree, ordered, forest]) assert.deepEqual(realize(bag, 'beam'), realize(bag));
  });

  it('is the one that is asked for', () => {
    assert.equal(realize(tree, 'arc-standard').search, 'arc-standard');
    assert.equal(realize(tree, 'bottom-up').search, 'bottom-up');
    assert.equal(realize(ordered, 'bottom-up').search, 'bottom-up');
    const [other, own] = [realize(tree, 'arc-standard'), realize(tree, 'bottom-up')];
    assert.notDeepEqual(other.realizations, own.realizations);
  });

  it('is the same for all selections of a bag, since their scores are compared', () => {
    const optional = (word: number) => ({ words: [word], optional: true });
    assert.equal(realize({ ...tree, choices: [optional(1)] }).search, 'bottom-up');
    assert.equal(realize({ ...tree, choices: [optional(0)] }).search, 'arc-standard');
  });

  it('refuses a bag that it does not take, and says what to do', () => {
    const strictly: Bag = { ...tree, order: [{ relation: 'right-before', words: [1, 2] }] };
    for (const bag of [forest, strictly, { ...tree, chunks: [[1, 2]] }]) {
      const { status, search, message, realizations } = realize(bag, 'bottom-up');
      assert.deepEqual([status, search, realizations], ['refused', null, []]);
      assert.match(message!, /full trees.*give every word but one its head.*search `beam`/);
    }
  });

  it('is another, or none, where the model has no weights for it', () => {
    assert.equal(realize(tree, 'beam', randomModel(1)).search, 'arc-standard');
    const { status, message } = realize(tree, 'bottom-up', randomModel(1));
    assert.equal(status, 'refused');
    assert.match(message!, /no weights for the search bottom-up: choose another search/);
  });

  it('is exact over the one that the beam would be', () => {
    assert.equal(realize(tree, 'exact').search, 'exact-bottom-up');
    assert.equal(realize(forest, 'exact').search, 'exact-arc-standard');
    for (const bag of [tree, ordered, forest]) {
      const [exact, beam] = [realize(bag, 'exact'), realize(bag)];
      assert.ok(exact.isProven);
      assert.ok(exact.realizations[0].score >= beam.realizations[0].score);
    }
  });

  it('proves the highest score if it is exact, also where a beam of one cuts sentences off', () => {
    const treelets = randomBestFirstModel(1).tables;
    const all = { ...model, tables: new Map([...model.tables, ...treelets]) };
    for (const search of [...searchChoices, 'exact-best-first'] as const) {
      const options = { beam: 1, results: 1, search };
      const realizer = createRealizer({ model: all, languageModel: null });
      assert.equal(realizer.realize(tree, options, NEVER).isProven, isProving(search), search);
    }
  });

  it('is none for a grammar that the model does not have, and the message says what to do', () => {
    const { status, message } = realize({ ...tree, grammar: 'ccg' });
    assert.equal(status, 'refused');
    assert.match(message!, /^This model has no grammar of categories: name a model that has one, /);
    assert.match(message!, /train one with `bowline train --search ccg-shift-reduce`, or leave /);
  });

  it('takes a grammar if the language allows both settings', () => {
    const registry = new Registry({ model, languageModel: null });
    for (const choice of searchChoices) {
      const found = registry.choose(choice, [{ ...tree, grammar: 'ccg' }]);
      const isRefused = typeof found === 'string' && found.includes('without a grammar');
      assert.equal(isRefused, !ccgSearches.includes(choice), choice);
    }
  });

  it('is not refused if something else goes wrong than reading the model', () => {
    const unread: Model = {
      ...model,
      get grammar(): never {
        throw new RangeError('Array buffer allocation failed');
      },
    };
    const registry = new Registry({ model: unread, languageModel: null });
    assert.throws(() => registry.refusalOf({ ...tree, grammar: 'ccg' }), /allocation failed/);
  });

  it('can be chosen in a file by the same names', () => {
    assert.deepEqual(settings.search.values, searchChoices);
  });
});
