import { Beam, type TransitionSystem } from '../search/beam.ts';
import { Candidates } from '../search/candidates.ts';
import { NO_STATE } from '../search/state-records.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { Lesson, TrainerOptions } from './trainer.ts';

/** A transition system with weights to learn. */
export interface LearnedSystem extends TransitionSystem {
  /**
   * Returns the score that an action adds to a state, and reports the action's features to the
   * observer.
   */
  observe(state: number, action: number, observer: FeatureObserver | null): number;
  scoreOf(state: number): number;
  /** NO_STATE for the first state. */
  parentOf(state: number): number;
  actionOf(state: number): number;
}

const nothing = new Int32Array(0);

/**
 * A beam that subtracts a margin from the score of each action of the reference, the derivation of
 * the treebank's sentence. So learning goes on until the reference beats all others by the sum of
 * the margins (compare the large-margin training of Zhang, Blackwood & Clark 2012).
 */
export class TrainingBeam<System extends LearnedSystem> extends Beam<System> {
  readonly #margin: number;
  readonly #candidates: MarginCandidates;

  /** @param margin in units of the weights */
  constructor(system: System, margin: number) {
    const candidates = new MarginCandidates(margin);
    super(system, candidates);
    this.#margin = margin;
    this.#candidates = candidates;
  }

  /**
   * Runs the search, one step for each action of the reference. If the reference does not come out
   * first, returns the features to reward and to punish (max-violation or early update).
   *
   * @param gold the actions of the reference
   */
  learn(
    first: number,
    gold: readonly number[],
    { beam, update }: Pick<TrainerOptions, 'beam' | 'update'>,
  ): Lesson {
    const { system } = this;
    this.start(first, beam);
    let goldState = first;
    /**
     * The gold state is the state after the reference's actions so far. `inBeam` is the gold state,
     * or NO_STATE once the beam has dropped it.
     */
    let inBeam = goldState;
    const isEarly = update === 'early';
    let worst = 0;
    let worstStep = 0;
    let worstState = NO_STATE;
    for (const [step, action] of gold.entries()) {
      const added = system.observe(goldState, action, null);
      const score = system.scoreOf(goldState) + added - this.#margin;
      goldState = system.apply(goldState, action, score);
      this.#candidates.referenceState = inBeam;
      this.#candidates.referenceAction = action;
      this.step();
      let next = NO_STATE;
      for (let i = 0; i < this.size && inBeam !== NO_STATE; i++) {
        const state = this.kept[i];
        if (system.parentOf(state) === inBeam && system.actionOf(state) === action) next = state;
      }
      inBeam = next;
      const best = this.kept[0];
      const violation = system.scoreOf(best) - score;
      // Max-violation learns from the step with the largest violation. Early update learns from the
      // step in which the beam loses the gold state, even if an earlier violation was larger
      // (Collins & Roark 2004).
      if (best !== inBeam && (isEarly || violation >= worst)) {
        worst = violation;
        worstStep = step;
        worstState = best;
      }
      if (isEarly && inBeam === NO_STATE) break;
    }
    const found = inBeam !== NO_STATE && inBeam === this.kept[0];
    if (found || worstState === NO_STATE) return { found, rewarded: nothing, punished: nothing };
    return this.#lessonOf(first, gold.slice(0, worstStep + 1), worstState);
  }

  /** Rewards the reference's actions, and punishes those that led to `predicted`. */
  #lessonOf(first: number, gold: readonly number[], predicted: number): Lesson {
    const { system } = this;
    const actions: number[] = [];
    for (let at = predicted; system.parentOf(at) !== NO_STATE; at = system.parentOf(at)) {
      actions.push(system.actionOf(at));
    }
    actions.reverse();
    const rewarded = this.#featuresOf(first, gold);
    const punished = this.#featuresOf(first, actions);
    return { found: false, rewarded, punished };
  }

  #featuresOf(first: number, actions: readonly number[]): Int32Array {
    const places: number[] = [];
    const observer: FeatureObserver = {
      onFeature: (_group, _template, place) => places.push(place),
    };
    let state = first;
    for (const action of actions) {
      this.system.observe(state, action, observer);
      state = this.system.apply(state, action, 0);
    }
    return Int32Array.from(places);
  }
}

/** Subtracts the margin from the score of the reference's candidate. */
export class MarginCandidates extends Candidates {
  referenceState = NO_STATE;
  referenceAction = 0;
  readonly #margin: number;

  constructor(margin: number) {
    super();
    this.#margin = margin;
  }

  override offer(score: number, parent: number, action: number): void {
    const isReference = parent === this.referenceState && action === this.referenceAction;
    super.offer(isReference ? score - this.#margin : score, parent, action);
  }
}
