import { explanationClasses } from '../explain/explanation.ts';
import type { BagCoverageReport, CoverageReport } from './coverage-report.ts';

/**
 * A bag is `better` or `worse` if the rank of its expected sentence changed. If the sentence was
 * not found, there is no rank, so the classes of the explanations are compared instead. A bag is
 * `changed` if only the first sentence differs.
 */
export type Change = 'new' | 'gone' | 'better' | 'worse' | 'changed' | 'same';

export interface ChangedBag {
  readonly change: Change;
  /** Null if the bag is new. */
  readonly before: BagCoverageReport | null;
  /** Null if the bag is gone. */
  readonly after: BagCoverageReport | null;
}

export interface CoverageComparison {
  readonly counts: Readonly<Record<Change, number>>;
  /** In the order of the new report. Bags that are gone follow. */
  readonly bags: readonly ChangedBag[];
}

/** From the worst to the best. */
const classes = explanationClasses;

/** A key identifies the same bag in both reports. */
export type BagsByIdentity = ReadonlyMap<string, BagCoverageReport>;

/**
 * A bag is identified by its file and name, or by its position (`bag 3`) if it has no name. Bags of
 * the same name are matched in order.
 */
export function compareCoverage(
  before: Pick<CoverageReport, 'perBag'>,
  after: Pick<CoverageReport, 'perBag'>,
): CoverageComparison {
  return compareBags(withIdentities(before.perBag), withIdentities(after.perBag));
}

export function compareBags(before: BagsByIdentity, after: BagsByIdentity): CoverageComparison {
  const bags: ChangedBag[] = [...after].map(([identity, bag]) => {
    const old = before.get(identity) ?? null;
    return { change: old === null ? 'new' : changeOf(old, bag), before: old, after: bag };
  });
  for (const [identity, old] of before) {
    if (!after.has(identity)) bags.push({ change: 'gone', before: old, after: null });
  }
  const counts = { new: 0, gone: 0, better: 0, worse: 0, changed: 0, same: 0 };
  for (const { change } of bags) counts[change]++;
  return { counts, bags };
}

/** A key consists of the file, the name, and the place among the bags of the same name. */
function withIdentities(bags: readonly BagCoverageReport[]): BagsByIdentity {
  const counts = new Map<string, number>();
  return new Map(
    bags.map((bag) => {
      const name = JSON.stringify([bag.file, bag.bag]);
      const place = (counts.get(name) ?? 0) + 1;
      counts.set(name, place);
      return [`${name} ${place}`, bag];
    }),
  );
}

function changeOf(before: BagCoverageReport, after: BagCoverageReport): Change {
  const by = standing(after) - standing(before);
  if (by !== 0) return by > 0 ? 'better' : 'worse';
  return before.first === after.first ? 'same' : 'changed';
}

/**
 * A greater number is better. Any rank is better than any class, and any class is better than no
 * class. For a bag without expectations, any realization is better than no realization.
 */
function standing({ rank, class: kind, expected, first }: BagCoverageReport): number {
  if (expected === null) return first === null ? 0 : 1;
  if (rank !== null) return classes.length + 1 / rank;
  return kind === null ? -1 : classes.indexOf(kind);
}
