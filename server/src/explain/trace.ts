import type { Hypothesis, Observer } from '../search/search.ts';
import type { Target } from '../search/target.ts';
import { NO_WORD } from '../problem/problem.ts';

/** The hypotheses that one beam of a search kept and cut off. */
export interface TracedBeam {
  /**
   * The head, if the beam orders the dependents of one head; NO_WORD if it builds the whole
   * sentence.
   */
  readonly head: number;
  readonly steps: TracedStep[];
}

/** The kept and the cut-off hypotheses of a step, each list best first. */
export interface TracedStep {
  readonly kept: readonly Hypothesis[];
  readonly cutOff: readonly Hypothesis[];
}

/**
 * The place of a step in a search, which may run several beams one after another. `beam` is the
 * index of the beam, and `step` is the index of the step in this beam.
 */
export interface StepPlace {
  readonly beam: number;
  readonly step: number;
}

/** Records the beams of a search. */
export class Recorder implements Observer {
  readonly beams: TracedBeam[] = [];
  readonly #cutOffAt: (place: StepPlace) => number;

  /** @param cutOffAt returns the number of cut-off hypotheses to record for a step */
  constructor(cutOffAt: (place: StepPlace) => number = () => 0) {
    this.#cutOffAt = cutOffAt;
  }

  get cutOff(): number {
    const beam = this.beams.length - 1;
    return this.#cutOffAt({ beam, step: this.beams[beam].steps.length });
  }

  onStart(head: number): void {
    // After dead ends, the search runs the same beam again with a lookahead. Only the last run is
    // kept.
    if (this.beams.at(-1)?.head === head) this.beams.pop();
    this.beams.push({ head, steps: [] });
  }

  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void {
    this.beams.at(-1)!.steps.push({ kept, cutOff });
  }
}

/**
 * The step at which a beam lost a sentence, and the best hypothesis that still leads to the
 * sentence.
 */
export interface Loss extends StepPlace {
  /**
   * The head, if the beam orders the dependents of one head; NO_WORD if it builds the whole
   * sentence.
   */
  readonly head: number;
  /** The number of the step, from 1, counted over all beams of the search. */
  readonly number: number;
  /**
   * The words, as variants, of the step's best hypothesis that leads to the sentence. If the step
   * made no such hypothesis, the words of the best such hypothesis before the step.
   */
  readonly variants: readonly number[];
  /**
   * The rank, from 1, of this hypothesis among all results of the step, kept or not. Null if the
   * step made no hypothesis that leads to the sentence.
   */
  readonly rank: number | null;
  /** How many hypotheses the step kept. A step may keep fewer than the width of the beam. */
  readonly kept: number;
}

/**
 * Finds the first step after which no kept hypothesis leads to the target; null if there is no such
 * step. A hypothesis leads to the target if the target begins with the words of the hypothesis. In
 * a beam that orders the dependents of one head, these words may stand anywhere in the target.
 */
export function findLoss(beams: readonly TracedBeam[], target: Target): Loss | null {
  let number = 0;
  for (const [beam, { head, steps }] of beams.entries()) {
    const isPart = (variants: readonly number[]): boolean =>
      head === NO_WORD ? target.beginsWith(variants) : target.has(variants);
    let before: readonly (readonly number[] | null)[] = [[]];
    for (const [step, { kept, cutOff }] of steps.entries()) {
      number++;
      const variantsOf = ({ parent, added }: Hypothesis): readonly number[] | null => {
        const earlier = before[parent];
        if (earlier === null) return null;
        if (added.length === 0) return earlier;
        const variants = [...earlier, ...added];
        return isPart(variants) ? variants : null;
      };
      const parts = kept.map(variantsOf);
      if (parts.every((part) => part === null)) {
        const rest = cutOff.map(variantsOf);
        const place = rest.findIndex((part) => part !== null);
        const last = before.find((part) => part !== null) ?? [];
        return {
          beam,
          step,
          head,
          number,
          kept: kept.length,
          variants: place < 0 ? last : rest[place]!,
          // Counts only kept hypotheses that score at least as much as the cut-off one. A diverse
          // beam also keeps some hypotheses with a lower score.
          rank:
            place < 0
              ? null
              : kept.filter(({ score }) => score >= cutOff[place].score).length + place + 1,
        };
      }
      before = parts;
    }
  }
  return null;
}
