import type { Bag } from '../bag/bag.ts';

/** The limit on the total number of actions that the proofs of one bag try. They take about two seconds (2026). */
export const MOST_TRIED = 800_000;

/**
 * Estimates the work of a beam's step, in units that take 0.3 to 0.5 microseconds (2026). Hypotheses share sums of
 * features, and the first hypotheses compute most of the sums.
 *
 * @param hypotheses how many hypotheses the step advances
 * @param candidates how many candidates the step compares
 */
export function workOfStep(hypotheses: number, candidates: number): number {
  return candidates + Math.ceil((4 * candidates) / Math.max(1, hypotheses)) + 8 * hypotheses;
}

/**
 * Estimates the work of building the problem of a selection, in the units of `workOfStep`.
 *
 * @param bag the selection's bag, which has no choices
 */
export function workOfProblem({ words, order, chunks }: Bag): number {
  return 25 * words.length + 4 * order.length + 2 * words.length * chunks.length;
}
