import type { Problem } from '../problem/problem.ts';
import { LanguageModel } from '../lm/query/language-model.ts';
import type { UnitsPerNat } from '../model/model.ts';
import type { Beam } from '../search/arc-standard/beam.ts';
import { derivationOf } from '../search/arc-standard/oracle.ts';
import { Field, FIRST_SHIFT, NO_STATE } from '../search/arc-standard/states.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { drawCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { RareWordLexicon, type LexiconParts } from './rare-words.ts';
import { TrainingBeam } from './training-beam.ts';

export const updates = ['max-violation', 'early'] as const;
export type Update = (typeof updates)[number];

export interface TrainerOptions {
  readonly beam: number;
  /** By how many units of the weights each action of the reference is to win. */
  readonly margin: number;
  readonly update: Update;
  /** The share of sentences in which base noun phrases may be merged. */
  readonly phrases: number;
  /** How readily a word is taken for an unknown one (`RareWordLexicon`). */
  readonly dropout: number;
}

/** The language models that are learned with: one for each part of the treebank, made without it. */
export interface TrainerFluency {
  /** Their files, in shared memory. */
  readonly languageModels: readonly SharedArrayBuffer[];
  /** In units of the current weights. */
  readonly unitsPerNat: UnitsPerNat;
}

/** What a trainer is made of: it crosses to a worker as it is. */
export interface TrainerStart {
  /** Which search the weights are for. */
  readonly search: 'transition' | 'bottom-up';
  /** The current weights, in shared memory. They must not change during `decode`. */
  readonly weights: Int16Array;
  /** Null to learn without a language model; the bottom-up search knows none. */
  readonly fluency: TrainerFluency | null;
  readonly lexicon: LexiconParts;
  readonly options: TrainerOptions;
}

/** A training sentence, and the part of the treebank that it is from: which language model has not seen it. */
export interface TrainSentence {
  readonly sentence: Sentence;
  readonly part: number;
}

/** A sentence to learn from, once; all that is random about it follows from the seed. */
export interface Example extends TrainSentence {
  readonly seed: number;
}

/** What an example teaches: features whose weights are to grow by one, and to shrink by one. */
export interface Lesson {
  /** The reference was found, so that there is nothing to learn. */
  readonly found: boolean;
  readonly rewarded: Int32Array;
  readonly punished: Int32Array;
}

/** Trainers in as many threads as the host gives them. */
export interface Trainers {
  readonly threads: number;
  decode(example: Example): Promise<Lesson>;
  /** Ends the threads. */
  close(): Promise<void>;
}

const nothing = new Int32Array(0);

/** Decodes one example at a time, and tells where the search erred; it changes no weights itself. */
export class Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  /** By part of the treebank. */
  readonly #beams: readonly TrainingBeam[];

  constructor({ weights, fluency, lexicon, options }: TrainerStart) {
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#options = options;
    this.#beams =
      fluency === null
        ? [new TrainingBeam({ weights, fluency: null }, options.margin)]
        : fluency.languageModels.map((bytes) => {
            const languageModel = new LanguageModel(new Uint8Array(bytes));
            const { unitsPerNat } = fluency;
            return new TrainingBeam(
              { weights, fluency: { languageModel, unitsPerNat } },
              options.margin,
            );
          });
  }

  /** The lesson is a function of the example and the weights. */
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
    const { states } = beam;
    beam.start(problem, this.#options.beam);
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
function lessonOf(beam: Beam, gold: readonly number[], predicted: number): Lesson {
  const { data } = beam.states;
  const actions: number[] = [];
  let first = predicted;
  for (; data[first + Field.Parent] !== NO_STATE; first = data[first + Field.Parent]) {
    actions.push(data[first + Field.Action]);
  }
  actions.reverse();
  const rewarded = featuresOf(beam, first, gold);
  const punished = featuresOf(beam, first, actions);
  return { found: false, rewarded, punished };
}

function featuresOf(
  { states, features }: Beam,
  first: number,
  actions: readonly number[],
): Int32Array {
  const indices: number[] = [];
  features.collected = indices;
  let state = first;
  for (const action of actions) {
    features.enter(state);
    if (action >= FIRST_SHIFT) features.shift(action - FIRST_SHIFT);
    else features.arc(action);
    state = states.apply(state, action, 0);
  }
  features.collected = null;
  return Int32Array.from(indices);
}
