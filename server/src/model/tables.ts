import { NotLearned } from './file.ts';

/**
 * The weight of a language model's evidence: the amount that one nat adds to a score, in units of the
 * weights. It is fixed before training, and training fits the weights to it (Zhang, Blackwood & Clark
 * 2012, Section 4).
 */
export interface UnitsPerNat {
  /** The units for words of a bag without arcs. */
  readonly withoutArcs: number;
  /** The units for words without a given head, in a bag with arcs. */
  readonly open: number;
  /**
   * The units for words with a given head, and for a given root. They may be fewer, since given
   * arcs already say much about the places of these words.
   */
  readonly given: number;
}

/** How a best-first search orders parts of sentences. */
export interface Comparison {
  /**
   * Whether parts compare by the mean score of their actions; if false, by the sum (Zhang & Clark
   * 2015, Section 3.3).
   */
  readonly isScaled: boolean;
  /**
   * The amount that each word of a part adds, in units of the weights. With a smaller amount, the
   * search stays longer with small parts. The order of whole sentences does not depend on it.
   */
  readonly perWord: number;
  /**
   * A further amount per word while the search has found no sentence. It grows in stages: this
   * number times 1, 3, 7, and so on.
   */
  readonly haste: number;
}

/** The weights of one search, and how they were trained. */
export interface Table {
  readonly search: string;
  /** The weight of the language model's evidence; null for weights that were learned without a language model. */
  readonly unitsPerNat: UnitsPerNat | null;
  /** Names of the feature templates that training left out. Scoring leaves them out, too. */
  readonly withoutTemplates: readonly string[];
  /** How the search orders parts; left out for a search that does not compare parts of different sizes. */
  readonly comparison?: Comparison;
  /** The training pass that gave the weights. */
  readonly bestPass: number;
  /**
   * Returns the weights. The first call reads them from the model's file.
   *
   * @throws {ModelError} if the weights cannot be read
   */
  readonly learned: () => LearnedWeights;
}

/** The weights of a table, and the templates that have these weights. */
export interface LearnedWeights {
  /** Indexed by hashed feature. The length is a power of two. */
  readonly weights: Int8Array;
  readonly templates: TemplateSeeds;
}

/** The seed of each feature template, indexed by the template's name, `GROUP/NAME`. */
export type TemplateSeeds = Readonly<Record<string, number>>;

/** The tables of a model, indexed by name (`tableName`). */
export type Tables = ReadonlyMap<string, Table>;

/**
 * Returns the name of a search's table. A search has one table to use without a language model, and
 * may have another to use with one.
 */
export function tableName(search: string, withLanguageModel: boolean): string {
  return withLanguageModel ? `${search}+lm` : search;
}

/** Whether any search has weights to use with a language model. */
export function usesLanguageModel(tables: Tables): boolean {
  return [...tables.values()].some(({ unitsPerNat }) => unitsPerNat !== null);
}

/**
 * Returns the table of a search, preferably the table for use with a language model, if there is
 * one.
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
