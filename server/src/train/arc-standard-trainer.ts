import { ArcStandard } from '../search/arc-standard/arc-standard.ts';
import { derivationOf } from '../search/arc-standard/oracle.ts';
import { drawCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import { scoringsOf } from './trainer.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';
import { TrainingBeam } from './training-beam.ts';

/** Learns weights for the transitions of the beam search, by max-violation or early update. */
export class ArcStandardTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  /** Indexed by part of the treebank. */
  readonly #beams: readonly TrainingBeam<ArcStandard>[];

  constructor(start: TrainerStart) {
    const { lexicon, options } = start;
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#options = options;
    this.#beams = scoringsOf(start).map(
      (scoring) => new TrainingBeam(new ArcStandard(scoring), options.margin),
    );
  }

  decode(example: Example): Lesson {
    const { problem, reference } = drawExample(
      example,
      this.#lexicon,
      this.#options.phrases,
      drawCondition,
    );
    const beam = this.#beams[example.part % this.#beams.length];
    return beam.learn(beam.system.begin(problem), derivationOf(reference), this.#options);
  }
}
