import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { countLexicon, MAX_FOREIGN_TAGS, NONE, type Lexicon } from '../model/lexicon.ts';
import { ModelError, type SharedModelFile } from '../model/file.ts';
import type { ModelGrammar } from '../model/grammar.ts';
import type { Model } from '../model/model.ts';
import { tableName, type Comparison, type Table, type UnitsPerNat } from '../model/tables.ts';
import type { Realizers } from '../realize/realizers.ts';
import { templateSeedsOf } from '../scoring/template-groups.ts';
import { withKnownCategories } from '../treebank/ccg/derived.ts';
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

/** The data that a model is learned from. */
export interface TrainingData {
  /** Single-rooted projective trees. */
  readonly sentences: readonly TrainSentence[];
  /** The passes are scored on these sentences. */
  readonly development: readonly Sentence[];
  readonly classTexts: ClassTexts;
  /** Null to learn only weights for use without a language model. */
  readonly languageModel: TrainLanguageModel | null;
  /**
   * Words that take prepositional phrases as arguments; the grammar keeps them, to convert other
   * trees in the same way.
   */
  readonly subcategorized: Iterable<string>;
  /**
   * A model to add tables to. They are learned with its vocabularies. Null to train a new model.
   */
  readonly base: Model | null;
}

/** Text to learn word classes from, usually more than the treebank. */
export interface ClassTexts {
  /** The files' names. */
  readonly names: readonly string[];
  /** The forms of their sentences, written as `normalise` does. */
  readonly sentences: readonly (readonly string[])[];
}

/** A language model to learn with. */
export interface TrainLanguageModel {
  readonly name: string;
  /** The language model for use; it also scores the passes. */
  readonly whole: SharedModelFile;
  /**
   * One language model for each part of the treebank, made without that part, to learn with on that
   * part: a language model looks more reliable on sentences that it has seen. Only `whole` if it
   * has seen no part.
   */
  readonly parts: readonly SharedModelFile[];
}

export interface TrainOptions {
  readonly name: string;
  readonly treebanks: readonly string[];
  /** The searches to learn weights for. */
  readonly searches: readonly TrainedSearch[];
  readonly passes: number;
  readonly seed: number;
  /** Hypotheses kept at each training step. */
  readonly beam: number;
  readonly update: Update;
  /**
   * Learners with an order of sentences and random draws of their own. Their weights are averaged.
   */
  readonly learners: number;
  /** Sentences that a learner decodes before its weights change. */
  readonly batch: number;
  /** A table holds 2^bits weights of one byte. */
  readonly bits: number;
  /**
   * The margin, in units of the weights, by which each step of the reference must win, in phases
   * without a margin of their own.
   */
  readonly margin: number;
  /** A word seen `n` times is treated as unknown with probability dropout / (dropout + n). */
  readonly dropout: number;
  /** Names of the feature templates to learn without, as `GROUP/NAME`. */
  readonly withoutTemplates: readonly string[];
  /** The number of word classes to learn. */
  readonly wordClasses: number;
  /** In units of the weights while training, before they are scaled to fit into bytes. */
  readonly unitsPerNat: UnitsPerNat;
  /** If it lacks a comparison of parts, the phase's applies. */
  readonly bestFirst: Omit<BestFirstLearning, 'comparison'> & {
    readonly comparison: Partial<Comparison>;
  };
}

export interface PassReport {
  readonly pass: number;
  readonly phase: Phase;
  /** The share of training sentences that the search found, from 0 to 100. */
  readonly exact: number;
  /** BLEU on the development set: the mean over the phase's conditions. */
  readonly score: number;
  readonly isBest: boolean;
}

export interface TrainProgress {
  /**
   * Called after each batch with the number of examples done. Each learner learns from every
   * sentence.
   */
  onExamples(pass: number, done: number, of: number): void;
  onPass(report: PassReport): void;
}

/** Gives training its threads. Their number does not change the result. */
export interface TrainHost {
  readonly threads: number;
  /** @param learners they share the threads */
  openTrainers(start: SharedTrainerStart, learners: number): Trainers;
  openRealizers(model: Model, languageModel: SharedModelFile | null): Realizers;
}

/** Each pass is scored on at most this many sentences, drawn once. */
const DEVELOPMENT_SENTENCES = 700;
/** The share of sentences in which base noun phrases may be merged into single words. */
const PHRASE_RATE = 0.1;

/**
 * Trains a model: the tables of all phases, one after the other. The result depends on the data and
 * the options alone.
 *
 * @throws {ModelError} if the treebank has more tags or labels than a model or a table can have,
 *   or, when tables are added to a model, tags that this model lacks
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

/** @throws {ModelError} if the sentences have a tag that the lexicon lacks */
function requireTags(lexicon: Lexicon, sentences: readonly TrainSentence[]): void {
  const tags = sentences.flatMap(({ sentence }) => sentence.tags);
  const missing = tags.find((tag) => lexicon.tagId(tag) === NONE);
  if (missing === undefined) return;
  throw new ModelError(
    `The treebank has the tag ${missing}, which the model does not have: train a new model.`,
  );
}

/** @throws {ModelError} unless a table has more weights than `count + more` keys */
function requireRoom(what: string, count: number, more: number, bits: number): void {
  const weights = 2 ** bits;
  if (weights > count + more) return;
  throw new ModelError(
    `The treebank has ${count} ${what}, too many for tables of ${weights} weights: raise --bits.`,
  );
}

/** A model without tables. */
function untrained(data: TrainingData, options: TrainOptions): Model {
  const { classTexts, languageModel } = data;
  const { name, treebanks, seed, passes, beam, learners, batch } = options;
  const sentences = data.sentences.map(({ sentence }) => sentence);
  const classes = learnWordClasses(classTexts.sentences, options.wordClasses);
  const lexicon = countLexicon(sentences, classes);
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
    },
    lexicon,
    arcCounts: ArcCounts.of(arcsOf(sentences, lexicon)),
    tables: new Map(),
  };
}

/** The arcs of trees, to count them. */
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

/** Keeps only those given categories that the model has seen. */
function developmentOf(sentences: readonly Sentence[], { grammar }: Model): readonly Sentence[] {
  if (grammar === undefined) return sentences;
  const known = grammar.lexicalCategories();
  return sentences.map((sentence) => withKnownCategories(sentence, known));
}

class Training {
  readonly #data: TrainingData;
  readonly #options: TrainOptions;
  readonly #host: TrainHost;
  readonly #progress: TrainProgress;
  /** The weights of one supertagger for each part of the treebank, learned without that part. */
  readonly #supertaggers: readonly Int8Array[];
  /** The development sentences that score the passes. */
  readonly #development: readonly Sentence[];
  /** By table: its weights before they are scaled to fit into bytes. */
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
    this.#development = new Random(options.seed)
      .shuffle([...data.development])
      .slice(0, DEVELOPMENT_SENTENCES);
  }

  /** @returns the model with the phase's table, from the pass with the best score */
  async run(phase: Phase, model: Model): Promise<Model> {
    const name = tableName(phase.search, phase.withLanguageModel);
    const languageModel = phase.withLanguageModel ? this.#data.languageModel!.whole : null;
    const averagedWith =
      phase.averagedWith === null ? null : this.#averages.get(phase.averagedWith)!;
    let best: { score: number; average: Float32Array; model: Model } | null = null;
    const development = developmentOf(this.#development, model);
    for await (const learned of this.#learn(phase, model)) {
      const { pass, exact } = learned;
      const average =
        averagedWith === null ? learned.average : meanOf([averagedWith, learned.average]);
      const table = this.#tableOf(phase, pass, quantise(average));
      const withTable = { ...model, tables: new Map([...model.tables, [name, table]]) };
      const realizers = this.#host.openRealizers(withTable, languageModel);
      const score = await developmentScore(realizers, development, phase.scoredOn, phase.scoredBy);
      const isBest = best === null || score > best.score;
      if (isBest) best = { score, average, model: withTable };
      this.#progress.onPass({ pass, phase, exact, score, isBest });
    }
    if (best === null) throw new RangeError('at least one pass is needed');
    this.#averages.set(name, best.average);
    return best.model;
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
    // The weights change while a sentence is searched, so a batch has one sentence.
    const batch = isBestFirst(search) ? 1 : this.#options.batch;
    return learn(
      this.#data.sentences,
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

  /** A search that compares no parts ignores it. */
  #comparisonOf({ comparison }: Phase): Comparison {
    return { ...(comparison ?? byMeans), ...this.#options.bestFirst.comparison };
  }

  #tableOf(phase: Phase, bestPass: number, { weights, scale }: QuantisedWeights): Table {
    const { withoutArcs, open, given } = this.#unitsOf(phase);
    const { isScaled, perWord, haste } = this.#comparisonOf(phase);
    const templates = templateSeedsOf(phase.search, phase.withLanguageModel);
    const unitsPerNat = {
      withoutArcs: Math.round(withoutArcs * scale),
      open: Math.round(open * scale),
      given: Math.round(given * scale),
    };
    return {
      search: phase.search,
      unitsPerNat: phase.withLanguageModel ? unitsPerNat : null,
      withoutTemplates: this.#options.withoutTemplates,
      ...(isBestFirst(phase.search) && {
        comparison: { isScaled, perWord: perWord * scale, haste: haste * scale },
      }),
      bestPass,
      learned: () => ({ weights, templates }),
    };
  }
}
