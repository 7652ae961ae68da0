import { Heap } from 'heap-js';
import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { ArcStandard } from '../arc-standard/arc-standard.ts';
import { StateField } from '../state-records.ts';
import { FIRST_SHIFT } from '../../scoring/arc-standard/records.ts';
import type { StateBudget } from '../../bag/satisfiability.ts';
import { Candidates } from '../candidates.ts';
import type { Derivation } from '../search.ts';
import { ArcBound } from './arc-bound.ts';
import type { Proof, Prover } from './exact-search.ts';
import { Layer } from './layer.ts';
import { ShiftBound } from './shift-bound.ts';
import { StateFutures } from './state-futures.ts';
import { LOWEST } from './terms.ts';

/** The prover checks for a stop each time it has compared this many states. */
const STATES_A_LOOK = 256;

/**
 * The prover searches twice. After each action, the first search keeps only the 200 states with the
 * highest bounds, and the second keeps all. The first often finds a better derivation than the beam
 * did. Then the second can cut off far more states.
 */
const WIDTHS = [200, Infinity];

interface StatePromise {
  /**
   * The index among the states of the same step. Of states with equal bounds, the state with the
   * lower index comes first.
   */
  readonly place: number;
  readonly most: number;
}

const UNDECIDED: Proof = { better: null, isProven: false };

/**
 * Finds the best derivation by branch and bound. Like a beam, it advances all states by one action
 * in each step. It cuts off a state if no derivation from there can score more than the best known
 * one. Of several states with the same future (`StateFutures`), it keeps only the best.
 */
export class TransitionProver implements Prover {
  readonly #system: ArcStandard;
  readonly #shifts: ShiftBound;
  readonly #arcs: ArcBound;
  readonly #candidates = new Candidates();

  constructor(scoring: Scoring) {
    this.#system = new ArcStandard(scoring);
    this.#shifts = new ShiftBound(scoring);
    this.#arcs = new ArcBound(scoring);
  }

  prove(problem: Problem, known: Derivation | null, budget: StateBudget, stop: Stop): Proof {
    const { states } = this.#system;
    this.#system.begin(problem);
    if (!this.#shifts.begin(problem, states, stop)) return UNDECIDED;
    if (!this.#arcs.begin(problem, states, stop)) return UNDECIDED;
    let better: Derivation | null = null;
    for (const width of WIDTHS) {
      const least = (better ?? known)?.score ?? LOWEST;
      const { found, isCut } = this.#advance(problem, width, least, budget, stop);
      better = found ?? better;
      if (!isCut) return { better, isProven: true };
    }
    return { better, isProven: false };
  }

  /**
   * Looks for the best derivation that scores more than `least`.
   *
   * @param width the number of states to keep after each action: those with the highest bounds
   * @returns `isCut`: whether a better derivation than `found` may have been missed
   */
  #advance(
    problem: Problem,
    width: number,
    least: number,
    budget: StateBudget,
    stop: Stop,
  ): { readonly found: Derivation | null; readonly isCut: boolean } {
    const system = this.#system;
    const { states } = system;
    const candidates = this.#candidates;
    const first = system.begin(problem);
    const mostHeld = states.reserve() - candidatesOf(problem);
    const futures = new StateFutures(states);
    let layer = new Layer(futures);
    let next = new Layer(futures);
    let held = 0;
    let isCut = false;
    layer.add(first);
    for (let step = 0; step < system.steps; step++) {
      next.clear();
      for (const state of this.#mostPromising(layer.kept, width, stop)) {
        if (stop.requested || budget.states <= 0 || held + next.kept.length > mostHeld) {
          return { found: null, isCut: true };
        }
        candidates.begin(candidatesOf(problem));
        system.expand(state, candidates);
        budget.states -= candidates.size;
        for (let i = 0; i < candidates.size; i++) {
          const score = candidates.score[i];
          const after = system.apply(state, candidates.action[i], score);
          const mayBeBetter = score + this.#boundOf(after) > least;
          if (!mayBeBetter || !next.add(after)) states.release(after);
        }
      }
      if (layer.kept.length > width) isCut = true;
      [layer, next] = [next, layer];
      held += layer.kept.length;
    }
    if (layer.kept.length === 0) return { found: null, isCut };
    const scoreOf = (state: number): number => states.data[state + StateField.Score];
    const best = layer.kept.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one));
    return { found: system.derivationOf(best), isCut };
  }

  /**
   * Returns the `width` states with the highest bounds, the highest first. After a stop, it may
   * return all states.
   */
  #mostPromising(all: readonly number[], width: number, stop: Stop): readonly number[] {
    if (all.length <= width) return all;
    const { data } = this.#system.states;
    const promises: StatePromise[] = [];
    for (const [place, state] of all.entries()) {
      if (place % STATES_A_LOOK === 0 && stop.requested) return all;
      const most = data[state + StateField.Score] + this.#boundOf(state);
      promises.push({ place, most });
    }
    const queue = new Heap<StatePromise>((a, b) => b.most - a.most || a.place - b.place);
    queue.init(promises);
    return Array.from({ length: width }, () => all[queue.pop()!.place]);
  }

  #boundOf(state: number): number {
    const ofShifts = this.#shifts.of(state);
    return ofShifts <= LOWEST ? LOWEST : ofShifts + this.#arcs.of(state);
  }
}

function candidatesOf({ variantCount }: Problem): number {
  return FIRST_SHIFT + variantCount;
}
