import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { FullTree } from '../../../server/src/scoring/bottom-up/full-tree.ts';
import { Linearizations } from '../../../server/src/search/bottom-up/linearizations.ts';
import { smallLexicon } from '../support/bags.ts';

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
});
