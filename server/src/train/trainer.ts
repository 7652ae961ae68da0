import type { DictionaryColumns } from '../grammar/ccg/dictionary.ts';
import type { GrammarColumns } from '../grammar/ccg/grammar.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { SharedModelFile } from '../model/file.ts';
import type { Comparison, UnitsPerNat } from '../model/tables.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { TrainedSearch } from './phases.ts';
import type { LexiconParts } from './rare-words.ts';
import type { Changed } from './weight-changes.ts';

export const updates = ['max-violation', 'early'] as const;
export type Update = (typeof updates)[number];

export interface TrainerOptions {
  readonly beam: number;
  /** By how many units of the weights each step of the reference is to win. */
  readonly margin: number;
  readonly update: Update;
  /** The share of sentences in which base noun phrases may be merged. */
  readonly phrases: number;
  /** How readily a word is taken for an unknown one (`RareWordLexicon`). */
  readonly dropout: number;
  /** Names of the feature templates to learn without, as `GROUP/NAME`. */
  readonly withoutTemplates: readonly string[];
  readonly bestFirst: BestFirstLearning;
}

export const bestFirstUpdates = ['margin', 'perceptron'] as const;

/** How the best-first search learns (Zhang & Clark 2015, Section 3.5). */
export interface BestFirstLearning {
  /** The least change of the weights that gives the margin, or the same for all features of two last actions. */
  readonly update: (typeof bestFirstUpdates)[number];
  /** Whether a wrong edge is accepted like others once the weights have changed, or dropped. */
  readonly expandsNegatives: boolean;
  /** How edges compare in the search that is learned for, in units of the weights while training. */
  readonly comparison: Comparison;
}

/** The language models that are learned with: one for each part of the treebank, made without it. */
export interface TrainerFluency<L = LanguageModel> {
  readonly languageModels: readonly L[];
  /** In units of the current weights. */
  readonly unitsPerNat: UnitsPerNat;
}

/** A grammar of categories as plain data. */
export interface GrammarParts {
  readonly columns: GrammarColumns;
  readonly dictionary: DictionaryColumns;
  /** The weights of supertaggers, each learned without the part of the treebank that learns with it. */
  readonly supertaggers: readonly Int8Array[];
}

/** What a trainer is constructed from. */
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

/** The same as plain data that can be sent to a worker. */
export interface SharedTrainerStart extends Omit<TrainerStart, 'fluency'> {
  readonly fluency: TrainerFluency<SharedModelFile> | null;
}

/**
 * A training sentence, and the part of the treebank that it is from: which language model, and which supertagger, have
 * not seen it.
 */
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
  /** Weights that are to change by other amounts. */
  readonly changed?: Changed;
}

const nothing = new Int32Array(0);

/** Of a sentence that is not learned from. */
export const noLesson: Lesson = { found: false, rewarded: nothing, punished: nothing };

/** Decodes one example at a time, and reports where the search erred; it changes no weights itself. */
export interface Trainer {
  /** The lesson is a function of the example and the weights. */
  decode(example: Example): Lesson;
}

/** Trainers in as many threads as the host gives them. */
export interface Trainers {
  readonly threads: number;
  decode(example: Example): Promise<Lesson>;
  /** Ends the threads. */
  close(): Promise<void>;
}
