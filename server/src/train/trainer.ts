import type { DictionaryColumns } from '../grammar/ccg/dictionary.ts';
import type { GrammarColumns } from '../grammar/ccg/grammar.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { SharedModelFile } from '../model/file.ts';
import type { Comparison, UnitsPerNat } from '../model/tables.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { TrainedSearch } from './phases.ts';
import type { LexiconParts } from './rare-words.ts';
import type { Changed } from './weight-changes.ts';

export const updates = ['max-violation', 'early'] as const;
export type Update = (typeof updates)[number];

export interface TrainerOptions {
  readonly beam: number;
  /** In units of the weights (`TrainOptions.margin`). */
  readonly margin: number;
  readonly update: Update;
  /** The share of sentences in which base noun phrases may be merged. */
  readonly phrases: number;
  /** The dropout of `RareWordLexicon`. */
  readonly dropout: number;
  /** As `GROUP/NAME`. */
  readonly withoutTemplates: readonly string[];
  readonly bestFirst: BestFirstLearning;
}

export const bestFirstUpdates = ['margin', 'perceptron'] as const;

/**
 * How the best-first search learns (Zhang & Clark 2015, Section 3.5). The search builds edges,
 * which are parts of a sentence. An edge is gold if it is part of the treebank's derivation,
 * otherwise wrong.
 */
export interface BestFirstLearning {
  /**
   * `margin` changes the weights just enough for the gold edge to beat the wrong edge by the
   * margin. `perceptron` changes only the weights of the last action of each edge, by a fixed
   * amount.
   */
  readonly update: (typeof bestFirstUpdates)[number];
  /**
   * Whether the search keeps a wrong edge after the weights have changed, and joins it with others.
   */
  readonly expandsNegatives: boolean;
  /** How the search compares edges. The amounts are in units of the weights during training. */
  readonly comparison: Comparison;
}

/** The language models to learn with, indexed by part of the treebank. None has seen its part. */
export interface TrainerFluency<L = LanguageModel> {
  readonly languageModels: readonly L[];
  /** In units of the weights during training. */
  readonly unitsPerNat: UnitsPerNat;
}

/** A grammar of categories as plain data. */
export interface GrammarParts {
  readonly columns: GrammarColumns;
  readonly dictionary: DictionaryColumns;
  /** Indexed by part of the treebank: the weights of a supertagger that has not seen the part. */
  readonly supertaggers: readonly Int8Array[];
}

export interface TrainerStart {
  readonly search: TrainedSearch;
  /** In shared memory. The caller must not change them during `decode`. */
  readonly weights: Int16Array;
  readonly fluency: TrainerFluency | null;
  readonly lexicon: LexiconParts;
  /** Null for searches without a grammar. */
  readonly grammar: GrammarParts | null;
  readonly options: TrainerOptions;
}

/**
 * Makes a scoring for each part of the treebank, with its language model. Without language models,
 * one scoring serves all parts.
 */
export function scoringsOf({ weights, fluency, options }: TrainerStart): Scoring[] {
  const leftOut = new Set(options.withoutTemplates);
  if (fluency === null) return [{ weights, leftOut, fluency: null }];
  const { languageModels, unitsPerNat } = fluency;
  return languageModels.map((languageModel) => ({
    weights,
    leftOut,
    fluency: { languageModel, unitsPerNat },
  }));
}

export function bestFirstScoringsOf(start: TrainerStart): Scoring[] {
  // `perWord` and `haste` only guide the search. Training compares edges by their scores alone.
  const comparison = { ...start.options.bestFirst.comparison, perWord: 0, haste: 0 };
  return scoringsOf(start).map((scoring) => ({ ...scoring, comparison }));
}

/** The start of a trainer as plain data, to send to a worker. */
export interface SharedTrainerStart extends Omit<TrainerStart, 'fluency'> {
  readonly fluency: TrainerFluency<SharedModelFile> | null;
}

/**
 * A training sentence, and its part of the treebank. The part's language model and supertagger have
 * not seen it.
 */
export interface TrainSentence {
  readonly sentence: Sentence;
  readonly part: number;
}

/** A sentence to learn from once. The seed determines all its random choices. */
export interface Example extends TrainSentence {
  readonly seed: number;
}

/**
 * What to learn from an example. The weights at the indices `rewarded` grow by one, and those at
 * `punished` shrink by one.
 */
export interface Lesson {
  /** Whether the search found the reference, so that there is nothing to learn. */
  readonly found: boolean;
  readonly rewarded: Int32Array;
  readonly punished: Int32Array;
  /** Weights that change by other amounts. */
  readonly changed?: Changed;
}

const nothing = new Int32Array(0);

/** For a sentence that is skipped. */
export const noLesson: Lesson = { found: false, rewarded: nothing, punished: nothing };

/**
 * Decodes examples one at a time. Returns for each example what there is to learn from the mistakes
 * that the search made.
 */
export interface Trainer {
  /** Leaves the weights unchanged. The lesson depends only on the example and the weights. */
  decode(example: Example): Lesson;
}

/** Trainers that run in the host's threads. */
export interface Trainers {
  readonly threads: number;
  decode(example: Example): Promise<Lesson>;
  close(): Promise<void>;
}
