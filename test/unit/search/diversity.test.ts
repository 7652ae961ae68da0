import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problem } from '../../../server/src/problem/problem.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Beam, type TransitionSystem } from '../../../server/src/search/beam.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { KindCounts } from '../../../server/src/search/kind-counts.ts';
import type { Hypothesis } from '../../../server/src/search/search.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { randomBag } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';

/** What an action leads to is a number of its own, of one of a few kinds. */
const candidate = fc.record({ score: fc.integer({ min: 0, max: 9 }), kind: fc.nat(3) });

describe('a beam of different hypotheses', () => {
  it('keeps the best, but of one kind few while there are others among the best', () => {
    fc.assert(
      fc.property(
        fc.array(candidate, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (offered, width, most, pool, isObserved) => {
          const system: TransitionSystem = {
            steps: 1,
            expand: (state, candidates) => {
              offered.forEach(({ score }, action) => candidates.offer(score, state, action));
            },
            apply: (_, action) => action,
            describe: (action) => ({ action: 'SHIFT', added: [action] }),
          };
          const kindOf = (_: number, action: number): number => offered[action].kind;
          const beam = new Beam(system, new Candidates(), { most, pool, kindOf });
          const told: number[] = [];
          const observer = {
            cutOff: 100,
            onStart: () => undefined,
            onStep: (kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]) => {
              told.push(...[...kept, ...cutOff].map(({ added }) => added[0]));
            },
          };
          beam.start(0, width);
          beam.step(NEVER, isObserved ? observer : null);

          const sorted = [...offered.keys()]
            .sort((a, b) => offered[b].score - offered[a].score || a - b)
            .slice(0, pool * width);
          const isFew = (action: number, place: number): boolean =>
            sorted.slice(0, place).filter((one) => offered[one].kind === offered[action].kind)
              .length < most;
          const first = sorted.filter(isFew).slice(0, width);
          const rest = sorted.filter((action) => !first.includes(action));
          const expected = new Set([...first, ...rest.slice(0, width - first.length)]);
          assert.deepEqual(
            [...beam.kept.subarray(0, beam.size)],
            sorted.filter((action) => expected.has(action)),
          );
          assert.equal(beam.isCut, offered.length > width);
          if (isObserved) assert.equal(new Set(told).size, offered.length);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('asks for kinds only if it cannot keep all the candidates to choose from', () => {
    for (const [offered, width, pool, mustChoose] of [
      [4, 4, 2, false],
      [5, 4, 2, true],
      [9, 4, 2, true],
      [9, 4, 1, false],
    ] as const) {
      let asked = 0;
      const kindOf = (): number => asked++;
      const system: TransitionSystem = {
        steps: 1,
        expand: (state, candidates) => {
          for (let action = 0; action < offered; action++) candidates.offer(0, state, action);
        },
        apply: (_, action) => action,
        describe: (action) => ({ action: 'SHIFT', added: [action] }),
      };
      const beam = new Beam(system, new Candidates(), { most: 1, pool, kindOf });
      beam.start(0, width);
      beam.step();
      assert.equal(beam.size, 4);
      assert.equal(asked > 0, mustChoose, JSON.stringify({ offered, pool }));
    }
  });

  it('counts kinds as a map does', () => {
    const counts = new KindCounts();
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(5), fc.integer()), { maxLength: 200 }), (kinds) => {
        const naive = new Map<number, number>();
        counts.begin(kinds.length);
        for (const kind of kinds) {
          naive.set(kind, (naive.get(kind) ?? 0) + 1);
          assert.equal(counts.count(kind), naive.get(kind));
        }
      }),
    );
  });

  it('takes hypotheses for alike that spell the same words, whatever their trees and tags', () => {
    const bag = randomBag({ minSize: 2, maxSize: 5, forms: ['a', 'b', 'c', 'b c', 'a b'] });
    fc.assert(
      fc.property(bag, fc.nat(), (drawn, seed) => {
        const model = randomModel(seed);
        const problem = new Problem(drawn, model.lexicon);
        const system = new ArcStandard(scoringOf(model.tables, 'arc-standard', null));
        const { surfaceStart, surfaceText, variantForm } = problem;
        const spelled = new Map<number, string>();
        const byHash = new Map<number, string>();
        const byText = new Map<string, number>();
        const note = (parent: number, action: number, state: number): void => {
          const { added } = system.describe(action);
          const forms = added.flatMap((variant) =>
            surfaceText.slice(
              surfaceStart[variantForm[variant]],
              surfaceStart[variantForm[variant] + 1],
            ),
          );
          const text = [spelled.get(parent) ?? '', ...forms].join(' ');
          spelled.set(state, text);
          const hash = system.states.stringAfter(parent, action);
          assert.equal(byHash.get(hash) ?? text, text);
          assert.equal(byText.get(text) ?? hash, hash);
          byHash.set(hash, text);
          byText.set(text, hash);
        };
        const noting: TransitionSystem = {
          steps: 2 * problem.size - 1,
          expand: (state, candidates) => system.expand(state, candidates),
          describe: (action) => system.describe(action),
          apply: (state, action, score) => {
            const next = system.apply(state, action, score);
            note(state, action, next);
            return next;
          },
        };
        const beam = new Beam(noting);
        beam.start(system.begin(problem), 32);
        for (let step = 0; step < noting.steps; step++) beam.step();
      }),
      { numRuns: 100 },
    );
  });
});
