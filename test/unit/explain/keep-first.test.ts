import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { orderThatKeeps, type OrderedSentence } from '../../../server/src/explain/keep-first.ts';
import { createRealizer, NEVER, type Realizer } from '../../../server/src/realize/realizer.ts';
import { randomBag, randomTree } from '../support/bags.ts';
import { allOutputs, isAllowed } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const options = { search: 'arc-standard', beam: 64, results: 10 } as const;
const forms = ['a', 'b', 'c', 'd', 'e'];

function firstOf(realizer: Realizer, bag: Bag): OrderedSentence | null {
  const first = realizer.realize(bag, options, NEVER).realizations.at(0);
  return first === undefined
    ? null
    : { text: first.text, words: first.tokens.map(({ word }) => word) };
}

const withLines = (bag: Bag, lines: Bag['order']): Bag => ({
  ...bag,
  order: [...bag.order, ...lines],
});

describe('the order lines that put a sentence first', () => {
  const bags = fc.oneof(
    randomBag({ minSize: 2, maxSize: 5, forms }),
    randomTree({ minSize: 2, maxSize: 5, forms }),
  );

  it('do so for every sentence that a bag allows, and none of them can be left out', async () => {
    const needed = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(bags, fc.nat(), fc.nat(), async (bag, seed, draw) => {
        const realizer = createRealizer({ model: randomModel(seed), languageModel: null });
        const allowed = allOutputs(bag).filter(({ order }) => isAllowed(bag, order));
        const { order: words } = allowed[draw % allowed.length];
        const kept = { text: words.map((word) => bag.words[word].form).join(' '), words };
        const { lines, other } = await orderThatKeeps(bag, kept, (tried) =>
          Promise.resolve(firstOf(realizer, tried)),
        );
        assert.equal(other, null);
        assert.equal(firstOf(realizer, withLines(bag, lines))?.text, kept.text);
        for (const line of lines) {
          const rest = withLines(
            bag,
            lines.filter((one) => one !== line),
          );
          assert.notEqual(firstOf(realizer, rest)?.text, kept.text, JSON.stringify(lines));
        }
        needed.set(lines.length, (needed.get(lines.length) ?? 0) + 1);
      }),
      { numRuns: 150 },
    );
    for (const count of [0, 1, 2]) assert.ok(needed.has(count), `${count} lines`);
  }).timeout(60_000);

  it('are none if the sentence comes first, after one search', async () => {
    let searches = 0;
    const kept = { text: 'a b', words: [0, 1] };
    const bag = { words: [], arcs: [], root: null, order: [], chunks: [], choices: [] };
    const found = await orderThatKeeps(bag, kept, () => {
      searches++;
      return Promise.resolve(kept);
    });
    assert.deepEqual([found, searches], [{ lines: [], other: null }, 1]);
  });

  it('are none if no order helps, since another sentence has other words', async () => {
    const kept = { text: 'a b c', words: [0, 1, 2] };
    const without = { text: 'a c', words: [0, 2] };
    const bag = { words: [], arcs: [], root: null, order: [], chunks: [], choices: [] };
    const found = await orderThatKeeps(bag, kept, () => Promise.resolve(without));
    assert.deepEqual(found, { lines: [], other: without });
  });
});
