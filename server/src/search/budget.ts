import type { Bag } from '../bag/bag.ts';

/** What the proofs of one bag may try together: two seconds or so (2026). */
export const MOST_TRIED = 800_000;

/**
 * What a step of a beam takes, in units of work: a unit is about a third to half a microsecond (2026).
 * Hypotheses share sums of features, and the first ones compute most of them.
 *
 * @param hypotheses that it advances
 * @param candidates that it compares
 */
export function workOfStep(hypotheses: number, candidates: number): number {
  return candidates + Math.ceil((4 * candidates) / Math.max(1, hypotheses)) + 8 * hypotheses;
}

/**
 * What building the problem of a selection takes, in units of work.
 *
 * @param bag without choices
 */
export function workOfProblem({ words, order, chunks }: Bag): number {
  return 25 * words.length + 4 * order.length + 2 * words.length * chunks.length;
}
