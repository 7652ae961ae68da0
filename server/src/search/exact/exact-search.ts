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

/** The result of an attempt to prove which derivation of a problem scores highest. */
export interface Proof {
  /** A derivation that scores more than the known derivation; null if none was found. */
  readonly better: Derivation | null;
  /**
   * Whether it is proven that no derivation scores more than `better`. If `better` is null: whether
   * it is proven that none scores more than the known derivation.
   */
  readonly isProven: boolean;
}

/** Looks for the derivation with the highest score under the weights of a search. */
export interface Prover {
  /**
   * Looks for a derivation that scores more than the known derivation.
   *
   * @param known the best derivation so far, or null
   * @param budget the number of actions that the prover may still try; it is counted down
   * @param stop a stop that ends the search without a proof
   */
  prove(problem: Problem, known: Derivation | null, budget: StateBudget, stop: Stop): Proof;
}

/**
 * A search that proves that its first result has the highest score of all derivations, if the
 * budget allows it. A beam finds a derivation, and then a prover looks for better ones. The other
 * results come from the beam.
 */
export class ExactSearch implements Search {
  readonly #beam: Search;
  readonly #prover: Prover;

  constructor(beam: Search, prover: Prover) {
    this.#beam = beam;
    this.#prover = prover;
  }

  /**
   * @param options if they contain a target or a wanted string, only the beam searches, and nothing
   *   is proven
   */
  search(
    problem: Problem,
    options: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    // With `rows`, the beam could return some strings without derivations (`SearchResult.below`).
    // But the prover may find one of these strings too, and the result must not have it twice.
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
    // If the stop came during the proof, the beam had already found its sentences. So the search
    // does not count as stopped.
    return { ...found, derivations, isProven };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.explain(problem, derivation, observer);
  }
}
