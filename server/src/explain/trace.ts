import type { Hypothesis, Observer } from '../search/search.ts';
import type { Target } from '../search/target.ts';
import { NO_WORD } from '../problem/problem.ts';

export interface TracedBeam {
  /** The head of the dependents to order; NO_WORD if the beam builds the whole sentence. */
  readonly head: number;
  readonly steps: TracedStep[];
}

/** Both lists are best first. */
export interface TracedStep {
  readonly kept: readonly Hypothesis[];
  readonly cutOff: readonly Hypothesis[];
}

/**
 * The place of a step in a search, which may run several beams one after another. `step` is an
 * index in the beam.
 */
export interface StepPlace {
  readonly beam: number;
  readonly step: number;
}

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

export interface Loss extends StepPlace {
  /** The head of the dependents to order; NO_WORD if the beam builds the whole sentence. */
  readonly head: number;
  /** Counted from 1 over all beams of the search. */
  readonly number: number;
  /** The variants of the words in `LossReport.prefix`. */
  readonly variants: readonly number[];
  /**
   * The rank of the hypothesis `variants` among all results of the step, from 1. Null if the step
   * did not make this hypothesis.
   */
  readonly rank: number | null;
  /** The number of hypotheses that the step kept. */
  readonly kept: number;
}

/**
 * Finds the first step after which no kept hypothesis leads to the target. A hypothesis leads to
 * the target if the target begins with its words. In a beam that orders the dependents of one head,
 * these words may stand anywhere in the target.
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
          // A diverse beam (`SentenceBeam`) may keep hypotheses that score less than this cut-off
          // hypothesis. The rank counts only hypotheses that score at least as much.
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
