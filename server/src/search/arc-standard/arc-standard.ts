import type { Problem } from '../../problem/problem.ts';
import { Fluency } from '../../scoring/fluency.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Candidates } from '../candidates.ts';
import { DerivationBuilder } from '../derivation.ts';
import type { Derivation, Hypothesis } from '../search.ts';
import type { Target } from '../target.ts';
import { ArcStandardScores } from '../../scoring/arc-standard/arc-standard-scores.ts';
import type { Completability } from './completable.ts';
import { Legality } from './legal.ts';
import {
  ArcStandardField,
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../scoring/arc-standard/records.ts';
import { ArcStandardStates } from './states.ts';
import { StackSystem } from '../stack-system.ts';
import { StateField } from '../state-records.ts';

/** The arc-standard system with an unordered buffer (Liu et al. 2015, Section 2). */
export class ArcStandard extends StackSystem<ArcStandardStates, ArcStandardScores> {
  /**
   * If set, `expand` skips actions that lead into dead ends. This is slow, so it is set only after
   * a search has found nothing. `begin` resets it.
   */
  completability: Completability | null = null;

  #legality!: Legality;

  constructor({ weights, leftOut, fluency: model }: Scoring) {
    const fluency = model === null ? null : new Fluency(weights, model, leftOut);
    const scores = new ArcStandardScores(weights, leftOut, fluency);
    super(new ArcStandardStates(fluency), scores, fluency);
  }

  override begin(problem: Problem, target: Target | null = null): number {
    this.completability = null;
    const first = super.begin(problem, target);
    this.#legality = new Legality(this.states);
    return first;
  }

  expand(state: number, candidates: Candidates): void {
    const { states, target } = this;
    const { variantStart, variantForm, maskLength } = this.problem;
    const legality = this.#legality;
    const scores = this.scores;
    const score = states.data[state + StateField.Score];
    const spelled = target?.countSpelled((word) => states.isInBuffer(state, word)) ?? 0;
    legality.enter(state);
    scores.enter(state);
    if (legality.leftArc() && this.#leadsOn(state, LEFTARC)) {
      candidates.offer(score + scores.scoreArc(LEFTARC), state, LEFTARC);
    }
    if (legality.rightArc() && this.#leadsOn(state, RIGHTARC)) {
      candidates.offer(score + scores.scoreArc(RIGHTARC), state, RIGHTARC);
    }
    for (let i = 0; i < maskLength; i++) {
      let bits = states.data[state + ArcStandardField.Masks + i];
      for (; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        if (target !== null && !target.hasWordAt(spelled, word)) continue;
        const first = variantStart[word];
        if (!legality.shift(word) || !this.#leadsOn(state, FIRST_SHIFT + first)) continue;
        scores.scoreShifts(word);
        const { shifts } = scores;
        for (let variant = first; variant < variantStart[word + 1]; variant++) {
          if (target !== null && !target.hasAt(spelled, variantForm[variant])) continue;
          candidates.offer(score + shifts[variant - first], state, FIRST_SHIFT + variant);
        }
      }
    }
  }

  describe(action: number): Pick<Hypothesis, 'action' | 'added'> {
    if (action >= FIRST_SHIFT) return { action: 'SHIFT', added: [action - FIRST_SHIFT] };
    return { action: action === LEFTARC ? 'LEFTARC' : 'RIGHTARC', added: [] };
  }

  protected get actionCount(): number {
    return FIRST_SHIFT + this.problem.variantCount;
  }

  protected actionsTaken({ steps, variants }: Derivation): number[] {
    return steps.map(({ kind, dependent }) => {
      if (kind === 'SHIFT') return FIRST_SHIFT + variants[dependent - 1];
      return kind === 'LEFTARC' ? LEFTARC : RIGHTARC;
    });
  }

  protected arcsOf(): null {
    return null;
  }

  derivationOf(final: number): Derivation {
    const builder = new DerivationBuilder();
    for (const state of this.pathTo(final)) {
      const action = this.actionOf(state);
      const score = this.scoreOf(state) - this.scoreOf(this.parentOf(state));
      if (action >= FIRST_SHIFT) builder.shift(action - FIRST_SHIFT, score);
      else if (action === LEFTARC) builder.leftArc(score);
      else builder.rightArc(score);
    }
    return builder.finish();
  }

  /** Whether a whole sentence may still follow an action, as far as the lookahead knows. */
  #leadsOn(state: number, action: number): boolean {
    return this.completability?.decideAfter(state, action) !== 'no';
  }
}
