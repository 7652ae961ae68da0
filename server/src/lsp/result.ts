import { rankExpectations } from '../results/expectations.ts';
import type { Expectation } from '../language/index.ts';
import type { Realized } from '../realize/realizer.ts';
import type { ShownResult } from './protocol.ts';
import { stepsOf } from './steps.ts';

/** A bag's result as the panel shows it. */
export function shownResult(
  realized: Realized,
  expectations: readonly Expectation[],
  { results, timeLimit }: { readonly results: number; readonly timeLimit: number },
): ShownResult {
  const ranked = rankExpectations(realized.realizations, expectations);
  const expectedRanks = new Set(ranked.map((expectation) => expectation.rank));
  const best = realized.realizations.at(0)?.score ?? 0;
  return {
    status: realized.status,
    message: realized.message,
    realizations: realized.realizations.map((realization, place) => ({
      text: realization.text,
      display: realization.display,
      score: realization.score,
      margin: best - realization.score,
      expected: expectedRanks.has(place + 1),
      tokens: realization.tokens,
      steps: stepsOf(realization),
    })),
    expectations: ranked,
    results,
    timeLimit,
  };
}
