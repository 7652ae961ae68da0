import type { Comparison, UnitsPerNat } from '../model/tables.ts';
import type { SearchChoice } from '../search/registry.ts';
import type { Condition } from '../treebank/sampling.ts';

/** The searches over dependency trees; training learns these by default. */
export const dependencySearches = ['arc-standard', 'bottom-up', 'best-first'] as const;

export const trainedSearches = [
  ...dependencySearches,
  'ccg-shift-reduce',
  'ccg-best-first',
] as const;
export type TrainedSearch = (typeof trainedSearches)[number];

/** A search over categories learns from derivations. */
export function isOverCategories(search: TrainedSearch): boolean {
  return search === 'ccg-shift-reduce' || search === 'ccg-best-first';
}

/**
 * A best-first search compares parts of a sentence even if they differ in size. Training changes
 * its weights while it searches a sentence.
 */
export function isBestFirst(search: TrainedSearch): boolean {
  return search === 'best-first' || search === 'ccg-best-first';
}

/** A phase of training, which learns one table of weights. */
export interface Phase {
  readonly search: TrainedSearch;
  /** Whether the phase uses a language model. If training has none, such phases are skipped. */
  readonly withLanguageModel: boolean;
  /** Null for the margin in the options. */
  readonly margin: number | null;
  /** Null for the value in the options. */
  readonly unitsPerNat: UnitsPerNat | null;
  /**
   * How a best-first search compares parts of a sentence; null for other searches. The options can
   * override this.
   */
  readonly comparison: Comparison | null;
  /**
   * The name of an earlier table of the same search. The weights of the two tables are averaged.
   */
  readonly averagedWith: string | null;
  /** The conditions in which the search is mainly used. The score of a pass is their mean BLEU. */
  readonly scoredOn: readonly Condition[];
  readonly scoredBy: SearchChoice;
}

/** Conditions without a full tree, for the arc-standard search. */
const partialConditions: readonly Condition[] = [
  { pos: 'none', dep: 'none', label: false },
  { pos: 'all', dep: 'none', label: false },
  { pos: 'half', dep: 'half', label: false },
];

const fullTreeConditions: readonly Condition[] = [
  { pos: 'none', dep: 'all', label: false },
  { pos: 'all', dep: 'all', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** Conditions with and without a full tree. */
const bestFirstConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** Conditions for searches over categories. */
const categoryConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false, categories: 'all' },
  { pos: 'all', dep: 'none', label: false, categories: 'none' },
];

/**
 * The papers' margin is 1. The margin must be large here, since weights are integers: otherwise a
 * change could not be divided among many features.
 */
export const BEST_FIRST_MARGIN = 8000;

/** These values suit `BEST_FIRST_MARGIN`. */
const bestFirstUnits: UnitsPerNat = { withoutArcs: 1200, open: 1200, given: 800 };

/** Only `given` counts, since every word of a full tree has a given head or is the root. */
const fullTreeUnits: UnitsPerNat = { withoutArcs: 15, open: 15, given: 15 };

/**
 * Compares parts by the sum of the scores of their actions. Each word lowers the value of a part,
 * so larger parts are tried later.
 */
const bySums: Comparison = { isScaled: false, perWord: -3500, haste: 900 };
/** Compares parts by the mean score of their actions. */
export const byMeans: Comparison = { isScaled: true, perWord: 0, haste: 900 };

/**
 * In the order in which they run. The order matters, since scoring a pass also uses the tables of
 * earlier phases.
 */
export const phases: readonly Phase[] = [
  {
    search: 'arc-standard',
    withLanguageModel: false,
    margin: null,
    unitsPerNat: null,
    comparison: null,
    averagedWith: null,
    scoredOn: partialConditions,
    scoredBy: 'beam',
  },
  {
    search: 'bottom-up',
    withLanguageModel: false,
    margin: 20,
    unitsPerNat: null,
    comparison: null,
    averagedWith: null,
    scoredOn: fullTreeConditions,
    scoredBy: 'beam',
  },
  {
    search: 'arc-standard',
    withLanguageModel: true,
    margin: null,
    unitsPerNat: null,
    comparison: null,
    // Averaging makes the weights rely less on the language model.
    averagedWith: 'arc-standard',
    scoredOn: partialConditions,
    scoredBy: 'beam',
  },
  {
    search: 'bottom-up',
    withLanguageModel: true,
    margin: 20,
    unitsPerNat: fullTreeUnits,
    comparison: null,
    averagedWith: 'bottom-up',
    scoredOn: fullTreeConditions,
    scoredBy: 'beam',
  },
  {
    search: 'best-first',
    withLanguageModel: false,
    margin: BEST_FIRST_MARGIN,
    unitsPerNat: bestFirstUnits,
    comparison: bySums,
    averagedWith: null,
    scoredOn: bestFirstConditions,
    scoredBy: 'best-first',
  },
  {
    search: 'best-first',
    withLanguageModel: true,
    margin: BEST_FIRST_MARGIN,
    unitsPerNat: bestFirstUnits,
    comparison: bySums,
    averagedWith: null,
    scoredOn: bestFirstConditions,
    scoredBy: 'best-first',
  },
  {
    search: 'ccg-shift-reduce',
    withLanguageModel: false,
    margin: 20,
    unitsPerNat: null,
    comparison: null,
    averagedWith: null,
    scoredOn: categoryConditions,
    scoredBy: 'beam',
  },
  {
    search: 'ccg-shift-reduce',
    withLanguageModel: true,
    margin: 20,
    unitsPerNat: null,
    comparison: null,
    averagedWith: 'ccg-shift-reduce',
    scoredOn: categoryConditions,
    scoredBy: 'beam',
  },
  {
    search: 'ccg-best-first',
    withLanguageModel: false,
    margin: BEST_FIRST_MARGIN,
    unitsPerNat: bestFirstUnits,
    comparison: byMeans,
    averagedWith: null,
    scoredOn: categoryConditions,
    scoredBy: 'best-first',
  },
  {
    search: 'ccg-best-first',
    withLanguageModel: true,
    margin: BEST_FIRST_MARGIN,
    unitsPerNat: bestFirstUnits,
    comparison: byMeans,
    averagedWith: null,
    scoredOn: categoryConditions,
    scoredBy: 'best-first',
  },
];
