import { lengthBuckets, type LengthBucket } from './report.ts';

export interface Timing {
  /** In tokens. */
  readonly length: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * The range of lengths for `growth`, in tokens. The times of shorter sentences are mostly fixed
 * costs.
 */
const GROWTH_MIN = 8;
const GROWTH_MAX = 60;

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * Returns a quantile by the nearest rank. With the share 0.5, this is the median. Returns 0 if
 * there are no values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export function medianByLength(timings: readonly Timing[]): Record<LengthBucket, number | null> {
  const medians = lengthBuckets.map((bucket): [LengthBucket, number | null] => {
    const [low, high] = bucket.split('-').map(Number);
    const within = timings.filter(({ length }) => length >= low && length <= high);
    return [
      bucket,
      within.length === 0
        ? null
        : quantile(
            within.map((t) => t.wallMs),
            0.5,
          ),
    ];
  });
  return Object.fromEntries(medians) as Record<LengthBucket, number | null>;
}

/**
 * The slope of the regression of log CPU time on log length. Null unless two sentences differ in
 * length.
 */
export function growth(timings: readonly Timing[]): number | null {
  const points = timings
    .filter(({ length, cpuMs }) => length >= GROWTH_MIN && length <= GROWTH_MAX && cpuMs > 0)
    .map(({ length, cpuMs }) => ({ x: Math.log(length), y: Math.log(cpuMs) }));
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  let covariance = 0;
  let variance = 0;
  for (const { x, y } of points) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  return variance === 0 ? null : covariance / variance;
}
