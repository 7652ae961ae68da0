import assert from 'node:assert/strict';
import fc from 'fast-check';
import { layOut, type CcgLayout } from '../../../client/webview/ccg/layout.ts';
import type { SizedNode } from '../../../client/webview/ccg/columns.ts';
import { typeset } from '../../../client/webview/ccg/typeset.ts';
import type { Box } from '../../../client/webview/tree-layout.ts';
import type { Measure } from '../../../client/webview/tree-words.ts';
import { epsilon, isInside, overlap } from './boxes.ts';
import { anySample, fifteen, forty, fragments, hotdogs, type Sample } from './ccg-derivations.ts';

const measure: Measure = (text, size) => Array.from(text).length * size * 0.57;

const layOutSample = ({ derivation, words }: Sample): CcgLayout =>
  layOut(typeset(derivation, words, measure));

/** What takes room on the paper: texts, and lines as thick as they are drawn at most. */
interface Drawn {
  readonly name: string;
  readonly box: Box;
}

const drawn = ({ words, nodes }: CcgLayout): Drawn[] => [
  ...words.map((box, i) => ({ name: `word ${i}`, box })),
  ...nodes.flatMap(({ line, label, category }, i) => [
    { name: `category ${i}`, box: category },
    {
      name: `line ${i}`,
      box: { x: line.left, y: line.y - 1, width: line.right - line.left, height: 2 },
    },
    ...(label === null ? [] : [{ name: `label ${i}`, box: label }]),
  ]),
];

const collisions = (layout: CcgLayout): string[] => {
  const all = drawn(layout);
  return all.flatMap((a, i) =>
    all
      .slice(0, i)
      .filter((b) => overlap(a.box, b.box))
      .map((b) => `${a.name} is over ${b.name}`),
  );
};

const leaf = (place: number, width: number): SizedNode => ({
  ...{ children: [], first: place, last: place },
  ...{ width, labelWidth: 0 },
});

describe('the layout of a derivation', () => {
  it('has nothing to draw for no words', () => {
    const { width, height, words, nodes } = layOut({ words: [], nodes: [] });
    assert.deepEqual([width, height, words, nodes], [0, 0, [], []]);
  });

  it('gives a word a column as wide as itself or its category, and 12 pixels', () => {
    const { nodes, words } = layOut({
      words: [50, 10, 30],
      nodes: [leaf(0, 20), leaf(1, 40), leaf(2, 30)],
    });
    const lines = nodes.map(({ line: { left, right } }) => [left, right - left]);
    const [[start]] = lines;
    assert.deepEqual(lines, [
      [start, 50],
      [start + 62, 40],
      [start + 62 + 52, 30],
    ]);
    assert.equal(words[1].x, start + 62 + 15, 'a word is in the middle of its column');
    assert.equal(nodes[0].category.x, start + 15, 'so is its category');
    assert.equal(new Set(words.map(({ y }) => y)).size, 1, 'words are on one line');
  });

  it('widens the columns under a wide category evenly, and no others', () => {
    const words = [30, 30, 30];
    const leaves = [leaf(0, 20), leaf(1, 20), leaf(2, 20)];
    const wide = { children: [0, 1], first: 0, last: 1, width: 112, labelWidth: 5 };
    const { nodes } = layOut({ words, nodes: [...leaves, wide] });
    const widths = nodes.map(({ line: { left, right } }) => right - left);
    assert.deepEqual(widths, [50, 50, 30, 112]);
  });

  it('widens a gap for a label that it has no room for', () => {
    const rule = (labelWidth: number) => ({
      ...{ children: [0], first: 0, last: 0 },
      ...{ width: 10, labelWidth },
    });
    const distance = (labelWidth: number): number => {
      const { nodes } = layOut({
        words: [30, 30],
        nodes: [leaf(0, 20), leaf(1, 20), rule(labelWidth)],
      });
      return nodes[1].line.left - nodes[0].line.right;
    };
    assert.equal(distance(6), 12);
    assert.equal(distance(24), 30);
  });

  it('has words on top, the root at the bottom, and fragments side by side', () => {
    const rowsOf = (one: Sample): number[] => layOutSample(one).nodes.map(({ row }) => row);
    assert.deepEqual(rowsOf(hotdogs), [0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 0, 6]);
    assert.deepEqual(rowsOf(fragments), [0, 0, 1, 0, 0, 1]);
  });

  it('lets no texts and no lines collide in sentences of 6, 15 and 40 words', () => {
    for (const one of [hotdogs, fifteen, forty, fragments]) {
      assert.deepEqual(collisions(layOutSample(one)), []);
    }
  });

  it('lets nothing collide and cuts nothing, whatever the derivation', () => {
    fc.assert(
      fc.property(anySample, (one) => {
        const layout = layOutSample(one);
        assert.deepEqual(collisions(layout), []);
        const paper = { x: 0, y: 0, width: layout.width, height: layout.height };
        for (const { name, box } of drawn(layout))
          assert.ok(isInside(box, paper), `${name} is cut`);
      }),
      { numRuns: 200 },
    );
  });

  it('draws each line over its words, below those of its parts, whatever the derivation', () => {
    fc.assert(
      fc.property(anySample, (one) => {
        const { words, nodes } = layOutSample(one);
        one.derivation.nodes.forEach(({ first, last, children }, i) => {
          const { line, category, row, label } = nodes[i];
          words.forEach(({ x, width }, place) => {
            const isOver = x >= line.left - epsilon && x + width <= line.right + epsilon;
            const isBeside = x >= line.right || x + width <= line.left;
            assert.ok(place >= first && place <= last ? isOver : isBeside, 'it spans its words');
          });
          const middle = category.x + category.width / 2;
          assert.ok(Math.abs(middle - (line.left + line.right) / 2) < epsilon, 'it is centred');
          assert.ok(line.right - line.left >= category.width - epsilon, 'it is wide enough');
          assert.equal(label === null, children.length === 0, 'rules alone have labels');
          const below = children.map((child) => nodes[child]);
          assert.equal(
            row,
            below.reduce((most, child) => Math.max(most, child.row + 1), 0),
          );
          for (const child of below) {
            assert.ok(child.category.y + child.category.height <= line.y, 'it is below its parts');
          }
        });
      }),
      { numRuns: 200 },
    );
  });
});
