/** Makes, sorts, filters and counts the rows of the coverage table. */
import { displayed } from '../../../server/src/lsp/protocol.ts';
import type { BagCoverageReport, Change } from '../../../server/src/lsp/protocol.ts';
import type { CoverageMemory, ShownCoverage } from '../../src/coverage-messages.ts';

/** The classes of bags, from the best to the worst. Bags of the class `none` expect nothing. */
export const kinds = [
  'met',
  'ranked',
  'model',
  'beam',
  'search',
  'grammar',
  'dictionary',
  'unreachable',
  'not-run',
  'none',
] as const;
export type Kind = (typeof kinds)[number];

/** How a bag can have changed since the previous run, the most urgent first. */
export const changes = ['worse', 'gone', 'better', 'new', 'changed', 'same'] as const;

export type Column = 'bag' | 'place' | 'first' | 'rank' | 'margin' | 'class' | 'change';

export interface Row {
  /** The bag's result; if the bag no longer exists, its result in the previous run. */
  readonly bag: BagCoverageReport;
  /** The first sentence as the panel displays it; null if the bag has no realization. */
  readonly first: string | null;
  /**
   * The expected sentence as the panel displays it; null if the bag expects nothing or has a
   * problem.
   */
  readonly expected: string | null;
  readonly kind: Kind;
  readonly file: string;
  /** Null if there is no previous run. */
  readonly change: Change | null;
  /** The bag's result in the previous run; null if the bag is new or its result is the same. */
  readonly before: BagCoverageReport | null;
  /** What the filter searches, in lower case. */
  readonly text: string;
}

/** The rows are in the report's order. Bags that no longer exist come last. */
export function rowsOf({ report, changes: changed, names }: ShownCoverage): Row[] {
  const row = (bag: BagCoverageReport, place: number): Row => {
    const file = names[bag.file] ?? bag.file;
    const [first, expected] = [bag.first, bag.expected].map((text) => written(bag, text));
    // The filter finds a sentence as the table shows it (`don't`) and as a file writes it (`do
    // n't`).
    const texts = [bag.bag, bag.first, first, bag.expected, expected, file];
    return {
      bag,
      first,
      expected,
      kind: kindOf(bag),
      file,
      change: changed.at(place)?.change ?? null,
      before: changed.at(place)?.before ?? null,
      text: texts.join('\n').toLowerCase(),
    };
  };
  const gone = changed.slice(report.perBag.length).flatMap(({ before }) => before ?? []);
  return [...report.perBag, ...gone].map(row);
}

/** A sentence as the panel displays it. */
function written({ displays }: BagCoverageReport, sentence: string | null): string | null {
  return sentence === null ? null : (displays?.[sentence] ?? displayed(sentence));
}

function kindOf({ class: kind, problem, expected }: BagCoverageReport): Kind {
  if (kind !== null) return kind;
  return problem === null && expected === null ? 'none' : 'not-run';
}

/**
 * The rows that contain the text and have a chosen class and a chosen change. If no class is
 * chosen, all classes pass; if no change is chosen, all changes pass.
 */
export function filtered(
  rows: readonly Row[],
  { text, chosen }: Pick<CoverageMemory, 'text' | 'chosen'>,
): readonly Row[] {
  const sought = text.trim().toLowerCase();
  const ofKinds = new Set<string>(kinds.filter((kind) => chosen.includes(kind)));
  const ofChanges = new Set<string | null>(changes.filter((change) => chosen.includes(change)));
  return rows.filter(
    (row) =>
      row.text.includes(sought) &&
      (ofKinds.size === 0 || ofKinds.has(row.kind)) &&
      (ofChanges.size === 0 || ofChanges.has(row.change)),
  );
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * The key by which a column sorts a row. Rows with the key null come last, even in descending
 * order.
 */
const keys: Record<Column, (row: Row) => string | number | null> = {
  bag: ({ bag }) => bag.bag,
  place: ({ file, bag }) => `${file}:${bag.line}`,
  first: ({ first }) => first,
  rank: ({ bag, kind }) => bag.rank ?? (kind === 'none' || kind === 'not-run' ? null : Infinity),
  margin: ({ bag }) => bag.margin,
  class: ({ kind }) => kinds.indexOf(kind),
  change: ({ change }) => (change === null ? null : changes.indexOf(change)),
};

/** Rows with the same key keep their order. If `sort` is null, all rows keep their order. */
export function sorted(rows: readonly Row[], sort: CoverageMemory['sort']): readonly Row[] {
  if (sort === null || !(sort.column in keys)) return rows;
  const keyOf = keys[sort.column as Column];
  const sign = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => {
      if (a.key === b.key) return 0;
      if (a.key === null) return 1;
      if (b.key === null) return -1;
      if (typeof a.key === 'number' && typeof b.key === 'number') return sign * (a.key - b.key);
      return sign * collator.compare(String(a.key), String(b.key));
    })
    .map(({ row }) => row);
}

export interface RankCount {
  readonly label: string;
  readonly count: number;
}

const ranges = [
  ['1', 1, 1],
  ['2', 2, 2],
  ['3–5', 3, 5],
  ['6–10', 6, 10],
  ['11+', 11, Infinity],
] as const;

/**
 * Counts the bags by the best rank of their expected sentences. Omits bags without expectations,
 * bags that were not run, and bags that no longer exist.
 */
export function histogram(rows: readonly Row[]): readonly RankCount[] {
  const ranks = rows
    .filter(({ kind, change }) => kind !== 'none' && kind !== 'not-run' && change !== 'gone')
    .map(({ bag }) => bag.rank);
  return [
    ...ranges.map(([label, first, last]) => ({
      label,
      count: ranks.filter((rank) => rank !== null && first <= rank && rank <= last).length,
    })),
    { label: 'not found', count: ranks.filter((rank) => rank === null).length },
  ];
}

/**
 * The counts of each class, in the order of `kinds`, then of each change, in the order of
 * `changes`. Leaves out the change `same` and counts of zero.
 */
export function countsOf(rows: readonly Row[]): ReadonlyMap<Kind | Change, number> {
  const counts = new Map<Kind | Change, number>();
  for (const one of [...kinds, ...changes.filter((change) => change !== 'same')]) {
    const count = rows.filter(({ kind, change }) => kind === one || change === one).length;
    if (count > 0) counts.set(one, count);
  }
  return counts;
}
