import { ShiftReduce } from '../search/ccg/shift-reduce.ts';
import { DerivedExamples } from './derived-examples.ts';
import { noLesson, scoringsOf } from './trainer.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';
import { TrainingBeam } from './training-beam.ts';

/** Longer sentences are skipped: they take long, and the beam finds few of their derivations. */
const MOST_WORDS = 40;

/** Learns weights for shift-reduce parsing over categories, by max-violation or early update. */
export class CcgTrainer implements Trainer {
  readonly #examples: DerivedExamples;
  readonly #options: TrainerOptions;
  /** Indexed by part of the treebank. */
  readonly #beams: readonly TrainingBeam<ShiftReduce>[];

  /** @throws {RangeError} if there is no grammar */
  constructor(start: TrainerStart) {
    this.#examples = new DerivedExamples(start, MOST_WORDS);
    this.#options = start.options;
    const { grammar } = this.#examples;
    this.#beams = scoringsOf(start).map(
      (scoring) => new TrainingBeam(new ShiftReduce(scoring, grammar), start.options.margin),
    );
  }

  decode(example: Example): Lesson {
    const drawn = this.#examples.draw(example);
    if (drawn === null) return noLesson;
    const beam = this.#beams[example.part % this.#beams.length];
    const first = beam.system.begin(drawn.problem);
    const gold = beam.system.actionsOf(drawn.derivation, drawn.variants);
    return gold === null ? noLesson : beam.learn(first, gold, this.#options);
  }
}
