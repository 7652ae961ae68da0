import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { ArcStandard } from '../arc-standard/arc-standard.ts';
import { Field, FIRST_SHIFT } from '../arc-standard/states.ts';
import type { Budget } from '../budget.ts';
import { Candidates } from '../candidates.ts';
import type { Derivation } from '../search.ts';
import { ArcBound } from './arc-bound.ts';
import type { Proof, Prover } from './exact-search.ts';
import { Layer } from './layer.ts';
import { ShiftBound } from './shift-bound.ts';
import { StateFutures } from './state-futures.ts';
import { LOWEST } from './terms.ts';

/** So many states are held at most: some 100 MB. */
const MOST_STATES = 800_000;

const UNDECIDED: Proof = { better: null, isProven: false };

/**
 * Finds the best derivation of the transition system by branch and bound: all states are advanced together, an
 * action a step, as in a beam. But instead of the worst, those are cut off that cannot score more than the best
 * derivation that is known, by an upper bound of what may follow; and of states with the same future all but
 * the best are (`StateFutures`).
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

  prove(problem: Problem, known: Derivation | null, budget: Budget, stop: Stop): Proof {
    const system = this.#system;
    const { states } = system;
    const first = system.begin(problem);
    if (!this.#shifts.begin(problem, states, stop)) return UNDECIDED;
    if (!this.#arcs.begin(problem, states, stop)) return UNDECIDED;
    const candidates = this.#candidates;
    const least = known?.score ?? LOWEST;
    const futures = new StateFutures(states);
    let layer = new Layer(futures);
    let next = new Layer(futures);
    let held = 0;
    layer.add(first);
    for (let step = 0; step < system.steps; step++) {
      next.clear();
      for (const state of layer.kept) {
        if (stop.requested || budget.states <= 0 || held + next.kept.length > MOST_STATES) {
          return UNDECIDED;
        }
        candidates.begin(FIRST_SHIFT + problem.variantCount);
        system.expand(state, candidates);
        budget.states -= candidates.size;
        for (let i = 0; i < candidates.size; i++) {
          const score = candidates.score[i];
          const after = system.apply(state, candidates.action[i], score);
          const mayBeBetter = score + this.boundOf(after) > least;
          if (!mayBeBetter || !next.add(after)) states.release(after);
        }
      }
      [layer, next] = [next, layer];
      held += layer.kept.length;
    }
    const { data } = states;
    const [best] = layer.kept.toSorted((a, b) => data[b + Field.Score] - data[a + Field.Score]);
    const better = layer.kept.length === 0 ? null : system.derivationOf(best);
    return { better, isProven: true };
  }

  /** No way on from a state scores more. */
  boundOf(state: number): number {
    const ofShifts = this.#shifts.of(state);
    return ofShifts <= LOWEST ? LOWEST : ofShifts + this.#arcs.of(state);
  }
}
