import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOut } from '../../../client/webview/arcs.ts';
import type { DiagramWord } from '../../../client/webview/arcs.ts';

const words = (...heads: number[]): DiagramWord[] =>
  heads.map((head) => ({ head, width: 30, labelWidth: 0 }));

/** A random projective tree of n words: split the span at its root, over and over. */
const projective = (n: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat(), { minLength: n, maxLength: n }).map((choices) => {
    const heads = new Array<number>(n).fill(0);
    let next = 0;
    const attach = (from: number, to: number, head: number): void => {
      if (from >= to) return;
      const root = from + (choices[next++ % n] % (to - from));
      heads[root] = head;
      attach(from, root, root + 1);
      attach(root + 1, to, root + 1);
    };
    attach(0, n, 0);
    return heads;
  });

describe('the arc diagram', () => {
  it('draws one arc a word, the root among them', () => {
    const { arcs } = layOut(words(2, 0, 2));
    assert.deepEqual(arcs.map(({ head, dependent }) => [head, dependent]).sort(), [
      [0, 2],
      [2, 1],
      [2, 3],
    ]);
  });

  it('draws an arc above those that it spans', () => {
    const { arcs } = layOut(words(2, 3, 4, 0, 4));
    const height = (dependent: number): number =>
      arcs.find((arc) => arc.dependent === dependent)!.labelY;
    const outer = layOut(words(4, 1, 2, 0)).arcs;
    assert.equal(height(1), height(2), 'neighbours are on one level');
    const spanning = outer.find((arc) => arc.dependent === 1)!;
    const inner = outer.find((arc) => arc.dependent === 2)!;
    assert.ok(spanning.labelY < inner.labelY);
  });

  it('has nothing to draw for no words', () => {
    assert.deepEqual(layOut([]).arcs, []);
    assert.equal(layOut([]).width, 0);
  });

  it('keeps words apart, and apart enough for the label between them', () => {
    const { centres } = layOut([
      { head: 2, width: 10, labelWidth: 120 },
      { head: 0, width: 10, labelWidth: 0 },
    ]);
    assert.ok(centres[1] - centres[0] >= 120);
  });

  it('lays out any projective tree within its frame, words in order, arcs on their words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }).chain(projective), (heads) => {
        const { arcs, centres, width, height, baseline } = layOut(words(...heads));
        assert.equal(arcs.length, heads.length);
        centres.forEach((x, i) => {
          if (i > 0) assert.ok(x - centres[i - 1] >= 30, 'words do not overlap');
          assert.ok(x > 0 && x < width);
        });
        for (const { path, arrow, labelY } of arcs) {
          assert.doesNotMatch(path + arrow, /NaN|undefined/);
          assert.ok(labelY > 0 && labelY < baseline && baseline <= height);
        }
      }),
    );
  });
});
