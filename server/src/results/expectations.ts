import type { Expectation } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';

/** A sentence that the author accepts, and its rank in the search. */
export interface RankedExpectation extends Expectation {
  /** The rank, from 1, of the realization that it matches; null if none does. */
  readonly rank: number | null;
}

/**
 * Finds each expectation among a bag's realizations.
 *
 * @param realizations best first, with distinct texts
 * @param expectations from `expectations` of `language/check.ts`: a realization matches one if
 *   its `text` is the same
 * @returns one element for each expectation, in order
 */
export function rankExpectations(
  realizations: readonly Pick<Realization, 'text'>[],
  expectations: readonly Expectation[],
): RankedExpectation[] {
  const ranks = new Map(realizations.map(({ text }, place) => [text, place + 1]));
  return expectations.map((expectation) => ({
    ...expectation,
    rank: ranks.get(expectation.text) ?? null,
  }));
}
