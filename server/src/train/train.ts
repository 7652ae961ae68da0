import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { countLexicon, MAX_FOREIGN_TAGS, NONE, type Lexicon } from '../model/lexicon.ts';
import { ModelError, type SharedModelFile } from '../model/file.ts';
import type { ModelGrammar } from '../model/grammar.ts';
import type { Model } from '../model/model.ts';
import { tableName, type Comparison, type Table, type UnitsPerNat } from '../model/tables.ts';
import type { Realizers } from '../realize/realizers.ts';
import { templateSeedsOf } from '../scoring/template-groups.ts';
import { withKnownCategories } from '../treebank/ccg/derived.ts';
import { inLowerCase, LOWER_CASE_RATE } from '../treebank/lower-case.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { Random } from '../util/random.ts';
import { developmentScore } from './development-score.ts';
import { learn, meanOf, type LearnedPass } from './learner.ts';
import { quantise, type QuantisedWeights } from './perceptron.ts';
import { learnGrammar } from './learn-grammar.ts';
import { learnSupertaggers } from './learn-supertagger.ts';
import {
  byMeans,
  isBestFirst,
  isOverCategories,
  phases,
  type Phase,
  type TrainedSearch,
} from './phases.ts';
import type {
  BestFirstLearning,
  GrammarParts,
  SharedTrainerStart,
  Trainers,
  TrainSentence,
  Update,
} from './trainer.ts';
import { learnWordClasses } from './word-classes.ts';

export interface TrainingData {
  /** Single-rooted projective trees. */
  readonly sentences: readonly TrainSentence[];
  /** Sentences with trees from a parser. The language model has not seen them. */
  readonly parsed: ParsedText;
  /** The model is scored on these sentences after each pass. */
  readonly development: readonly Sentence[];
  readonly classTexts: ClassTexts;
  /** Null to learn only weights for use without a language model. */
  readonly languageModel: TrainLanguageModel | null;
  /**
   * The prepositional phrases that count as arguments of a verb or an adjective, such as `depend VB
   * on` (`Subcategorized`). The model's grammar stores them, for later conversions of trees to
   * derivations.
   */
  readonly subcategorized: Iterable<string>;
  /** Training adds tables to this model, and uses its lexicon. Null to train a new model. */
  readonly base: Model | null;
}

export interface ParsedText {
  /** The names of the files. */
  readonly names: readonly string[];
  readonly sentences: readonly TrainSentence[];
}

/** Text to learn word classes from, usually more than the treebank. */
export interface ClassTexts {
  /** The names of the files. */
  readonly names: readonly string[];
  /** The forms of each sentence, after `normalise`. */
  readonly sentences: readonly (readonly string[])[];
}

export interface TrainLanguageModel {
  readonly name: string;
  /** The language model for scoring passes, and for use with the trained model. */
  readonly whole: SharedModelFile;
  /**
   * Indexed by part of the treebank: a language model that was made without the part, since a
   * language model looks too reliable on sentences that it has seen. If there is only one language
   * model, it serves all parts, and was made without the treebank. Then it may be `whole` itself.
   */
  readonly parts: readonly SharedModelFile[];
}

export interface TrainOptions {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly searches: readonly TrainedSearch[];
  /** The limit on passes in each phase. */
  readonly passes: number;
  /**
   * A phase ends after this many passes in a row without a better score. By default, it never ends
   * early.
   */
  readonly patience?: number;
  readonly seed: number;
  readonly beam: number;
  readonly update: Update;
  /**
   * The number of learners, whose weights are averaged. Each has its own order of sentences and its
   * own random draws.
   */
  readonly learners: number;
  /** How many sentences a learner decodes before its weights change. */
  readonly batch: number;
  /** A table holds 2^bits weights, of one byte each. */
  readonly bits: number;
  /**
   * The margin by which the reference (the treebank's own sentence) must beat all other candidates
   * at each step, in units of the weights. Phases may have their own.
   */
  readonly margin: number;
  /** The dropout of `RareWordLexicon`. */
  readonly dropout: number;
  /** Whether a share of the sentences begins in lower case (`LOWER_CASE_RATE`). */
  readonly anyCase: boolean;
  /** The feature templates to learn without, as `GROUP/NAME`. */
  readonly withoutTemplates: readonly string[];
  /** The number of word classes to learn. */
  readonly wordClasses: number;
  /**
   * How much a nat of the language model's evidence adds to a score, in units of the weights during
   * training.
   */
  readonly unitsPerNat: UnitsPerNat;
  /** The phase's own comparison provides the fields that `comparison` lacks. */
  readonly bestFirst: Omit<BestFirstLearning, 'comparison'> & {
    readonly comparison: Partial<Comparison>;
  };
}

export interface PassReport {
  readonly pass: number;
  readonly phase: Phase;
  /** The percentage of training examples for which the search found the reference. */
  readonly exact: number;
  /**
   * The best factor for the weight of the language model's evidence; null without a language model.
   */
  readonly evidenceFactor: number | null;
  /** BLEU on the development set, averaged over the phase's conditions. */
  readonly score: number;
  readonly isBest: boolean;
}

export interface TrainProgress {
  /** Called after each batch. A sentence that every learner visits counts once for each learner. */
  onExamples(pass: number, done: number, of: number): void;
  onPass(report: PassReport): void;
}

/** Opens threads for training. Their number does not change the result. */
export interface TrainHost {
  readonly threads: number;
  /** @param learners how many learners share the threads */
  openTrainers(start: SharedTrainerStart, learners: number): Trainers;
  openRealizers(model: Model, languageModel: SharedModelFile | null): Realizers;
}

const DEVELOPMENT_SENTENCES = 700;
/**
 * Factors for the weight of the language model's evidence. After a pass, they are tried in order,
 * until the score does not rise. During learning, the weights grow, so the evidence counts less
 * beside them. So no factor is below 1.
 */
const EVIDENCE_FACTORS = [1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const PHRASE_RATE = 0.1;

/**
 * Learns the tables of all phases, one after the other. The result depends only on the data and the
 * options.
 *
 * @throws {ModelError} if the treebank has more tags or labels than a model or a table can have, or
 *   if `data.base` lacks a tag of the treebank
 */
export async function train(
  data: TrainingData,
  options: TrainOptions,
  host: TrainHost,
  progress: TrainProgress,
): Promise<Model> {
  if (data.base !== null) requireTags(data.base.lexicon, data.sentences);
  let model = data.base ?? untrained(data, options);
  requireRoom('tags', model.lexicon.tags.length, MAX_FOREIGN_TAGS, options.bits);
  let supertaggers: readonly Int8Array[] = [];
  if (options.searches.some(isOverCategories)) {
    const derived = data.sentences.flatMap(({ sentence, part }) => {
      const { derivation } = sentence;
      return derivation === undefined ? [] : [{ ...sentence, derivation, part }];
    });
    const learned = learnGrammar(derived, model.lexicon, data.subcategorized);
    requireRoom('categories', learned.columns.categories.length, 0, options.bits);
    const { whole, parts } = learnSupertaggers(derived, model.lexicon, learned, options);
    model = { ...model, grammar: learned.withSupertagger(whole) };
    supertaggers = parts;
  }
  const training = new Training(data, options, host, progress, supertaggers);
  for (const phase of phases) {
    if (!options.searches.includes(phase.search)) continue;
    if (phase.withLanguageModel && data.languageModel === null) continue;
    model = await training.run(phase, model);
  }
  return model;
}

function requireTags(lexicon: Lexicon, sentences: readonly TrainSentence[]): void {
  const tags = sentences.flatMap(({ sentence }) => sentence.tags);
  const missing = tags.find((tag) => lexicon.tagId(tag) === NONE);
  if (missing === undefined) return;
  throw new ModelError(
    `The treebank has the tag ${missing}, which the model does not have: train a new model.`,
  );
}

/**
 * Checks that a table of 2^bits weights has more weights than there are ids.
 *
 * @param what what the ids stand for, such as `tags`, for the message
 * @param count the number of ids
 * @param more the number of further ids that the table needs room for
 */
function requireRoom(what: string, count: number, more: number, bits: number): void {
  const weights = 2 ** bits;
  if (weights > count + more) return;
  throw new ModelError(
    `The treebank has ${count} ${what}, too many for tables of ${weights} weights: raise --bits.`,
  );
}

/** Makes a model without tables. */
function untrained(data: TrainingData, options: TrainOptions): Model {
  const { classTexts, languageModel } = data;
  const { name, treebanks, seed, passes, beam, learners, batch } = options;
  const sentences = data.sentences.map(({ sentence }) => sentence);
  const classes = learnWordClasses(classTexts.sentences, options.wordClasses);
  const lexicon = countLexicon(sentences, classes);
  const parsed = offered(data.parsed, lexicon).length;
  return {
    training: {
      name,
      treebanks,
      sentences: sentences.length,
      seed,
      passes,
      beam,
      learners,
      batch,
      wordClasses: { count: options.wordClasses, texts: classTexts.names },
      withLanguageModel:
        languageModel === null
          ? null
          : { name: languageModel.name, parts: languageModel.parts.length },
      ...(options.anyCase && { anyCase: true }),
      ...(parsed > 0 && { parsed: { texts: data.parsed.names, sentences: parsed } }),
    },
    lexicon,
    arcCounts: ArcCounts.of(arcsOf(sentences, lexicon)),
    tables: new Map(),
  };
}

/**
 * Selects the sentences that can be learned. The lexicon must list the tag of each word and know
 * all labels; otherwise no search can find the sentence.
 */
function offered({ sentences }: ParsedText, lexicon: Lexicon): readonly TrainSentence[] {
  return sentences.filter(
    ({ sentence: { forms, tags, labels } }) =>
      forms.every((form, i) =>
        lexicon.tagsOf(lexicon.wordId(form)).includes(lexicon.tagId(tags[i])),
      ) && labels.every((label) => lexicon.labelId(label) !== NONE),
  );
}

function* arcsOf(sentences: readonly Sentence[], lexicon: Lexicon): Generator<ArcKind> {
  for (const { tags, heads, labels } of sentences) {
    for (const [i, head] of heads.entries()) {
      yield {
        headTag: head === 0 ? NONE : lexicon.tagId(tags[head - 1]),
        dependentTag: lexicon.tagId(tags[i]),
        label: lexicon.labelId(labels[i]),
        left: head > i + 1,
        distance: head === 0 ? 0 : distanceBucket(Math.abs(head - i - 1)),
      };
    }
  }
}

/** Removes the categories that the model's grammar lacks. */
function developmentOf(sentences: readonly Sentence[], { grammar }: Model): readonly Sentence[] {
  if (grammar === undefined) return sentences;
  const known = grammar.lexicalCategories();
  return sentences.map((sentence) => withKnownCategories(sentence, known));
}

interface Weighed extends Pick<PassReport, 'evidenceFactor' | 'score'> {
  readonly table: Table;
}

/**
 * Multiplies the weight of the language model's evidence by the best factor. Of equally good
 * factors, the first is taken.
 */
async function weighEvidence(
  table: Table,
  scoreOf: (table: Table) => Promise<number>,
): Promise<Weighed> {
  const { unitsPerNat } = table;
  if (unitsPerNat === null) return { table, evidenceFactor: null, score: await scoreOf(table) };
  let best: Weighed | null = null;
  for (const evidenceFactor of EVIDENCE_FACTORS) {
    const weighted = { ...table, unitsPerNat: times(unitsPerNat, evidenceFactor) };
    const score = await scoreOf(weighted);
    if (best !== null && score <= best.score) break;
    best = { table: weighted, evidenceFactor, score };
  }
  return best!;
}

class Training {
  readonly #data: TrainingData;
  readonly #options: TrainOptions;
  readonly #host: TrainHost;
  readonly #progress: TrainProgress;
  /**
   * Indexed by part of the treebank: the weights of a supertagger that was learned without this
   * part.
   */
  readonly #supertaggers: readonly Int8Array[];
  readonly #development: readonly Sentence[];
  /** Keyed by table name: the weights of the table before they are scaled to fit into bytes. */
  readonly #averages = new Map<string, Float32Array>();

  constructor(
    data: TrainingData,
    options: TrainOptions,
    host: TrainHost,
    progress: TrainProgress,
    supertaggers: readonly Int8Array[],
  ) {
    this.#data = data;
    this.#options = options;
    this.#host = host;
    this.#progress = progress;
    this.#supertaggers = supertaggers;
    const random = new Random(options.seed);
    this.#development = random
      .shuffle([...data.development])
      .slice(0, DEVELOPMENT_SENTENCES)
      .map((sentence) =>
        options.anyCase && random.next() < LOWER_CASE_RATE ? inLowerCase(sentence) : sentence,
      );
  }

  /** Runs a phase, and adds the table of its best pass to the model. */
  async run(phase: Phase, model: Model): Promise<Model> {
    const name = tableName(phase.search, phase.withLanguageModel);
    const languageModel = phase.withLanguageModel ? this.#data.languageModel!.whole : null;
    const averagedWith =
      phase.averagedWith === null ? null : this.#averages.get(phase.averagedWith)!;
    const development = developmentOf(this.#development, model);
    const withTable = (table: Table): Model => ({
      ...model,
      tables: new Map([...model.tables, [name, table]]),
    });
    const scoreOf = (table: Table): Promise<number> => {
      const realizers = this.#host.openRealizers(withTable(table), languageModel);
      return developmentScore(realizers, development, phase.scoredOn, phase.scoredBy);
    };
    const { patience } = this.#options;
    let best: Weighed | null = null;
    let average: Float32Array | null = null;
    let worse = 0;
    for await (const { pass, exact, average: learned } of this.#learn(phase, model)) {
      const mean = averagedWith === null ? learned : meanOf([averagedWith, learned]);
      const weighed = await weighEvidence(this.#tableOf(phase, pass, quantise(mean)), scoreOf);
      const { score, evidenceFactor } = weighed;
      const isBest = best === null || score > best.score;
      if (isBest) [best, average] = [weighed, mean];
      this.#progress.onPass({ pass, phase, exact, evidenceFactor, score, isBest });
      worse = isBest ? 0 : worse + 1;
      if (worse === patience) break;
    }
    if (best === null || average === null) throw new RangeError('at least one pass is needed');
    this.#averages.set(name, average);
    return withTable(best.table);
  }

  #learn(phase: Phase, { lexicon, grammar }: Model): AsyncGenerator<LearnedPass> {
    const { search, withLanguageModel } = phase;
    const { beam, update, dropout, withoutTemplates, learners } = this.#options;
    const bestFirst = { ...this.#options.bestFirst, comparison: this.#comparisonOf(phase) };
    const unitsPerNat = this.#unitsOf(phase);
    const margin = phase.margin ?? this.#options.margin;
    const fluency = withLanguageModel
      ? { languageModels: this.#data.languageModel!.parts, unitsPerNat }
      : null;
    const start = {
      search,
      fluency,
      lexicon,
      grammar: this.#partsOf(grammar),
      options: { beam, margin, update, phrases: PHRASE_RATE, dropout, withoutTemplates, bestFirst },
    };
    // A best-first search changes the weights while it searches a sentence, so a batch has only one
    // sentence.
    const batch = isBestFirst(search) ? 1 : this.#options.batch;
    return learn(
      this.#data.sentences,
      offered(this.#data.parsed, lexicon),
      { ...this.#options, batch },
      {
        threads: this.#host.threads,
        openTrainers: (weights) => this.#host.openTrainers({ ...start, weights }, learners),
        onExamples: (pass, done, of) => {
          this.#progress.onExamples(pass, done, of);
        },
      },
    );
  }

  #partsOf(grammar: ModelGrammar | undefined): GrammarParts | null {
    if (grammar === undefined) return null;
    const { columns, dictionary } = grammar;
    return { columns, dictionary: dictionary.columns, supertaggers: this.#supertaggers };
  }

  #unitsOf({ unitsPerNat }: Phase): UnitsPerNat {
    return unitsPerNat ?? this.#options.unitsPerNat;
  }

  /** Only best-first searches use the result. */
  #comparisonOf({ comparison }: Phase): Comparison {
    return { ...(comparison ?? byMeans), ...this.#options.bestFirst.comparison };
  }

  #tableOf(phase: Phase, bestPass: number, { weights, scale }: QuantisedWeights): Table {
    const { isScaled, perWord, haste } = this.#comparisonOf(phase);
    const templates = templateSeedsOf(phase.search, phase.withLanguageModel);
    return {
      search: phase.search,
      unitsPerNat: phase.withLanguageModel ? times(this.#unitsOf(phase), scale) : null,
      withoutTemplates: this.#options.withoutTemplates,
      ...(isBestFirst(phase.search) && {
        comparison: { isScaled, perWord: perWord * scale, haste: haste * scale },
      }),
      bestPass,
      learned: () => ({ weights, templates }),
    };
  }
}

function times({ withoutArcs, open, given }: UnitsPerNat, factor: number): UnitsPerNat {
  return {
    withoutArcs: Math.round(withoutArcs * factor),
    open: Math.round(open * factor),
    given: Math.round(given * factor),
  };
}
