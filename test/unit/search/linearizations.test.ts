import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { BoundaryFluency } from '../../../server/src/scoring/bottom-up/boundary-fluency.ts';
import { FullTree } from '../../../server/src/scoring/bottom-up/full-tree.ts';
import { LinearizationField } from '../../../server/src/scoring/bottom-up/records.ts';
import { Linearizations } from '../../../server/src/search/bottom-up/linearizations.ts';
import { smallLexicon } from '../support/bags.ts';
import { toyFluency } from '../support/toy-fluency.ts';

describe('the linearizations of a search', () => {
  const problem = new Problem(
    plainBag({ words: [{ form: 'a', tags: ['X'] }], arcs: [], root: 0 }),
    smallLexicon(),
  );

  it('give memory back after an exceptionally large problem, and keep what most problems need', () => {
    const linearizations = new Linearizations(null);
    const grow = (length: number): void => {
      linearizations.begin(new FullTree(problem));
      while (linearizations.data.length < length) linearizations.alone(0);
      linearizations.release();
    };
    grow(2 ** 18);
    assert.equal(linearizations.data.length, 2 ** 18);
    grow(2 ** 20);
    assert.equal(linearizations.data.length, 2 ** 20);
    grow(2 ** 21);
    assert.equal(linearizations.data.length, 2 ** 20);
  });

  it('keep what is in them when they grow', () => {
    const linearizations = new Linearizations(null);
    linearizations.begin(new FullTree(problem));
    const first = linearizations.alone(0);
    const before = [...linearizations.data.subarray(first, linearizations.alone(0))];
    const { length } = linearizations.data;
    while (linearizations.data.length === length) linearizations.alone(0);
    assert.deepEqual([...linearizations.data.subarray(first, first + before.length)], before);
    assert.deepEqual(linearizations.statesTo(first), []);
  });

  it('have the first three words of a phrase as columns of the language model, or as many as there are', () => {
    const fluency = new BoundaryFluency(toyFluency(3, 10));
    const linearizations = new Linearizations(fluency);
    const columnsOf = (form: string): readonly number[] => {
      const bag = plainBag({
        words: [form, 'zebra zelda'].map((one) => ({ form: one, tags: ['X'] })),
        arcs: [{ head: 0, dependent: 1, label: null }],
        root: 0,
      });
      const tree = new FullTree(new Problem(bag, smallLexicon()));
      fluency.begin(tree.problem);
      linearizations.begin(tree);
      const alone = linearizations.alone(0);
      const [first, end]: number[] = [LinearizationField.FirstColumn1, LinearizationField.Context];
      return [...linearizations.data.subarray(alone + first, alone + end)];
    };
    for (const form of ['a', 'a b', 'a b c', 'a b c d']) {
      const columns = columnsOf(form);
      const known = columns.filter((column) => column > 0);
      assert.equal(known.length, Math.min(3, form.split(' ').length), form);
      assert.deepEqual(columns, [...known, 0, 0, 0].slice(0, 3));
    }
  });
});
