import type { Bag } from '../bag/bag.ts';

/**
 * All proofs of one bag together try at most this many actions. This takes about two seconds
 * (2026).
 */
export const MOST_TRIED = 800_000;

/**
 * Estimates the work of one step of a beam. One unit takes 0.3 to 0.5 microseconds (2026). A
 * candidate of the first hypothesis counts as five, because its feature sums must be computed. The
 * other hypotheses reuse these sums, so each of their candidates counts as one. Each hypothesis
 * adds 8 units.
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
 * To score one category of a word, the supertagger reads facts about all other words. Reading about
 * this many words is one unit of work.
 */
const WORDS_READ = 10;

/**
 * Estimates the work of building a bag's `Problem`, in the units of `workOfStep`.
 *
 * @param bag a bag without optional words and alternatives
 */
export function workOfProblem({ words, order, chunks, grammar }: Bag): number {
  const work = 25 * words.length + 4 * order.length + 2 * words.length * chunks.length;
  if (grammar === undefined) return work;
  const uses = words.map(({ categories = [] }) => Math.max(USES_SCORED, categories.length));
  const scored = uses.reduce((sum, count) => sum + count, 0);
  return work + Math.ceil((scored * words.length) / WORDS_READ);
}
