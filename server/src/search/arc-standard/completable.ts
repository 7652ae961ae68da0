import type { Problem } from '../../problem/problem.ts';
import type { StateBudget, Satisfiable } from '../../bag/satisfiability.ts';
import type { Stop } from '../../util/stop.ts';
import { COMPLETABLE, DEAD_END, KnownStates, OPEN } from './known-states.ts';
import { Legality } from './legal.ts';
import {
  ArcStandardField,
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../scoring/arc-standard/records.ts';
import { ArcStandardStates } from './states.ts';

/**
 * Decides by trial whether a whole sentence can be reached from a state. If a bag gives an order
 * and only some of the arcs, a legal action may lead into a dead end, and no fast rule is known
 * that always detects it.
 */
export class Completability {
  readonly #states: ArcStandardStates;
  readonly #legality: Legality;
  readonly #known: KnownStates;
  readonly #budget: StateBudget;
  readonly #stop: Stop | null;
  /** If the trial found a whole sentence: the actions that lead to it, the last action first. */
  readonly #actions: number[] = [];

  /**
   * @param budget the number of states that may be examined. Several trials can share it
   * @param stop ends the trial like a used-up budget
   */
  constructor(states: ArcStandardStates, budget: StateBudget, stop: Stop | null = null) {
    this.#states = states;
    this.#legality = new Legality(states);
    this.#known = new KnownStates(states);
    this.#budget = budget;
    this.#stop = stop;
  }

  static ofProblem(problem: Problem, budget: StateBudget): Satisfiable {
    const states = new ArcStandardStates(null);
    const first = states.reset(problem);
    return new Completability(states, budget).decide(first);
  }

  /** Returns the actions that build some whole sentence; null if it finds none. */
  static derivationOf(problem: Problem, budget: StateBudget, stop: Stop): readonly number[] | null {
    const states = new ArcStandardStates(null);
    const first = states.reset(problem);
    const completability = new Completability(states, budget, stop);
    return completability.#search(first) ? completability.#actions.reverse() : null;
  }

  decide(state: number): Satisfiable {
    if (this.#isExhausted()) return 'undecided';
    const found = this.#search(state);
    if (found) return 'yes';
    return this.#isExhausted() ? 'undecided' : 'no';
  }

  decideAfter(state: number, action: number): Satisfiable {
    if (this.#isExhausted()) return 'undecided';
    const next = this.#states.apply(state, action, 0);
    const verdict = this.decide(next);
    this.#states.release(next);
    return verdict;
  }

  /**
   * Looks for a way from a state to a whole sentence. If it finds none although the budget is not
   * used up, no way exists.
   */
  #search(state: number): boolean {
    const states = this.#states;
    if (states.isFinal(state)) return true;
    const known = this.#known;
    const entry = known.entryOf(state);
    const outcome = known.outcomeOf(entry);
    if (outcome !== OPEN) return outcome === COMPLETABLE;
    if (this.#isExhausted()) return false;
    const actions = this.#actionsIn(state);
    this.#budget.states -= 1 + actions.length;
    const found = actions.some((action) => {
      const next = states.apply(state, action, 0);
      const leadsOn = this.#search(next);
      states.release(next);
      if (leadsOn) this.#actions.push(action);
      return leadsOn;
    });
    if (found) known.setOutcome(entry, COMPLETABLE);
    else if (!this.#isExhausted()) known.setOutcome(entry, DEAD_END);
    return found;
  }

  #isExhausted(): boolean {
    if (this.#stop?.requested === true) this.#budget.states = 0;
    return this.#budget.states <= 0;
  }

  /**
   * Lists the legal actions in a state. The variants of a word are all legal or all illegal, so
   * each word is shifted only as its first variant.
   */
  #actionsIn(state: number): number[] {
    const legality = this.#legality;
    const { data, problem } = this.#states;
    legality.enter(state);
    const actions: number[] = [];
    if (legality.leftArc()) actions.push(LEFTARC);
    if (legality.rightArc()) actions.push(RIGHTARC);
    for (let i = 0; i < problem.maskLength; i++) {
      for (let bits = data[state + ArcStandardField.Masks + i]; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        if (legality.shift(word)) actions.push(FIRST_SHIFT + problem.variantStart[word]);
      }
    }
    return actions;
  }
}
