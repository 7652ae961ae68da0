import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { RecordedChart } from '../../../server/src/explain/chart-recorder.ts';
import { Explainer } from '../../../server/src/explain/explainer.ts';
import type { EdgeLoss } from '../../../server/src/explain/search-chart.ts';
import { Surveyor } from '../../../server/src/explain/surveyor.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { BestFirst, DEFAULT_SETTINGS } from '../../../server/src/search/best-first/best-first.ts';
import { Treelets } from '../../../server/src/search/best-first/treelets.ts';
import type { SearchResult } from '../../../server/src/search/search.ts';
import { Target } from '../../../server/src/search/target.ts';
import { Random } from '../../../server/src/util/random.ts';
import { randomBag } from '../support/bags.ts';
import { randomBestFirstModel } from '../support/random-model.ts';

const forms = ['a', 'b', 'c', 'd', 'c d'];
const bags = randomBag({ minSize: 3, maxSize: 5, forms });
const smallBags = randomBag({ minSize: 3, maxSize: 4, forms });
const MANY = 100_000;
/** More than there are in bags of so many words, of each. */
const everything = { chart: MANY, ofASize: MANY, pops: MANY, ofAKind: MANY };
const budget = { states: 0 };

/** A string of a problem: its words in any order. */
function stringOf({ surfaceText }: Problem, draw: number): string[] {
  const random = new Random(draw);
  return surfaceText
    .map((word) => ({ word, place: random.below(1 << 20) }))
    .sort((one, other) => one.place - other.place)
    .map(({ word }) => word);
}

describe('the chart of a best-first search', () => {
  it('tells what a tree was lost by: without that limit it is not lost so', () => {
    const seen = new Map<EdgeLoss['kind'] | 'found', number>();
    fc.assert(
      fc.property(smallBags, fc.nat(), fc.nat(), fc.boolean(), (bag, seed, draw, isPlain) => {
        const ofASize = draw % 3 === 0 ? 4 : MANY;
        const settings = { chart: 3, ofASize, pops: 60, ofAKind: 2 };
        const { tables, lexicon } = randomBestFirstModel(seed, isPlain);
        const scoring = scoringOf(tables, 'best-first', null);
        const problem = new Problem(bag, lexicon);
        fc.pre(problem.isOrderable);
        const target = Target.of(problem, stringOf(problem, draw));
        fc.pre(target !== null);
        const forced = new BestFirst(new Treelets(scoring), everything);
        const asked = { beam: 1, results: 2, budget };
        const { derivations } = forced.search(problem, { ...asked, target }, NEVER, null);
        fc.pre(derivations.length > 0);
        const follow = (change: Partial<typeof settings>, results = 20) => {
          const search = new BestFirst(new Treelets(scoring), { ...settings, ...change });
          const options = { ...asked, results };
          const recorded = new RecordedChart(search, problem, lexicon, options, NEVER);
          return { ...recorded.follow(derivations[0]), chart: recorded.chart };
        };
        const { edges, loss, chart } = follow({});
        seen.set(loss?.kind ?? 'found', (seen.get(loss?.kind ?? 'found') ?? 0) + 1);
        assert.equal(
          loss === null,
          edges.every(({ pop }) => pop !== null),
        );
        assert.equal(follow(everything, MANY).loss, null);
        if (loss === null) return;
        const { pop, fate, droppedAt, value, words, head } = edges[loss.edge];
        switch (loss.kind) {
          case 'alike':
            assert.equal(fate, 'alike');
            assert.equal(loss.by.length, settings.ofAKind);
            for (const one of loss.by) {
              assert.ok(one.pop < pop!);
              assert.deepEqual(one.words.toSorted(), words.toSorted());
              assert.equal(one.words[one.head], words[head]);
            }
            assert.notEqual(follow({ ofAKind: MANY }).loss?.kind, 'alike');
            break;
          case 'crowded':
            // One that comes when its size is full is not even put on the agenda.
            assert.equal(fate, pop === null ? null : 'crowded');
            assert.equal(loss.by.length, 1);
            assert.ok(loss.by[0].pop < (pop ?? chart.pops + 1));
            assert.equal(loss.by[0].words.length, words.length);
            assert.notEqual(follow({ ofASize: MANY }).loss?.kind, 'crowded');
            break;
          case 'worst':
            assert.equal(fate, 'worst');
            assert.ok(!['worst', 'dropped'].includes(follow({ chart: MANY }).loss?.kind ?? ''));
            break;
          case 'dropped':
            assert.deepEqual(
              loss.by.map((one) => one.pop),
              [droppedAt],
            );
            // Those of other sizes may have been given a lead.
            if (loss.by[0].words.length === words.length) assert.ok(loss.by[0].value > value);
            assert.ok(!['worst', 'dropped'].includes(follow({ chart: MANY }).loss?.kind ?? ''));
            break;
          case 'waiting':
            assert.equal(pop, null);
            assert.notEqual(loss.end, 'exhausted');
            assert.equal(loss.end, chart.pops === settings.pops ? 'limit' : 'found');
            assert.notEqual(follow({ pops: MANY }, MANY).loss?.kind, 'waiting');
        }
      }),
      { numRuns: 500, seed: 1, endOnFailure: true },
    );
    for (const kind of ['alike', 'crowded', 'worst', 'dropped', 'waiting', 'found'] as const) {
      assert.ok((seen.get(kind) ?? 0) >= 3, `${kind}: ${[...seen].join(' ')}`);
    }
  }).timeout(120_000);

  it('counts every edge once, by its size and by what became of it', () => {
    fc.assert(
      fc.property(bags, fc.nat(), (bag, seed) => {
        const resources = { model: randomBestFirstModel(seed), languageModel: null };
        const options = { beam: 2, results: 3, search: 'best-first' } as const;
        const survey = new Surveyor(resources).survey(bag, null, options, NEVER);
        assert.ok(typeof survey !== 'string' && survey.kind === 'best-first');
        const { sizes, edges, pops, limit, capacity } = survey;
        assert.deepEqual([limit, capacity], [800, 32]);
        const ofSize = (words: number, fates: readonly string[]): number =>
          edges.filter((one) => one.words.length === words && fates.includes(one.fate)).length;
        for (const { words, taken, accepted, alike, crowded, worst } of sizes) {
          assert.equal(taken, accepted + alike + crowded + worst);
          assert.equal(accepted, ofSize(words, ['accepted', 'sentence']));
          assert.equal(alike, ofSize(words, ['alike']));
          assert.equal(crowded, ofSize(words, ['crowded']));
        }
        assert.deepEqual(
          edges.filter(({ pop }) => pop > 0).map(({ pop }) => pop),
          Array.from({ length: pops }, (_, i) => i + 1),
        );
        assert.equal(survey.expected, null);
        assert.equal(survey.isOfOneChoice, false);
      }),
      { numRuns: 100, seed: 2 },
    );
  });
});

describe('the chart of a bag with optional words', () => {
  it('is of one choice of its words: those of the first sentence', () => {
    const [bag] = fc.sample(bags, { numRuns: 1, seed: 4 });
    const resources = { model: randomBestFirstModel(1), languageModel: null };
    const choices = [{ words: [0], optional: true }];
    const options = { beam: 2, results: 3, search: 'best-first' } as const;
    const withChoice = { ...bag, arcs: [], root: null, order: [], chunks: [], choices };
    const survey = new Surveyor(resources).survey(withChoice, null, options, NEVER);
    assert.ok(typeof survey !== 'string' && survey.kind === 'best-first');
    const { realizations } = createRealizer(resources).realize(withChoice, options, NEVER);
    assert.ok(survey.isOfOneChoice);
    assert.equal(survey.sizes.length, realizations[0].tokens.length);
  });
});

describe('the chart of a best-first search that is stopped', () => {
  /** The chart of a bag whose search is stopped after so many looks at its stop, and a tree followed in it. */
  function stopAfter(bag: Bag, seed: number, looks: number) {
    const { tables, lexicon } = randomBestFirstModel(seed);
    const problem = new Problem(bag, lexicon);
    const search = new BestFirst(new Treelets(scoringOf(tables, 'best-first', null)));
    const options = { beam: 2, results: 3, budget };
    const [whole] = search.search(problem, options, NEVER, null).derivations;
    let reads = 0;
    const stop = {
      get requested() {
        return reads++ >= looks;
      },
    };
    const recorded = new RecordedChart(search, problem, lexicon, options, stop);
    return { recorded, chart: recorded.chart, ...recorded.follow(whole), isStopped: reads > looks };
  }

  it('before it begins has no edges, and no reason why a tree was lost', () => {
    fc.assert(
      fc.property(bags, fc.nat(), (bag, seed) => {
        const { recorded, chart, edges, loss } = stopAfter(bag, seed, 0);
        assert.deepEqual([chart.end, chart.pops, recorded.sentences], ['stopped', 0, 0]);
        assert.deepEqual(chart.edges, []);
        assert.ok(chart.sizes.every(({ taken, dropped }) => taken === 0 && dropped === 0));
        assert.equal(edges.length, 2 * bag.words.length - 1);
        assert.ok(edges.every(({ pop, fate, droppedAt }) => (pop ?? fate ?? droppedAt) === null));
        assert.equal(loss, null);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('on its way tells where the tree that it was to find was still waiting', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(bags, fc.nat(), fc.integer({ min: 1, max: 12 }), (bag, seed, looks) => {
        const { chart, edges, loss, isStopped } = stopAfter(bag, seed, looks);
        fc.pre(isStopped && chart.end === 'stopped');
        assert.equal(
          loss === null,
          edges.every(({ pop }) => pop !== null),
        );
        if (loss === null) return;
        kinds.add(loss.kind);
        assert.equal(loss.end, 'stopped');
        assert.deepEqual(loss.last, chart.edges.at(-1));
        if (loss.kind === 'waiting') assert.equal(edges[loss.edge].pop, null);
      }),
      { numRuns: 100, seed: 5 },
    );
    assert.ok(kinds.has('waiting'), [...kinds].join(' '));
  });
});

describe('an explanation of a best-first search', () => {
  it('says how the sentence stands in the list, and how many pops and sentences bring it there', () => {
    const classes = new Map<string, number>();
    let reached = 0;
    fc.assert(
      fc.property(bags, fc.nat(), fc.nat(), (bag, seed, draw) => {
        const resources = { model: randomBestFirstModel(seed), languageModel: null };
        const problem = new Problem(bag, resources.model.lexicon);
        fc.pre(problem.isOrderable);
        const words = stringOf(problem, draw);
        const text = words.join(' ');
        const asked = { beam: 1, results: 2, search: 'best-first' } as const;
        const realizer = createRealizer(resources);
        const said = new Explainer(resources).explain(bag, words, { ...asked, helpMs: 0 }, NEVER);
        assert.ok(typeof said !== 'string');
        fc.pre(said.class !== 'unreachable');
        classes.set(said.class, (classes.get(said.class) ?? 0) + 1);
        const listed = realizer.realize(bag, asked, NEVER).realizations;
        const place = listed.findIndex((one) => one.text === text);
        assert.equal(said.rank, place < 0 ? null : place + 1);
        const { reach = null, higher = null, smallestBeam = null } = said.wider ?? {};
        const missed = reach !== null ? 'beam' : higher !== null ? 'model' : 'search';
        const lost = said.expected!.score > said.against!.score ? missed : 'model';
        if (said.class !== 'dictionary') {
          assert.equal(said.class, place === 0 ? 'met' : place > 0 ? 'ranked' : lost);
        }
        assert.deepEqual([said.loss, smallestBeam], [null, null]);
        if (place >= 0) assert.equal(said.lostEdge, null);
        if (reach === null) return;
        reached++;
        const { pops, results, beam } = reach;
        const { sentences } = DEFAULT_SETTINGS;
        const isListed = (change: object): boolean =>
          realizer
            .realize(
              bag,
              { ...asked, beam, results: Math.max(results, sentences), ...change },
              NEVER,
            )
            .realizations.some((one) => one.text === text);
        assert.ok(isListed({}));
        const [first] = realizer.realize(bag, { ...asked, beam, results }, NEVER).realizations;
        assert.equal(first.text, text);
        if (beam > 1) assert.ok(!isListed({ beam: beam / 2 }));
        assert.ok(results <= sentences || !isListed({ results: results - 1 }));
        const scoring = scoringOf(resources.model.tables, 'best-first', null);
        const within = (limit: number): SearchResult =>
          new BestFirst(new Treelets(scoring), { pops: limit / beam }).search(
            problem,
            { beam, results: 1, budget, wanted: Target.of(problem, words)! },
            NEVER,
            null,
          );
        assert.equal(within(pops).isCutShort, false);
        assert.equal(within(pops - 1).isCutShort, true);
      }),
      { numRuns: 200, seed: 3, endOnFailure: true },
    );
    for (const kind of ['met', 'ranked', 'beam', 'model']) assert.ok(classes.has(kind), kind);
    assert.ok(reached >= 4, String(reached));
  }).timeout(120_000);
});
