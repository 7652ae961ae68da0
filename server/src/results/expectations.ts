import type { Expectation } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';

/** A sentence that the author of a bag accepts, with its rank. */
export interface RankedExpectation extends Expectation {
  /** The rank, from 1, of the realization with the same text; null if there is none. */
  readonly rank: number | null;
}

/**
 * Finds the rank of each expectation among a bag's realizations. A realization matches an
 * expectation if the two have the same `text`.
 *
 * @param realizations best first, with distinct texts
 * @param expectations as `expectations` of `language/check.ts` returns them
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
