import { LEVELS } from '../query/format.ts';

const ROUNDS = 30;

export interface Quantised {
  /** Indexed by code: its value; 0 for unused codes. */
  readonly codebook: Int32Array;
  /** Indexed like the quantised values. */
  readonly codes: Uint8Array;
}

/**
 * Maps each integer to the nearest of few values. The values get the codes `first`, `first + 1`,
 * and so on. If there are codes enough for all distinct integers, each keeps its exact value.
 * Otherwise Lloyd's algorithm (1982) chooses values with a small mean squared error. It begins with
 * bins of equally many integers.
 */
export function quantise(values: Int32Array, first = 0): Quantised {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const counts = countEach(values, distinct);
  const levels = chooseLevels(distinct, counts, LEVELS - first);
  const codebook = new Int32Array(LEVELS);
  codebook.set(levels, first);
  const codeOf = new Map<number, number>();
  let level = 0;
  for (const value of distinct) {
    while (level + 1 < levels.length && isNearer(value, levels[level + 1], levels[level])) level++;
    codeOf.set(value, first + level);
  }
  return { codebook, codes: Uint8Array.from(values, (value) => codeOf.get(value)!) };
}

function countEach(values: Int32Array, distinct: readonly number[]): number[] {
  const places = new Map(distinct.map((value, i) => [value, i]));
  const counts = distinct.map(() => 0);
  for (const value of values) counts[places.get(value)!]++;
  return counts;
}

function chooseLevels(
  distinct: readonly number[],
  counts: readonly number[],
  most: number,
): number[] {
  if (distinct.length <= most) return [...distinct];
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  let levels = means(distinct, counts, (_, i) => {
    const bin = Math.floor(((seen + counts[i] / 2) * most) / total);
    seen += counts[i];
    return bin;
  });
  for (let round = 0; round < ROUNDS; round++) {
    let level = 0;
    levels = means(distinct, counts, (value) => {
      while (level + 1 < levels.length && isNearer(value, levels[level + 1], levels[level])) {
        level++;
      }
      return level;
    });
  }
  return levels;
}

/** Returns the rounded mean of each bin that is not empty, in ascending order. */
function means(
  distinct: readonly number[],
  counts: readonly number[],
  binOf: (value: number, i: number) => number,
): number[] {
  const sums = new Map<number, { sum: number; count: number }>();
  distinct.forEach((value, i) => {
    const bin = binOf(value, i);
    const { sum, count } = sums.get(bin) ?? { sum: 0, count: 0 };
    sums.set(bin, { sum: sum + value * counts[i], count: count + counts[i] });
  });
  return [...sums.values()].map(({ sum, count }) => Math.round(sum / count));
}

function isNearer(value: number, above: number, below: number): boolean {
  return above - value < value - below;
}
