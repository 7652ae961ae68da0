import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findMalformation } from '../../../server/src/bag/malformation.ts';
import { isOrderable } from '../../../server/src/problem/order-constraints.ts';
import { t1Bag } from '../../../server/src/treebank/t1-bag.ts';
import type { T1Sentence } from '../../../server/src/treebank/t1.ts';

function sentenceOf(
  heads: readonly number[],
  lin: readonly (number | null)[] = heads.map(() => null),
): T1Sentence {
  const each = (text: string): string[] => heads.map((_, i) => `${text}${i + 1}`);
  return {
    ...{ lemmas: each('lemma'), forms: null, places: null, heads, lin },
    ...{ universalTags: each('U'), tags: each('T'), features: each('F'), labels: each('label') },
  };
}

const forms = ['a', 'b', 'c', 'd', 'e'];
const bagOf = (heads: readonly number[], lin?: readonly (number | null)[]) =>
  t1Bag(sentenceOf(heads, lin), forms.slice(0, heads.length));

describe('the bag of a T1 sentence', () => {
  it('has the forms, their tags, and the labelled tree', () => {
    const { words, arcs, root, order } = bagOf([2, 0, 2]);
    assert.deepEqual(words[1], { form: 'b', tags: ['T2'] });
    assert.deepEqual(arcs, [
      { head: 1, dependent: 0, label: 'label1' },
      { head: 1, dependent: 2, label: 'label3' },
    ]);
    assert.deepEqual([root, order], [1, []]);
  });

  it("orders a head's dependents by lin, on their sides of the head", () => {
    const { order } = bagOf([0, 1, 1, 1, 2], [null, -1, 2, -2, 1]);
    const pairs = order.map(({ words }) => words.map((word) => forms[word]).join(''));
    assert.deepEqual(pairs.sort(), ['ac', 'ba', 'be', 'db']);
    // Equal numbers have no order.
    const equal = bagOf([0, 1, 1], [null, 1, 1]).order.map(({ words }) => words);
    assert.deepEqual(equal, [[0, 1]]);
  });

  it('leaves out arcs that close a cycle, and the root if there are several', () => {
    const { arcs, root } = bagOf([2, 1, 0, 4]);
    assert.equal(root, null);
    assert.deepEqual(
      arcs.map(({ head, dependent }) => [head, dependent]),
      [[0, 1]],
    );
  });

  it('can be ordered and is well formed, whatever the input is', () => {
    const word = fc.record({
      head: fc.nat({ max: 5 }),
      lin: fc.option(fc.constantFrom(-2, -1, 1, 2)),
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 5, maxLength: 5 }), (words) => {
        const bag = bagOf(
          words.map(({ head }) => head),
          words.map(({ lin }) => lin),
        );
        assert.equal(findMalformation(bag), null);
        assert.ok(isOrderable(bag));
      }),
    );
  });
});
