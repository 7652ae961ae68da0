import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import { aloneLinearizations } from '../search/bottom-up/bottom-up.ts';
import { HeadBeam } from '../search/bottom-up/head-beam.ts';
import { headsUpwards, HeadSystem } from '../search/bottom-up/head-system.ts';
import { LinearizationField } from '../scoring/bottom-up/records.ts';
import type { Reference } from '../search/arc-standard/oracle.ts';
import { drawTreeCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import { scoringsOf } from './trainer.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';
import { MarginCandidates } from './training-beam.ts';

/**
 * A linearization puts the words of a subtree in order. A head chooses among this many
 * linearizations of each dependent.
 */
const KEPT = 8;

/** An error at a head: the linearization of the reference, and the linearization that beat it. */
interface Violation {
  readonly reference: number;
  readonly best: number;
  /** The difference of their scores. */
  readonly amount: number;
  /** Whether both linearizations are complete. */
  readonly isWhole: boolean;
}

/**
 * Orders full trees from the leaves up, one example at a time, and reports the largest error at
 * every head. Without an error, a head passes on its best linearizations, so that the head above
 * learns from the input that the search will give it. After an error, it passes on only the
 * reference's linearization.
 */
export class BottomUpTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  readonly #candidates: MarginCandidates;
  /** Indexed by part of the treebank. */
  readonly #beams: readonly HeadBeam[];
  /** For the part of the current example. */
  #beam: HeadBeam;
  /** Indexed by word: the linearizations that the word passes to its head. */
  #choices: Int32Array[] = [];
  /** Indexed by word: the linearization that has the reference's order. */
  #references: number[] = [];

  constructor(start: TrainerStart) {
    const { lexicon, options } = start;
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#options = options;
    this.#candidates = new MarginCandidates(options.margin);
    this.#beams = scoringsOf(start).map(
      (scoring) => new HeadBeam(new HeadSystem(scoring), this.#candidates),
    );
    [this.#beam] = this.#beams;
  }

  decode(example: Example): Lesson {
    const { phrases } = this.#options;
    this.#beam = this.#beams[example.part % this.#beams.length];
    const { system } = this.#beam;
    const { problem, reference } = drawExample(example, this.#lexicon, phrases, drawTreeCondition);
    system.begin(problem);
    this.#choices = aloneLinearizations(problem, system.linearizations);
    this.#references = this.#choices.map(([alone]) => alone);
    const sequences = sequencesOf(reference, problem);
    const rewarded: number[] = [];
    const punished: number[] = [];
    for (const head of headsUpwards(problem)) {
      const { violation, whole } = this.#order(head, sequences[head]);
      if (violation !== null) {
        this.#collect(violation.reference, violation.isWhole, rewarded);
        this.#collect(violation.best, violation.isWhole, punished);
        // `#collect` leaves out the features inside the dependents. These differ too if `best`
        // contains another linearization of a dependent than the reference does.
        for (const placed of this.#placedIn(violation.best)) {
          const expected = this.#references[this.#wordOf(placed)];
          if (placed === expected) continue;
          this.#collectInside(placed, punished);
          this.#collectInside(expected, rewarded);
        }
      }
      this.#references[head] = whole;
    }
    system.linearizations.release();
    return {
      found: rewarded.length === 0 && punished.length === 0,
      rewarded: Int32Array.from(rewarded),
      punished: Int32Array.from(punished),
    };
  }

  /**
   * Orders a head with its dependents. Stores in `#choices` the linearizations to pass on to the
   * head above.
   *
   * @param sequence the head and its dependents, in the reference's order
   * @returns the largest error, and the complete linearization in the reference's order
   */
  #order(
    head: number,
    sequence: readonly number[],
  ): { readonly violation: Violation | null; readonly whole: number } {
    const beam = this.#beam;
    const { system } = beam;
    const candidates = this.#candidates;
    beam.start(system.start(head, this.#choices, this.#options.beam), this.#options.beam);
    let reference = beam.kept[0];
    let hasFallenOut = false;
    let worst: Violation | null = null;
    for (const [step, word] of sequence.entries()) {
      const placed = this.#references[word];
      const score = system.scoreOf(reference, placed) - this.#options.margin;
      candidates.referenceState = reference;
      candidates.referenceAction = placed;
      beam.step();
      const { data } = system.linearizations;
      const inBeam = this.#kept().find(
        (state) =>
          data[state + LinearizationField.Parent] === reference &&
          data[state + LinearizationField.Placed] === placed,
      );
      hasFallenOut ||= inBeam === undefined;
      reference = inBeam ?? system.apply(reference, placed, score);
      if (step < sequence.length - 1) worst = this.#worse(worst, reference, false);
    }
    beam.finish();
    const kept = this.#kept();
    if (!kept.includes(reference)) system.end(reference);
    // Errors in prefixes do not matter if the complete reference comes first and none of its
    // prefixes has fallen out of the beam.
    if (kept[0] === reference && !hasFallenOut) worst = null;
    else worst = this.#worse(worst, reference, true);
    if (worst === null) {
      const best = [...kept.subarray(0, KEPT)];
      this.#choices[head] = Int32Array.from(best.includes(reference) ? best : [...best, reference]);
    } else {
      this.#choices[head] = Int32Array.of(reference);
    }
    return { violation: worst, whole: reference };
  }

  #kept(): Int32Array {
    return this.#beam.kept.subarray(0, this.#beam.size);
  }

  /**
   * If another linearization than `reference` is the best in the beam, this is a violation. Returns
   * the larger of this violation and `worst`.
   */
  #worse(worst: Violation | null, reference: number, isWhole: boolean): Violation | null {
    const best = this.#beam.kept[0];
    const { data } = this.#beam.system.linearizations;
    const amount =
      data[best + LinearizationField.Score] - data[reference + LinearizationField.Score];
    if (best === reference || (worst !== null && amount < worst.amount)) return worst;
    return { reference, best, amount, isWhole };
  }

  /**
   * Returns the linearizations that a linearization consists of, from left to right: one for the
   * head alone, and one for each dependent.
   */
  #placedIn(linearization: number): number[] {
    const { linearizations } = this.#beam.system;
    return linearizations
      .statesTo(linearization)
      .map((state) => linearizations.data[state + LinearizationField.Placed]);
  }

  /** Appends the features of a linearization, without the features inside its dependents. */
  #collect(linearization: number, isWhole: boolean, into: number[]): void {
    const { system } = this.#beam;
    const { linearizations } = system;
    const observer: FeatureObserver = {
      onFeature: (_group, _template, place) => into.push(place),
    };
    for (const state of linearizations.statesTo(linearization)) {
      const { data } = linearizations;
      system.observe(
        data[state + LinearizationField.Parent],
        data[state + LinearizationField.Placed],
        observer,
      );
    }
    if (isWhole) system.observeEnd(linearization, observer);
  }

  /** Appends all features of a complete linearization. A single word has none. */
  #collectInside(linearization: number, into: number[]): void {
    const placed = this.#placedIn(linearization);
    if (placed.length === 0) return;
    this.#collect(linearization, true, into);
    for (const inner of placed) this.#collectInside(inner, into);
  }

  #wordOf(linearization: number): number {
    return this.#beam.system.linearizations.data[linearization + LinearizationField.Head];
  }
}

/** Returns, indexed by word: the word and its dependents, in the reference's order. */
function sequencesOf({ words }: Reference, problem: Problem): number[][] {
  const sequences: number[][] = Array.from({ length: problem.size }, () => []);
  for (const word of words) {
    sequences[word].push(word);
    const head = problem.head[word];
    if (head !== NO_WORD) sequences[head].push(word);
  }
  return sequences;
}
