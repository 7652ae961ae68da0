import type { Problem } from '../../problem/problem.ts';
import type { Stop } from '../../util/stop.ts';
import { MOST_TRIED } from '../budget.ts';
import type { StateBudget } from '../../bag/satisfiability.ts';
import { distinct } from '../derivation.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';

/** The result of an attempt to prove which derivation scores highest. */
export interface Proof {
  /** A derivation that scores more than the known derivation; null if none was found. */
  readonly better: Derivation | null;
  /**
   * Whether it is proven that no derivation scores more than `better`, or than the known derivation
   * if `better` is null.
   */
  readonly isProven: boolean;
}

export interface Prover {
  /**
   * @param budget the number of actions that the prover may still try; it is counted down
   * @param stop ends the search without a proof
   */
  prove(problem: Problem, known: Derivation | null, budget: StateBudget, stop: Stop): Proof;
}

/**
 * Proves that its first result has the highest score of all derivations, if the budget allows it. A
 * beam searches first, and then a prover looks for a better derivation.
 */
export class ExactSearch implements Search {
  readonly #beam: Search;
  readonly #prover: Prover;

  constructor(beam: Search, prover: Prover) {
    this.#beam = beam;
    this.#prover = prover;
  }

  /** With a target or a wanted string, only the beam searches. */
  search(
    problem: Problem,
    options: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    // With `rows`, the beam could return some strings without derivations (`SearchResult.below`).
    // The prover might find a derivation of such a string, and the result would then contain the
    // string twice. So the beam does not get `rows`.
    const inFull = { ...options, rows: undefined };
    const found = this.#beam.search(problem, inFull, stop, observer);
    const { target, wanted, proof: budget = { states: MOST_TRIED } } = options;
    if (target !== undefined || wanted !== undefined) return found;
    // The provers' bounds do not cover lemmas, which have several forms.
    if (found.isProven || !found.ranToEnd || budget.states <= 0 || problem.hasOpenForms)
      return found;
    const known = found.derivations.at(0) ?? null;
    const { better, isProven } = this.#prover.prove(problem, known, budget, stop);
    const derivations =
      better === null
        ? found.derivations
        : distinct([better, ...found.derivations], problem, options.results);
    // A stop during the proof does not count: the beam had already found its sentences.
    return { ...found, derivations, isProven };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.explain(problem, derivation, observer);
  }
}
