import type { Bag } from '../bag/bag.ts';

/** The limit on the actions that all proofs of one bag try together: about two seconds (2026). */
export const MOST_TRIED = 800_000;

/**
 * Estimates the work of one step of a beam. One unit takes 0.3 to 0.5 microseconds (2026). The
 * candidates of the first hypothesis count five times: the sums of features that they need are
 * computed once, and the other hypotheses reuse them.
 *
 * @param hypotheses how many the step advances
 * @param candidates how many the step compares
 */
export function workOfStep(hypotheses: number, candidates: number): number {
  return candidates + Math.ceil((4 * candidates) / Math.max(1, hypotheses)) + 8 * hypotheses;
}

/**
 * The limits on work are for beams of up to this width. For wider beams, they grow in proportion.
 */
const LIMITED_BEAM = 64;

export function workAllowed(limit: number, beam: number): number {
  return limit * Math.max(1, beam / LIMITED_BEAM);
}

/**
 * For a word without given categories, the supertagger scores about this many uses. A use is a tag
 * with a category.
 */
const USES_SCORED = 20;
/**
 * To score one category of a word, the supertagger reads facts about the other words. This many
 * facts count as one unit of work.
 */
const WORDS_READ = 10;

/**
 * Estimates the work of building a bag's `Problem`, in the units of `workOfStep`.
 *
 * @param bag a bag without choices
 */
export function workOfProblem({ words, order, chunks, grammar }: Bag): number {
  const work = 25 * words.length + 4 * order.length + 2 * words.length * chunks.length;
  if (grammar === undefined) return work;
  const uses = words.map(({ categories = [] }) => Math.max(USES_SCORED, categories.length));
  const scored = uses.reduce((sum, count) => sum + count, 0);
  return work + Math.ceil((scored * words.length) / WORDS_READ);
}
