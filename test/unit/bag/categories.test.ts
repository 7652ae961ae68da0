import assert from 'node:assert/strict';
import { withAddition } from '../../../server/src/bag/addition.ts';
import { plainBag, type Bag, type BagWord } from '../../../server/src/bag/bag.ts';
import { canonicalOrder } from '../../../server/src/bag/canonical.ts';
import { findMalformation, withoutRepeats } from '../../../server/src/bag/malformation.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';

const word = (form: string, ...categories: string[]): BagWord => ({
  form,
  tags: [],
  categories: categories.map((category) => ({ category, tag: null })),
});
const bagOf = (...words: BagWord[]): Bag =>
  plainBag({ words, arcs: [], root: null, grammar: 'ccg' });

describe('the categories of a bag’s words', () => {
  it('tell words apart, wherever they are written', () => {
    const words = [
      word('a', 'N', 'NP'),
      word('a', 'NP', 'N'),
      word('a', 'N/N'),
      { ...word('a'), categories: [{ category: 'N', tag: 'NN' }] },
      { form: 'a', tags: [] },
    ];
    const keysOf = (places: readonly number[]): string[] => {
      const bag = bagOf(...places.map((place) => words[place]));
      // Those of the first two words are the same set.
      return canonicalOrder(bag).map((place) => String(Math.max(1, places[place])));
    };
    const expected = keysOf([0, 1, 2, 3, 4]);
    assert.equal(new Set(expected).size, 4);
    assert.deepEqual(keysOf([4, 3, 2, 1, 0]), expected);
    assert.deepEqual(keysOf([2, 0, 4, 1, 3]), expected);
  });

  it('stay with the words that are selected', () => {
    const bag = {
      ...bagOf(word('a', 'N'), word('b', 'NP')),
      choices: [{ words: [0], optional: true }],
    };
    const selected = [...selectionsOf(bag)].map((one) => one.bag);
    assert.deepEqual(selected, [bagOf(word('a', 'N'), word('b', 'NP')), bagOf(word('b', 'NP'))]);
  });

  it('count once where they are given twice', () => {
    const twice = { ...word('a', 'N', 'NP', 'N'), tags: ['NN', 'NN'] };
    const { words } = withoutRepeats(bagOf(twice, { form: 'b', tags: [] }));
    assert.deepEqual(words, [
      { ...word('a', 'N', 'NP'), tags: ['NN'] },
      { form: 'b', tags: [] },
    ]);
  });

  it('count separately where they go with different tags', () => {
    const categories = [null, 'NN', 'JJ'].map((tag) => ({ category: 'N', tag }));
    const { words } = withoutRepeats(bagOf({ form: 'a', tags: [], categories }));
    assert.deepEqual(words[0].categories, categories);
  });

  for (const [categories, message] of [
    [['S\\NP/'], 'Word 0, "a", has a malformed category: "S\\NP/", expected a category'],
    [['(NP)'], '"(NP)" is to be written "NP"'],
    [['N', 'NX'], '"NX" is no category'],
  ] as const) {
    it(`are refused where they are none: ${categories.join(' ')}`, () => {
      const problem = findMalformation(bagOf(word('a', ...categories)));
      assert.ok(problem?.includes(message), String(problem));
    });
  }

  it('are refused in a bag without the grammar, and with an empty tag', () => {
    assert.equal(findMalformation(bagOf(word('a', 'N'))), null);
    const plain = plainBag({ words: [word('a', 'N')], arcs: [], root: null });
    assert.match(findMalformation(plain)!, /its grammar must be "ccg"/);
    const untagged = { form: 'a', tags: [], categories: [{ category: 'N', tag: '' }] };
    assert.match(findMalformation(bagOf(untagged))!, /empty tag/);
  });

  it('are kept by a tag that they may go with', () => {
    const given = (category: string, tag: string | null) => ({ category, tag });
    const one = {
      form: 'a',
      tags: ['NN', 'JJ'],
      categories: [given('N', 'NN'), given('N/N', null), given('NP', 'NNP')],
    };
    const tagged = (tag: string): BagWord =>
      withAddition(bagOf(one), { kind: 'tag', word: 0, tag }).words[0];
    assert.deepEqual(tagged('NN'), {
      form: 'a',
      tags: ['NN'],
      categories: [given('N', 'NN'), given('N/N', 'NN')],
    });
    assert.deepEqual(tagged('NNP'), {
      form: 'a',
      tags: [],
      categories: [given('N/N', 'NNP'), given('NP', 'NNP')],
    });
  });

  it('leave a lemma its features, as a tag does', () => {
    const lemma = {
      form: 'dog',
      features: 'Number=Plur',
      tags: ['NNS'],
      categories: [{ category: 'N', tag: null }],
    };
    const bag = bagOf(lemma);
    const given = { kind: 'category', word: 0, tag: 'NNS', category: 'NP' } as const;
    for (const addition of [given, { kind: 'tag', word: 0, tag: 'NNS' } as const]) {
      const [{ form, features }] = withAddition(bag, addition).words;
      assert.deepEqual([form, features], ['dog', 'Number=Plur'], addition.kind);
    }
  });
});
