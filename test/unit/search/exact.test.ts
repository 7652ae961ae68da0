import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import { NO_WORD, Problem } from '../../../server/src/problem/problem.ts';
import {
  createRealizer,
  NEVER,
  type Realizer,
  type Resources,
} from '../../../server/src/realize/realizer.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { ArcStandardField, FIRST_SHIFT } from '../../../server/src/scoring/arc-standard/records.ts';
import { StateField } from '../../../server/src/search/state-records.ts';
import { TransitionSearch } from '../../../server/src/search/arc-standard/transition-search.ts';
import { BoundaryFluency } from '../../../server/src/scoring/bottom-up/boundary-fluency.ts';
import { FullTree } from '../../../server/src/scoring/bottom-up/full-tree.ts';
import { headsUpwards } from '../../../server/src/search/bottom-up/head-system.ts';
import { OrderBound } from '../../../server/src/search/exact/order-bound.ts';
import { everyOrder, NaiveScores } from '../support/naive-bottom-up.ts';
import { BottomUp } from '../../../server/src/search/bottom-up/bottom-up.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { ArcBound } from '../../../server/src/search/exact/arc-bound.ts';
import { ExactSearch } from '../../../server/src/search/exact/exact-search.ts';
import { ShiftBound } from '../../../server/src/search/exact/shift-bound.ts';
import { StateFutures } from '../../../server/src/search/exact/state-futures.ts';
import { TransitionProver } from '../../../server/src/search/exact/transition-prover.ts';
import { TreeProver } from '../../../server/src/search/exact/tree-prover.ts';
import { Random } from '../../../server/src/util/random.ts';
import { constrainedBag, permuted, randomBag, randomTree, smallLexicon } from '../support/bags.ts';
import { isAllowed, isTreeOf } from '../support/brute-force.ts';
import { scoreEverything } from '../support/derivations.ts';
import { randomModel } from '../support/random-model.ts';
import { anyFluency, toys, toyWords } from '../support/toy-fluency.ts';
import { cases } from '../support/thorough.ts';

// Two of these words are one to the lexicon, which knows neither.
const forms = [...toyWords, 'c d'];

/** A model of random weights, beside a language model or without one. */
function resourcesOf(seed: number): Resources {
  const random = new Random(seed);
  const units = (): number => random.below(61);
  const unitsPerNat = { withoutArcs: units(), open: units(), given: units() };
  const languageModel = toys.get([0, 1, 2, 3, 5][random.below(5)]) ?? null;
  return { model: randomModel(seed, unitsPerNat), languageModel };
}

function scoringFor({ model, languageModel }: Resources) {
  return scoringOf(model.tables, 'arc-standard', languageModel);
}

function exactTransitions(of: Resources): ExactSearch {
  const scoring = scoringFor(of);
  return new ExactSearch(new TransitionSearch(scoring), new TransitionProver(scoring));
}

const lookahead = { states: 300_000 };

/**
 * The best score over all selections of a bag, as strings over different words compare; null for none.
 *
 * @param bestOfWords the best score of the words of a selection; -Infinity for none
 */
function bestOf(bag: Bag, { model }: Resources, bestOfWords: (selected: Bag) => number) {
  const scores = [...selectionsOf(bag)].map(({ bag: selected }) => {
    if (!new Problem(selected, model.lexicon).isOrderable) return -Infinity;
    const share = (2 * bag.words.length - 1) / (2 * selected.words.length - 1);
    return Math.round(bestOfWords(selected) * share);
  });
  const best = Math.max(...scores);
  return best === -Infinity ? null : best;
}

/** What follows a state at best: all of it, the words alone, the arcs alone; null from a dead end. */
interface Completion {
  readonly all: number;
  readonly shifts: number;
  readonly arcs: number;
}

describe('what bounds the actions that may follow a state', () => {
  const small = fc.oneof(
    { weight: 6, arbitrary: randomBag({ minSize: 1, maxSize: 3, forms }) },
    { weight: 3, arbitrary: randomBag({ minSize: 4, maxSize: 4, forms }) },
  );

  /** Walks through all states, and tells each with what follows it at best. */
  function walk(
    bag: Bag,
    of: Resources,
    see: (system: ArcStandard, state: number, best: Completion | null) => void,
    begin: (system: ArcStandard, problem: Problem) => void,
  ): void {
    const problem = new Problem(bag, of.model.lexicon);
    const system = new ArcStandard(scoringFor(of));
    const { states } = system;
    const first = system.begin(problem);
    begin(system, problem);
    const complete = (state: number): Completion | null => {
      const isDone = states.isFinal(state) && states.data[state + ArcStandardField.Depth] === 1;
      let best: Completion | null = isDone ? { all: 0, shifts: 0, arcs: 0 } : null;
      const candidates = new Candidates();
      candidates.begin(FIRST_SHIFT + problem.variantCount);
      system.expand(state, candidates);
      for (let i = 0; i < candidates.size; i++) {
        const action = candidates.action[i];
        const own = candidates.score[i] - states.data[state + StateField.Score];
        const rest = complete(system.apply(state, action, candidates.score[i]));
        if (rest === null) continue;
        const isShift = action >= FIRST_SHIFT;
        best = {
          all: Math.max(best?.all ?? -Infinity, own + rest.all),
          shifts: Math.max(best?.shifts ?? -Infinity, (isShift ? own : 0) + rest.shifts),
          arcs: Math.max(best?.arcs ?? -Infinity, (isShift ? 0 : own) + rest.arcs),
        };
      }
      see(system, state, best);
      return best;
    };
    complete(first);
  }

  it('is never less than what the words that are left score, nor than what the arcs do', () => {
    fc.assert(
      fc.property(small, fc.nat(), fc.integer({ min: 1, max: 3 }), (bag, seed, tail) => {
        const of = resourcesOf(seed);
        const { variantCount, size } = new Problem(bag, of.model.lexicon);
        const cells = 2 ** size * (variantCount + 1) ** tail;
        const shifts = new ShiftBound(scoringFor(of), cells);
        const arcs = new ArcBound(scoringFor(of));
        walk(
          bag,
          of,
          (_, state, best) => {
            if (best === null) return;
            assert.ok(shifts.of(state) >= best.shifts, `${shifts.of(state)} < ${best.shifts}`);
            assert.ok(arcs.of(state) >= best.arcs, `${arcs.of(state)} < ${best.arcs}`);
          },
          (system, problem) => {
            assert.ok(shifts.begin(problem, system.states, NEVER));
            assert.ok(arcs.begin(problem, system.states, NEVER));
          },
        );
      }),
      { numRuns: cases(600), seed: 1 },
    );
  }).timeout(240_000);

  it('is the same for states that are taken for one', () => {
    const five = randomBag({ minSize: 5, maxSize: 5, forms }).map((bag) => ({
      ...bag,
      words: bag.words.map(({ form }) => ({ form, tags: ['X'] })),
    }));
    let merged = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: five }),
        fc.nat(),
        (bag, seed) => {
          const of = resourcesOf(seed);
          const seen = new Map<number, { state: number; all: number | null }[]>();
          walk(
            bag,
            of,
            ({ states }, state, best) => {
              if (states.data[state + ArcStandardField.Depth] === 0) return;
              const futures = new StateFutures(states);
              const hash = futures.hashOf(state);
              const all = best?.all ?? null;
              const alike = seen.get(hash) ?? [];
              seen.set(hash, alike);
              const other = alike.find((one) => futures.areAlike(one.state, state));
              if (other === undefined) alike.push({ state, all });
              else {
                assert.equal(all, other.all, JSON.stringify(bag));
                merged++;
              }
            },
            () => undefined,
          );
        },
      ),
      { numRuns: cases(400), seed: 2 },
    );
    assert.ok(merged > 1000, String(merged));
  }).timeout(240_000);
});

describe('the exact search', () => {
  // Few models: a search's working memory takes longer to make than most bags to search.
  const modelSeeds = fc.nat({ max: 19 });
  const searching = new Map<number, { readonly of: Resources; readonly realizer: Realizer }>();

  function searchingWith(seed: number) {
    let found = searching.get(seed);
    if (found === undefined) {
      const of = resourcesOf(seed);
      found = { of, realizer: createRealizer(of) };
      searching.set(seed, found);
    }
    return found;
  }

  after(() => searching.clear());

  /** Holds a proof of a bag's best against its best score. @returns whether a beam of one misses it */
  function holdProof(bag: Bag, realizer: Realizer, expected: number | null): boolean {
    const ask = (search: 'exact' | 'arc-standard') =>
      realizer.realize(bag, { beam: 1, results: 1, search }, NEVER);
    const { realizations, isProven, search, status } = ask('exact');
    assert.ok(isProven, JSON.stringify(bag));
    assert.equal(realizations.at(0)?.score ?? null, expected, JSON.stringify(bag));
    if (expected === null) {
      assert.equal(status, 'impossible');
      return false;
    }
    assert.equal(search, 'exact-arc-standard');
    const [{ tokens }] = realizations;
    const order = tokens.map(({ word }) => word);
    const heads = tokens.map(({ head }) => head - 1);
    assert.ok(isAllowed(bag, order) && isTreeOf(bag, order, heads), JSON.stringify(bag));
    return expected > ask('arc-standard').realizations[0].score;
  }

  it('finds and proves what trying everything finds, under every kind of constraint', () => {
    const bags = fc.oneof(
      { weight: 30, arbitrary: constrainedBag({ minSize: 1, maxSize: 4, forms }) },
      { weight: 1, arbitrary: constrainedBag({ minSize: 5, maxSize: 5, forms }) },
    );
    let missed = 0;
    fc.assert(
      fc.property(bags, modelSeeds, (bag, seed) => {
        const { of, realizer } = searchingWith(seed);
        const expected = bestOf(bag, of, (selected) =>
          Math.max(...scoreEverything(selected, of).scores.values()),
        );
        if (holdProof(bag, realizer, expected)) missed++;
      }),
      { numRuns: cases(2000), seed: 1 },
    );
    assert.ok(missed > cases(200), String(missed));
  }).timeout(300_000);

  it('is not needed for a proof if the beam has cut nothing off', () => {
    const bags = constrainedBag({ minSize: 1, maxSize: 4, forms });
    const counts = { proven: 0, unproven: 0 };
    fc.assert(
      fc.property(bags, modelSeeds, fc.constantFrom(1, 8, 64), (bag, seed, beam) => {
        const { of, realizer } = searchingWith(seed);
        const asked = { beam, results: 1, search: 'arc-standard' } as const;
        const { realizations, isProven } = realizer.realize(bag, asked, NEVER);
        if (!isProven) {
          counts.unproven++;
          return;
        }
        const expected = bestOf(bag, of, (selected) =>
          Math.max(...scoreEverything(selected, of).scores.values()),
        );
        assert.equal(realizations.at(0)?.score ?? null, expected, JSON.stringify(bag));
        if (expected !== null) counts.proven++;
      }),
      { numRuns: cases(600), seed: 2 },
    );
    assert.ok(Math.min(counts.proven, counts.unproven) > cases(60), JSON.stringify(counts));
  }).timeout(300_000);

  /** The best score of all derivations, by walking through them one after the other. */
  function walkAll(bag: Bag, of: Resources): number {
    const problem = new Problem(bag, of.model.lexicon);
    const system = new ArcStandard(scoringFor(of));
    const { states } = system;
    const first = system.begin(problem);
    const ofStep = Array.from({ length: system.steps + 1 }, () => new Candidates());
    let best = -Infinity;
    const walk = (state: number, steps: number): void => {
      if (steps === 0) best = Math.max(best, states.data[state + StateField.Score]);
      const candidates = ofStep[steps];
      candidates.begin(FIRST_SHIFT + problem.variantCount);
      system.expand(state, candidates);
      for (let i = 0; i < candidates.size; i++) {
        const next = system.apply(state, candidates.action[i], candidates.score[i]);
        walk(next, steps - 1);
        states.release(next);
      }
    };
    walk(first, system.steps);
    return best;
  }

  it('finds and proves what walking through all derivations finds, in bags of six words', () => {
    const six = { minSize: 6, maxSize: 6, forms };
    const tagged = fc
      .oneof(
        { weight: 4, arbitrary: constrainedBag(six) },
        { weight: 1, arbitrary: randomBag(six) },
      )
      .map((bag) => ({
        ...bag,
        words: bag.words.map(({ form, tags }) => ({ form, tags: [tags.at(0) ?? 'X'] })),
      }));
    let missed = 0;
    fc.assert(
      fc.property(tagged, modelSeeds, (bag, seed) => {
        const { of, realizer } = searchingWith(seed);
        const expected = bestOf(bag, of, (selected) => walkAll(selected, of));
        if (holdProof(bag, realizer, expected)) missed++;
      }),
      { numRuns: cases(250), seed: 3 },
    );
    assert.ok(missed > cases(70), String(missed));
  }).timeout(120_000);

  it('finds the same whatever the order in which the words are written', () => {
    fc.assert(
      fc.property(constrainedBag({ minSize: 2, maxSize: 6, forms }), modelSeeds, (bag, seed) => {
        const { realizer } = searchingWith(seed);
        const order = new Random(seed).shuffle([...bag.words.keys()]);
        const [one, other] = [bag, permuted(bag, order)].map((written) => {
          const options = { beam: 2, results: 3, search: 'exact' } as const;
          const { realizations, isProven, status } = realizer.realize(written, options, NEVER);
          return [status, isProven, ...realizations.map(({ text, score }) => `${score} ${text}`)];
        });
        assert.deepEqual(one, other);
      }),
      { numRuns: 100, seed: 4 },
    );
  }).timeout(240_000);

  const words = Array.from({ length: 9 }, (_, i) => ({ form: 'abcdefghi'[i], tags: ['X'] }));
  const nine: Bag = { words, arcs: [], root: null, order: [], chunks: [], choices: [] };
  const of = { model: randomModel(7), languageModel: null };

  it('says that the best is not proven where what it may try is used up, and gives the beam’s', () => {
    const problem = new Problem(nine, of.model.lexicon);
    const options = { beam: 8, results: 3, budget: { ...lookahead } };
    const beam = new TransitionSearch(scoringFor(of)).search(problem, options, NEVER, null);
    const exact = exactTransitions(of);
    const proof = { states: 1000 };
    const limited = exact.search(problem, { ...options, proof }, NEVER, null);
    assert.deepEqual(limited.derivations, beam.derivations);
    assert.equal(limited.isProven, false);
    assert.equal(limited.ranToEnd, true);
    assert.ok(proof.states <= 0 && proof.states > -100, String(proof.states));
    const again = exact.search(problem, { ...options, proof }, NEVER, null);
    assert.deepEqual(again.derivations, beam.derivations);
  });

  it('ends soon after it is asked to stop, wherever that is, and does not claim a proof', () => {
    const problem = new Problem(nine, of.model.lexicon);
    const exact = exactTransitions(of);
    const options = { beam: 8, results: 1, budget: { ...lookahead } };
    const looksWith = (states: number): number => {
      let looks = 0;
      const counting = {
        get requested() {
          looks++;
          return false;
        },
      };
      exact.search(problem, { ...options, proof: { states } }, counting, null);
      return looks;
    };
    const whole = looksWith(20_000);
    const ofBeam = looksWith(0);
    assert.ok(ofBeam < whole / 2);
    for (let last = 0; last < whole; last += 1 + Math.floor(whole / 25)) {
      let reads = 0;
      const stop = {
        get requested() {
          return reads++ >= last;
        },
      };
      const proof = { states: 20_000 };
      const {
        derivations,
        isProven,
        ranToEnd: isWhole,
      } = exact.search(problem, { ...options, proof }, stop, null);
      assert.equal(derivations.length, 1);
      // Without its proof, the search has run to its end.
      assert.deepEqual([isProven, isWhole], [false, last >= ofBeam]);
      // The beam goes on with its best hypothesis.
      assert.ok(reads - last < 60, `${reads - last} looks after the ${last}th`);
    }
  }).timeout(60_000);

  it('gives up bags that are too large for its tables at once', () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
    const problem = new Problem({ ...nine, words: many }, of.model.lexicon);
    const proof = { states: 100_000 };
    const options = { beam: 2, results: 1, budget: { ...lookahead }, proof };
    const { isProven, derivations } = exactTransitions(of).search(problem, options, NEVER, null);
    assert.equal(isProven, false);
    assert.equal(derivations.length, 1);
    assert.equal(proof.states, 100_000);
  });
});

describe('the exact search of full trees', () => {
  const lexicon = smallLexicon();
  const more = ['a', 'b', 'c', 'A', 'B', 'Zed', 'c d', 'a b c d', 'zebra', 'zelda'];

  /** Random weights up to a size; with 0, a language model alone decides. */
  function weightsOf(seed: number, most: number): Int8Array {
    const random = new Random(seed);
    return Int8Array.from({ length: 1 << 12 }, () => random.below(2 * most + 1) - most);
  }

  it('bounds the items that are left by no less than they score, in any order', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 9, arbitrary: randomTree({ minSize: 2, maxSize: 4, forms: more }) },
          { weight: 1, arbitrary: randomTree({ minSize: 5, maxSize: 5, forms: more }) },
        ),
        fc.nat(),
        fc.constantFrom(0, 1, 10),
        anyFluency,
        (bag, seed, most, fluency) => {
          const problem = new Problem(bag, lexicon);
          const scoring = { weights: weightsOf(seed, most), leftOut: new Set<string>(), fluency };
          const naive = new NaiveScores(problem, scoring.weights, scoring.leftOut, fluency);
          const ofBoundaries = fluency && new BoundaryFluency(fluency);
          ofBoundaries?.begin(problem);
          const bound = new OrderBound(scoring, new FullTree(problem), ofBoundaries);
          for (const head of headsUpwards(problem)) {
            bound.begin(head, NEVER);
            for (const ordered of everyOrder(problem, head)) {
              const { parts } = ordered;
              const words = parts.map((part) => part.head);
              const hasPlace = (word: number): boolean => {
                const twin = problem.twinBefore[word];
                return (
                  word === head || twin === NO_WORD || words.indexOf(twin) < words.indexOf(word)
                );
              };
              if (!words.every(hasPlace)) continue;
              const scores = parts.map((_, place) => naive.step(ordered, place));
              let beginning = 0;
              for (const place of parts.keys()) {
                const rest = scores.slice(place).reduce((sum, score) => sum + score, 0);
                assert.ok(bound.of(beginning) >= rest, JSON.stringify(ordered));
                beginning = bound.after(beginning, parts[place].head);
              }
            }
          }
        },
      ),
      { numRuns: cases(2000), seed: 6 },
    );
  }).timeout(240_000);

  it('finds what a beam that cuts nothing off finds', () => {
    let better = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 4, arbitrary: randomTree({ minSize: 1, maxSize: 6, forms: more }) },
          // The lexicon knows neither, and gives both the same id; the language models tell them apart.
          {
            weight: 1,
            arbitrary: randomTree({ minSize: 4, maxSize: 6, forms: ['zebra', 'zelda'] }),
          },
        ),
        fc.nat(),
        fc.constantFrom(0, 1, 10),
        anyFluency,
        (bag, seed, most, fluency) => {
          const weights = weightsOf(seed, most);
          const scoring = { weights, leftOut: new Set<string>(), fluency };
          const problem = new Problem(bag, lexicon);
          const options = { beam: 1, results: 1, budget: { ...lookahead } };
          const beam = new BottomUp(scoring);
          const exact = new ExactSearch(beam, new TreeProver(scoring));
          const { derivations, isProven } = exact.search(problem, options, NEVER, null);
          // So many that a quarter of them, passed on to the head above, is all.
          const all = beam.search(problem, { ...options, beam: 200_000 }, NEVER, null);
          assert.ok(all.isExhaustive && isProven);
          assert.equal(derivations[0].score, all.derivations[0].score, JSON.stringify(bag));
          const words = derivations[0].variants.map((variant) => problem.variantWord[variant]);
          const heads = derivations[0].heads.map((head) => head - 1);
          assert.ok(
            isTreeOf(
              bag,
              words.map((word) => problem.places[word]),
              heads,
            ),
          );
          const [first] = beam.search(problem, options, NEVER, null).derivations;
          if (first.score < derivations[0].score) better++;
        },
      ),
      { numRuns: cases(1000), seed: 5 },
    );
    assert.ok(better > cases(100), String(better));
  }).timeout(540_000);

  it('says that it is not proven where it has to end', () => {
    const words = Array.from({ length: 7 }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
    const arcs = words.slice(1).map((_, i) => ({ head: 0, dependent: i + 1, label: null }));
    const bag: Bag = { words, arcs, root: 0, order: [], chunks: [], choices: [] };
    const problem = new Problem(bag, lexicon);
    assert.notEqual(problem.head.indexOf(NO_WORD), NO_WORD);
    const weights = weightsOf(1, 10);
    const scoring = { weights, leftOut: new Set<string>(), fluency: null };
    const beam = new BottomUp(scoring);
    const exact = new ExactSearch(beam, new TreeProver(scoring));
    const options = { beam: 1, results: 1, budget: { ...lookahead } };
    const found = beam.search(problem, options, NEVER, null);
    const limited = exact.search(problem, { ...options, proof: { states: 5 } }, NEVER, null);
    assert.deepEqual(limited, found);
    assert.equal(exact.search(problem, options, NEVER, null).isProven, true);
    const stopped = exact.search(problem, options, { requested: true }, null);
    assert.deepEqual([stopped.isProven, stopped.ranToEnd], [false, false]);
  });
});
