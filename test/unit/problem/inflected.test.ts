import assert from 'node:assert/strict';
import type { Bag, BagArc } from '../../../server/src/bag/bag.ts';
import { inflected, type FormsOfLemmas } from '../../../server/src/problem/inflected.ts';

const words = [
  { form: 'they', tags: ['PRP'] },
  { form: 'be', features: 'Tense=Pres', tags: ['VBP'] },
  { form: 'late', tags: ['JJ'] },
];
const bagWith = (arcs: readonly BagArc[]): Bag => ({
  ...{ words, arcs, root: null, order: [], chunks: [], choices: [] },
});
const subject = { head: 2, dependent: 0, label: 'nsubj' };
const copula = { head: 2, dependent: 1, label: 'cop' };

/** The contexts in which the lemma's forms are looked up, and the forms that it gets. */
function lookedUp(arcs: readonly BagArc[]): {
  readonly contexts: readonly string[] | null;
  readonly forms: Bag['words'][number]['forms'];
} {
  let seen: readonly string[] | null = null;
  const morphology: FormsOfLemmas = {
    candidates: (_lemma, _tags, _features, contexts) => {
      seen = contexts;
      return [
        { form: 'are', tag: 'VBP', weight: -900 },
        { form: "'re", tag: 'VBP', weight: -200 },
        { form: 'be', tag: 'VBP', weight: -1500 },
      ];
    },
  };
  const { forms } = inflected(bagWith(arcs), morphology).words[1];
  return { contexts: seen, forms };
}

describe('the forms of the lemmas of a bag', () => {
  it('are compared with the likeliest form, which is first', () => {
    assert.deepEqual(lookedUp([]).forms, [
      { form: "'re", tag: 'VBP', weight: 0 },
      { form: 'are', tag: 'VBP', weight: -700 },
      { form: 'be', tag: 'VBP', weight: -1300 },
    ]);
  });

  it('depend on the tree if the bag gives the whole tree, with all labels', () => {
    assert.ok(lookedUp([subject, copula]).contexts!.includes('subject they'));
    assert.deepEqual(lookedUp([subject, copula, copula]), lookedUp([subject, copula]));
    assert.equal(lookedUp([]).contexts, null);
    assert.equal(lookedUp([copula]).contexts, null);
    assert.equal(lookedUp([subject, { ...copula, label: null }]).contexts, null);
  });
});
