import { NotLearned } from './file.ts';

/**
 * The weight of a language model's evidence: how much one nat adds to a score, in units of the
 * feature weights. It is fixed before training. Training then fits the feature weights to it
 * (Zhang, Blackwood & Clark 2012, Section 4).
 */
export interface UnitsPerNat {
  /** The number of units for words of a bag without arcs. */
  readonly withoutArcs: number;
  /** The number of units for words without a given head, in a bag with arcs. */
  readonly open: number;
  /**
   * The number of units for words with a given head, and for a given root. This number may be lower
   * than the others, since given arcs already say much about the places of the words.
   */
  readonly given: number;
}

/** How a best-first search orders parts of sentences. */
export interface Comparison {
  /**
   * True if parts compare by the mean score of their actions; false if they compare by the sum of
   * the scores (Zhang & Clark 2015, Section 3.3).
   */
  readonly isScaled: boolean;
  /**
   * The amount that each word of a part adds to the value by which parts are compared, in units of
   * the weights. With a smaller amount, the search tries small parts for a longer time. The order
   * of whole sentences does not depend on this amount, since they all have the same number of
   * words.
   */
  readonly perWord: number;
  /**
   * A further amount that each word of a part adds to the value by which parts are compared, until
   * the search has found a sentence. The amount grows in stages: `haste` times 1, times 3, times 7,
   * and so on.
   */
  readonly haste: number;
}

/** The weights of one search, and how they were trained. */
export interface Table {
  readonly search: string;
  /**
   * The weight of the language model's evidence; null if the weights were learned without a
   * language model.
   */
  readonly unitsPerNat: UnitsPerNat | null;
  /**
   * Names of the feature templates that training left out. Scoring leaves out these templates, too.
   */
  readonly withoutTemplates: readonly string[];
  /**
   * How the search orders parts. Left out if the search does not compare parts of different sizes.
   */
  readonly comparison?: Comparison;
  /** The number of the training pass after which the weights were the best. */
  readonly bestPass: number;
  /**
   * Returns the weights. The first call reads them from the model's file.
   *
   * @throws {ModelError} if the weights cannot be read
   */
  readonly learned: () => LearnedWeights;
}

/** The weights of a table, and the templates that training used. */
export interface LearnedWeights {
  /** Indexed by hashed feature: the weight of the feature. The length is a power of two. */
  readonly weights: Int8Array;
  readonly templates: TemplateSeeds;
}

/** The seed of each feature template, indexed by the template's name, `GROUP/NAME`. */
export type TemplateSeeds = Readonly<Record<string, number>>;

/** The tables of a model, indexed by name (`tableName`). */
export type Tables = ReadonlyMap<string, Table>;

/**
 * Returns the name of the table of weights of a search. A search has one table for use without a
 * language model. It may have a second table for use with a language model.
 */
export function tableName(search: string, withLanguageModel: boolean): string {
  return withLanguageModel ? `${search}+lm` : search;
}

/** Whether some search has weights for use with a language model. */
export function usesLanguageModel(tables: Tables): boolean {
  return [...tables.values()].some(({ unitsPerNat }) => unitsPerNat !== null);
}

/**
 * Returns the table of weights of a search. If `withLanguageModel` is true, prefers the table for
 * use with a language model.
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
