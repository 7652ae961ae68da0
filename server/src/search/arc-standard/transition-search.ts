import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { Beam } from '../beam.ts';
import { Candidates } from '../candidates.ts';
import { distinct } from '../derivation.ts';
import { NO_WORD } from '../../problem/problem.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';
import type { Stop } from '../../util/stop.ts';
import { ArcStandard } from './arc-standard.ts';
import { Completability } from './completable.ts';
import { Field } from './states.ts';

/**
 * Of one string at most so many hypotheses are kept in a step while there are others: a bag without arcs has many
 * trees of the same words, and a beam that is full of them ends in few sentences. With a language model BLEU rises a
 * little in all conditions; without one it falls by up to 0.1 in some, so that all are kept there.
 */
const MOST_OF_A_STRING = 3;
/** The others are among the best so many times the beam. */
const POOL = 3;

/** Beam search with transitions: it takes any problem. */
export class TransitionSearch implements Search {
  readonly #beam: Beam<ArcStandard>;
  /** Hashes of the beginnings of the wanted string, and of all of it; null where all strings are told. */
  #wanted: ReadonlySet<number> | null = null;

  constructor(scoring: Scoring) {
    const system = new ArcStandard(scoring);
    const { states } = system;
    this.#beam = new Beam(
      system,
      new Candidates(),
      scoring.fluency === null
        ? null
        : {
            most: MOST_OF_A_STRING,
            pool: POOL,
            kindOf: (state, action) => states.stringAfter(state, action),
          },
    );
  }

  search(
    problem: Problem,
    { beam: width, results, budget, target, wanted }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const beam = this.#beam;
    const { system } = beam;
    beam.start(system.begin(problem, target), width);
    this.#wanted = wanted === undefined ? null : system.states.stringsOf(wanted.forms);
    this.#run(stop, observer);
    let { work } = beam;
    if (beam.size === 0 && !beam.isStopped && budget.states > 0) {
      // Every hypothesis ended in a dead end: only now is it worth to look ahead.
      beam.start(system.begin(problem, target), width);
      system.completability = new Completability(system.states, budget, stop);
      this.#run(stop, observer);
      work += beam.work;
    }
    const derivations = distinct(this.#derivations(), problem, results);
    const { isStopped, isCut } = beam;
    const isExhaustive = !isStopped && !isCut;
    return { derivations, isWhole: !isStopped, isExhaustive, isBest: isExhaustive, work };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.system.explain(problem, derivation, observer);
  }

  /** Takes all steps. */
  #run(stop: Stop, observer: Observer | null): void {
    const beam = this.#beam;
    observer?.onStart(NO_WORD);
    for (let step = 0; step < beam.system.steps; step++) {
      beam.step(stop, observer);
      if (this.#wanted !== null && !this.#keepsWanted(this.#wanted)) return;
    }
  }

  /** Whether a kept state has a beginning of the wanted string. */
  #keepsWanted(strings: ReadonlySet<number>): boolean {
    const { kept, size, system } = this.#beam;
    const { data } = system.states;
    for (let i = 0; i < size; i++) if (strings.has(data[kept[i] + Field.String])) return true;
    return false;
  }

  *#derivations(): Generator<Derivation> {
    const { kept, size, system } = this.#beam;
    const { states } = system;
    for (let i = 0; i < size; i++) {
      const isWanted = this.#wanted?.has(states.data[kept[i] + Field.String]) ?? true;
      if (isWanted && states.isFinal(kept[i])) yield system.derivationOf(kept[i]);
    }
  }
}
