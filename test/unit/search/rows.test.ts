import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import {
  createRealizer,
  NEVER,
  rankedSentences,
  ranksOf,
  shortened,
  withExpected,
} from '../../../server/src/realize/realizer.ts';
import { BagSearch, LIMITS } from '../../../server/src/search/bag-search.ts';
import { Registry } from '../../../server/src/search/registry.ts';
import { rowsOf } from '../../../server/src/search/rows.ts';
import { randomBag } from '../support/bags.ts';
import { withTable } from '../support/model-files.ts';
import { randomModel } from '../support/random-model.ts';

interface Sentence {
  readonly text: string;
  readonly score: number;
}

/**
 * The rows by their definition: of all sets of `most` sentences that may be rows, the one whose sentences come first.
 * If more than half begin alike, every close sentence outside the set begins like half of the rows.
 */
function naiveRows(found: readonly Sentence[], most: number): number[] {
  if (found.length <= most) return found.map((_, i) => i);
  const beginnings = found.map(({ text }) => text.split(' ').slice(0, 5).join(' '));
  const margin = 0.3 * Math.abs(found[0].score);
  const half = Math.max(1, Math.floor(most / 2));
  const mayBeRows = (rows: readonly number[]): boolean => {
    const like = (i: number): number =>
      rows.filter((row) => beginnings[row] === beginnings[i]).length;
    if (rows.every((row) => like(row) <= half)) return true;
    return found.every(
      ({ score }, i) => rows.includes(i) || score < found[0].score - margin || like(i) >= half,
    );
  };
  const search = (rows: number[], from: number): number[] | null => {
    if (rows.length === most) return mayBeRows(rows) ? rows : null;
    for (let i = from; i <= found.length - (most - rows.length); i++) {
      const all = search([...rows, i], i + 1);
      if (all !== null) return all;
    }
    return null;
  };
  const rows = search([], 0);
  assert.ok(rows !== null);
  return rows;
}

const rowsOfTexts = (found: readonly Sentence[], most: number): number[] =>
  rowsOf(found, most, ({ text }) => text.split(' '));

/** Sentences of a few beginnings, best first. */
const sentences = fc
  .array(fc.record({ beginning: fc.nat(3), score: fc.integer({ min: -30, max: 30 }) }), {
    maxLength: 10,
  })
  .map((drawn) =>
    drawn
      .map(({ beginning, score }, i) => ({ text: `a b c d ${beginning} ${i}`, score }))
      .sort((a, b) => b.score - a.score),
  );

describe('the rows of a list', () => {
  it('are the best sentences, but at most half begin alike while others are close to the first', () => {
    fc.assert(
      fc.property(sentences, fc.integer({ min: 1, max: 7 }), (found, most) => {
        assert.deepEqual(rowsOfTexts(found, most), naiveRows(found, most));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are all sentences if these are no more than the rows', () => {
    fc.assert(
      fc.property(sentences, (found) => {
        assert.deepEqual(rowsOfTexts(found, Math.max(1, found.length)), [...found.keys()]);
      }),
    );
  });

  it('differ from the best only by sentences that begin otherwise, and not far from the first', () => {
    const like = (place: number, score: number): Sentence => ({
      text: `a b c d e ${place}`,
      score,
    });
    const best = [like(0, 100), like(1, 99), like(2, 98), like(3, 97)];
    const other = (score: number): Sentence => ({ text: 'b a c d e 4', score });
    assert.deepEqual(rowsOfTexts([...best, other(70)], 4), [0, 1, 2, 4]);
    assert.deepEqual(rowsOfTexts([...best, other(69)], 4), [0, 1, 2, 3]);
    const negative = best.map(({ text, score }) => ({ text, score: score - 200 }));
    assert.deepEqual(rowsOfTexts([...negative, other(-130)], 4), [0, 1, 2, 4]);
    assert.deepEqual(rowsOfTexts([...negative, other(-131)], 4), [0, 1, 2, 3]);
  });
});

describe('a shortened list', () => {
  it('keeps its rows and the displaced ones of its length, and tells all others with their ranks', () => {
    // All sentences are close to the first, so that many give way.
    const close = sentences.map((all) => all.map((one) => ({ ...one, score: one.score + 500 })));
    let displacing = 0;
    fc.assert(
      fc.property(close, fc.nat(10), fc.integer({ min: 1, max: 7 }), (found, listed, most) => {
        const ranked = found.map((one, i) => ({ ...one, rank: i + 1 }));
        const list = { realizations: found.slice(0, listed), leftOut: ranked.slice(listed) };
        const rows = naiveRows(list.realizations, most);
        const short = shortened(list, most);
        assert.deepEqual(
          short.realizations,
          rows.map((row) => found[row]),
        );
        assert.deepEqual(
          short.leftOut,
          ranked.filter((_, i) => !rows.includes(i)),
        );
        assert.deepEqual(
          short.displaced,
          list.realizations.filter((_, i) => i < most && !rows.includes(i)),
        );
        assert.deepEqual(rankedSentences(short), ranked);
        assert.deepEqual(rankedSentences(shortened(short, 1)), ranked);
        if (short.displaced.length > 0) displacing++;
      }),
      { numRuns: 1_000, seed: 1 },
    );
    assert.ok(displacing > 50, `${displacing} lists displace sentences`);
  });
});

describe('the list of a bag', () => {
  const forms = ['a', 'b', 'c', 'd', 'e', 'a b'];
  const plainBags = randomBag({ minSize: 6, maxSize: 7, forms });
  const bags = fc.tuple(plainBags, fc.option(fc.nat(5))).map(([bag, word]) => {
    const choices = word === null ? [] : [{ words: [word], optional: true }];
    return { ...bag, choices };
  });
  const realizers = [1, 2, 3].map((seed) =>
    createRealizer({ model: randomModel(seed), languageModel: null }),
  );
  const beam = 24;

  it('has the rows, of all sentences that the search finds, with their ranks among these', () => {
    let leftOut = 0;
    fc.assert(
      fc.property(
        bags,
        fc.constantFrom(...realizers),
        fc.integer({ min: 1, max: 5 }),
        (bag, realizer, results) => {
          const realize = (most: number) => realizer.realize(bag, { beam, results: most }, NEVER);
          const all = realize(1_000).realizations;
          const list = realize(results);
          const rows = naiveRows(all, results);
          assert.deepEqual(
            list.realizations,
            rows.map((row) => all[row]),
          );
          assert.deepEqual(
            ranksOf(list),
            rows.map((row) => row + 1),
          );
          // Ranks count the sentences below the last row too.
          const ranked = rankedSentences(list);
          assert.ok(ranked.length >= Math.min(all.length, beam));
          assert.deepEqual(
            ranked,
            all.slice(0, ranked.length).map(({ text, score }, i) => ({ text, score, rank: i + 1 })),
          );
          if ((rows.at(-1) ?? -1) >= rows.length) leftOut++;
        },
      ),
      { numRuns: 150, seed: 1 },
    );
    assert.ok(leftOut > 10, `${leftOut} lists leave sentences out`);
  });

  it('is the same if it is chosen from all sentences of a beam', () => {
    fc.assert(
      fc.property(
        plainBags,
        fc.constantFrom(...realizers),
        fc.integer({ min: 1, max: 8 }),
        (bag, realizer, results) => {
          const realize = (most: number) => realizer.realize(bag, { beam, results: most }, NEVER);
          const { realizations, leftOut = [], displaced = [] } = realize(results);
          const longer = shortened(realize(beam), results);
          assert.deepEqual(longer, { realizations, leftOut, displaced });
        },
      ),
      { numRuns: 150, seed: 1 },
    );
  });

  it('has every expected sentence that ranks within it, and is otherwise the same', () => {
    let displacing = 0;
    fc.assert(
      fc.property(
        plainBags,
        fc.constantFrom(...realizers),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(),
        (bag, realizer, results, draw) => {
          const list = realizer.realize(bag, { beam, results }, NEVER);
          assert.equal(withExpected(list, []), list);
          const ranked = rankedSentences(list);
          const { displaced = [] } = list;
          const among = displaced.length > 0 ? displaced : ranked;
          const { text } = among[draw % among.length];
          const { rank } = ranked.find((one) => one.text === text)!;
          const made = withExpected(list, [text]);
          const texts = made.realizations.map((one) => one.text);
          const before = list.realizations.map((one) => one.text);
          assert.equal(texts.includes(text), rank <= results || before.includes(text));
          assert.equal(texts.length, before.length);
          assert.deepEqual(rankedSentences(made), ranked);
          if (before.includes(text)) assert.equal(made, list);
          else if (rank <= results) displacing++;
        },
      ),
      { numRuns: 300, seed: 1 },
    );
    assert.ok(displacing > 5, `${displacing} expected sentences were displaced`);
  });
});

describe('the list of a full tree', () => {
  const words = ['a', 'b', 'c', 'd', 'e'].map((form) => ({ form, tags: ['X'] }));
  const arcs = [1, 2, 3, 4].map((dependent) => ({ head: 0, dependent, label: null }));
  const tree = plainBag({ words, arcs, root: 0 });
  const withOptional: Bag = { ...tree, choices: [{ words: [4], optional: true }] };
  const resources = { model: withTable(randomModel(1), 'bottom-up'), languageModel: null };

  it('ranks the same sentences whatever its length, with an optional word too', () => {
    const realizer = createRealizer(resources);
    for (const [bag, sentences] of [
      [tree, 120],
      [withOptional, 120 + 24],
    ] as const) {
      const rankedOf = (results: number) => {
        const options = { beam: 200, results, search: 'bottom-up' } as const;
        return rankedSentences(realizer.realize(bag, options, NEVER));
      };
      assert.equal(rankedOf(3).length, sentences);
      assert.deepEqual(rankedOf(3), rankedOf(1_000));
    }
  });

  it('needs derivations only of the first sentences, unless several selections compete for its rows', () => {
    const searches = new BagSearch(new Registry(resources), LIMITS);
    const request = { beam: 200, results: 200, rows: 3 };
    const one = searches.search(tree, 'bottom-up', request, NEVER);
    assert.equal(one.found.length + one.below.length, 120);
    assert.ok(one.found.length < 20, String(one.found.length));
    const several = searches.search(withOptional, 'bottom-up', request, NEVER);
    assert.deepEqual([several.found.length, several.below.length], [120 + 24, 0]);
  });
});
