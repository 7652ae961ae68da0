import type { Bag } from '../bag/bag.ts';

/** The limit on the total number of actions that the proofs of one bag try. They take about two seconds (2026). */
export const MOST_TRIED = 800_000;

/**
 * Estimates the work of a beam's step, in units of 0.3 to 0.5 microseconds (2026). Hypotheses share
 * sums of features, so the first hypotheses of a step compute most sums.
 *
 * @param hypotheses how many hypotheses the step advances
 * @param candidates how many candidates the step compares
 */
export function workOfStep(hypotheses: number, candidates: number): number {
  return candidates + Math.ceil((4 * candidates) / Math.max(1, hypotheses)) + 8 * hypotheses;
}

/**
 * Limits on the work of searches apply to beams up to this width. For a wider beam, the limit grows
 * with the width.
 */
const LIMITED_BEAM = 64;

/** Returns the limit on the work of a search with a beam, from the limit for a beam of `LIMITED_BEAM`. */
export function workAllowed(limit: number, beam: number): number {
  return limit * Math.max(1, beam / LIMITED_BEAM);
}

/** The approximate number of scored uses of a word that may have any category (`LexicalEntries`). */
const USES_SCORED = 20;
/**
 * To score one category of a word, the supertagger reads facts about the other words. Reading this many facts
 * counts as one unit of work.
 */
const WORDS_READ = 10;

/**
 * Estimates the work of building the problem of a selection, in the units of `workOfStep`.
 *
 * @param bag the selection's bag, which has no choices
 */
export function workOfProblem({ words, order, chunks, grammar }: Bag): number {
  const work = 25 * words.length + 4 * order.length + 2 * words.length * chunks.length;
  if (grammar === undefined) return work;
  const uses = words.map(({ categories = [] }) => Math.max(USES_SCORED, categories.length));
  const scored = uses.reduce((sum, count) => sum + count, 0);
  return work + Math.ceil((scored * words.length) / WORDS_READ);
}
