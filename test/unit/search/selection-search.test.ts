import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import {
  createRealizer,
  NEVER,
  type Realization,
  type Realized,
  type Realizer,
} from '../../../server/src/realize/realizer.ts';
import type { Search, SearchOptions, SearchResult } from '../../../server/src/search/search.ts';
import { SelectionSearch, type SelectionRun } from '../../../server/src/search/selection-search.ts';
import { randomBag, smallLexicon } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';

const NARROW = { beam: 4, results: 1, budget: { states: 0 } };
const WIDE = { beam: 64, results: 5, budget: { states: 0 } };

/** So many selections of a bag, none of them searched. */
function runsOf(count: number): SelectionRun[] {
  const words = Array.from({ length: count }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
  const bag = {
    ...plainBag({ words, arcs: [], root: null }),
    choices: [{ words: [...words.keys()], optional: false }],
  };
  return [...selectionsOf(bag)].map((selection) => ({
    selection,
    problem: new Problem(selection.bag, smallLexicon()),
    found: [],
    below: [],
    searched: null,
    isExhaustive: false,
    isProven: false,
    isCutShort: false,
    widened: 0,
    work: 0,
  }));
}

/** Finds sentences of one score, and says that it took what it is told to take. */
class FakeSearch implements Search {
  /** The beams of its calls. */
  readonly beams: number[] = [];
  /** The limits on the work of its calls. */
  readonly limits: (number | undefined)[] = [];
  /** By call; the last one for all that follow. */
  readonly #works: readonly number[];
  sentences = 1;
  /** The variants of the sentences that it finds. */
  variants: readonly number[] = [0];
  isProven = false;
  isWhole = true;
  /** Whether it ends once it has taken the work that it may take. */
  isLimited = false;

  constructor(...works: number[]) {
    this.#works = works;
  }

  search(_problem: Problem, { beam, work: limit = Infinity }: SearchOptions): SearchResult {
    const all = this.#works[Math.min(this.beams.length, this.#works.length - 1)];
    const work = this.isLimited ? Math.min(all, limit) : all;
    this.beams.push(beam);
    this.limits.push(limit);
    const step = { kind: 'SHIFT', head: 0, dependent: 1, score: 7 } as const;
    const derivation = { score: 7, variants: this.variants, heads: [0], steps: [step] };
    const derivations = Array.from({ length: this.sentences }, () => derivation);
    const { isWhole: ranToEnd, isProven } = this;
    return { derivations, ranToEnd, isExhaustive: false, isProven, work };
  }

  explain(): void {
    assert.fail('nothing is explained here');
  }
}

/** A stop that comes after so many searches. */
function stopAfter(search: FakeSearch, searches: number): { readonly requested: boolean } {
  return {
    get requested() {
      return search.beams.length >= searches;
    },
  };
}

describe('the selections of a bag', () => {
  it('are searched with the whole beam once', () => {
    const search = new FakeSearch(10);
    const searching = new SelectionSearch(search, 3, 1_000, NEVER);
    const runs = runsOf(3);
    searching.searchWide(runs[0], WIDE, NARROW.beam);
    for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
    for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
    assert.deepEqual(search.beams, [64, 64, 64]);
    assert.deepEqual(
      runs.map(({ searched, work, found }) => ({ searched, work, found: found.length })),
      runs.map(() => ({ searched: 'wide', work: 10, found: 1 })),
    );
  });

  it('are not begun with the whole beam where they would take more than is left', () => {
    const search = new FakeSearch(30, 40, 10);
    const searching = new SelectionSearch(search, 4, 110, NEVER);
    const runs = runsOf(4);
    // After the first two 40 are left, as many as the most expensive took; then 30 are.
    for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
    assert.deepEqual(
      runs.map(({ searched }) => searched),
      ['wide', 'wide', 'wide', null],
    );
  });

  it('are expected to take with the whole beam what they took with a narrow one, and in proportion', () => {
    for (const [allowed, begun] of [
      [10 + 20 + 160 + 320, 2],
      [10 + 20 + 160 + 319, 1],
    ]) {
      const search = new FakeSearch(10, 20, 160, 320);
      const searching = new SelectionSearch(search, 2, allowed, NEVER);
      const runs = runsOf(2);
      for (const run of runs) assert.ok(searching.searchNarrow(run, NARROW, 0, WIDE.beam));
      for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
      assert.equal(runs.filter(({ searched }) => searched === 'wide').length, begun);
    }
  });

  it('are begun with the first one, and with the first whole beam, whatever it takes', () => {
    const search = new FakeSearch(1_000);
    const searching = new SelectionSearch(search, 2, 1, NEVER);
    const runs = runsOf(2);
    assert.ok(searching.searchNarrow(runs[0], NARROW, 16, WIDE.beam));
    assert.ok(!searching.searchNarrow(runs[1], NARROW, 16, WIDE.beam));
    for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
    assert.deepEqual(search.beams, [4, 64]);
  });

  it('may be as many more as what is left allows, if they take what the most expensive did', () => {
    const searching = new SelectionSearch(new FakeSearch(30, 20), 3, 140, NEVER);
    assert.ok(searching.allows(1_000_000));
    const runs = runsOf(2);
    searching.searchWide(runs[0], WIDE, NARROW.beam);
    assert.ok(searching.allows(3));
    assert.ok(!searching.allows(4));
    searching.searchWide(runs[1], WIDE, NARROW.beam);
    assert.deepEqual([searching.allows(3), searching.allows(4)], [true, false]);
  });

  it('leave enough for the whole beam of the best ones, and six tenths of all work at most', () => {
    for (const [best, searched] of [
      // For the whole beam of two that take 16 times as much 320 are kept: 67 times 10 leave 330.
      [2, 68],
      // For that of 16 it would be 2,560, and is 600: 39 times 10 leave 610.
      [16, 40],
    ]) {
      const search = new FakeSearch(10);
      const searching = new SelectionSearch(search, 100, 1_000, NEVER);
      const begun = runsOf(100).filter((run) =>
        searching.searchNarrow(run, NARROW, best, WIDE.beam),
      );
      assert.equal(begun.length, searched);
      assert.equal(search.beams.length, searched);
    }
  });

  it('take no more work together than the bag may, if a search ends at its limit', () => {
    for (const all of [10, 100, 300, 400, 1_000, 1_000_000]) {
      const search = new FakeSearch(all);
      search.isLimited = true;
      const searching = new SelectionSearch(search, 20, 1_000, NEVER);
      const runs = runsOf(20);
      for (const run of runs) searching.searchNarrow(run, NARROW, 16, WIDE.beam);
      for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
      const sum = runs.reduce((so, { work }) => so + work, 0);
      assert.ok(sum <= 1_000, `${sum} of searches that take ${all}`);
      const first = search.limits[search.beams.indexOf(WIDE.beam)]!;
      assert.ok(first >= 600, `the first whole beam may take ${first}`);
    }
  });

  it('keep what a narrow beam found where the whole beam finds nothing', () => {
    const search = new FakeSearch(10);
    const searching = new SelectionSearch(search, 1, 1_000, NEVER);
    const [run] = runsOf(1);
    searching.searchNarrow(run, NARROW, 16, WIDE.beam);
    const { found } = run;
    search.sentences = 0;
    searching.searchWide(run, WIDE, NARROW.beam);
    assert.deepEqual([run.searched, found.length], ['wide', 1]);
    assert.equal(run.found, found);
  });

  it('keep first a sentence that a narrow beam proved best, unless the whole beam proves its own', () => {
    for (const isProven of [false, true]) {
      const search = new FakeSearch(10);
      const searching = new SelectionSearch(search, 2, 1_000, NEVER);
      const words = ['a', 'b'].map((form) => ({ form, tags: ['X'] }));
      const problem = new Problem(plainBag({ words, arcs: [], root: null }), smallLexicon());
      const [run] = runsOf(1).map((one) => ({ ...one, problem }));
      search.variants = [0, 1];
      search.isProven = true;
      searching.searchNarrow(run, NARROW, 1, WIDE.beam);
      search.variants = [1, 0];
      search.isProven = isProven;
      searching.searchWide(run, WIDE, NARROW.beam);
      assert.deepEqual(
        run.found.map(({ derivation }) => derivation.variants),
        isProven
          ? [[1, 0]]
          : [
              [0, 1],
              [1, 0],
            ],
      );
      assert.ok(run.isProven);
    }
  });

  it('are scored by the mean of a transition, times those that all words of the bag take', () => {
    const searching = new SelectionSearch(new FakeSearch(10), 5, 1_000, NEVER);
    const [run] = runsOf(1);
    searching.searchWide(run, WIDE, NARROW.beam);
    assert.deepEqual(
      run.found.map(({ score }) => score),
      [7 * 9],
    );
  });

  it('are searched no further after a stop: the first one is, whenever it comes', () => {
    for (const stopped of [0, 1, 2]) {
      const search = new FakeSearch(10);
      const searching = new SelectionSearch(search, 4, 1_000, stopAfter(search, stopped));
      const runs = runsOf(4);
      const begun = runs.map((run) => searching.searchNarrow(run, NARROW, 1, WIDE.beam));
      for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
      const searches = Math.max(1, stopped);
      assert.equal(search.beams.length, searches);
      assert.deepEqual(
        begun,
        runs.map((_, i) => i < searches),
      );
      assert.ok(searching.isStopped);
    }
  });

  it('are searched no further after one that was not searched to its end', () => {
    const search = new FakeSearch(10);
    search.isWhole = false;
    const searching = new SelectionSearch(search, 2, 1_000, NEVER);
    const runs = runsOf(2);
    assert.ok(!searching.searchNarrow(runs[0], NARROW, 1, WIDE.beam));
    for (const run of runs) searching.searchWide(run, WIDE, NARROW.beam);
    assert.deepEqual(search.beams, [4]);
    assert.equal(runs[0].found.length, 1);
    assert.ok(searching.isStopped);
  });
});

/** A sentence over some of a bag's words, with the score that sentences of all lengths are compared by. */
interface Compared {
  readonly text: string;
  readonly score: number;
}

function byScoreAndText(a: Compared, b: Compared): number {
  if (a.score !== b.score) return b.score - a.score;
  const [one, other] = [a.text.split(' '), b.text.split(' ')];
  const i = one.findIndex((form, place) => form !== other.at(place));
  if (i < 0) return one.length - other.length;
  if (i >= other.length) return 1;
  return one[i] < other[i] ? -1 : 1;
}

/** What is found with the 16 selections that do best with a beam of 4, each realized alone. */
function bestOfSelections(
  bag: Bag,
  realizer: Realizer,
  options: { readonly beam: number; readonly results: number },
): Compared[] {
  const most = 2 * bag.words.length - 1;
  const compared = ({ text, transitions }: Realization): Compared => {
    const sum = transitions.reduce((total, { score }) => total + score, 0);
    return { text, score: Math.round((sum * most) / transitions.length) };
  };
  return [...selectionsOf(bag)]
    .flatMap((selection) => {
      const narrow = realizer.realize(selection.bag, { beam: 4, results: 1 }, NEVER);
      return narrow.realizations.map((one) => ({ selection, best: compared(one) }));
    })
    .sort((a, b) => byScoreAndText(a.best, b.best))
    .slice(0, 16)
    .flatMap(({ selection }) =>
      realizer.realize(selection.bag, options, NEVER).realizations.map(compared),
    )
    .sort(byScoreAndText)
    .slice(0, options.results);
}

describe('the sentences of a bag with more than 16 selections', () => {
  const beams = fc.record({
    beam: fc.constantFrom(1, 4, 8),
    results: fc.constantFrom(1, 5, 1_000),
  });
  const optional = (...words: number[]) => ({ words, optional: true });
  const realizerOf = (seed: number): Realizer =>
    createRealizer({ model: randomModel(seed), languageModel: null });
  const textsAndScores = ({ realizations }: Realized): Compared[] =>
    realizations.map(({ text, score }) => ({ text, score }));

  it('are those of the 16 that do best with a beam of 4, each with the whole beam', () => {
    const bags = fc
      .record({
        bag: randomBag({ minSize: 7, maxSize: 7, forms: ['a'] }),
        // Different forms: what is spelled alike is one selection's.
        forms: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'x', 'Zed'], { minLength: 7 }),
        isPlain: fc.boolean(),
      })
      .map(({ bag, forms, isPlain }): Bag => ({
        ...bag,
        words: bag.words.map((word, i) => ({ ...word, form: forms[i] })),
        arcs: isPlain ? [] : bag.arcs,
        choices: [optional(0), optional(1), optional(2), optional(3, 4)],
      }));
    fc.assert(
      fc.property(bags, fc.nat(), beams, (bag, seed, options) => {
        const realizer = realizerOf(seed);
        const realized = realizer.realize(bag, options, NEVER);
        assert.equal(realized.status, 'complete');
        assert.deepEqual(textsAndScores(realized), bestOfSelections(bag, realizer, options));
      }),
      { numRuns: 40, seed: 1 },
    );
  }).timeout(60_000);

  it('are so where some selections have none: two arcs would cross', () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'x', 'y', 'z'].map((form) => ({ form, tags: [] }));
    const arcs = [
      { head: 0, dependent: 1, label: null },
      { head: 2, dependent: 3, label: null },
    ];
    const bag: Bag = {
      ...plainBag({ words, arcs, root: null }),
      order: [
        { relation: 'before', words: [0, 2] },
        { relation: 'before', words: [2, 1] },
        { relation: 'before', words: [1, 3] },
      ],
      choices: [3, 4, 5, 6, 7].map((word) => optional(word)),
    };
    fc.assert(
      fc.property(fc.nat(), beams, (seed, options) => {
        const realizer = realizerOf(seed);
        const found = textsAndScores(realizer.realize(bag, options, NEVER));
        assert.deepEqual(found, bestOfSelections(bag, realizer, options));
        assert.ok(found.every(({ text }) => !text.includes('d')));
      }),
      { numRuns: 8, seed: 1 },
    );
  });
});
