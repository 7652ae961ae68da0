import type { Problem } from '../../problem/problem.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import { Fluency } from '../../scoring/fluency.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { TransitionSystem } from '../beam.ts';
import type { Candidates } from '../candidates.ts';
import { DerivationBuilder } from '../derivation.ts';
import type { Derivation } from '../search.ts';
import { ActionScores } from './action-scores.ts';
import type { Completability } from './completable.ts';
import { Legality } from './legal.ts';
import { Field, FIRST_SHIFT, LEFTARC, NO_STATE, RIGHTARC, States } from './states.ts';

/**
 * The arc-standard system with an unordered buffer (Liu et al. 2015, Section 2): SHIFT takes any word that is
 * still to come, LEFTARC and RIGHTARC join the two top words of the stack. A bag of n words takes exactly
 * 2n - 1 actions.
 */
export class ArcStandard implements TransitionSystem {
  readonly states: States;
  /**
   * Where set, actions that lead into dead ends are not taken: slow, so only after a search without it found
   * nothing. `begin` unsets it.
   */
  completability: Completability | null = null;

  readonly #scores: ActionScores;
  readonly #fluency: Fluency | null;
  #problem!: Problem;
  #legality!: Legality;

  constructor({ weights, leftOut, fluency }: Scoring) {
    this.#fluency = fluency === null ? null : new Fluency(weights, fluency, leftOut);
    this.states = new States(this.#fluency);
    this.#scores = new ActionScores(weights, leftOut, this.#fluency);
  }

  get steps(): number {
    return 2 * this.#problem.size - 1;
  }

  begin(problem: Problem): number {
    this.#problem = problem;
    this.completability = null;
    this.#fluency?.begin(problem);
    const first = this.states.reset(problem);
    this.#legality = new Legality(this.states);
    this.#scores.begin(problem, this.states);
    return first;
  }

  apply(state: number, action: number, score: number): number {
    return this.states.apply(state, action, score);
  }

  expand(state: number, candidates: Candidates): void {
    const { states } = this;
    const { variantStart, maskLength } = this.#problem;
    const legality = this.#legality;
    const scores = this.#scores;
    const score = states.data[state + Field.Score];
    legality.enter(state);
    scores.enter(state);
    if (legality.leftArc() && this.#leadsOn(state, LEFTARC)) {
      candidates.offer(score + scores.scoreArc(LEFTARC), state, LEFTARC);
    }
    if (legality.rightArc() && this.#leadsOn(state, RIGHTARC)) {
      candidates.offer(score + scores.scoreArc(RIGHTARC), state, RIGHTARC);
    }
    for (let i = 0; i < maskLength; i++) {
      let bits = states.data[state + Field.Masks + i];
      for (; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        const first = variantStart[word];
        if (!legality.shift(word) || !this.#leadsOn(state, FIRST_SHIFT + first)) continue;
        scores.scoreShifts(word);
        const { shifts } = scores;
        for (let variant = first; variant < variantStart[word + 1]; variant++) {
          candidates.offer(score + shifts[variant - first], state, FIRST_SHIFT + variant);
        }
      }
    }
  }

  /** The score that an action adds, its features reported to an observer. */
  observe(state: number, action: number, observer: FeatureObserver): number {
    this.#scores.enter(state);
    return this.#scores.observe(action, observer);
  }

  /** How a state was built. */
  derivationOf(final: number): Derivation {
    const { data } = this.states;
    const states: number[] = [];
    for (let at = final; data[at + Field.Parent] !== NO_STATE; at = data[at + Field.Parent]) {
      states.push(at);
    }
    const builder = new DerivationBuilder();
    for (const state of states.reverse()) {
      const action = data[state + Field.Action];
      const score = data[state + Field.Score] - data[data[state + Field.Parent] + Field.Score];
      if (action >= FIRST_SHIFT) builder.shift(action - FIRST_SHIFT, score);
      else if (action === LEFTARC) builder.leftArc(score);
      else builder.rightArc(score);
    }
    return builder.finish();
  }

  /** Whether a legal action leads to a whole sentence, as far as is looked ahead. */
  #leadsOn(state: number, action: number): boolean {
    return this.completability?.decideAfter(state, action) !== 'no';
  }
}
