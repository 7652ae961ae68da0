import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { Stop } from '../util/stop.ts';
import { Beam, type TransitionSystem } from './beam.ts';
import { Candidates } from './candidates.ts';
import type { Derivation, Move, Observer, SearchOptions } from './search.ts';
import type { Target } from './target.ts';

/** A transition system for sentences over the words of a problem. */
export interface SentenceSystem extends TransitionSystem {
  /**
   * @param target the only string that sentences may spell; null for any string
   * @returns the first state
   */
  begin(problem: Problem, target: Target | null): number;
  /**
   * Returns a hash of the string so far. The next two methods return such hashes, too:
   * `stringAfter` of the string after an action, and `stringsOf` of all beginnings of a string of
   * surface words, including the empty beginning.
   */
  stringOf(state: number): number;
  stringAfter(state: number, action: number): number;
  stringsOf(forms: Int32Array): ReadonlySet<number>;
  isFinal(state: number): boolean;
  derivationOf(state: number): Derivation;
  scoreOf(state: number): number;
}

/**
 * Lists all legal actions of a state, the best first.
 *
 * @param most an upper bound of their number
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
 * A step keeps at most this many hypotheses with the same string, if it has enough other strings.
 * Without given arcs, one string has many trees. If they filled the beam, it would end in few
 * sentences.
 */
const MOST_OF_A_STRING = 3;
const POOL = 3;

export class SentenceBeam<System extends SentenceSystem> extends Beam<System> {
  /** Hashes of the wanted string and of all its beginnings; null if any string will do. */
  #wanted: ReadonlySet<number> | null = null;

  /**
   * @param isDiverse whether a step keeps only a few hypotheses of one string (`MOST_OF_A_STRING`)
   */
  constructor(system: System, isDiverse: boolean) {
    const kindOf = (state: number, action: number): number => system.stringAfter(state, action);
    const diversity = isDiverse ? { most: MOST_OF_A_STRING, pool: POOL, kindOf } : null;
    super(system, new Candidates(), diversity);
  }

  begin(
    problem: Problem,
    width: number,
    { target, wanted }: Pick<SearchOptions, 'target' | 'wanted'>,
  ): void {
    this.start(this.system.begin(problem, target ?? null), width);
    this.#wanted = wanted === undefined ? null : this.system.stringsOf(wanted.forms);
  }

  /** Takes all steps. Ends early if a string is wanted and no kept state can spell it. */
  run(stop: Stop, observer: Observer | null): void {
    observer?.onStart(NO_WORD);
    for (let step = 0; step < this.system.steps; step++) {
      this.step(stop, observer);
      if (this.#wanted !== null && !this.#keepsWanted(this.#wanted)) return;
    }
  }

  /**
   * Yields the derivations of complete sentences, best first. If a string is wanted, other strings
   * are left out.
   */
  *derivations(): Generator<Derivation> {
    const { kept, size, system } = this;
    for (let i = 0; i < size; i++) {
      const isWanted = this.#wanted?.has(system.stringOf(kept[i])) ?? true;
      if (isWanted && system.isFinal(kept[i])) yield system.derivationOf(kept[i]);
    }
  }

  /** Whether some kept state spells the wanted string or a beginning of it. */
  #keepsWanted(strings: ReadonlySet<number>): boolean {
    for (let i = 0; i < this.size; i++) {
      if (strings.has(this.system.stringOf(this.kept[i]))) return true;
    }
    return false;
  }
}
