import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/constraints/bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realizer.ts';
import { constrainedBag } from '../support/bags.ts';
import {
  areTogether,
  isProjectiveTree,
  permutations,
  projectiveTrees,
} from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const realizer = createRealizer({ model: randomModel(1), languageModel: null });

/** Whether the words of a sentence and their order are as the language defines, by that alone. */
function isAllowed(bag: Bag, order: readonly number[]): boolean {
  const used = new Set(order);
  const chosen = new Set(bag.choices.flatMap(({ words }) => words));
  const place = (word: number): number => order.indexOf(word);
  return (
    order.length > 0 &&
    used.size === order.length &&
    bag.words.every((_, word) => chosen.has(word) || used.has(word)) &&
    bag.choices.every(({ words, optional }) => {
      const count = words.filter((word) => used.has(word)).length;
      return count === 1 || (count === 0 && optional);
    }) &&
    bag.order.every(({ relation, words }) => {
      if (!words.every((word) => used.has(word))) return true;
      const [first, second] = words.map(place);
      if (relation === 'before') return first < second;
      if (relation === 'right-before') return first + 1 === second;
      return first === (relation === 'first' ? 0 : order.length - 1);
    }) &&
    bag.chunks.every((chunk) => areTogether(order, new Set(chunk.filter((word) => used.has(word)))))
  );
}

/** Whether a tree over a sentence is projective, and has the given arcs and root of its words. */
function isTreeOf(bag: Bag, order: readonly number[], heads: readonly number[]): boolean {
  const place = (word: number): number => order.indexOf(word);
  return (
    isProjectiveTree(heads) &&
    bag.arcs.every(
      ({ head, dependent }) =>
        place(head) < 0 || place(dependent) < 0 || heads[place(dependent)] === place(head),
    ) &&
    (bag.root === null || place(bag.root) < 0 || heads[place(bag.root)] === -1)
  );
}

const treesBySize = [1, 2, 3, 4, 5, 6].map((size) => projectiveTrees(size));

/** All sentences that a bag allows, by trying everything. */
function allSentences(bag: Bag): string[] {
  const words = [...bag.words.keys()];
  const texts = new Set<string>();
  for (let mask = 1; mask < 1 << words.length; mask++) {
    const used = words.filter((word) => mask & (1 << word));
    for (const order of permutations(used)) {
      const text = order.map((word) => bag.words[word].form).join(' ');
      if (texts.has(text)) continue;
      if (!isAllowed(bag, order)) continue;
      if (treesBySize[order.length - 1].some((heads) => isTreeOf(bag, order, heads))) {
        texts.add(text);
      }
    }
  }
  return [...texts].sort();
}

describe('bags with constraints on order, chunks, alternatives and optional words', () => {
  const forms = ['a', 'b', 'c', 'd', 'c d'];

  it('have exactly the sentences that trying everything finds, in a beam that keeps everything', () => {
    const counts = { impossible: 0, complete: 0 };
    fc.assert(
      fc.property(constrainedBag({ minSize: 1, maxSize: 5, forms }), (bag) => {
        const realized = realizer.realize(bag, { beam: 100_000, results: 100_000 }, NEVER);
        const expected = allSentences(bag);
        assert.deepEqual(realized.realizations.map(({ text }) => text).sort(), expected);
        assert.equal(realized.status, expected.length > 0 ? 'complete' : 'impossible');
        counts[expected.length > 0 ? 'complete' : 'impossible']++;
      }),
      { numRuns: 2000, seed: 1 },
    );
    assert.ok(counts.impossible > 100 && counts.complete > 1000, JSON.stringify(counts));
  }).timeout(240_000);

  it('give the same whatever the order of the alternatives, and of the same score by what is spelled', () => {
    const both = (...forms: string[]): string[] => {
      const words = [...forms, 'x'].map((form) => ({ form, tags: ['X'] }));
      const choices = [{ words: [0, 1], optional: false }];
      const bag = { ...plainBag({ words, arcs: [], root: null }), choices };
      const { realizations } = realizer.realize(bag, { beam: 8, results: 8 }, NEVER);
      return realizations.map(({ text, score }) => `${score} ${text}`);
    };
    assert.deepEqual(both('zorfed', 'zarfed'), both('zarfed', 'zorfed'));
  });

  it('end as soon as they are asked to, however many selections there are', () => {
    const words = Array.from({ length: 40 }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
    const choices = Array.from({ length: 12 }, (_, i) => ({ words: [i], optional: true }));
    let asked = 0;
    const stop = {
      get requested() {
        asked++;
        return true;
      },
    };
    const bag = { ...plainBag({ words, arcs: [], root: null }), choices };
    const { status, realizations } = realizer.realize(bag, { beam: 8, results: 1 }, stop);
    assert.equal(status, 'cut-short');
    assert.equal(realizations.length, 1);
    assert.ok(asked < 1000, String(asked));
  });

  it('have a realization wherever they can, in a narrow beam too, and it keeps to all of them', () => {
    fc.assert(
      fc.property(constrainedBag({ minSize: 4, maxSize: 6, forms }), (bag) => {
        const { status, realizations } = realizer.realize(bag, { beam: 2, results: 5 }, NEVER);
        for (const { tokens } of realizations) {
          const order = tokens.map(({ word }) => word);
          const heads = tokens.map(({ head }) => head - 1);
          assert.ok(isAllowed(bag, order) && isTreeOf(bag, order, heads), JSON.stringify(bag));
        }
        if (realizations.length === 0) {
          assert.equal(status, 'impossible');
          assert.deepEqual(allSentences(bag), []);
        }
      }),
      { numRuns: 2000, seed: 2 },
    );
  }).timeout(240_000);
});
