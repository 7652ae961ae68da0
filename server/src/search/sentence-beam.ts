import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { Stop } from '../util/stop.ts';
import { Beam, type TransitionSystem } from './beam.ts';
import { Candidates } from './candidates.ts';
import type { Derivation, Move, Observer, SearchOptions } from './search.ts';
import type { Target } from './target.ts';

/** A transition system whose derivations spell sentences over the words of a problem. */
export interface SentenceSystem extends TransitionSystem {
  /**
   * @param target where given, words are shifted as it spells them
   * @returns the first state
   */
  begin(problem: Problem, target: Target | null): number;
  /** A hash of a state's string, and of what it is after an action. */
  stringOf(state: number): number;
  stringAfter(state: number, action: number): number;
  /** The hashes of the beginnings of a string of surface words, from none of them to all. */
  stringsOf(forms: Int32Array): ReadonlySet<number>;
  /** Whether a state's derivation is whole. */
  isFinal(state: number): boolean;
  derivationOf(state: number): Derivation;
  scoreOf(state: number): number;
}

/**
 * All that is legal in a state, the best first.
 *
 * @param most actions that there may be
 */
export function movesFrom(system: SentenceSystem, state: number, most: number): Move[] {
  const candidates = new Candidates();
  candidates.begin(most);
  system.expand(state, candidates);
  candidates.sort();
  const before = system.scoreOf(state);
  return Array.from({ length: candidates.size }, (_, i) => ({
    ...system.describe(candidates.action[i]),
    score: candidates.score[i] - before,
  }));
}

/**
 * Of one string at most so many hypotheses are kept in a step while there are others: a bag without arcs has many
 * trees of the same words, and a beam that is full of them ends in few sentences.
 */
const MOST_OF_A_STRING = 3;
/** The others are among the best so many times the beam. */
const POOL = 3;

/** A beam over such a system, from the first word to whole sentences. */
export class SentenceBeam<System extends SentenceSystem> extends Beam<System> {
  /** Hashes of the beginnings of the wanted string, and of all of it; null where all strings are told. */
  #wanted: ReadonlySet<number> | null = null;

  /** @param isDiverse whether it keeps few hypotheses of one string while there are others */
  constructor(system: System, isDiverse: boolean) {
    const kindOf = (state: number, action: number): number => system.stringAfter(state, action);
    const diversity = isDiverse ? { most: MOST_OF_A_STRING, pool: POOL, kindOf } : null;
    super(system, new Candidates(), diversity);
  }

  /** Begins with a problem: nothing is kept of the one before. */
  begin(
    problem: Problem,
    width: number,
    { target, wanted }: Pick<SearchOptions, 'target' | 'wanted'>,
  ): void {
    this.start(this.system.begin(problem, target ?? null), width);
    this.#wanted = wanted === undefined ? null : this.system.stringsOf(wanted.forms);
  }

  /** Takes all steps; it ends before, where a string is wanted and no state that is kept can spell it. */
  run(stop: Stop, observer: Observer | null): void {
    observer?.onStart(NO_WORD);
    for (let step = 0; step < this.system.steps; step++) {
      this.step(stop, observer);
      if (this.#wanted !== null && !this.#keepsWanted(this.#wanted)) return;
    }
  }

  /** The derivations of the whole sentences that are kept, best first. */
  *derivations(): Generator<Derivation> {
    const { kept, size, system } = this;
    for (let i = 0; i < size; i++) {
      const isWanted = this.#wanted?.has(system.stringOf(kept[i])) ?? true;
      if (isWanted && system.isFinal(kept[i])) yield system.derivationOf(kept[i]);
    }
  }

  /** Whether a kept state has a beginning of the wanted string. */
  #keepsWanted(strings: ReadonlySet<number>): boolean {
    for (let i = 0; i < this.size; i++) {
      if (strings.has(this.system.stringOf(this.kept[i]))) return true;
    }
    return false;
  }
}
