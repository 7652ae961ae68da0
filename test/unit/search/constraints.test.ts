import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { constrainedBag } from '../support/bags.ts';
import { allSentences, isAllowed, isTreeOf } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const realizer = createRealizer({ model: randomModel(1), languageModel: null });

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
    assert.ok(counts.impossible > counts.complete / 20, JSON.stringify(counts));
    assert.ok(counts.complete > counts.impossible, JSON.stringify(counts));
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

  it('are cut short where the search is stopped before it finds one: never undecided', () => {
    const counts = { 'cut-short': 0, complete: 0, impossible: 0, undecided: 0, refused: 0 };
    fc.assert(
      fc.property(constrainedBag({ minSize: 4, maxSize: 6, forms }), (bag) => {
        const options = { beam: 1, results: 1 };
        const { status, realizations } = realizer.realize(bag, options, { requested: true });
        if (realizations.length === 0) counts[status]++;
      }),
      { numRuns: 600, seed: 1 },
    );
    assert.ok(counts['cut-short'] > counts.impossible / 20, JSON.stringify(counts));
    assert.equal(counts.undecided + counts.complete + counts.refused, 0);
  });

  it('are cut short wherever the stop comes while none of their selections could be ordered', () => {
    const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
    const bag = {
      ...plainBag({ words, arcs: [], root: null }),
      // The first selection has all words, and no order.
      order: [
        { relation: 'before', words: [0, 1] },
        { relation: 'before', words: [1, 0] },
      ] as const,
      choices: [{ words: [0], optional: true }],
    };
    let found = 0;
    for (let last = 0; found === 0; last++) {
      assert.ok(last < 1000);
      let reads = 0;
      const stop = {
        get requested() {
          return reads++ >= last;
        },
      };
      const { status, realizations } = realizer.realize(bag, { beam: 1, results: 1 }, stop);
      assert.equal(status, 'cut-short', String(last));
      found = realizations.length;
    }
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
