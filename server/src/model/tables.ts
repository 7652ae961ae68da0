import { NotLearned } from './file.ts';

/**
 * The weight of a language model's evidence: the amount that one nat adds to a score, in units of the
 * weights. It is fixed before training, and training fits the weights to it (Zhang, Blackwood & Clark
 * 2012, Section 4).
 */
export interface UnitsPerNat {
  /** For the words of a bag without arcs. */
  readonly withoutArcs: number;
  /** For words without a given head in a bag with arcs. */
  readonly open: number;
  /**
   * For words with a given head, and for a given root. Their arcs already say more about their
   * places.
   */
  readonly given: number;
}

/** How a best-first search orders parts of sentences. */
export interface Comparison {
  /**
   * Whether parts compare by the mean score of their actions, or by the sum (Zhang & Clark 2015,
   * Section 3.3).
   */
  readonly isScaled: boolean;
  /**
   * The amount that each word of a part adds, in units of the weights. The smaller it is, the longer
   * the search stays with small parts. It does not change the order of whole sentences.
   */
  readonly perWord: number;
  /**
   * A further amount that each word adds while no sentence is found: at first this, then 3 times
   * this, 7 times this, and so on.
   */
  readonly haste: number;
}

/** The weights of one search, with the circumstances of its training. */
export interface Table {
  /** The name of the search. */
  readonly search: string;
  /** Null for weights that were learned without a language model. */
  readonly unitsPerNat: UnitsPerNat | null;
  /** Names of feature templates that training left out, and so does scoring. */
  readonly withoutTemplates: readonly string[];
  /** Only for a search that compares parts of any size. */
  readonly comparison?: Comparison;
  /** The training pass of the weights. */
  readonly bestPass: number;
  /**
   * Gives the weights, which are read from the model's file at the first call.
   *
   * @throws {ModelError} if they cannot be read
   */
  readonly learned: () => LearnedWeights;
}

/** The weights of a table, and the templates of their features. */
export interface LearnedWeights {
  /** By hashed feature; their number is a power of two. */
  readonly weights: Int8Array;
  readonly templates: TemplateSeeds;
}

/** Seeds of feature templates by name, `GROUP/NAME`. */
export type TemplateSeeds = Readonly<Record<string, number>>;

/** By `tableName`. */
export type Tables = ReadonlyMap<string, Table>;

/** A search has a table for use without a language model, and may have another for use with one. */
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
