import { lowerBound } from '../util/lower-bound.ts';
import { NONE } from './lexicon.ts';

/** Returns the bucket of a distance in words: 0 for 1, 1 for 2, 2 for 3 to 6, 3 for 7 and more. */
export function distanceBucket(distance: number): number {
  if (distance <= 2) return distance - 1;
  return distance <= 6 ? 2 : 3;
}

/** Tags and labels are ids of the lexicon. For the root of a sentence, `headTag` is NONE. */
export interface ArcKind {
  readonly headTag: number;
  readonly dependentTag: number;
  readonly label: number;
  readonly left: boolean;
  /** From `distanceBucket`. */
  readonly distance: number;
}

/**
 * A table of counts. A row counts the arcs of one kind between one pair of tags. The rows are
 * sorted by pair, then by kind. The arrays are views of the file's bytes.
 */
export interface ArcColumns {
  /** The head's tag in the upper 16 bits, the dependent's tag in the lower 16. */
  readonly pairs: Uint32Array;
  /** From the highest bits: the label, 1 bit for the direction, 2 bits for the distance bucket. */
  readonly kinds: Uint32Array;
  readonly counts: Uint32Array;
}

/**
 * How often each kind of arc occurs in the training data. Binary search finds the rows of a pair of
 * tags, so a loaded file needs no index.
 */
export class ArcCounts {
  readonly columns: ArcColumns;

  constructor(columns: ArcColumns) {
    this.columns = columns;
  }

  static of(arcs: Iterable<ArcKind>): ArcCounts {
    const counts = new Map<number, { pair: number; kind: number; count: number }>();
    for (const arc of arcs) {
      const pair = pairOf(arc.headTag, arc.dependentTag);
      const kind = kindOf(arc);
      const key = pair * 2 ** KIND_BITS + kind;
      const row = counts.get(key);
      if (row === undefined) counts.set(key, { pair, kind, count: 1 });
      else row.count++;
    }
    const rows = [...counts.values()].sort((a, b) => a.pair - b.pair || a.kind - b.kind);
    return new ArcCounts({
      pairs: Uint32Array.from(rows, ({ pair }) => pair),
      kinds: Uint32Array.from(rows, ({ kind }) => kind),
      counts: Uint32Array.from(rows, ({ count }) => count),
    });
  }

  /** Returns how often a word with the first tag is the head of a word with the second tag. */
  ofPair(headTag: number, dependentTag: number): number {
    let sum = 0;
    for (const { count } of this.kinds(headTag, dependentTag)) sum += count;
    return sum;
  }

  *kinds(headTag: number, dependentTag: number): Generator<ArcKind & { readonly count: number }> {
    const { pairs, kinds, counts } = this.columns;
    const pair = pairOf(headTag, dependentTag);
    for (let i = lowerBound(pairs, pair); i < pairs.length && pairs[i] === pair; i++) {
      const kind = kinds[i];
      yield {
        headTag,
        dependentTag,
        label: labelOf(kind),
        left: ((kind >>> DISTANCE_BITS) & 1) === 1,
        distance: kind & ((1 << DISTANCE_BITS) - 1),
        count: counts[i],
      };
    }
  }

  /**
   * Returns how often each label occurs, indexed by label id. The labels of roots are not counted.
   *
   * @param labels the number of labels
   */
  ofLabels(labels: number): Int32Array {
    const { pairs, kinds, counts } = this.columns;
    const sums = new Int32Array(labels + 1);
    pairs.forEach((pair, i) => {
      if (headTagOf(pair) !== NONE) sums[labelOf(kinds[i])] += counts[i];
    });
    return sums;
  }
}

const TAG_BITS = 16;
const DISTANCE_BITS = 2;
const LABEL_SHIFT = DISTANCE_BITS + 1;
const KIND_BITS = 16 + LABEL_SHIFT;

/**
 * Whether the rows are in ascending order, and contain only tags and labels of the lexicon. A
 * forged file may contain other rows.
 */
export function areArcColumns(
  { pairs, kinds, counts }: ArcColumns,
  { tags, labels }: { readonly tags: number; readonly labels: number },
): boolean {
  return (
    kinds.length === pairs.length &&
    counts.length === pairs.length &&
    pairs.every((pair, i) => {
      const dependentTag = pair & ((1 << TAG_BITS) - 1);
      const label = labelOf(kinds[i]);
      const isAscending =
        i === 0 || pairs[i - 1] < pair || (pairs[i - 1] === pair && kinds[i - 1] < kinds[i]);
      return (
        isAscending &&
        headTagOf(pair) <= tags &&
        dependentTag !== NONE &&
        dependentTag <= tags &&
        label !== NONE &&
        label <= labels
      );
    })
  );
}

function pairOf(headTag: number, dependentTag: number): number {
  return ((headTag << TAG_BITS) | dependentTag) >>> 0;
}

function headTagOf(pair: number): number {
  return pair >>> TAG_BITS;
}

function kindOf({ label, left, distance }: ArcKind): number {
  return (label << LABEL_SHIFT) | ((left ? 1 : 0) << DISTANCE_BITS) | distance;
}

function labelOf(kind: number): number {
  return kind >>> LABEL_SHIFT;
}
