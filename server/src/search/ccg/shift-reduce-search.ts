import type { Grammar } from '../../grammar/ccg/grammar.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { Completability } from '../arc-standard/completable.ts';
import { FIRST_SHIFT, LEFTARC } from '../arc-standard/states.ts';
import { Beam } from '../beam.ts';
import { Candidates } from '../candidates.ts';
import { distinct } from '../derivation.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';
import { GLUE_LEFT_GOVERNS, GLUE_RIGHT_GOVERNS } from './actions.ts';
import { ShiftReduce } from './shift-reduce.ts';
import { Field } from './states.ts';

/** Of one string at most so many hypotheses are kept in a step while there are others, among so many times the beam. */
const MOST_OF_A_STRING = 3;
const POOL = 3;
/** How many times as wide a beam is that is tried where no derivation spans the sentence. */
const WIDER = [1, 4, 16];

const unobserved: FeatureObserver = { onFeature: () => undefined };

/** Beam search for derivations over categories: it takes any problem whose words are lexical entries. */
export class ShiftReduceSearch implements Search {
  readonly #beam: Beam<ShiftReduce>;
  /** Hashes of the beginnings of the wanted string, and of all of it; null where all strings are told. */
  #wanted: ReadonlySet<number> | null = null;

  constructor(scoring: Scoring, grammar: Grammar) {
    const system = new ShiftReduce(scoring, grammar);
    const { states } = system;
    this.#beam = new Beam(system, new Candidates(), {
      most: MOST_OF_A_STRING,
      pool: POOL,
      kindOf: (state, action) => states.stringAfter(state, action),
    });
  }

  search(
    problem: Problem,
    { beam: width, results, budget, target, wanted }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const beam = this.#beam;
    const { system } = beam;
    let work = 0;
    let derivations: readonly Derivation[] = [];
    let isWhole = true;
    let isExhaustive = false;
    for (const wider of WIDER) {
      const first = system.begin(problem, target);
      this.#wanted = wanted === undefined ? null : system.states.stringsOf(wanted.forms);
      beam.start(first, width * wider);
      this.#run(stop, observer);
      work += beam.work;
      isWhole &&= !beam.isStopped;
      isExhaustive = !beam.isStopped && !beam.isCut;
      const found = distinct(this.#derivations(), problem, results);
      if (isBetter(found, derivations)) derivations = found;
      if (!isWhole || isExhaustive || derivations.at(0)?.isBroken === false) break;
    }
    if (derivations.length === 0 && !beam.isStopped && budget.states > 0) {
      const glued = this.#glued(problem, stop, Completability.derivationOf(problem, budget, stop));
      if (glued !== null) derivations = [glued];
    }
    return { derivations, isWhole, isExhaustive, isBest: isExhaustive, work };
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

  /** The words in an order that keeps to all constraints, glued together as a dependency tree has them. */
  #glued(problem: Problem, stop: Stop, actions: readonly number[] | null): Derivation | null {
    if (actions === null || stop.requested) return null;
    const { system } = this.#beam;
    const { states } = system;
    let state = system.begin(problem);
    for (const action of actions) {
      let own = action === LEFTARC ? GLUE_RIGHT_GOVERNS : GLUE_LEFT_GOVERNS;
      if (action >= FIRST_SHIFT) {
        own = states.actions.firstShift + states.actions.shiftStart[action - FIRST_SHIFT];
      }
      const score = system.observe(state, own, unobserved);
      state = system.apply(state, own, system.scoreOf(state) + score);
    }
    return system.derivationOf(state);
  }
}

function isBetter(found: readonly Derivation[], before: readonly Derivation[]): boolean {
  if (found.length === 0) return false;
  return before.length === 0 || found[0].score > before[0].score;
}
