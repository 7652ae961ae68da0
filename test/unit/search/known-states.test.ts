import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import {
  COMPLETABLE,
  DEAD_END,
  KnownStates,
  OPEN,
} from '../../../server/src/search/arc-standard/known-states.ts';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import {
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { Random } from '../../../server/src/util/random.ts';
import { smallLexicon } from '../support/bags.ts';
import { legalActions } from '../support/derivations.ts';

/** A word of the stack, and whether it has a left dependent. */
type Item = readonly [word: number, hasLeft: boolean];

/** What may follow a state, told by what was done: the stack, its top last; the words still to come. */
interface PlainState {
  readonly stack: readonly Item[];
  readonly rest: readonly number[];
}

function after({ stack, rest }: PlainState, action: number, { variantWord }: Problem): PlainState {
  const [second, top] = stack.slice(-2);
  const below = stack.slice(0, -2);
  if (action === LEFTARC) return { stack: [...below, [top[0], true]], rest };
  if (action === RIGHTARC) return { stack: [...below, second], rest };
  const word = variantWord[action - FIRST_SHIFT];
  return { stack: [...stack, [word, false]], rest: rest.filter((other) => other !== word) };
}

/** Walks at random, with repeats, and holds every state's entry against its plain state's. */
function assertEntries(size: number, walks: number, atLeast: number): void {
  // A word with two tags: which of them it has says nothing of what may follow.
  const words = Array.from({ length: size }, (_, i) => ({
    form: `w${i}`,
    tags: i === 0 ? ['X', 'Y'] : ['X'],
  }));
  const problem = new Problem(plainBag({ words, arcs: [], root: null }), smallLexicon());
  const states = new ArcStandardStates(null);
  const first = states.reset(problem);
  const legality = new Legality(states);
  const known = new KnownStates(states);
  const entries = new Map<string, { readonly entry: number; readonly outcome: number }>();
  const taken = new Set<number>();
  const random = new Random(1);
  const check = (state: number, plain: PlainState): void => {
    const key = JSON.stringify(plain);
    const entry = known.entryOf(state);
    const one = entries.get(key);
    if (one !== undefined) {
      assert.equal(entry, one.entry);
      assert.equal(known.outcomeOf(entry), one.outcome);
      return;
    }
    assert.ok(!taken.has(entry), key);
    taken.add(entry);
    assert.equal(known.outcomeOf(entry), OPEN);
    const outcome = [OPEN, COMPLETABLE, DEAD_END][random.below(3)];
    known.setOutcome(entry, outcome);
    entries.set(key, { entry, outcome });
  };
  const visited: { readonly state: number; readonly plain: PlainState }[] = [];
  for (let walk = 0; walk < walks; walk++) {
    let state = first;
    let plain: PlainState = { stack: [], rest: [...words.keys()] };
    for (let step = 0; step < 2 * size - 1; step++) {
      visited.push({ state, plain });
      check(state, plain);
      const earlier = visited[random.below(visited.length)];
      check(earlier.state, earlier.plain);
      const actions = legalActions(states, legality, state);
      const action = actions[random.below(actions.length)];
      state = states.apply(state, action, 0);
      plain = after(plain, action, problem);
    }
  }
  for (const { state, plain } of visited) check(state, plain);
  assert.ok(entries.size > atLeast, String(entries.size));
}

describe('known states', () => {
  it('are one where stack, left dependents and the words to come are the same', () => {
    assertEntries(6, 800, 2_000);
  });

  it('are so for more words than a mask of one integer holds', () => {
    assertEntries(40, 60, 4_000);
  });
});
