import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Explainer } from '../../../server/src/explain/explainer.ts';
import type {
  BeamStep,
  Followed,
  FollowedStep,
  SearchTrace,
} from '../../../server/src/explain/search-trace.ts';
import { Tracer } from '../../../server/src/explain/tracer.ts';
import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import { createRealizer, NEVER, type Resources } from '../../../server/src/realize/realizer.ts';
import { constrainedBag, randomBag, randomTree } from '../support/bags.ts';
import { permutations } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';
import { toys } from '../support/toy-fluency.ts';
import { withTable } from '../support/model-files.ts';

const forms = ['a', 'b', 'c', 'd', 'c d'];
const anyBag = fc.oneof(
  constrainedBag({ minSize: 2, maxSize: 6, forms }),
  randomTree({ minSize: 2, maxSize: 6, forms }),
);

/**
 * Both searches have weights, and training has had an arc from X to Y, twice. Every second model has a language model.
 */
function resourcesOf(seed: number): Resources {
  const model = randomModel(seed);
  const [X, Y] = ['X', 'Y'].map((tag) => model.lexicon.tagId(tag));
  const arc = { headTag: X, dependentTag: Y, label: 1, left: true, distance: 0 };
  const both = withTable(withTable(model, 'bottom-up'), 'bottom-up', true);
  const languageModel = seed % 2 === 0 ? null : toys.get(3)!;
  return { model: { ...both, arcCounts: ArcCounts.of([arc, arc]) }, languageModel };
}

function trace(
  bag: Bag,
  seed: number,
  { words = null, beam = 8 }: { words?: readonly string[] | null; beam?: number } = {},
): SearchTrace | null {
  const options = { beam, search: 'beam', results: 5 } as const;
  const traced = new Tracer(resourcesOf(seed)).trace(bag, words, options, NEVER);
  return typeof traced === 'string' ? null : traced;
}

/** What a hypothesis scored in its beam before each step and after it. */
function beamScores({ steps, run }: Followed, { runs }: SearchTrace): [number, number][] {
  let before = 0;
  let head: number | null | undefined;
  return steps.map(({ rank }, step) => {
    const { head: own, states } = runs[run][step];
    if (own !== head) before = 0;
    head = own;
    const after = states[rank! - 1].score;
    const change: [number, number] = [before, after];
    before = after;
    return change;
  });
}

describe('the trace of a bag', () => {
  it('follows the sentences that realizing the bag finds, as it ranks and scores them', () => {
    let followed = 0;
    fc.assert(
      fc.property(anyBag, fc.nat(), (bag, seed) => {
        const options = { beam: 8, results: 5 };
        const { realizations } = createRealizer(resourcesOf(seed)).realize(bag, options, NEVER);
        const traced = trace(bag, seed);
        assert.deepEqual(
          traced?.followed.map(({ rank, text, score }) => ({ rank, text, score })) ?? [],
          realizations.map(({ text, score }, i) => ({ rank: i + 1, text, score })),
        );
        followed += realizations.length;
      }),
      { numRuns: 200, seed: 1 },
    );
    assert.ok(followed > 500, String(followed));
  }).timeout(60_000);

  it('has scores that sum to what the beam has of a kept hypothesis, step by step', () => {
    const searches = new Map<string, number>();
    fc.assert(
      fc.property(anyBag, fc.nat(), (bag, seed) => {
        const traced = trace(bag, seed);
        if (traced === null) return;
        searches.set(traced.search, (searches.get(traced.search) ?? 0) + 1);
        for (const one of traced.followed) {
          const run: readonly BeamStep[] = traced.runs[one.run];
          assert.equal(one.steps.length, run.length);
          assert.ok(one.steps.every(({ isKept, rank }) => isKept && rank !== null));
          /** By head: how much its words, as they are ordered here, are behind their best order. */
          const behind = new Map<number, number>();
          for (const [step, [before, after]] of beamScores(one, traced).entries()) {
            const { action, score, arcs, contributions }: FollowedStep = one.steps[step];
            const inner = action === 'PLACE' && arcs.length > 0 ? behind.get(arcs[0].dependent) : 0;
            assert.equal(after, before + score + (inner ?? 0));
            assert.equal(
              contributions.reduce((sum, [, part]) => sum + part, 0),
              score,
            );
            assert.ok(contributions.every(([place]) => place in traced.templates));
            const { states } = run[step];
            if (action !== 'FINISH') continue;
            behind.set(one.steps[step].stack.at(-1)!.head, after - states[0].score);
          }
        }
      }),
      { numRuns: 200, seed: 2 },
    );
    assert.ok((searches.get('bottom-up') ?? 0) > 20 && (searches.get('arc-standard') ?? 0) > 20);
  }).timeout(60_000);

  it('takes every token once, and joins them to the tree of the sentence', () => {
    fc.assert(
      fc.property(anyBag, fc.nat(), (bag, seed) => {
        const traced = trace(bag, seed);
        for (const { tokens, steps, text } of traced?.followed ?? []) {
          assert.equal(tokens.map(({ form }) => form).join(' '), text);
          const taken = steps.flatMap((step) => step.taken ?? []);
          assert.deepEqual(
            taken.toSorted((a, b) => a - b),
            steps.length === 0 ? [] : tokens.map((_, i) => i + 1),
          );
          const heads = new Map(
            steps.flatMap(({ arcs }) => arcs.map((arc) => [arc.dependent, arc.head] as const)),
          );
          assert.deepEqual(
            tokens.map((_, i) => heads.get(i + 1) ?? 0),
            tokens.map(({ head }) => head),
          );
          for (const [step, { stack }] of steps.entries()) {
            const places = stack.flatMap(({ first, last }) => range(first, last));
            const soFar = steps.slice(0, step + 1).flatMap((one) => one.taken ?? []);
            assert.deepEqual(
              places.toSorted((a, b) => a - b),
              soFar.sort((a, b) => a - b),
            );
          }
          if (steps.length === 0) continue;
          const root = tokens.findIndex(({ head }) => head === 0) + 1;
          assert.deepEqual(steps.at(-1)!.stack, [{ head: root, first: 1, last: tokens.length }]);
        }
      }),
      { numRuns: 200, seed: 3 },
    );
  }).timeout(60_000);

  it('tells what was legal: a beam of one took the best of it', () => {
    fc.assert(
      fc.property(anyBag, fc.nat(), (bag, seed) => {
        // What leads into dead ends is not taken, though it is legal.
        if (bag.order.length + bag.chunks.length > 0 && bag.arcs.length > 0) return;
        const traced = trace(bag, seed, { beam: 1 });
        const best = traced?.followed.at(0);
        for (const { action, legal, legalCount, score } of best?.steps ?? []) {
          if (action === 'FINISH') continue;
          assert.equal(legalCount, legal.length);
          assert.deepEqual(
            legal.map(({ isTaken }) => isTaken),
            legal.map((_, i) => i === 0),
          );
          assert.equal(legal[0].score, score);
          assert.equal(legal[0].action, action);
        }
      }),
      { numRuns: 200, seed: 4 },
    );
  }).timeout(60_000);

  it('says how often training had an arc between the two tags, and which words it had', () => {
    const words = [
      { form: 'a', tags: ['X'] },
      { form: 'b', tags: ['Y'] },
      { form: 'zebra', tags: ['foreign'] },
    ];
    const arcs = [
      { head: 0, dependent: 1, label: null },
      { head: 1, dependent: 2, label: null },
    ];
    const bag = { words, arcs, root: 0, order: [], chunks: [], choices: [] };
    const [{ steps, tokens }] = trace(bag, 1)!.followed;
    const built = steps.flatMap(({ arcs: own }) => own);
    assert.deepEqual(
      built.map(({ dependent, seen }) => [tokens[dependent - 1].word, seen]).sort(),
      [
        [1, 2],
        [2, 0],
      ],
    );
    assert.deepEqual(
      tokens.filter(({ isKnown }) => !isKnown).map(({ form }) => form),
      ['zebra'],
    );
  });

  it('follows an expected sentence that the search lost to where it left, and beyond', () => {
    let lost = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          randomBag({ minSize: 3, maxSize: 4, forms }),
          randomTree({ minSize: 4, maxSize: 5, forms }),
        ),
        fc.nat(),
        fc.nat(),
        (bag, seed, draw) => {
          const orders = permutations(bag.words.map(({ form }) => form));
          const words = orders[draw % orders.length].join(' ').split(' ');
          const traced = trace(bag, seed, { words, beam: 2 });
          const one = traced?.followed.find(({ isExpected }) => isExpected);
          const explainer = new Explainer(resourcesOf(seed));
          const options = { beam: 2, search: 'beam', results: 10, helpMs: 0 } as const;
          const said = explainer.explain(bag, words, options, NEVER);
          assert.ok(typeof said !== 'string');
          assert.equal(one?.rank ?? null, said.rank);
          assert.equal(one === undefined, said.class === 'unreachable');
          assert.deepEqual(one?.loss ?? null, said.loss);
          if (one?.rank !== null) return;
          lost++;
          const { steps } = one;
          assert.equal(one.score, said.expected!.score);
          const left = steps.findIndex(({ isKept }) => !isKept);
          assert.ok(left >= 0 && left < said.loss!.step);
          assert.equal(said.loss!.kept, traced!.runs[one.run][said.loss!.step - 1].kept);
          assert.ok(said.loss!.rank === null || said.loss!.rank > said.loss!.kept);
          const { kept, states } = traced!.runs[one.run][left];
          assert.ok(steps[left].rank === null || steps[left].rank > kept);
          assert.ok(
            steps[left].rank !== null || states.length === 0 || traced!.search === 'bottom-up',
          );
          assert.ok(
            steps.every(
              ({ legal, action }) => action === 'FINISH' || legal.some((move) => move.isTaken),
            ),
          );
        },
      ),
      { numRuns: 200, seed: 5 },
    );
    assert.ok(lost > 50, String(lost));
  }).timeout(60_000);

  it('is refused in a sentence where the search takes no such bag', () => {
    const bag = { words: [], arcs: [], root: null, order: [], chunks: [], choices: [] };
    const words = ['a', 'b'].map((form) => ({ form, tags: [] }));
    const options = { beam: 4, search: 'bottom-up', results: 5 } as const;
    const said = new Tracer(resourcesOf(1)).trace({ ...bag, words }, null, options, NEVER);
    assert.ok(typeof said === 'string');
    assert.match(said, /takes full trees alone/);
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
