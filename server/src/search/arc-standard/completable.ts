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
 * Decides whether legal actions lead from a state to a whole sentence, by trying them. It is for a partial
 * forest with constraints on the order, where single legal actions may lead into dead ends; no exact
 * rule that is quick is known, so it gives up after a number of states.
 */
export class Completability {
  readonly #states: ArcStandardStates;
  readonly #legality: Legality;
  readonly #known: KnownStates;
  readonly #budget: StateBudget;
  readonly #stop: Stop | null;
  /** The states that a search found to lead to a whole sentence, the last one first. */
  readonly #actions: number[] = [];

  /**
   * @param states of one problem
   * @param budget shared with other questions; when it is used up, the question stays undecided
   * @param stop also ends the search, if given
   */
  constructor(states: ArcStandardStates, budget: StateBudget, stop: Stop | null = null) {
    this.#states = states;
    this.#legality = new Legality(states);
    this.#known = new KnownStates(states);
    this.#budget = budget;
    this.#stop = stop;
  }

  /** Whether a problem has a whole sentence. */
  static ofProblem(problem: Problem, budget: StateBudget): Satisfiable {
    const states = new ArcStandardStates(null);
    const first = states.reset(problem);
    return new Completability(states, budget).decide(first);
  }

  /** The actions of some whole sentence of a problem; null if none was found. */
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

  /** The same of the state that a legal action leads to. */
  decideAfter(state: number, action: number): Satisfiable {
    if (this.#isExhausted()) return 'undecided';
    const next = this.#states.apply(state, action, 0);
    const verdict = this.decide(next);
    this.#states.release(next);
    return verdict;
  }

  /** Whether a way on was found; while the budget lasts, false means that there is none. */
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

  /** The legal actions, each word with its first variant: which one decides nothing. */
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
