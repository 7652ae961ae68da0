import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import type { Rule } from '../../../server/src/grammar/ccg/rules.ts';
import { createRealizer, isSpanned, NEVER } from '../../../server/src/realize/realizer.ts';
import { randomBag } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';
import { grammarModel, rules } from '../support/small-grammar.ts';

describe('a realization', () => {
  const forms = ['a', 'b', 'c d', 'zed'];
  const realizer = createRealizer({ model: randomModel(1), languageModel: null });
  const bags = randomBag({ minSize: 1, maxSize: 6, forms });

  it('says of each word whether its tag, its head and its label are given', () => {
    fc.assert(
      fc.property(bags, (bag) => {
        const [first] = realizer.realize(bag, { beam: 4, results: 1 }, NEVER).realizations;
        for (const { word, form, tag, head, label, given } of first.tokens) {
          const { tags } = bag.words[word];
          assert.equal(form, bag.words[word].form);
          assert.equal(given.tag, tags.length === 1);
          if (given.tag) assert.equal(tag, tags[0]);
          const arc = bag.arcs.find(({ dependent }) => dependent === word);
          assert.equal(given.head, arc !== undefined || word === bag.root);
          if (arc !== undefined) assert.equal(first.tokens[head - 1].word, arc.head);
          assert.equal(given.label, (arc?.label ?? null) !== null);
          assert.equal(label, arc?.label ?? null);
        }
        assert.equal(first.text, first.tokens.map(({ form }) => form).join(' '));
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('shares what is given of its words with the other sentences of its bag', () => {
    const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const { realizations } = realizer.realize(bag, { beam: 64, results: 6 }, NEVER);
    const ofWord = (place: number): Set<unknown> =>
      new Set(realizations.map(({ tokens }) => tokens.find(({ word }) => word === place)!.given));
    assert.equal(realizations.length, 6);
    assert.deepEqual(
      words.map((_, place) => ofWord(place).size),
      [1, 1, 1],
    );
  });

  it('is shown as its tags say, and only the last word of a phrase has the tag of the phrase', () => {
    const words = [
      { form: 'New York', tags: ['NNP'] },
      { form: '-', tags: ['HYPH'] },
      { form: 'based', tags: ['VBN'] },
    ];
    const bag: Bag = {
      ...plainBag({ words, arcs: [], root: null }),
      order: [
        { relation: 'before', words: [0, 1] },
        { relation: 'before', words: [1, 2] },
      ],
    };
    const [{ text, display }] = realizer.realize(bag, { beam: 8, results: 1 }, NEVER).realizations;
    assert.deepEqual([text, display], ['New York - based', 'New York-based']);
  });

  it('has the transitions that build its arcs, with the parts of its score', () => {
    fc.assert(
      fc.property(bags, (bag) => {
        const [first] = realizer.realize(bag, { beam: 4, results: 1 }, NEVER).realizations;
        const { tokens, transitions, score } = first;
        const shifted = transitions.filter(({ action }) => action === 'SHIFT');
        assert.deepEqual(
          shifted.map(({ head, dependent }) => [head, dependent]),
          tokens.map((_, i) => [0, i + 1]),
        );
        for (const { action, head, dependent } of transitions) {
          if (action === 'SHIFT') continue;
          assert.equal(tokens[dependent - 1].head, head);
          assert.equal(action, head > dependent ? 'LEFTARC' : 'RIGHTARC');
        }
        assert.equal(transitions.length, 2 * tokens.length - 1);
        const sum = transitions.reduce((all, one) => all + one.score, 0);
        assert.equal(sum, score);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

/** The sign of the rule that makes a category from one or two others, as it is written in the small grammar. */
function signOf(category: string | null, left?: string | null, right?: string | null): Rule | null {
  if (left === undefined || [category, left, right].includes(null)) return null;
  if (right === undefined) return category!.startsWith('S/') ? 'T' : 'U';
  const { joining } = rules.find(
    (one) => one.left === left && one.right === right && one.result === category,
  )!;
  if ('head' in joining) {
    if (category!.endsWith('[conj]')) return category === `${right}[conj]` ? 'Φ' : 'Φ*';
    return right!.endsWith('[conj]') ? 'Φ' : 'p';
  }
  const { functor, degree } = joining;
  // In the small grammar, each backward composition is crossed.
  return (['>', '>B', '<', '<B×'] as const)[(functor === 'left' ? 0 : 2) + degree];
}

describe('a realization of a bag with a grammar', () => {
  const realizer = createRealizer({ model: grammarModel(1), languageModel: null });
  const realize = (...forms: readonly string[]) => {
    const words = forms.map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null, grammar: 'ccg' });
    return realizer.realize(bag, { beam: 8, results: 8 }, NEVER).realizations;
  };

  it('names the rule that made each node of its derivation', () => {
    const seen = new Set<Rule | null>();
    for (const text of [
      'Kim has not seen',
      'dogs sleeps .',
      'the dogs that Kim saw',
      'Kim and dogs sleeps',
    ]) {
      for (const { parts = [] } of realize(...text.split(' '))) {
        for (const { category, rule, children } of parts) {
          const [left, right] = children.map((child) => parts[child].category);
          assert.equal(rule, signOf(category, left, right), `${left} ${right} ⇒ ${category}`);
          seen.add(rule);
        }
      }
    }
    assert.deepEqual(seen, new Set([null, '>', '<', '>B', '<B×', 'Φ', 'Φ*', 'p', 'T', 'U']));
  });

  it('says of each word whether its category is given, with any tag', () => {
    const [noun, verb] = [
      { category: 'N', tag: null },
      { category: '(S[dcl]\\NP)/NP', tag: null },
    ];
    const words = [
      { form: 'Kim', tags: [], categories: [noun, { ...noun, tag: 'NNP' }] },
      { form: 'saw', tags: [], categories: [noun, verb] },
      { form: 'dogs', tags: [] },
      { form: 'sleep', tags: ['NN'], categories: [noun] },
    ];
    const bag = plainBag({ words, arcs: [], root: null, grammar: 'ccg' });
    const [{ tokens }] = realizer.realize(bag, { beam: 8, results: 1 }, NEVER).realizations;
    const given = tokens.map((token) => [token.form, token.given.category] as const);
    assert.deepEqual(Object.fromEntries(given), {
      ...{ Kim: true, saw: false, dogs: false, sleep: false },
    });
  });

  it('is spanned if rules join all its words', () => {
    const [whole] = realize('the', 'dogs', 'sleeps');
    const [glued] = realize('the', 'the');
    assert.deepEqual([isSpanned(whole), isSpanned(glued)], [true, false]);
    assert.equal(isSpanned({}), null);
  });
});
