import { rankExpectations } from '../results/expectations.ts';
import type { Expectation } from '../language/index.ts';
import type { Realization, Realized } from '../realize/realizer.ts';
import type { ShownRealization, ShownResult } from './protocol.ts';
import type { SearchWidth } from './search-widths.ts';
import { stepsOf } from './steps.ts';

/** A bag's result as the panel shows it. */
export function shownResult(
  id: number,
  realized: Realized,
  expectations: readonly Expectation[],
  width: SearchWidth,
): ShownResult {
  const ranked = rankExpectations(realized.realizations, expectations);
  const expectedRanks = new Set(ranked.map((expectation) => expectation.rank));
  const best = realized.realizations.at(0)?.score ?? 0;
  return {
    id,
    status: realized.status,
    message: realized.message,
    realizations: realized.realizations.map((realization, place) =>
      shownRealization(realization, best, expectedRanks.has(place + 1)),
    ),
    expectations: ranked,
    isAll: realized.isAll,
    ...width,
  };
}

/**
 * A realization as the panel shows it.
 *
 * @param best the score of the best one
 */
export function shownRealization(
  realization: Realization,
  best: number,
  expected: boolean,
): ShownRealization {
  const { text, display, score, tokens } = realization;
  const margin = best - score;
  return { text, display, score, margin, expected, tokens, steps: stepsOf(realization) };
}
