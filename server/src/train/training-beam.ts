import { Beam } from '../search/beam.ts';
import { Candidates } from '../search/candidates.ts';
import { ArcStandard } from '../search/arc-standard/arc-standard.ts';
import { Field, NO_STATE } from '../search/arc-standard/states.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { Scoring } from '../scoring/scoring.ts';

/**
 * A beam in which each action of a reference derivation scores less by a margin, and so must win by it.
 * Learning does not end at the first weights that fit the training sentences (compare the large-margin
 * training of Zhang, Blackwood & Clark 2012).
 */
export class TrainingBeam extends Beam<ArcStandard> {
  readonly #margin: number;
  readonly #candidates: MarginCandidates;

  /** @param margin in units of the weights */
  constructor(scoring: Scoring, margin: number) {
    const candidates = new MarginCandidates(margin);
    super(new ArcStandard(scoring), candidates);
    this.#margin = margin;
    this.#candidates = candidates;
  }

  /** What the reference scores after its next action. Its state need not be in the beam. */
  referenceScore(state: number, action: number): number {
    const { system } = this;
    const score = system.observe(state, action, unobserved);
    return system.states.data[state + Field.Score] + score - this.#margin;
  }

  /** Takes a step in which the reference takes this action, from a state that may be NO_STATE. */
  stepBeside(referenceState: number, referenceAction: number): void {
    this.#candidates.referenceState = referenceState;
    this.#candidates.referenceAction = referenceAction;
    this.step();
  }
}

const unobserved: FeatureObserver = { onFeature: () => undefined };

/** Takes the margin off what the reference leads to. */
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
