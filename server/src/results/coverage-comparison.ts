import { explanationClasses } from '../explain/explanation.ts';
import type { BagCoverageReport, CoverageReport } from './coverage-report.ts';

/**
 * How a bag changed between two reports. `better` and `worse` compare ranks, then classes;
 * `changed` means that only the first sentence differs.
 */
export type Change = 'new' | 'gone' | 'better' | 'worse' | 'changed' | 'same';

export interface ChangedBag {
  readonly change: Change;
  /** The bag in the earlier report; null if the bag is new. */
  readonly before: BagCoverageReport | null;
  /** The bag in the new report; null if the bag is gone. */
  readonly after: BagCoverageReport | null;
}

export interface CoverageComparison {
  readonly counts: Readonly<Record<Change, number>>;
  /** The bags in the order of the new report, followed by bags that are gone. */
  readonly bags: readonly ChangedBag[];
}

/**
 * The classes from the worst to the best. A sentence that contradicts a constraint is the worst.
 */
const classes = explanationClasses;

/**
 * Compares two reports, bag by bag. A bag is identified by its file and its name, or by its
 * position if it has no name, as in `bag 3`.
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

/**
 * A number that is greater for a better result. A bag without expectations is compared by whether
 * it has a sentence.
 */
function standing({ rank, class: kind, expected, best }: BagCoverageReport): number {
  if (expected === null) return best === null ? 0 : 1;
  if (rank !== null) return classes.length + 1 / rank;
  return kind === null ? -1 : classes.indexOf(kind);
}
