import type { Comparison, UnitsPerNat } from '../model/tables.ts';
import type { SearchChoice } from '../search/registry.ts';
import type { Condition } from '../treebank/sampling.ts';

/** Those over dependency trees: what is learned if nothing else is asked for. */
export const dependencySearches = ['arc-standard', 'bottom-up', 'best-first'] as const;

/** All of them. */
export const trainedSearches = [
  ...dependencySearches,
  'ccg-shift-reduce',
  'ccg-best-first',
] as const;
export type TrainedSearch = (typeof trainedSearches)[number];

/** Those of them that are over categories: they are learned from derivations. */
export function isOverCategories(search: TrainedSearch): boolean {
  return search === 'ccg-shift-reduce' || search === 'ccg-best-first';
}

/** Those of them that compare parts of any size, and whose weights change while a sentence is searched. */
export function isBestFirst(search: TrainedSearch): boolean {
  return search === 'best-first' || search === 'ccg-best-first';
}

/** A part of training: it learns one table of weights. */
export interface Phase {
  /** The search that the table is for; with `withLanguageModel` it gives the table's name (`tableName`). */
  readonly search: TrainedSearch;
  /** Whether to learn with a language model; such a phase is left out where there is none. */
  readonly withLanguageModel: boolean;
  /** By how many units of the weights each step of the reference is to win; null for the option's number. */
  readonly margin: number | null;
  /** What a nat of the language model adds; null for the option's numbers. */
  readonly unitsPerNat: UnitsPerNat | null;
  /** How parts compare in a best-first search, but for what the options say; null for others. */
  readonly comparison: Comparison | null;
  /**
   * The table of an earlier phase of the same search whose weights are averaged with what is learned; null
   * for none.
   */
  readonly averagedWith: string | null;
  /** The score of a pass is the mean BLEU of these conditions: what the search is used for. */
  readonly scoredOn: readonly Condition[];
  /** The search that passes are scored with. */
  readonly scoredBy: SearchChoice;
}

/** What the arc-standard search is used for: bags whose tree is not given. */
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

/** What the best-first search is compared by: it takes all bags. */
const bestFirstConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** What bags with a grammar are: categories given, or left to the dictionary. */
const categoryConditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false, categories: 'all' },
  { pos: 'all', dep: 'none', label: false, categories: 'none' },
];

/** The papers' margin of 1, in whole units that are fine enough for the shares of a weight's changes. */
export const BEST_FIRST_MARGIN = 8000;

/** What goes with that margin. */
const bestFirstUnits: UnitsPerNat = { withoutArcs: 1200, open: 1200, given: 800 };

/** Sums, where words cost a part something: the more words it has, the later it is tried. */
const bySums: Comparison = { isScaled: false, perWord: -3500, haste: 900 };
/** The mean score of an action. */
export const byMeans: Comparison = { isScaled: true, perWord: 0, haste: 900 };

/** In the order in which they run. A pass is scored with the tables of the phases before. */
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
    // Keeps the weights from relying on the language model too much.
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
    // Keeps the weights from relying on the language model too much.
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
