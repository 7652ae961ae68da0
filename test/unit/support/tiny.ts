import type { BestFirstLearning } from '../../../server/src/train/trainer.ts';
import { readFileSync } from 'node:fs';
import { countNgrams } from '../../../server/src/lm/build/counts.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { estimateKneserNey } from '../../../server/src/lm/build/kneser-ney.ts';
import { countVocabulary } from '../../../server/src/lm/build/count-vocabulary.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../../server/src/lm/query/format.ts';
import { encodeModel, MODEL_FORMAT, type Model } from '../../../server/src/model/model.ts';
import { dependencySearches } from '../../../server/src/train/phases.ts';
import {
  train,
  type TrainingData,
  type TrainLanguageModel,
  type TrainOptions,
} from '../../../server/src/train/train.ts';
import { readConllu } from '../../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../../server/src/treebank/select.ts';
import type { SharedResources } from '../../../server/src/hosts/node/realizers.ts';
import { loadResources } from '../../../server/src/hosts/node/resources.ts';
import { shareModelFile } from '../../../server/src/hosts/node/model-file.ts';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import { silent } from './silent.ts';

const text = readFileSync(new URL('../../fixtures/tiny.conllu', import.meta.url), 'utf8');

export const tinyTreebank = readConllu(text);
export const tinySentences = selectSentences(tinyTreebank).sentences;

/** The number of parts among which the sentences are divided. */
const PARTS = 2;

/** A single thread needs no workers, and so no scripts. */
const alone = trainIn(1, { worker: '', trainWorker: '' });

/** A model of four sentences, which it learns by heart. */
export function tinyModel(seed = 1, host = alone, passes = 8): Promise<Model> {
  return trainTiny(null, seed, host, passes);
}

/** The same, also with weights for best-first. */
export function tinyBestFirstModel(): Promise<Model> {
  return trainTiny(null, 1, alone, 8, dependencySearches);
}

/** The same, also with weights for use with the sentences' language model. */
export function tinyFluentModel(seed = 1, host = alone, passes = 8): Promise<Model> {
  return trainTiny(tinyTrainLanguageModel(), seed, host, passes);
}

/** The language model of the sentences, and for each part a language model that was built without it. */
export function tinyTrainLanguageModel(): TrainLanguageModel {
  return {
    name: 'tiny.bow-lm',
    whole: shareModelFile(tinyLanguageModel(), LANGUAGE_MODEL_FORMAT),
    parts: Array.from({ length: PARTS }, (_, part) =>
      shareModelFile(
        tinyLanguageModel((place) => place % PARTS !== part),
        LANGUAGE_MODEL_FORMAT,
      ),
    ),
  };
}

/** The file of a language model of the sentences for which `isUsed(place)` holds. */
export function tinyLanguageModel(isUsed: (place: number) => boolean = () => true): Uint8Array {
  const sentences = tinySentences.filter((_, place) => isUsed(place)).map(({ forms }) => forms);
  const counts = countNgrams(sentences, countVocabulary(sentences, 1, false), 3);
  return encodeLanguageModel(estimateKneserNey(counts), null);
}

/** The fluent model and its language model, as threads share them. */
export async function tinyFluent(): Promise<SharedResources> {
  const files = {
    model: shareModelFile(encodeModel(await tinyFluentModel()), MODEL_FORMAT),
    languageModel: shareModelFile(tinyLanguageModel(), LANGUAGE_MODEL_FORMAT),
  };
  return { files, resources: loadResources(files) };
}

function trainTiny(
  languageModel: TrainLanguageModel | null,
  seed: number,
  host: typeof alone,
  passes: number,
  searches = tinyOptions(seed, passes).searches,
): Promise<Model> {
  const options = { ...tinyOptions(seed, passes), searches };
  return train(tinyData(languageModel), options, host, silent);
}

/** The training data of the tiny models. */
export function tinyData(languageModel: TrainLanguageModel | null): TrainingData {
  return {
    sentences: tinySentences.map((sentence, place) => ({ sentence, part: place % PARTS })),
    development: tinySentences,
    parsed: { names: [], sentences: [] },
    classTexts: { names: ['tiny.conllu'], sentences: tinySentences.map(({ forms }) => forms) },
    languageModel,
    subcategorized: [],
    base: null,
  };
}

export function tinyOptions(
  seed: number,
  passes: number,
): TrainOptions & { readonly bestFirst: BestFirstLearning } {
  return {
    name: 'tiny',
    treebanks: ['tiny.conllu'],
    passes,
    seed,
    beam: 8,
    update: 'max-violation',
    searches: ['arc-standard', 'bottom-up'],
    learners: 2,
    batch: 2,
    bits: 14,
    margin: 0,
    dropout: 0.5,
    anyCase: false,
    withoutTemplates: [],
    wordClasses: 4,
    unitsPerNat: { withoutArcs: 20, open: 10, given: 5 },
    bestFirst: {
      update: 'margin',
      expandsNegatives: true,
      comparison: { isScaled: true, perWord: 0, haste: 0 },
    },
  };
}
