import { Beam } from '../search/arc-standard/beam.ts';
import { Field, NO_STATE } from '../search/arc-standard/states.ts';
import type { Scoring } from '../scoring/scoring.ts';

/**
 * A beam in which each action of a reference derivation scores less by a margin, and so must win by it.
 * Learning does not end at the first weights that fit the training sentences (compare the large-margin
 * training of Zhang, Blackwood & Clark 2012).
 */
export class TrainingBeam extends Beam {
  readonly #margin: number;
  #referenceState = NO_STATE;
  #referenceAction = 0;

  /** @param margin in units of the weights */
  constructor(scoring: Scoring, margin: number) {
    super(scoring);
    this.#margin = margin;
  }

  /** What the reference scores after its next action. Its state need not be in the beam. */
  referenceScore(state: number, action: number): number {
    this.#referenceState = NO_STATE;
    this.features.enter(state);
    return this.states.data[state + Field.Score] + this.scoreOf(action) - this.#margin;
  }

  /** Takes a step in which the reference takes this action, from a state that may be NO_STATE. */
  stepBeside(referenceState: number, referenceAction: number): void {
    this.#referenceState = referenceState;
    this.#referenceAction = referenceAction;
    this.step();
  }

  override scoreOf(action: number): number {
    const isReference =
      action === this.#referenceAction && this.features.state === this.#referenceState;
    return super.scoreOf(action) - (isReference ? this.#margin : 0);
  }
}
