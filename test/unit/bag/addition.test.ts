import assert from 'node:assert/strict';
import {
  decisionOf,
  withAddition,
  withAdditions,
  wordsOfAddition,
  type Addition,
} from '../../../server/src/bag/addition.ts';
import { plainBag, type Bag, type BagWord } from '../../../server/src/bag/bag.ts';

const words = ['dogs', 'the', 'bark'].map((form) => ({ form, tags: ['X', 'Y'] }));
const bag: Bag = {
  ...plainBag({
    words,
    arcs: [
      { head: 2, dependent: 0, label: null },
      { head: 0, dependent: 1, label: 'det' },
    ],
    root: null,
  }),
  order: [{ relation: 'first', words: [1] }],
};

describe('a fact that is added to a bag', () => {
  const cases: readonly (readonly [string, Addition, Partial<Bag>, readonly number[]])[] = [
    [
      'a tag takes the place of the word’s tags',
      { kind: 'tag', word: 1, tag: 'Y' },
      { words: [words[0], { form: 'the', tags: ['Y'] }, words[2]] },
      [1],
    ],
    [
      'a category takes the place of the word’s tags',
      { kind: 'category', word: 2, tag: 'VB', category: 'S\\NP' },
      {
        words: [
          words[0],
          words[1],
          { form: 'bark', tags: [], categories: [{ category: 'S\\NP', tag: 'VB' }] },
        ],
      },
      [2],
    ],
    [
      'an order comes after the given ones',
      { kind: 'order', relation: 'before', words: [0, 2] },
      { order: [...bag.order, { relation: 'before', words: [0, 2] }] },
      [0, 2],
    ],
    [
      'an arc without a head makes the root',
      { kind: 'arc', head: null, dependent: 2 },
      { root: 2 },
      [2],
    ],
    [
      'an arc has no label',
      { kind: 'arc', head: 2, dependent: 1 },
      { arcs: [...bag.arcs, { head: 2, dependent: 1, label: null }] },
      [2, 1],
    ],
    [
      'a label goes to the arc of its dependent',
      { kind: 'label', head: 2, dependent: 0, label: 'subj' },
      { arcs: [{ head: 2, dependent: 0, label: 'subj' }, bag.arcs[1]] },
      [2, 0],
    ],
  ];
  for (const [what, addition, change, named] of cases) {
    it(`changes nothing else: ${what}`, () => {
      const before = structuredClone(bag);
      assert.deepEqual(withAddition(bag, addition), { ...bag, ...change });
      assert.deepEqual(bag, before);
      assert.deepEqual(wordsOfAddition(addition), named);
    });
  }

  it('may be one of several', () => {
    const both = withAdditions(bag, [
      { kind: 'arc', head: null, dependent: 2 },
      { kind: 'label', head: 2, dependent: 0, label: 'subj' },
    ]);
    assert.deepEqual([both.root, both.arcs[0].label], [2, 'subj']);
    assert.deepEqual(withAdditions(bag, []), bag);
  });
});

describe('a tag that is added to a word with categories', () => {
  const tagged = (word: BagWord, tag: string): BagWord => {
    const given = plainBag({ words: [word], arcs: [], root: null, grammar: 'ccg' });
    return withAddition(given, { kind: 'tag', word: 0, tag }).words[0];
  };

  it('stays given if no category is possible with it', () => {
    const word = { form: 'a', tags: ['JJ'], categories: [{ category: 'N', tag: 'NN' }] };
    assert.deepEqual(tagged(word, 'VB'), { form: 'a', tags: ['VB'], categories: [] });
  });

  it('opens no further categories if the word had it only with a category', () => {
    const word = { form: 'a', tags: ['JJ'], categories: [{ category: 'N', tag: 'NN' }] };
    assert.deepEqual(tagged(word, 'NN').tags, []);
  });
});

describe('a decision', () => {
  it('removes the other words of the choice, with the constraints that name them', () => {
    const choosing: Bag = {
      ...bag,
      root: 2,
      order: [
        { relation: 'before', words: [0, 1] },
        { relation: 'before', words: [1, 2] },
      ],
      choices: [{ words: [0, 1], optional: true }],
    };
    assert.deepEqual(withAddition(choosing, { kind: 'use', word: 1 }), {
      ...plainBag({ words: words.slice(1), arcs: [], root: 1 }),
      order: [{ relation: 'before', words: [0, 1] }],
    });
    assert.deepEqual(
      withAdditions(choosing, [
        { kind: 'remove', word: 0 },
        { kind: 'tag', word: 2, tag: 'Y' },
      ]),
      plainBag({ words: [{ form: 'bark', tags: ['Y'] }], arcs: [], root: 0 }),
    );
  });

  it('keeps the other choices of the bag', () => {
    const choices = [
      { words: [0, 1], optional: false },
      { words: [2], optional: true },
    ];
    const choosing: Bag = { ...plainBag({ words, arcs: [], root: null }), choices };
    const use: Addition = { kind: 'use', word: 0 };
    assert.deepEqual(withAddition(choosing, use).choices, [{ words: [1], optional: true }]);
    assert.deepEqual(withAddition(choosing, { kind: 'remove', word: 2 }).choices, [choices[0]]);
  });

  it('agrees with a sentence: its word is used, or the choice is removed', () => {
    assert.deepEqual(
      decisionOf([3, 4], (word) => word === 4),
      { kind: 'use', word: 4 },
    );
    assert.deepEqual(
      decisionOf([3, 4], () => false),
      { kind: 'remove', word: 3 },
    );
  });
});
