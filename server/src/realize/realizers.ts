import type { Bag } from '../bag/bag.ts';
import type { ExplainOptions } from '../explain/explainer.ts';
import type { Explained } from '../explain/explanation.ts';
import type { Realized, RealizeOptions } from './realizer.ts';

/** Realizers that run in several threads. Every thread gives the same result for a bag. */
export interface Realizers {
  readonly threads: number;
  /**
   * Rejects with an error for the user if the search fails.
   *
   * @param timeLimit the milliseconds after which the search is cut short; 0 for no limit
   */
  realize(bag: Bag, options: RealizeOptions, timeLimit?: number): Promise<TimedRealized>;
  /**
   * Explains why a sentence does not come first. Rejects with an error for the user if the search
   * fails.
   *
   * @param timeLimit the milliseconds after which the result is a message instead of an
   *   explanation; 0 for no limit
   */
  explain(
    bag: Bag,
    words: readonly string[],
    options: ExplainOptions,
    timeLimit?: number,
  ): Promise<Explained>;
  /** Cancels all running searches, and ends the threads. */
  close(): Promise<void>;
}

/**
 * How long the search took, in milliseconds of wall time and of CPU time. The thread that ran the
 * search measured both.
 */
export interface TimedRealized extends Realized {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * A search that took less CPU time than this, in milliseconds, is run and timed again. Its first
 * run may include the unpacking of the model and the compilation of the code.
 */
const TIMED_AGAIN_MS = 1000;

/** Returns the result with the time of the faster run. */
export async function timedAgain(
  first: TimedRealized,
  realize: () => Promise<TimedRealized>,
): Promise<TimedRealized> {
  if (first.realizations.length === 0 || first.cpuMs >= TIMED_AGAIN_MS) return first;
  const again = await realize();
  return again.cpuMs < first.cpuMs ? again : first;
}

/**
 * Does asynchronous work for every item, at most `width` items at a time.
 *
 * @returns the results in the order of the items; rejects with the first failure
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

/**
 * Like `mapConcurrently`, but yields each result as soon as it and all earlier results are there. A
 * failure is thrown in the place of its result.
 *
 * @param signal if it aborts, its reason is thrown instead of the next result
 */
export async function* resultsInOrder<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
  signal?: AbortSignal,
): AsyncGenerator<R, void> {
  const started: Promise<R>[] = [];
  let hasEnded = false;
  const startNext = (): void => {
    if (hasEnded || started.length === items.length) return;
    const result = work(items[started.length]);
    started.push(result);
    result.then(startNext, () => undefined);
  };
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal!.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
  });
  // If there are no items, nothing else handles an abort, and Node would report it as an error.
  aborted.catch(() => undefined);
  try {
    for (let i = 0; i < Math.min(width, items.length); i++) startNext();
    // The next item starts before a result is yielded, so `started[place]` always exists.
    for (let place = 0; place < items.length; place++) {
      yield await Promise.race([started[place], aborted]);
    }
  } finally {
    hasEnded = true;
  }
}
