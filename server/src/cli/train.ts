import { availableParallelism } from 'node:os';
import { encodeModel, MODEL_FORMAT, type Model } from '../model/model.ts';
import { LanguageModel } from '../lm/query/language-model.ts';
import type { SharedModelFile } from '../model/file.ts';
import type { UnitsPerNat } from '../model/tables.ts';
import { SUPERTAGGER_FOLDS } from '../train/learn-supertagger.ts';
import { isOverCategories, type TrainedSearch } from '../train/phases.ts';
import { learnMorphology } from '../train/learn-morphology.ts';
import { train, type TrainLanguageModel } from '../train/train.ts';
import type { BestFirstLearning, TrainSentence, Update } from '../train/trainer.ts';
import { counted } from '../text/counted.ts';
import type { AnnotatedSentence, Sentence } from '../treebank/conllu.ts';
import { withDerivation } from '../treebank/ccg/derived.ts';
import { subcategorizedOf, type Subcategorized } from '../treebank/ccg/subcategorized.ts';
import { partOf } from '../treebank/parts.ts';
import { describeLeftOut, selectSentences } from '../treebank/select.ts';
import { openShared, packModelFile } from '../hosts/node/model-file.ts';
import { trainIn } from '../hosts/node/trainers.ts';
import { CommandError, ExitCode } from './errors.ts';
import {
  ensureWritable,
  fileName,
  readLanguageModelFile,
  readModelFile,
  readAnnotatedTreebank,
  readText,
  replaceFile,
  trainWorkerScript,
  workerScript,
  type ModelOfFile,
} from './files.ts';
import { readClassTexts } from './lm-text.ts';
import { Progress } from './progress.ts';

export interface TrainCommandOptions {
  readonly output: string;
  readonly dev?: string;
  readonly languageModel?: string;
  readonly languageModelParts?: readonly string[];
  readonly classTexts?: readonly string[];
  readonly parsed?: readonly string[];
  readonly wordClasses: number;
  readonly name: string;
  readonly addTo?: string;
  /**
   * If true, only the forms of lemmas are counted, and the counts are added to the model `addTo`.
   */
  readonly morphology: boolean;
  /** The path of a table of inflections, for irregular forms. */
  readonly inflections?: string;
  /** The searches to train for; by default `dependencySearches`. */
  readonly search: readonly TrainedSearch[];
  readonly passes: number;
  readonly patience?: number;
  readonly beam: number;
  readonly update: Update;
  readonly bits: number;
  readonly margin: number;
  readonly dropout: number;
  readonly withoutTemplates: readonly string[];
  readonly anyCase: boolean;
  readonly unitsPerNat: UnitsPerNat;
  readonly strict: boolean;
  readonly seed: number;
  readonly learners: number;
  readonly batch: number;
  // Options that only best-first uses.
  readonly bestFirstUpdate: BestFirstLearning['update'];
  readonly scaledScores?: boolean;
  readonly unitsPerWord?: number;
  readonly haste?: number;
  readonly negatives: boolean;
  /** By default, the number of processors. */
  readonly threads?: number;
}

/**
 * Without a development set, every sentence with an index that this number divides is held out.
 */
const HELD_OUT_EVERY = 20;

/**
 * `bowline train`: trains a model, and writes the weights of the best pass. With `--morphology`,
 * only counts the forms of lemmas.
 */
export async function trainCommand(
  paths: readonly string[],
  options: TrainCommandOptions,
): Promise<ExitCode> {
  const added = options.addTo === undefined ? null : await readModelFile(options.addTo);
  const base = added?.model ?? null;
  const inflections = await readInflections(options);
  if (options.morphology) return await addMorphology(paths, options, added, inflections);
  const languageModel = await readLanguageModels(options);
  const parts = languageModel?.parts.length ?? 1;
  const isDerived = options.search.some(isOverCategories);
  const dealtParts = isDerived ? Math.max(parts, SUPERTAGGER_FOLDS) : parts;
  const treebanks = await Promise.all(paths.map((path) => readTrees(path, options.strict)));
  const subcategorized = isDerived
    ? subcategorizedOf(treebanks.flatMap(({ sentences: trees }) => trees))
    : null;
  let sentences = treebanks.flatMap((treebank) => usable(treebank, dealtParts, subcategorized));
  let development: readonly Sentence[];
  if (options.dev === undefined) {
    if (parts > 1) {
      throw new CommandError('--language-model-parts: name a development set too, with --dev');
    }
    development = sentences.flatMap(({ sentence }, i) =>
      i % HELD_OUT_EVERY === 0 ? [sentence] : [],
    );
    sentences = sentences.filter((_, i) => i % HELD_OUT_EVERY !== 0);
  } else {
    const treebank = await readTrees(options.dev, options.strict);
    development = usable(treebank, 1, subcategorized).map(({ sentence }) => sentence);
  }
  if (sentences.length === 0 || development.length === 0) {
    throw new CommandError(`${paths.join(', ')}: too few trees to train on`);
  }
  const parsedTreebanks = await Promise.all(
    (options.parsed ?? []).map((path) => readTrees(path, options.strict)),
  );
  const parsed = {
    names: (options.parsed ?? []).map(fileName),
    sentences: parsedTreebanks.flatMap((treebank) => usable(treebank, dealtParts, subcategorized)),
  };
  await ensureWritable(options.output);
  const classTexts =
    base === null
      ? await readClassTexts(options.classTexts ?? paths, options.strict)
      : { names: [], sentences: [] };

  let bar: Progress | null = null;
  const endBar = (): void => {
    bar?.end();
    bar = null;
  };
  const trained = await train(
    {
      ...{ sentences, parsed, development, classTexts, languageModel, base },
      subcategorized: subcategorized ?? [],
    },
    {
      ...options,
      searches: options.search,
      treebanks: paths.map(fileName),
      bestFirst: {
        update: options.bestFirstUpdate,
        expandsNegatives: options.negatives,
        comparison: {
          ...(options.scaledScores !== undefined && { isScaled: options.scaledScores }),
          ...(options.unitsPerWord !== undefined && { perWord: options.unitsPerWord }),
          ...(options.haste !== undefined && { haste: options.haste }),
        },
      },
    },
    trainIn(options.threads ?? availableParallelism(), {
      worker: workerScript,
      trainWorker: trainWorkerScript,
    }),
    {
      onExamples(pass, done, of) {
        bar ??= new Progress(
          pass === 0 ? 'Parsed sentences' : `Pass ${pass} of ${options.passes}`,
          of,
        );
        bar.update(done);
        if (done === of) endBar();
      },
      onPass({ pass, phase, exact, evidenceFactor, score, isBest }) {
        const languageModel = evidenceFactor === null ? '' : ' with the language model';
        const factor = evidenceFactor === null ? '' : `, its evidence times ${evidenceFactor}`;
        console.error(
          `${phase.search}, pass ${pass}${languageModel}: ${exact.toFixed(1)}% of the training sentences exact` +
            `${factor}, development BLEU ${score.toFixed(2)}${isBest ? ', the best so far' : ''}`,
        );
      },
    },
  );
  const all = treebanks.flatMap((treebank) => treebank.all);
  const judge =
    languageModel === null ? null : new LanguageModel(openShared(languageModel.parts[0]));
  const morphology = base === null ? learnMorphology(all, inflections, judge) : null;
  const model = morphology === null ? trained : { ...trained, morphology: () => morphology };
  await writeModel(options.output, model, added);
  return ExitCode.Done;
}

/**
 * Adds the forms of lemmas to a model. All other parts of the file stay the same, byte for byte.
 *
 * @throws {CommandError} if there is no model to add the forms to, or if the treebanks have no
 *   lemmas
 */
async function addMorphology(
  paths: readonly string[],
  { output, strict, languageModel }: TrainCommandOptions,
  added: ModelOfFile | null,
  inflections: string | null,
): Promise<ExitCode> {
  if (added === null) throw new CommandError('--morphology: name the model too, with --add-to');
  const treebanks = await Promise.all(paths.map((path) => readAnnotatedTreebank(path, strict)));
  const sentences = treebanks.flatMap((treebank) => treebank.sentences);
  const judge =
    languageModel === undefined
      ? null
      : new LanguageModel(openShared(await readLanguageModelFile(languageModel)));
  const morphology = learnMorphology(sentences, inflections, judge);
  if (morphology === null) throw new CommandError(`${paths.join(', ')}: no word has a lemma`);
  const { counts, irregular } = morphology.data;
  console.error(
    `${counted(sentences.length, 'sentence')}: ${counted(counts.length, 'form')} of lemmas, ` +
      `${irregular.length} irregular`,
  );
  await ensureWritable(output);
  await writeModel(output, { ...added.model, morphology: () => morphology }, added);
  return ExitCode.Done;
}

/** @throws {CommandError} if the table cannot be read, or if other options make it useless */
async function readInflections({
  inflections,
  addTo,
  morphology,
}: TrainCommandOptions): Promise<string | null> {
  if (inflections === undefined) return null;
  if (addTo !== undefined && !morphology) {
    throw new CommandError(
      '--inflections: a model with new tables keeps its forms; add --morphology',
    );
  }
  return (await readText(inflections)).text;
}

async function writeModel(path: string, model: Model, former: ModelOfFile | null): Promise<void> {
  const bytes = packModelFile(encodeModel(model), MODEL_FORMAT, former?.file);
  await replaceFile(path, [bytes]);
  console.error(`${path}: ${describeTables(model)}; ${(bytes.length / 1e6).toFixed(2)} MB`);
}

function describeTables({ tables }: Model): string {
  return [...tables].map(([name, { bestPass }]) => `${name} of pass ${bestPass}`).join(', ');
}

/** The usable trees of a treebank, and their indices in the treebank (`places`). */
interface Trees {
  readonly sentences: readonly AnnotatedSentence[];
  readonly places: ReadonlyMap<AnnotatedSentence, number>;
  /** All sentences of the treebank. */
  readonly all: readonly AnnotatedSentence[];
}

async function readTrees(path: string, strict: boolean): Promise<Trees> {
  const treebank = await readAnnotatedTreebank(path, strict);
  const { sentences, leftOut } = selectSentences(treebank);
  console.error(`${path}: ${counted(sentences.length, 'sentence')}${describeLeftOut(leftOut)}`);
  return {
    sentences,
    places: new Map(treebank.sentences.map((sentence, place) => [sentence, place])),
    all: treebank.sentences,
  };
}

/**
 * Makes training sentences of the usable trees of a treebank. Divides the treebank into `parts`
 * parts, and gives each sentence the index of the part that its tree is in.
 *
 * @param subcategorized the prepositional phrases that are arguments; null to make no derivations
 */
function usable(
  { sentences, places }: Trees,
  parts: number,
  subcategorized: Subcategorized | null,
): TrainSentence[] {
  return sentences.map((annotated) => {
    const { id, forms, tags, heads, labels } = annotated;
    const sentence: Sentence =
      subcategorized === null
        ? { id, forms, tags, heads, labels }
        : withDerivation(annotated, subcategorized);
    return { sentence, part: partOf(places.get(annotated)!, parts) };
  });
}

async function readLanguageModels({
  languageModel,
  languageModelParts,
}: TrainCommandOptions): Promise<TrainLanguageModel | null> {
  if (languageModel === undefined) {
    if (languageModelParts === undefined) return null;
    throw new CommandError('--language-model-parts: name the whole too, with --language-model');
  }
  const whole = await readLanguageModelFile(languageModel);
  const parts: SharedModelFile[] = [];
  for (const path of languageModelParts ?? []) parts.push(await readLanguageModelFile(path));
  return { name: fileName(languageModel), whole, parts: parts.length > 0 ? parts : [whole] };
}
