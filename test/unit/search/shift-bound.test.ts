import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { ArcStandardField, FIRST_SHIFT } from '../../../server/src/scoring/arc-standard/records.ts';
import { shiftTemplates } from '../../../server/src/scoring/arc-standard/shift-templates.ts';
import { scoringOf, type Scoring } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { ShiftBound } from '../../../server/src/search/exact/shift-bound.ts';
import { StateField } from '../../../server/src/search/state-records.ts';
import { bitCount } from '../../../server/src/util/bits.ts';
import { NEVER, type Stop } from '../../../server/src/util/stop.ts';
import { randomModel } from '../support/random-model.ts';

const { lexicon } = randomModel(1);
const bags = fc
  .shuffledSubarray(['a', 'b', 'c', 'd', 'c d'], { minLength: 3, maxLength: 4 })
  .chain((forms) =>
    fc
      .array(fc.constantFrom('X', 'Y', 'Z'), { minLength: forms.length, maxLength: forms.length })
      .map((tags) => forms.map((form, i) => ({ form, tags: [tags[i]] }))),
  )
  .map((words) => plainBag({ words, arcs: [], root: null }));

const names = shiftTemplates.templates.map(({ name }) => name);
const readsStack = (name: string): boolean => /\bs[012]|depth/.test(name);
/**
 * Templates with a bound above every score: the bound allows a third word, or a second word with dependents, below a
 * single word, and any depth in a small bag.
 */
const looselyBounded: readonly string[] = [
  'tag | s0t s1t s2t',
  'tag | s0t s1t s1l1t',
  'tag | depth s0t',
];

/** Weights of a single template of shifts, and of all templates of arcs. */
function scoringWith(template: string, seed: number): Scoring {
  const scoring = scoringOf(randomModel(seed).tables, 'arc-standard', null);
  const leftOut = shiftTemplates.templates
    .filter(({ name }) => name !== template)
    .map(({ name }) => `shift/${name}`);
  return { ...scoring, leftOut: new Set(leftOut) };
}

/** The last shift from a state: the word that is left, the highest score of its shift, and the score's bound. */
interface LastShift {
  readonly words: number;
  readonly score: number;
  readonly bound: number;
}

/** Walks through all states of a bag to those in which one word is left. */
function lastShifts(bag: Bag, scoring: Scoring, tail: number): readonly LastShift[] {
  const problem = new Problem(bag, lexicon);
  const system = new ArcStandard(scoring);
  const { states } = system;
  const first = system.begin(problem);
  const bound = new ShiftBound(scoring, 2 ** problem.size * (problem.variantCount + 1) ** tail);
  assert.ok(bound.begin(problem, states, NEVER));
  const found: LastShift[] = [];
  const walk = (state: number): void => {
    const words = states.data[state + ArcStandardField.Masks];
    const candidates = new Candidates();
    candidates.begin(FIRST_SHIFT + problem.variantCount);
    system.expand(state, candidates);
    let best = -Infinity;
    for (let i = 0; i < candidates.size; i++) {
      const action = candidates.action[i];
      const score = candidates.score[i];
      if (action < FIRST_SHIFT || bitCount(words) > 1) {
        const after = system.apply(state, action, score);
        walk(after);
        states.release(after);
      } else best = Math.max(best, score - states.data[state + StateField.Score]);
    }
    if (bitCount(words) === 1) found.push({ words, score: best, bound: bound.of(state) });
  };
  walk(first);
  return found;
}

describe('the bound of the last shift', () => {
  it('is the score of the shift, if only the last three words count', () => {
    for (const template of names.filter((name) => !readsStack(name))) {
      const property = fc.property(bags, fc.nat(), (bag, seed) => {
        for (const { score, bound } of lastShifts(bag, scoringWith(template, seed), 3)) {
          assert.equal(bound, score, template);
        }
      });
      fc.assert(property, { numRuns: 3, seed: 1 });
    }
  });

  it('is the highest score that a stack allows, if one property of the stack counts', () => {
    for (const template of names.filter(readsStack)) {
      const property = fc.property(bags, fc.nat(), (bag, seed) => {
        /** For each last word: its highest score and its highest bound after any stack. */
        const highest = new Map<number, { score: number; bound: number }>();
        for (const { words, score, bound } of lastShifts(bag, scoringWith(template, seed), 1)) {
          assert.ok(bound >= score, template);
          const former = highest.get(words) ?? { score, bound };
          highest.set(words, {
            score: Math.max(score, former.score),
            bound: Math.max(bound, former.bound),
          });
        }
        if (looselyBounded.includes(template)) return;
        for (const { score, bound } of highest.values()) assert.equal(bound, score, template);
      });
      fc.assert(property, { numRuns: 8, seed: 1 });
    }
  });
});

describe('the bound of shifts', () => {
  const words = ['a', 'b', 'c', 'd'].map((form) => ({ form, tags: ['X'] }));
  const problem = new Problem(plainBag({ words, arcs: [], root: null }), lexicon);
  const scoring = scoringOf(randomModel(1).tables, 'arc-standard', null);
  const system = new ArcStandard(scoring);
  system.begin(problem);
  const begin = (stop: Stop, cells?: number): boolean =>
    new ShiftBound(scoring, cells).begin(problem, system.states, stop);

  it('needs a cell for each set of words and each last word', () => {
    const least = 2 ** problem.size * (problem.variantCount + 1);
    assert.ok(begin(NEVER, least));
    assert.ok(!begin(NEVER, least - 1));
  });

  it('is not ready if a stop came, no matter when', () => {
    let looks = 0;
    const stopAt = (last: number): Stop => ({
      get requested() {
        return looks++ >= last;
      },
    });
    assert.ok(begin(stopAt(Infinity)));
    const all = looks;
    assert.ok(all > 50);
    for (let last = 0; last < all; last++) {
      looks = 0;
      assert.ok(!begin(stopAt(last)), String(last));
    }
  });
});
