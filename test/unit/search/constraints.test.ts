import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { constrainedBag } from '../support/bags.ts';
import { allSentences, isAllowed, isTreeOf } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';
import { cases } from '../support/thorough.ts';

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
      { numRuns: cases(10_000), seed: 1 },
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

  it('are all decided where looking ahead can tell that some have no sentence', () => {
    const word = (form: string) => ({ form, tags: ['X'] });
    const arc = (head: number, dependent: number) => ({ head, dependent, label: null });
    const before = (...words: [number, number]) => ({ relation: 'before', words }) as const;
    /** No order of the first four words keeps to the lines: the arcs cross in all that do. */
    const contradictory = (first: number): Bag => ({
      ...plainBag({
        words: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(word),
        arcs: [arc(0, 1), arc(2, 3)],
        root: null,
      }),
      order: [before(0, 2), before(2, 1), before(1, 3)],
      choices: Array.from({ length: 5 }, (_, i) => ({ words: [first + i], optional: true })),
    });
    const end = (bag: Bag) => {
      const { status, message } = realizer.realize(bag, { beam: 64, results: 1 }, NEVER);
      return [status, message];
    };
    assert.deepEqual(end(contradictory(3)), ['complete', null]);
    const [status] = end(contradictory(4));
    assert.equal(status, 'impossible');
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
      { numRuns: cases(10_000), seed: 2 },
    );
  }).timeout(240_000);
});
