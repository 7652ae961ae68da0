import type { Hypothesis, Observer } from '../search/search.ts';
import type { Target } from '../search/target.ts';
import { NO_WORD } from '../problem/problem.ts';

/** What one beam of a search kept and cut off. */
export interface TracedBeam {
  /** The word whose dependents it orders; NO_WORD where it orders the whole sentence. */
  readonly head: number;
  readonly steps: TracedStep[];
}

/** Both best first. */
export interface TracedStep {
  readonly kept: readonly Hypothesis[];
  readonly cutOff: readonly Hypothesis[];
}

/** Where a step is: the beam, in the order in which they ran, and the step in it, from 0. */
export interface StepPlace {
  readonly beam: number;
  readonly step: number;
}

/** Records what a search does. */
export class Recorder implements Observer {
  readonly beams: TracedBeam[] = [];
  readonly #cutOffAt: (place: StepPlace) => number;

  /** @param cutOffAt how many of what a step cuts off are recorded */
  constructor(cutOffAt: (place: StepPlace) => number = () => 0) {
    this.#cutOffAt = cutOffAt;
  }

  get cutOff(): number {
    const beam = this.beams.length - 1;
    return this.#cutOffAt({ beam, step: this.beams[beam].steps.length });
  }

  onStart(head: number): void {
    // A search that looks ahead, after one that met dead ends.
    if (this.beams.at(-1)?.head === head) this.beams.pop();
    this.beams.push({ head, steps: [] });
  }

  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void {
    this.beams.at(-1)!.steps.push({ kept, cutOff });
  }
}

/** Where a string left the beam, and the best hypothesis that would have led on to it. */
export interface Loss extends StepPlace {
  /** The word whose dependents were ordered; NO_WORD where it was the whole sentence. */
  readonly head: number;
  /** Steps of all beams so far, this one included. */
  readonly number: number;
  /** The variants of that hypothesis so far. */
  readonly variants: readonly number[];
  /** Its rank among all that the step led to, from 1; null where there was none. */
  readonly rank: number | null;
}

/**
 * The first step after which no hypothesis that was kept is a part of the target: of the whole sentence its
 * beginning, of a head's words any part. Null where one is kept to the end.
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
          variants: place < 0 ? last : rest[place]!,
          // A beam of different hypotheses may keep some that score less.
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
