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
  /** The margin, in units of the weights, by which each step of the reference must win. */
  readonly margin: number;
  readonly update: Update;
  /** The share of sentences in which base noun phrases may be merged. */
  readonly phrases: number;
  /** How often a known word is treated as unknown (`RareWordLexicon`). */
  readonly dropout: number;
  /** Names of the feature templates to learn without, as `GROUP/NAME`. */
  readonly withoutTemplates: readonly string[];
  readonly bestFirst: BestFirstLearning;
}

export const bestFirstUpdates = ['margin', 'perceptron'] as const;

/** How the best-first search learns (Zhang & Clark 2015, Section 3.5). */
export interface BestFirstLearning {
  /**
   * `margin`: the smallest change of the weights that gives the margin. `perceptron`: the same
   * change for all features of the last actions of both edges.
   */
  readonly update: (typeof bestFirstUpdates)[number];
  /** Whether a wrong edge is kept once the weights have changed, or dropped. */
  readonly expandsNegatives: boolean;
  /** How edges compare in the search, in units of the weights in training. */
  readonly comparison: Comparison;
}

/** The language models to learn with, one for each part of the treebank, made without this part. */
export interface TrainerFluency<L = LanguageModel> {
  readonly languageModels: readonly L[];
  /** In units of the current weights. */
  readonly unitsPerNat: UnitsPerNat;
}

/** A grammar of categories as plain data. */
export interface GrammarParts {
  readonly columns: GrammarColumns;
  readonly dictionary: DictionaryColumns;
  /** The weights of one supertagger for each part of the treebank, learned without this part. */
  readonly supertaggers: readonly Int8Array[];
}

/** The data from which a trainer is constructed. */
export interface TrainerStart {
  readonly search: TrainedSearch;
  /** The current weights, in shared memory. They must not change during `decode`. */
  readonly weights: Int16Array;
  /** Null to learn without a language model; the bottom-up search uses none. */
  readonly fluency: TrainerFluency | null;
  readonly lexicon: LexiconParts;
  /** Null for searches without one. */
  readonly grammar: GrammarParts | null;
  readonly options: TrainerOptions;
}

/** One scoring for each part of the treebank, with the language model that has not seen this part. */
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

/** The same for a best-first search. */
export function bestFirstScoringsOf(start: TrainerStart): Scoring[] {
  // The cost per word guides only the search. In training, edges compare by their scores alone.
  const comparison = { ...start.options.bestFirst.comparison, perWord: 0, haste: 0 };
  return scoringsOf(start).map((scoring) => ({ ...scoring, comparison }));
}

/** The start of a trainer as plain data that can be sent to a worker. */
export interface SharedTrainerStart extends Omit<TrainerStart, 'fluency'> {
  readonly fluency: TrainerFluency<SharedModelFile> | null;
}

/**
 * A training sentence, and the part of the treebank that it is from. The part decides which
 * language model and which supertagger have not seen the sentence.
 */
export interface TrainSentence {
  readonly sentence: Sentence;
  readonly part: number;
}

/** A sentence to learn from once. All its random choices follow from the seed. */
export interface Example extends TrainSentence {
  readonly seed: number;
}

/** The features to reward and to punish for an example: their weights grow or shrink by one. */
export interface Lesson {
  /** The search found the reference, so there is nothing to learn. */
  readonly found: boolean;
  readonly rewarded: Int32Array;
  readonly punished: Int32Array;
  /** Weights that change by other amounts. */
  readonly changed?: Changed;
}

const nothing = new Int32Array(0);

/** The lesson of a sentence that is skipped. */
export const noLesson: Lesson = { found: false, rewarded: nothing, punished: nothing };

/**
 * Decodes one example at a time and reports the errors of the search. It changes no weights itself.
 */
export interface Trainer {
  /** The lesson depends on the example and the weights alone. */
  decode(example: Example): Lesson;
}

/** Trainers in the threads of the host. */
export interface Trainers {
  readonly threads: number;
  decode(example: Example): Promise<Lesson>;
  /** Ends the threads. */
  close(): Promise<void>;
}
