/** The rows of the table of a run, sorted and filtered, and how often each rank occurs. */
import type { BagCoverageReport, Change } from '../../../server/src/lsp/protocol.ts';
import type { CoverageMemory, ShownCoverage } from '../../src/coverage-messages.ts';

/** The classes of expectations from the best, and of bags that have no verdict. */
export const kinds = [
  'met',
  'ranked',
  'model',
  'beam',
  'grammar',
  'dictionary',
  'unreachable',
  'not-run',
  'none',
] as const;
export type Kind = (typeof kinds)[number];

/** The classes of bags, the most urgent first. */
export const changes = ['worse', 'gone', 'better', 'new', 'changed', 'same'] as const;

export type Column = 'bag' | 'place' | 'best' | 'rank' | 'margin' | 'class' | 'change';

export interface Row {
  /** For a bag that is gone, its last result. */
  readonly bag: BagCoverageReport;
  readonly kind: Kind;
  /** The name of its file. */
  readonly file: string;
  /** Null if an earlier run did not cover the bag. */
  readonly change: Change | null;
  /** Its earlier result; null if the bag is new or its result is the same. */
  readonly before: BagCoverageReport | null;
  /** The text that a filter searches. */
  readonly text: string;
}

/** A row for each bag of the report in its order, followed by the bags that are gone. */
export function rowsOf({ report, changes: changed, names }: ShownCoverage): Row[] {
  const row = (bag: BagCoverageReport, place: number): Row => {
    const file = names[bag.file] ?? bag.file;
    return {
      bag,
      kind: kindOf(bag),
      file,
      change: changed.at(place)?.change ?? null,
      before: changed.at(place)?.before ?? null,
      text: [bag.bag, bag.best, bag.expected, file].join('\n').toLowerCase(),
    };
  };
  const gone = changed.slice(report.perBag.length).flatMap(({ before }) => before ?? []);
  return [...report.perBag, ...gone].map(row);
}

function kindOf({ class: kind, problem, expected }: BagCoverageReport): Kind {
  if (kind !== null) return kind;
  return problem === null && expected === null ? 'none' : 'not-run';
}

/** The rows that hold a text, of the classes and of the changes that are chosen. */
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

/** The sort key of a row; null sorts last in either direction. */
const keys: Record<Column, (row: Row) => string | number | null> = {
  bag: ({ bag }) => bag.bag,
  place: ({ file, bag }) => `${file}:${bag.line}`,
  best: ({ bag }) => bag.best,
  rank: ({ bag, kind }) => bag.rank ?? (kind === 'none' || kind === 'not-run' ? null : Infinity),
  margin: ({ bag }) => bag.margin,
  class: ({ kind }) => kinds.indexOf(kind),
  change: ({ change }) => (change === null ? null : changes.indexOf(change)),
};

/** The rows by a column; without one in the order of the files. Equal ones keep their order. */
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
 * For each rank, the number of bags that have their best expectation there. Bags without
 * expectations, or that were not run, do not count.
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
 * How many rows have each class and each change, in their order; classes without rows, and unchanged rows, are left
 * out.
 */
export function countsOf(rows: readonly Row[]): ReadonlyMap<Kind | Change, number> {
  const counts = new Map<Kind | Change, number>();
  for (const one of [...kinds, ...changes.filter((change) => change !== 'same')]) {
    const count = rows.filter(({ kind, change }) => kind === one || change === one).length;
    if (count > 0) counts.set(one, count);
  }
  return counts;
}
