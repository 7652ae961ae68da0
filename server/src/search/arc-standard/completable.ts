import type { Problem } from '../../problem/problem.ts';
import type { Budget, Verdict } from '../budget.ts';
import type { Stop } from '../stop.ts';
import { Legality } from './legal.ts';
import { Field, FIRST_SHIFT, LEFTARC, RIGHTARC, States } from './states.ts';

/**
 * Decides whether legal actions lead from a state to a whole sentence, by trying them. It is for a partial
 * forest with constraints on the order, where single legal actions may lead into dead ends; no exact
 * rule that is quick is known, so it gives up after a number of states.
 */
export class Completability {
  readonly #states: States;
  readonly #legality: Legality;
  readonly #known = new Map<string, boolean>();
  readonly #budget: Budget;
  readonly #stop: Stop | null;

  /**
   * @param states of one problem
   * @param budget shared with other questions; used up, it leaves this one undecided
   * @param stop ends the search too, where there is one
   */
  constructor(states: States, budget: Budget, stop: Stop | null = null) {
    this.#states = states;
    this.#legality = new Legality(states);
    this.#budget = budget;
    this.#stop = stop;
  }

  /** Whether a problem has a whole sentence. */
  static ofProblem(problem: Problem, budget: Budget): Verdict {
    const states = new States(null);
    const first = states.reset(problem);
    return new Completability(states, budget).decide(first);
  }

  decide(state: number): Verdict {
    const found = this.#search(state);
    if (found) return 'yes';
    return this.#isExhausted() ? 'undecided' : 'no';
  }

  /** The same of the state that a legal action leads to. */
  decideAfter(state: number, action: number): Verdict {
    const next = this.#states.apply(state, action, 0);
    const verdict = this.decide(next);
    this.#states.release(next);
    return verdict;
  }

  /** Whether a way on was found; while the budget lasts, false means that there is none. */
  #search(state: number): boolean {
    const states = this.#states;
    if (states.isFinal(state)) return true;
    const key = this.#keyOf(state);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#isExhausted()) return false;
    const actions = this.#actionsIn(state);
    this.#budget.states -= 1 + actions.length;
    const found = actions.some((action) => {
      const next = states.apply(state, action, 0);
      const leadsOn = this.#search(next);
      states.release(next);
      return leadsOn;
    });
    if (found || !this.#isExhausted()) this.#known.set(key, found);
    return found;
  }

  #isExhausted(): boolean {
    if (this.#stop?.requested === true) this.#budget.states = 0;
    return this.#budget.states <= 0;
  }

  /** The legal actions, each word with its first variant: which one decides nothing. */
  #actionsIn(state: number): number[] {
    const legality = this.#legality;
    const { problem } = this.#states;
    legality.enter(state);
    const actions: number[] = [];
    if (legality.leftArc()) actions.push(LEFTARC);
    if (legality.rightArc()) actions.push(RIGHTARC);
    for (let word = 0; word < problem.size; word++) {
      if (!this.#states.isInBuffer(state, word) || !legality.shift(word)) continue;
      actions.push(FIRST_SHIFT + problem.variantStart[word]);
    }
    return actions;
  }

  /** What can follow depends on the words of the stack, which of them have a left dependent, and the rest. */
  #keyOf(state: number): string {
    const { data, problem } = this.#states;
    const key: number[] = [];
    let at = state;
    for (let depth = data[state + Field.Depth]; depth > 0; depth--) {
      const word = problem.variantWord[data[at + Field.Top]];
      key.push(data[at + Field.LeftValency] > 0 ? -word - 1 : word);
      at = data[at + Field.Below];
    }
    const masks = state + Field.Masks;
    return `${key.join()};${data.slice(masks, masks + problem.maskLength).join()}`;
  }
}
