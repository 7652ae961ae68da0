import type { Bag } from '../bag/bag.ts';
import type { ExplainOptions } from '../explain/explainer.ts';
import type { Explained } from '../explain/explanation.ts';
import type { Realized, RealizeOptions } from './realizer.ts';

/** Realizers in the threads of the host. The result does not depend on the thread. */
export interface Realizers {
  readonly threads: number;
  /**
   * Rejects with an error for the user if the search failed.
   *
   * @param timeLimit milliseconds after which the search is cut short; 0 or left out for no limit
   */
  realize(bag: Bag, options: RealizeOptions, timeLimit?: number): Promise<TimedRealized>;
  /** Explains why a sentence of a bag does not come first; rejects as `realize` does. */
  explain(bag: Bag, words: readonly string[], options: ExplainOptions): Promise<Explained>;
  /** Cancels running searches, and ends the threads. */
  close(): Promise<void>;
}

/** The result of a bag, and the milliseconds that it took in the searching thread. */
export interface TimedRealized extends Realized {
  readonly wallMs: number;
  /** CPU time. */
  readonly cpuMs: number;
}

/**
 * Does asynchronous work for every item, in order, at most `width` at a time.
 *
 * @returns the results in the order of the items; the first failure rejects
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, place: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const place = next++;
      results[place] = await work(items[place], place);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
