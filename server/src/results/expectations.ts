import type { Expectation } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';

/** A sentence that the author would accept, and where the search put it. */
export interface RankedExpectation extends Expectation {
  /** The rank, from 1, of the realization that it matches; null where none does. */
  readonly rank: number | null;
}

/**
 * Finds each expectation among a bag's realizations.
 *
 * @param realizations best first, with distinct texts
 * @param expectations as `expectations` of `language/check.ts` gives them: a realization matches one
 *   if its `text` is the same
 * @returns one for each expectation, in their order
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
