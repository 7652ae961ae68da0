import type { Comparison, UnitsPerNat } from '../model/tables.ts';
import type { SearchChoice } from '../search/registry.ts';
import type { Condition } from '../treebank/sampling.ts';

/** Searches over dependency trees; the default of training. */
export const dependencySearches = ['arc-standard', 'bottom-up', 'best-first'] as const;

/** All searches with weights. */
export const trainedSearches = [
  ...dependencySearches,
  'ccg-shift-reduce',
  'ccg-best-first',
] as const;
export type TrainedSearch = (typeof trainedSearches)[number];

/** Searches over categories; they learn from derivations. */
export function isOverCategories(search: TrainedSearch): boolean {
  return search === 'ccg-shift-reduce' || search === 'ccg-best-first';
}

/** Searches that compare parts of any size. Their weights change while a sentence is searched. */
export function isBestFirst(search: TrainedSearch): boolean {
  return search === 'best-first' || search === 'ccg-best-first';
}

/** A part of training: it learns one table of weights. */
export interface Phase {
  /**
   * The search of the table. The table's name also depends on `withLanguageModel` (`tableName`).
   */
  readonly search: TrainedSearch;
  /** Whether to learn with a language model; without a language model such a phase is skipped. */
  readonly withLanguageModel: boolean;
  /**
   * The margin, in units of the weights, by which each step of the reference must win; null for the
   * option's margin.
   */
  readonly margin: number | null;
  /** The weight of a nat of the language model; null for the option's. */
  readonly unitsPerNat: UnitsPerNat | null;
  /**
   * How parts compare in a best-first search, unless the options say otherwise; null for other
   * searches.
   */
  readonly comparison: Comparison | null;
  /**
   * An earlier phase of the same search: its table's weights are averaged with this phase's. Null
   * for none.
   */
  readonly averagedWith: string | null;
  /** The score of a pass is the mean BLEU over these conditions, the main uses of the search. */
  readonly scoredOn: readonly Condition[];
  /** The search that scores the passes. */
  readonly scoredBy: SearchChoice;
}

/** The arc-standard search orders bags without a full tree. */
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

/** The best-first search takes all bags. */
const bestFirstConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** Bags with a grammar: their categories are given, or come from the dictionary. */
const categoryConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false, categories: 'all' },
  { pos: 'all', dep: 'none', label: false, categories: 'none' },
];

/** The papers' margin is 1. In these units a change of a weight can be divided among features. */
export const BEST_FIRST_MARGIN = 8000;

/** The weights of a nat that fit this margin. */
const bestFirstUnits: UnitsPerNat = { withoutArcs: 1200, open: 1200, given: 800 };

/** Compares sums of scores. Each word costs a part something, so larger parts are tried later. */
const bySums: Comparison = { isScaled: false, perWord: -3500, haste: 900 };
/** Compares the mean score of an action. */
export const byMeans: Comparison = { isScaled: true, perWord: 0, haste: 900 };

/** In the order in which they run. Scoring a pass uses the tables of the phases before. */
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
    // Limits how much the weights rely on the language model.
    averagedWith: 'arc-standard',
    scoredOn: partialConditions,
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
    // Limits how much the weights rely on the language model.
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
