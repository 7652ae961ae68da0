import type { Grammar } from '../../grammar/ccg/grammar.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { Completability } from '../arc-standard/completable.ts';
import { distinct } from '../derivation.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';
import { SentenceBeam } from '../sentence-beam.ts';
import { ShiftReduce } from './shift-reduce.ts';

/**
 * The search is repeated with these multiples of the requested width, until it finds a derivation
 * without glued parts.
 */
const WIDER = [1, 4, 16];
/**
 * A wider beam is tried only if its expected work, in the units of `workOfStep`, is at most this.
 * That much work takes a second or less (2026).
 */
const MOST_WORK = 2_000_000;

/** Beam search for derivations over categories. It takes every bag with `grammar: ccg`. */
export class ShiftReduceSearch implements Search {
  readonly #beam: SentenceBeam<ShiftReduce>;

  constructor(scoring: Scoring, grammar: Grammar) {
    this.#beam = new SentenceBeam(new ShiftReduce(scoring, grammar), true);
  }

  search(
    problem: Problem,
    { beam: width, results, budget, ...strings }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const beam = this.#beam;
    let work = 0;
    let derivations: readonly Derivation[] = [];
    let isWhole = true;
    let isExhaustive = false;
    let widest = 0;
    for (const [tried, wider] of WIDER.entries()) {
      if (tried > 0 && (beam.work * wider) / WIDER[tried - 1] > MOST_WORK) break;
      widest = width * wider;
      beam.begin(problem, widest, strings);
      beam.run(stop, observer);
      work += beam.work;
      isWhole &&= !beam.isStopped;
      isExhaustive = !beam.isStopped && !beam.isCut;
      // A wider beam may lose derivations that a narrower beam found, so the derivations of both
      // are kept.
      const found = distinct(beam.derivations(), problem, results);
      derivations = distinct(merged(derivations, found), problem, results);
      if (!isWhole || isExhaustive || derivations.at(0)?.isBroken === false) break;
    }
    const isForced = strings.target !== undefined || strings.wanted !== undefined;
    if (derivations.length === 0 && !isForced && !beam.isStopped && budget.states > 0) {
      const glued = this.#glued(problem, stop, Completability.derivationOf(problem, budget, stop));
      if (glued !== null) {
        derivations = [glued];
        isExhaustive = false;
      }
    }
    return {
      ...{ derivations, ranToEnd: isWhole, isExhaustive, isProven: isExhaustive, work },
      ...(widest > width && { widened: widest }),
    };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.system.explain(problem, derivation, observer);
  }

  /**
   * Glues the words together without rules of the grammar: makes the same arcs as the arc-standard
   * `actions`. Returns null after a stop, or if `actions` is null.
   */
  #glued(problem: Problem, stop: Stop, actions: readonly number[] | null): Derivation | null {
    if (actions === null || stop.requested) return null;
    const { system } = this.#beam;
    let state = system.begin(problem);
    for (const action of actions) {
      const own = system.states.actions.gluing(action);
      const score = system.observe(state, own, null);
      state = system.apply(state, own, system.scoreOf(state) + score);
    }
    return system.derivationOf(state);
  }
}

/**
 * Merges two lists of derivations into one list, best first. Among equal scores, derivations of
 * `one` come first.
 */
function merged(one: readonly Derivation[], other: readonly Derivation[]): Derivation[] {
  return [...one, ...other].sort((a, b) => b.score - a.score);
}
