import { lowerBound } from '../util/lower-bound.ts';
import { MAX_ID, NONE } from './lexicon.ts';

/** Distances are counted in four buckets: 1, 2, 3 to 6, 7 and more words. */
export function distanceBucket(distance: number): number {
  if (distance <= 2) return distance - 1;
  return distance <= 6 ? 2 : 3;
}

/** One kind of arc: ids of the lexicon; the head's tag is NONE for the root. */
export interface ArcKind {
  readonly headTag: number;
  readonly dependentTag: number;
  readonly label: number;
  /** Whether the dependent stands left of its head. */
  readonly left: boolean;
  /** From `distanceBucket`. */
  readonly distance: number;
}

/**
 * How often training has seen each kind of arc. Keys are sorted, the pair of tags in their upper
 * bits, so that every question about a pair is one range; the file maps straight onto the arrays.
 */
export class ArcCounts {
  readonly keys: Uint32Array;
  readonly counts: Uint32Array;

  constructor(keys: Uint32Array, counts: Uint32Array) {
    this.keys = keys;
    this.counts = counts;
  }

  static of(arcs: Iterable<ArcKind>): ArcCounts {
    const counts = new Map<number, number>();
    for (const arc of arcs) {
      const key = keyOf(arc);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([a], [b]) => a - b);
    return new ArcCounts(
      Uint32Array.from(sorted, ([key]) => key),
      Uint32Array.from(sorted, ([, count]) => count),
    );
  }

  /** How often a word with the one tag was the head of a word with the other. */
  ofPair(headTag: number, dependentTag: number): number {
    let sum = 0;
    for (const { count } of this.kinds(headTag, dependentTag)) sum += count;
    return sum;
  }

  /** All kinds of arc between a pair of tags, with their counts. */
  *kinds(headTag: number, dependentTag: number): Generator<ArcKind & { readonly count: number }> {
    const first = keyOf({ headTag, dependentTag, label: 0, left: false, distance: 0 });
    const pair = first >>> 11;
    for (
      let i = lowerBound(this.keys, first);
      i < this.keys.length && this.keys[i] >>> 11 === pair;
      i++
    ) {
      const key = this.keys[i];
      yield {
        headTag,
        dependentTag,
        label: labelOf(key),
        left: ((key >>> 2) & 1) === 1,
        distance: key & 3,
        count: this.counts[i],
      };
    }
  }

  /** How often each label was seen between two words, by its id. */
  ofLabels(): Int32Array {
    const sums = new Int32Array(MAX_ID + 1);
    this.keys.forEach((key, i) => {
      if (key >>> 19 !== NONE) sums[labelOf(key)] += this.counts[i];
    });
    return sums;
  }
}

function labelOf(key: number): number {
  return (key >>> 3) & 255;
}

/** Bits from the top: head's tag 8, dependent's tag 8, label 8, direction 1, distance 2. */
function keyOf(arc: ArcKind): number {
  return (
    ((arc.headTag << 19) |
      (arc.dependentTag << 11) |
      (arc.label << 3) |
      ((arc.left ? 1 : 0) << 2) |
      arc.distance) >>>
    0
  );
}
