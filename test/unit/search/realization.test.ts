import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { randomBag } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';

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
