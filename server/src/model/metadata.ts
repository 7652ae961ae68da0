import { isObject } from './file.ts';
import { MAX_INVENTORY } from './lexicon.ts';
import type { Comparison, Table, UnitsPerNat } from './tables.ts';

/** A record of how a model was trained. */
export interface TrainingRecord {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly sentences: number;
  readonly seed: number;
  readonly passes: number;
  readonly beam: number;
  /**
   * The number of learners, which train independently. The weights are the mean of the learners'
   * weights.
   */
  readonly learners: number;
  /** How many sentences a learner decodes before it changes its weights. */
  readonly batch: number;
  /**
   * The number of learned word classes, and the names of the text files that they were learned
   * from.
   */
  readonly wordClasses: { readonly count: number; readonly texts: readonly string[] };
  /** The language model of the training; null if the model was trained without a language model. */
  readonly withLanguageModel: {
    /** The name of the language model's file. */
    readonly name: string;
    /**
     * Training divided the treebank into this many parts. For the sentences of a part, training
     * used a language model that was made without this part.
     */
    readonly parts: number;
  } | null;
  /**
   * Whether training wrote the beginnings of some sentences in lower case (`LOWER_CASE_RATE`). If
   * absent, it did not.
   */
  readonly anyCase?: boolean;
  /**
   * The files of parsed text, and the number of their sentences that training used. Left out if
   * training used no parsed text.
   */
  readonly parsed?: { readonly texts: readonly string[]; readonly sentences: number };
}

/** The metadata of a model file. */
export interface Metadata {
  readonly kind: typeof MODEL;
  readonly training: TrainingRecord;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  /**
   * Indexed by the name of a table of weights. The weights are in the part of the file with the
   * same name.
   */
  readonly tables: Readonly<Record<string, Omit<Table, 'learned'>>>;
}

/**
 * The `kind` in the metadata of models. Language models have the same file format, but another
 * kind.
 */
export const MODEL = 'model';

/**
 * The highest absolute value of the numbers in a `Comparison`. With this limit, sums of scores do
 * not overflow.
 */
const MAX_AMOUNT = 1_000_000;
/**
 * The highest number of units per nat. With a higher number, the language model could outweigh all
 * features together, and sums of scores might not fit into 32 bits.
 */
const MAX_UNITS_PER_NAT = 10_000;

/**
 * Whether a value has the form of a model's metadata. Checks every field, since the file may be
 * forged.
 */
export function isMetadata(value: unknown): value is Metadata {
  if (!isObject(value)) return false;
  const { kind, training, tags, labels, tables } = value;
  return (
    kind === MODEL &&
    isObject(training) &&
    isInventory(tags) &&
    isInventory(labels) &&
    isObject(tables) &&
    Object.values(tables).every(isTable)
  );
}

function isInventory(value: unknown): boolean {
  return isTexts(value) && value.length <= MAX_INVENTORY;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTable(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { search, unitsPerNat, withoutTemplates, bestPass, comparison } = value;
  return (
    typeof search === 'string' &&
    (unitsPerNat === null || isUnitsPerNat(unitsPerNat)) &&
    isTexts(withoutTemplates) &&
    (comparison === undefined || isComparison(comparison)) &&
    Number.isSafeInteger(bestPass)
  );
}

function isComparison(value: unknown): value is Comparison {
  if (!isObject(value)) return false;
  const { isScaled, perWord, haste } = value;
  return typeof isScaled === 'boolean' && isAmount(perWord) && isAmount(haste);
}

/** Whether a value is a number that is small enough for sums of scores not to overflow. */
function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_AMOUNT;
}

function isUnitsPerNat(value: unknown): value is UnitsPerNat {
  return isObject(value) && [value.withoutArcs, value.open, value.given].every(isUnits);
}

function isUnits(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= MAX_UNITS_PER_NAT;
}
