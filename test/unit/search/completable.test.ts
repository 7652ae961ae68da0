import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { Completability } from '../../../server/src/search/arc-standard/completable.ts';
import { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import type { Satisfiable } from '../../../server/src/bag/satisfiability.ts';
import { isSatisfiable } from '../../../server/src/search/satisfiable.ts';
import { constrainedBag, smallLexicon } from '../support/bags.ts';
import { hasSentence } from '../support/brute-force.ts';

const lexicon = smallLexicon();
const ENOUGH = 1_000_000;

/** Looks ahead from the first state with so much of a budget: the answer, and what it took. */
function lookAhead(problem: Problem, states: number): { verdict: Satisfiable; taken: number } {
  const budget = { states };
  const verdict = Completability.ofProblem(problem, budget);
  return { verdict, taken: states - budget.states };
}

/** Words, each its own, with some arcs and lines about the order. */
function bagOf(forms: string, arcs: readonly string[], order: readonly string[]): Bag {
  const place = (form: string): number => forms.split(' ').indexOf(form);
  return {
    ...plainBag({
      words: forms.split(' ').map((form) => ({ form, tags: ['X'] })),
      arcs: arcs.map(([head, dependent]) => ({
        head: place(head),
        dependent: place(dependent),
        label: null,
      })),
      root: null,
    }),
    order: order.map(([a, b]) => ({ relation: 'before', words: [place(a), place(b)] })),
  };
}

describe('looking ahead', () => {
  it('takes each state off its budget, and each action that is legal in it', () => {
    const two = new Problem(bagOf('a b', [], []), lexicon);
    // Two words to shift first, one after it, and then two arcs, the first of which ends it.
    assert.deepEqual(lookAhead(two, 100), { verdict: 'yes', taken: 3 + 2 + 3 });
  });

  it('ends soon once its budget is used up, and is undecided then', () => {
    const bag = constrainedBag({ minSize: 4, maxSize: 6, forms: ['a', 'b', 'c', 'd', 'e', 'f'] });
    const counts = { yes: 0, no: 0, undecided: 0 };
    fc.assert(
      fc.property(bag, fc.double({ min: 0, max: 1, noNaN: true }), (drawn, share) => {
        const problem = new Problem({ ...drawn, choices: [] }, lexicon);
        if (!problem.isOrderable) return;
        const whole = lookAhead(problem, ENOUGH);
        assert.equal(whole.verdict, hasSentence({ ...drawn, choices: [] }) ? 'yes' : 'no');
        assert.deepEqual(lookAhead(problem, whole.taken + 1), whole);
        const less = Math.floor(share * whole.taken);
        const { verdict, taken } = lookAhead(problem, less);
        counts[verdict]++;
        assert.notEqual(verdict, 'no');
        if (whole.verdict === 'no') assert.equal(verdict, 'undecided');
        // The last state takes no more than its actions: two arcs and all words.
        assert.ok(taken <= less + 3 + problem.size, `${taken} of ${less}`);
      }),
      { numRuns: 300, seed: 1 },
    );
    assert.ok(counts.undecided > counts.yes, JSON.stringify(counts));
  });

  it('is undecided without a budget, and once it is asked to stop, which leaves none', () => {
    const problem = new Problem(bagOf('a b', [], []), lexicon);
    assert.deepEqual(lookAhead(problem, 0), { verdict: 'undecided', taken: 0 });
    const states = new ArcStandardStates(null);
    const first = states.reset(problem);
    const budget = { states: ENOUGH };
    const stopped = new Completability(states, budget, { requested: true });
    assert.equal(stopped.decide(first), 'undecided');
    assert.deepEqual(budget, { states: 0 });
  });
});

describe('whether a bag with choices is satisfiable', () => {
  const bag = bagOf('a b c d e f', ['ab', 'cd'], ['ad', 'cb']);
  const contradicting = [
    ...bag.order,
    { relation: 'before', words: [0, 5] } as const,
    { relation: 'before', words: [5, 0] } as const,
  ];

  it('is undecided where one selection is, for one has a sentence where all are looked at', () => {
    // The word f is optional: with it nothing is satisfiable, and without it there is much to try.
    const choices = [{ words: [5], optional: true }];
    const optional = { ...bag, order: contradicting, choices };
    assert.equal(isSatisfiable(optional, { states: ENOUGH }), 'yes');
    assert.equal(isSatisfiable({ ...optional, choices: [] }, { states: ENOUGH }), 'no');
    const ofSelections = 6 + 1 + 5 + 1;
    assert.equal(isSatisfiable(optional, { states: ofSelections + 1 }), 'undecided');
  });

  it('is undecided where the only one is', () => {
    assert.equal(isSatisfiable(bag, { states: ENOUGH }), 'yes');
    assert.equal(isSatisfiable(bag, { states: 6 + 1 + 1 }), 'undecided');
  });
});
