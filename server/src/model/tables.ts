import { NotLearned } from './file.ts';

/**
 * What a nat of a language model's evidence for a word adds to a score, in units of the weights. It is
 * fixed before training, so that the weights are learned to go with it (Zhang, Blackwood & Clark 2012,
 * Section 4).
 */
export interface UnitsPerNat {
  /** For the words of a bag without arcs. */
  readonly withoutArcs: number;
  /** Where arcs are given, for words whose head is open. */
  readonly open: number;
  /** For words with a given head, and for a given root: their arcs say more of where they go. */
  readonly given: number;
}

/** What a best-first search orders parts of sentences by. */
export interface Comparison {
  /** Whether it is the mean score of a part's actions, and not their sum (Zhang & Clark 2015, Section 3.3). */
  readonly isScaled: boolean;
  /**
   * What each word of a part adds to that, in units of the weights: the less, the more small parts the search looks at
   * before it makes large ones of them. Of whole sentences it changes no order.
   */
  readonly perWord: number;
  /** What each word adds besides while no sentence is found: so much at first, then three times as much, seven times, and so on. */
  readonly haste: number;
}

/** What one search was trained with, and how to get its weights. */
export interface Table {
  /** The name of the search. */
  readonly search: string;
  /** Null for weights that were learned without a language model. */
  readonly unitsPerNat: UnitsPerNat | null;
  /** Names of feature templates that it was trained without, and is used without. */
  readonly withoutTemplates: readonly string[];
  /** How parts of sentences compare, in a search that compares parts of any size. */
  readonly comparison?: Comparison;
  /** The training pass that they are of. */
  readonly bestPass: number;
  /**
   * Gives the weights, which are read from the model's file at the first call.
   *
   * @throws {ModelError} if they cannot be read
   */
  readonly learned: () => LearnedWeights;
}

/** The weights of a table, and the templates of the features that they are of. */
export interface LearnedWeights {
  /** By hashed feature; a power of two of them. */
  readonly weights: Int8Array;
  readonly templates: TemplateSeeds;
}

/** Seeds of feature templates by name, `GROUP/NAME`. */
export type TemplateSeeds = Readonly<Record<string, number>>;

/** By `tableName`. */
export type Tables = ReadonlyMap<string, Table>;

/** A search has one table to use alone, and may have another to use with a language model. */
export function tableName(search: string, withLanguageModel: boolean): string {
  return withLanguageModel ? `${search}+lm` : search;
}

/** Whether any search has weights to use with a language model. */
export function usesLanguageModel(tables: Tables): boolean {
  return [...tables.values()].some(({ unitsPerNat }) => unitsPerNat !== null);
}

/**
 * The table of a search. With a language model it is the table that was learned with one, if there is one.
 *
 * @throws {NotLearned} if the model was not trained for this search; the message says what to train
 */
export function tableOf(tables: Tables, search: string, withLanguageModel: boolean): Table {
  const table =
    (withLanguageModel ? tables.get(tableName(search, true)) : undefined) ??
    tables.get(tableName(search, false));
  if (table !== undefined) return table;
  throw new NotLearned(
    `This model has no weights for the search ${search}: choose another search, name a model that ` +
      `has them, or train one with \`bowline train --search ${search}\`.`,
  );
}
