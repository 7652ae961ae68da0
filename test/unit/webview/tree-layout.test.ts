import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOut } from '../../../client/webview/tree-layout.ts';
import type {
  Box,
  LayoutOptions,
  TreeLayout,
  TreeWord,
} from '../../../client/webview/tree-layout.ts';
import { epsilon, isInside, overlap } from './boxes.ts';

const line: LayoutOptions = { direction: 'ltr', rowWidth: null };

const words = (...heads: number[]): TreeWord[] =>
  heads.map((head) => ({ head, width: 30, labelWidth: 20 }));

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

/** Heads as they come: several roots, arcs that cross, circles, words that are their own heads or have none. */
const lawless = (n: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: n + 1 }), { minLength: n, maxLength: n });

const widths = fc.record({
  width: fc.double({ min: 0, max: 300, noNaN: true }),
  labelWidth: fc.oneof(fc.constant(0), fc.double({ min: 1, max: 250, noNaN: true })),
});

const anyTree = fc
  .integer({ min: 1, max: 30 })
  .chain((n) =>
    fc.tuple(fc.oneof(projective(n), lawless(n)), fc.array(widths, { minLength: n, maxLength: n })),
  )
  .map(([heads, sizes]): TreeWord[] => heads.map((head, i) => ({ head, ...sizes[i] })));

const anyOptions: fc.Arbitrary<LayoutOptions> = fc.record({
  direction: fc.constantFrom('ltr', 'rtl'),
  rowWidth: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 1500 })),
});

const labelsOf = ({ arcs }: TreeLayout): Box[] =>
  arcs.flatMap(({ pieces }) => pieces.flatMap(({ label }) => (label === null ? [] : [label])));

/** The heights of a layout's rows of words, the first the uppermost. */
const rowsOf = ({ words: boxes }: TreeLayout): number[] => [...new Set(boxes.map(({ y }) => y))];

const levelOf = ({ arcs }: TreeLayout, dependent: number): number =>
  arcs.find((arc) => arc.dependent === dependent)!.pieces[0].label!.y;

describe('the layout of a tree', () => {
  it('has one arc a word, the line from the root among them', () => {
    assert.deepEqual(
      layOut(words(2, 0, 2), line).arcs.map(({ head, dependent }) => [head, dependent]),
      [
        [2, 1],
        [0, 2],
        [2, 3],
      ],
    );
  });

  it('has nothing to draw for no words', () => {
    assert.deepEqual(layOut([], line), { width: 0, height: 0, words: [], arcs: [] });
  });

  it('draws arcs above those that they span, and as low as that allows', () => {
    const chain = layOut(words(2, 3, 4, 0), line);
    assert.equal(levelOf(chain, 1), levelOf(chain, 2));
    assert.ok(levelOf(chain, 4) < levelOf(chain, 1), 'the root is on top');
    const nested = layOut(words(4, 1, 2, 0, 4), line);
    assert.ok(levelOf(nested, 1) < levelOf(nested, 2));
    assert.equal(levelOf(nested, 5), levelOf(nested, 2));
  });

  it('widens a head until its arcs stand on it side by side, without crossing', () => {
    const dependents = 12;
    const atEnd = new Array<number>(dependents).fill(dependents + 1);
    for (const heads of [
      [0, ...new Array<number>(dependents).fill(1)],
      [...atEnd, 0],
    ]) {
      const { words: boxes, arcs } = layOut(words(...heads), line);
      const head = boxes[heads.indexOf(0)];
      const feet = arcs.filter((arc) => arc.head > 0).map(({ pieces }) => pieces[0].from.x);
      feet.forEach((x, i) => {
        assert.ok(x > head.x && x < head.x + head.width);
        // The arc to the nearest word stands outermost.
        if (i > 0) assert.ok(feet[i - 1] - x > 5);
      });
    }
  });

  it('moves words apart for the label between them', () => {
    const [first, second] = layOut(
      [
        { head: 2, width: 10, labelWidth: 200 },
        { head: 0, width: 10, labelWidth: 20 },
      ],
      line,
    ).words;
    assert.ok(second.x - first.x > 200);
  });

  it('reads from right to left as from left to right, mirrored', () => {
    const heads = [2, 0, 5, 5, 2];
    const ltr = layOut(words(...heads), line);
    const rtl = layOut(words(...heads), { ...line, direction: 'rtl' });
    assert.deepEqual([rtl.width, rtl.height], [ltr.width, ltr.height]);
    rtl.words.forEach(({ x, width }, i) => {
      assert.ok(Math.abs(ltr.width - x - width - ltr.words[i].x) < epsilon);
    });
  });

  it('breaks sentences into rows, and shows arcs between them at both of their ends', () => {
    const layout = layOut(words(0, 1, 1, 1), { direction: 'ltr', rowWidth: 180 });
    assert.equal(rowsOf(layout).length, 2);
    const last = layout.arcs[3];
    assert.equal(last.pieces.length, 2);
    const [leaving, coming] = last.pieces;
    assert.ok(leaving.arrow === null && coming.arrow !== null);
    assert.ok(leaving.label !== null && coming.label !== null);
    assert.ok(leaving.to.x > layout.words[1].x + layout.words[1].width, 'it ends beyond the words');
    assert.ok(coming.from.x < layout.words[3].x, 'it comes from before the words');
  });

  it('keeps to the width of its rows where words and labels allow', () => {
    fc.assert(
      fc.property(anyTree, fc.integer({ min: 700, max: 2000 }), (tree, rowWidth) => {
        const narrow = tree.map((word) => ({ ...word, width: 40, labelWidth: 60 }));
        for (const direction of ['ltr', 'rtl'] as const) {
          assert.ok(layOut(narrow, { direction, rowWidth }).width <= rowWidth);
        }
      }),
    );
  });

  it('lets no labels and no words overlap, and cuts nothing, whatever the tree', () => {
    fc.assert(
      fc.property(anyTree, anyOptions, (tree, options) => {
        const layout = layOut(tree, options);
        const { words: boxes, arcs, width, height } = layout;
        const drawing = { x: 0, y: 0, width, height };
        const labels = labelsOf(layout);
        assert.equal(boxes.length, tree.length);
        boxes.forEach((box, i) => {
          assert.ok(isInside(box, drawing), 'a word is inside');
          assert.ok(box.width >= tree[i].width, 'a word has its room');
          for (const other of boxes.slice(0, i)) assert.ok(!overlap(box, other), 'words overlap');
        });
        labels.forEach((box, i) => {
          assert.ok(isInside(box, drawing), 'a label is inside');
          for (const other of labels.slice(0, i)) assert.ok(!overlap(box, other), 'labels overlap');
          for (const word of boxes) assert.ok(!overlap(box, word), 'a label is over a word');
        });
        for (const { head, dependent, pieces } of arcs) {
          assert.ok(pieces.length === 1 || pieces.length === 2);
          for (const { path, from, to, label } of pieces) {
            assert.doesNotMatch(path, /NaN|undefined/);
            for (const end of [from, to]) {
              assert.ok(isInside({ ...end, width: 0, height: 0 }, drawing), 'an end is inside');
            }
            if (label !== null) assert.ok(label.width >= tree[dependent - 1].labelWidth);
          }
          const stand = (x: number, place: number): boolean => {
            const word = boxes[place - 1];
            return x > word.x && x < word.x + word.width;
          };
          const last = pieces.at(-1)!;
          const ofHead = pieces.find(({ from }) => from.y === boxes[head - 1]?.y);
          const ofDependent = pieces.find(({ arrow }) => arrow !== null);
          assert.ok(ofDependent !== undefined && stand(ofDependent.to.x, dependent));
          if (head > 0) assert.ok(ofHead !== undefined && stand(ofHead.from.x, head));
          else assert.ok(last.label === null || last.label.y + last.label.height <= last.to.y);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives every arc on a word a place of its own', () => {
    fc.assert(
      fc.property(anyTree, anyOptions, (tree, options) => {
        const { words: boxes, arcs } = layOut(tree, options);
        const taken = new Set<string>();
        for (const { pieces } of arcs) {
          for (const { from, to } of pieces) {
            for (const { x, y } of [from, to]) {
              if (!boxes.some((box) => box.y === y)) continue;
              const place = `${x.toFixed(3)} ${y}`;
              assert.ok(!taken.has(place), 'two arcs stand on one place');
              taken.add(place);
            }
          }
        }
      }),
    );
  });

  it('draws no line across a label in a projective tree', () => {
    const projectiveTree = fc
      .integer({ min: 1, max: 30 })
      .chain((n) => fc.tuple(projective(n), fc.array(widths, { minLength: n, maxLength: n })))
      .map(([heads, sizes]) => heads.map((head, i) => ({ head, ...sizes[i] })));
    fc.assert(
      fc.property(projectiveTree, anyOptions, (tree, options) => {
        const layout = layOut(tree, options);
        const labels = labelsOf(layout);
        for (const { pieces } of layout.arcs) {
          for (const { from, to, path } of pieces) {
            const peak = Math.min(
              from.y,
              to.y,
              ...[...path.matchAll(/Q\S+ (\S+)/g)].map((m) => Number(m[1])),
            );
            for (const end of [from, to]) {
              if (end.y === peak) continue;
              const leg = { x: end.x, y: peak, width: 0, height: end.y - peak };
              for (const label of labels) assert.ok(!overlap(leg, label), 'a line crosses a label');
            }
          }
        }
      }),
    );
  });
});
