import type { Expectation } from '../language/index.ts';
import { rankedSentences } from '../realize/realizer.ts';

/** A sentence that the author of a bag accepts, with its rank. */
export interface RankedExpectation extends Expectation {
  /** The rank, from 1, of the found sentence with the same text; null if no such sentence was found. */
  readonly rank: number | null;
}

/**
 * Finds the rank of each expectation among a bag's found sentences. A sentence matches an
 * expectation with the same `text`.
 *
 * @param expectations the bag's expectations, from `CheckedFile.expectations`
 * @returns one element for each expectation, in order
 */
export function rankExpectations(
  found: Parameters<typeof rankedSentences>[0],
  expectations: readonly Expectation[],
): RankedExpectation[] {
  const ranks = new Map(rankedSentences(found).map(({ text, rank }) => [text, rank]));
  return expectations.map((expectation) => ({
    ...expectation,
    rank: ranks.get(expectation.text) ?? null,
  }));
}
