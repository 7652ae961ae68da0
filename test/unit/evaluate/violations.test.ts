import assert from 'node:assert/strict';
import { plainBag, type BagWord } from '../../../server/src/bag/bag.ts';
import { countViolations } from '../../../server/src/evaluate/violations.ts';
import type { Realization } from '../../../server/src/realize/realizer.ts';

describe('the constraints that a realization breaks', () => {
  const transitive = '(S[dcl]\\NP)/NP';
  const given = { tag: false, head: false, label: false };

  function violations(word: Omit<BagWord, 'form'>, tag: string, category?: string): number {
    const bag = plainBag({ words: [{ form: 'saw', ...word }], arcs: [], root: null });
    const use = category === undefined ? {} : { category };
    const token = { word: 0, form: 'saw', tag, head: 0, label: null, given, ...use };
    const realization: Realization = {
      ...{ text: 'saw', display: 'Saw', score: 0, transitions: [] },
      tokens: [token],
    };
    return countViolations(bag, realization);
  }

  it('are none where nothing is given', () => {
    assert.equal(violations({ tags: [] }, 'VBD'), 0);
    assert.equal(violations({ tags: [] }, 'VBD', transitive), 0);
  });

  it('count a tag that is not one of those given', () => {
    assert.equal(violations({ tags: ['VBD', 'NN'] }, 'NN'), 0);
    assert.equal(violations({ tags: ['VBD', 'NN'] }, 'VB'), 1);
    assert.equal(violations({ tags: ['NN'] }, 'VBD', transitive), 1);
  });

  it('count a category that is not one of those given, or has another tag', () => {
    const open = { tags: [], categories: [{ category: transitive, tag: null }] };
    const tagged = { tags: ['NN'], categories: [{ category: transitive, tag: 'VBD' }] };
    assert.equal(violations(open, 'VBN', transitive), 0);
    assert.equal(violations(open, 'VBN', 'S[pss]\\NP'), 1);
    assert.equal(violations(tagged, 'VBD', transitive), 0);
    assert.equal(violations(tagged, 'NN', 'N'), 0);
    assert.equal(violations(tagged, 'VBN', transitive), 1);
  });
});
