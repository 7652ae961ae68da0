import type { Problem } from '../problem/problem.ts';
import { LanguageModel } from '../lm/query/language-model.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { ArcStandard } from '../search/arc-standard/arc-standard.ts';
import { derivationOf } from '../search/arc-standard/oracle.ts';
import { Field, NO_STATE } from '../search/arc-standard/states.ts';
import { drawCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { RareWordLexicon } from './rare-words.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';
import { TrainingBeam } from './training-beam.ts';

const nothing = new Int32Array(0);

/** Learns weights for the transitions of the beam search (max-violation or early update). */
export class ArcStandardTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  /** By part of the treebank. */
  readonly #beams: readonly TrainingBeam[];

  constructor({ weights, fluency, lexicon, options }: TrainerStart) {
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#options = options;
    const leftOut = new Set(options.withoutTemplates);
    this.#beams =
      fluency === null
        ? [new TrainingBeam({ weights, leftOut, fluency: null }, options.margin)]
        : fluency.languageModels.map((bytes) => {
            const languageModel = new LanguageModel(new Uint8Array(bytes));
            const { unitsPerNat } = fluency;
            return new TrainingBeam(
              { weights, leftOut, fluency: { languageModel, unitsPerNat } },
              options.margin,
            );
          });
  }

  decode(example: Example): Lesson {
    const { problem, reference } = drawExample(
      example,
      this.#lexicon,
      this.#options.phrases,
      drawCondition,
    );
    return this.#decode(
      this.#beams[example.part % this.#beams.length],
      problem,
      derivationOf(reference),
    );
  }

  #decode(beam: TrainingBeam, problem: Problem, gold: readonly number[]): Lesson {
    const { states } = beam.system;
    beam.start(beam.system.begin(problem), this.#options.beam);
    let goldState = beam.kept[0];
    /** The gold state's copy in the beam; NO_STATE once it has fallen out. */
    let inBeam = goldState;
    const isEarly = this.#options.update === 'early';
    let worst = 0;
    let worstStep = 0;
    let worstState = NO_STATE;
    for (const [step, action] of gold.entries()) {
      const score = beam.referenceScore(goldState, action);
      goldState = states.apply(goldState, action, score);
      beam.stepBeside(inBeam, action);
      let next = NO_STATE;
      for (let i = 0; i < beam.size && inBeam !== NO_STATE; i++) {
        const state = beam.kept[i];
        const { data } = states;
        if (data[state + Field.Parent] === inBeam && data[state + Field.Action] === action) {
          next = state;
        }
      }
      inBeam = next;
      const best = beam.kept[0];
      const violation = states.data[best + Field.Score] - score;
      // Early update is made at the fall-out, however large the violation (Collins & Roark 2004).
      if (best !== inBeam && (isEarly || violation >= worst)) {
        worst = violation;
        worstStep = step;
        worstState = best;
      }
      if (isEarly && inBeam === NO_STATE) break;
    }
    const found = inBeam !== NO_STATE && inBeam === beam.kept[0];
    if (found || worstState === NO_STATE) return { found, rewarded: nothing, punished: nothing };
    return lessonOf(beam, gold.slice(0, worstStep + 1), worstState);
  }
}

/** Rewards the reference's prefix, and punishes the derivation of `predicted`. */
function lessonOf({ system }: TrainingBeam, gold: readonly number[], predicted: number): Lesson {
  const { data } = system.states;
  const actions: number[] = [];
  let first = predicted;
  for (; data[first + Field.Parent] !== NO_STATE; first = data[first + Field.Parent]) {
    actions.push(data[first + Field.Action]);
  }
  actions.reverse();
  const rewarded = featuresOf(system, first, gold);
  const punished = featuresOf(system, first, actions);
  return { found: false, rewarded, punished };
}

function featuresOf(system: ArcStandard, first: number, actions: readonly number[]): Int32Array {
  const places: number[] = [];
  const observer: FeatureObserver = { onFeature: (_group, _template, place) => places.push(place) };
  let state = first;
  for (const action of actions) {
    system.observe(state, action, observer);
    state = system.apply(state, action, 0);
  }
  return Int32Array.from(places);
}
