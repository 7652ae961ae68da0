import { isObject } from './file.ts';
import { MAX_INVENTORY } from './lexicon.ts';
import type { Comparison, Table, UnitsPerNat } from './tables.ts';

export interface TrainingRecord {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly sentences: number;
  readonly seed: number;
  readonly passes: number;
  readonly beam: number;
  /** How many learners trained independently. The model's weights are the mean of their weights. */
  readonly learners: number;
  /** How many sentences a learner decodes before it changes its weights. */
  readonly batch: number;
  /** The number of learned classes, and the names of the text files that they come from. */
  readonly wordClasses: { readonly count: number; readonly texts: readonly string[] };
  /** Null if the model was trained without a language model. */
  readonly withLanguageModel: {
    readonly name: string;
    /**
     * Training divided the treebank into this many parts. For the sentences of a part, it used a
     * language model that was made without this part.
     */
    readonly parts: number;
  } | null;
  /**
   * Whether training wrote the beginnings of some sentences in lower case (`LOWER_CASE_RATE`).
   * Absent means false.
   */
  readonly anyCase?: boolean;
  /** The files of parsed text, and the number of their sentences that training used. */
  readonly parsed?: { readonly texts: readonly string[]; readonly sentences: number };
}

export interface Metadata {
  readonly kind: typeof MODEL;
  readonly training: TrainingRecord;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  /**
   * Indexed by the name of a table. The part of the file with the same name contains its weights.
   */
  readonly tables: Readonly<Record<string, Omit<Table, 'learned'>>>;
}

/** Language models have the same file format, but another `kind`. */
export const MODEL = 'model';

/** The limit on the numbers in a `Comparison`. With it, sums of scores do not overflow. */
const MAX_AMOUNT = 1_000_000;
/**
 * With more units, the language model could outweigh all features together, and sums of scores
 * might not fit into 32 bits.
 */
const MAX_UNITS_PER_NAT = 10_000;

/** Checks every field, since the file may be forged. */
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

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_AMOUNT;
}

function isUnitsPerNat(value: unknown): value is UnitsPerNat {
  return isObject(value) && [value.withoutArcs, value.open, value.given].every(isUnits);
}

function isUnits(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= MAX_UNITS_PER_NAT;
}
