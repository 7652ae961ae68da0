import type { Comparison, UnitsPerNat } from '../model/tables.ts';
import type { SearchChoice } from '../search/registry.ts';
import type { Condition } from '../treebank/sampling.ts';

/** The searches over dependency trees; training learns these by default. */
export const dependencySearches = ['arc-standard', 'bottom-up', 'best-first'] as const;

/** All searches that have weights to learn. */
export const trainedSearches = [
  ...dependencySearches,
  'ccg-shift-reduce',
  'ccg-best-first',
] as const;
export type TrainedSearch = (typeof trainedSearches)[number];

/** Whether a search is over categories. Such a search learns from derivations. */
export function isOverCategories(search: TrainedSearch): boolean {
  return search === 'ccg-shift-reduce' || search === 'ccg-best-first';
}

/**
 * Whether a search is best-first. Such a search compares parts of a sentence with each other even
 * if they differ in size. Training changes its weights while it searches a sentence.
 */
export function isBestFirst(search: TrainedSearch): boolean {
  return search === 'best-first' || search === 'ccg-best-first';
}

/** A phase of training, which learns one table of weights. */
export interface Phase {
  /**
   * The search that uses the table. The table's name depends on the search and on
   * `withLanguageModel` (`tableName`).
   */
  readonly search: TrainedSearch;
  /** Whether to learn with a language model. If training has none, the phase is skipped. */
  readonly withLanguageModel: boolean;
  /**
   * The margin by which the reference must beat all other candidates at each step, in units of the
   * weights. Null for the margin in the options.
   */
  readonly margin: number | null;
  /**
   * How much a nat of the language model's evidence adds to a score, in units of the weights; null
   * for the value in the options.
   */
  readonly unitsPerNat: UnitsPerNat | null;
  /**
   * How a best-first search compares parts of a sentence. The options can override this. Null for
   * other searches.
   */
  readonly comparison: Comparison | null;
  /**
   * The name of an earlier table of the same search. The weights of the two tables are averaged.
   * Null to average with no table.
   */
  readonly averagedWith: string | null;
  /**
   * The conditions in which the search is mainly used. A pass is scored by the mean BLEU over these
   * conditions.
   */
  readonly scoredOn: readonly Condition[];
  /** The search that scores the passes. */
  readonly scoredBy: SearchChoice;
}

/** Conditions without a full tree. The arc-standard search is used for these conditions. */
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

/** Conditions with and without a full tree. The best-first search is used for both. */
const bestFirstConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** Conditions for bags with a grammar. The categories are given, or come from the dictionary. */
const categoryConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false, categories: 'all' },
  { pos: 'all', dep: 'none', label: false, categories: 'none' },
];

/**
 * The margin of the best-first phases, in units of the weights. The papers' margin is 1. Weights
 * here are integers, so the margin must be large: otherwise a change could not be divided among
 * many features.
 */
export const BEST_FIRST_MARGIN = 8000;

/**
 * How much a nat of the language model's evidence adds to a score. The values suit
 * `BEST_FIRST_MARGIN`.
 */
const bestFirstUnits: UnitsPerNat = { withoutArcs: 1200, open: 1200, given: 800 };

/**
 * How much a nat of the language model's evidence adds to a score of a full tree. Only `given`
 * counts, since every word has a given head or is the root.
 */
const fullTreeUnits: UnitsPerNat = { withoutArcs: 15, open: 15, given: 15 };

/**
 * Compares parts by the sum of the scores of their actions. Each word lowers the value of a part,
 * so larger parts are tried later.
 */
const bySums: Comparison = { isScaled: false, perWord: -3500, haste: 900 };
/** Compares parts by the mean score of their actions. */
export const byMeans: Comparison = { isScaled: true, perWord: 0, haste: 900 };

/**
 * All phases, in the order in which they run. The order matters, since scoring a pass also uses the
 * tables of earlier phases.
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
    // These weights are averaged with the weights from training without a language model. So they
    // rely less on the language model.
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
    // Averaging makes the weights rely less on the language model.
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
    // Averaging makes the weights rely less on the language model.
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
