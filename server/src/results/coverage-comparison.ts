import { explanationClasses } from '../explain/explanation.ts';
import type { BagCoverageReport, CoverageReport } from './coverage-report.ts';

/** What became of a bag between two reports: better and worse are of its rank, then of its class. */
export type Change = 'new' | 'gone' | 'better' | 'worse' | 'changed' | 'same';

export interface ChangedBag {
  readonly change: Change;
  /** Null where the bag is new. */
  readonly before: BagCoverageReport | null;
  /** Null where it is gone. */
  readonly after: BagCoverageReport | null;
}

export interface CoverageComparison {
  readonly counts: Readonly<Record<Change, number>>;
  /** In the order of the new report; those that are gone follow. */
  readonly bags: readonly ChangedBag[];
}

/** From the worst: a sentence that contradicts constraints is further from the best than one that is ranked. */
const classes = explanationClasses;

/**
 * Compares two reports, bag by bag. A bag is known by its file and its name; one without a name by its position,
 * as in `bag 3`.
 */
export function compareCoverage(
  before: Pick<CoverageReport, 'perBag'>,
  after: Pick<CoverageReport, 'perBag'>,
): CoverageComparison {
  const keyOf = ({ file, bag }: BagCoverageReport): string => JSON.stringify([file, bag]);
  const former = new Map(before.perBag.map((bag) => [keyOf(bag), bag]));
  const bags: ChangedBag[] = after.perBag.map((bag) => {
    const key = keyOf(bag);
    const old = former.get(key) ?? null;
    former.delete(key);
    return { change: old === null ? 'new' : changeOf(old, bag), before: old, after: bag };
  });
  for (const old of former.values()) bags.push({ change: 'gone', before: old, after: null });
  const counts = { new: 0, gone: 0, better: 0, worse: 0, changed: 0, same: 0 };
  for (const { change } of bags) counts[change]++;
  return { counts, bags };
}

function changeOf(before: BagCoverageReport, after: BagCoverageReport): Change {
  const by = standing(after) - standing(before);
  if (by !== 0) return by > 0 ? 'better' : 'worse';
  return before.best === after.best ? 'same' : 'changed';
}

/** A bag without expectations stands where it has a sentence, or not. */
function standing({ rank, class: kind, expected, best }: BagCoverageReport): number {
  if (expected === null) return best === null ? 0 : 1;
  if (rank !== null) return classes.length + 1 / rank;
  return kind === null ? -1 : classes.indexOf(kind);
}
