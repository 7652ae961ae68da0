import { NotLearned } from './file.ts';

/**
 * How much one nat of the language model adds to a score, in units of the feature weights. It is
 * fixed before training. Training then fits the feature weights to it (Zhang, Blackwood & Clark
 * 2012, Section 4). After a pass, it may still be raised (`EVIDENCE_FACTORS`).
 */
export interface UnitsPerNat {
  /** For words of a bag without arcs. */
  readonly withoutArcs: number;
  /** For words without a given head, in a bag with arcs. */
  readonly open: number;
  /**
   * For words with a given head, and for a given root. It may be lower than the other two, since
   * given arcs already say much about the places of the words.
   */
  readonly given: number;
}

export interface Comparison {
  /**
   * Whether the search compares parts by the mean score of their actions instead of the sum (Zhang
   * & Clark 2015, Section 3.3).
   */
  readonly isScaled: boolean;
  /**
   * The amount that each word of a part adds to the value by which parts are compared, in units of
   * the weights. With a smaller amount, the search tries small parts for a longer time. The order
   * of whole sentences stays the same, since they all have the same number of words.
   */
  readonly perWord: number;
  /**
   * As long as the search has found no sentence, it raises the amount for each word in stages: to
   * `perWord + haste`, `perWord + 3 * haste`, `perWord + 7 * haste`, and so on.
   */
  readonly haste: number;
}

/** The weights of one search, and how they were trained. */
export interface Table {
  readonly search: string;
  /** Null if the weights were learned without a language model. */
  readonly unitsPerNat: UnitsPerNat | null;
  /** The names of the feature templates that training and scoring leave out. */
  readonly withoutTemplates: readonly string[];
  /**
   * How the search compares parts of a sentence that differ in size. Left out if it compares no
   * such parts.
   */
  readonly comparison?: Comparison;
  /** The training pass after which the weights were the best. */
  readonly bestPass: number;
  /**
   * The first call reads the weights from the model's file.
   *
   * @throws {ModelError} if the weights cannot be read
   */
  readonly learned: () => LearnedWeights;
}

export interface LearnedWeights {
  /** Indexed by hashed feature. The length is a power of two. */
  readonly weights: Int8Array;
  readonly templates: TemplateSeeds;
}

/** The seed of each feature template, indexed by the template's name, `GROUP/NAME`. */
export type TemplateSeeds = Readonly<Record<string, number>>;

/** Indexed by `tableName`. */
export type Tables = ReadonlyMap<string, Table>;

/**
 * A search has a table for use without a language model. It may have a second table for use with a
 * language model.
 */
export function tableName(search: string, withLanguageModel: boolean): string {
  return withLanguageModel ? `${search}+lm` : search;
}

export function usesLanguageModel(tables: Tables): boolean {
  return [...tables.values()].some(({ unitsPerNat }) => unitsPerNat !== null);
}

/**
 * Returns the table of a search. With a language model, prefers the table for use with one.
 *
 * @throws {NotLearned} if the model was not trained for this search
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
