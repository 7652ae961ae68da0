import type { Realization, Realized } from '../realizer.ts';
import type { ShownExpectation, ShownResult } from './protocol.ts';
import { stepsOf } from './steps.ts';

/** An expectation and a realization match if their forms, split at white space, are the same. */
function normal(text: string): string {
  return text.trim().split(/\s+/u).join(' ');
}

/** Where each expectation stands among the realizations. */
export function rankExpectations(
  realizations: readonly Realization[],
  expectations: readonly string[],
): ShownExpectation[] {
  const texts = realizations.map((realization) => normal(realization.text));
  return expectations.map((text) => {
    const place = texts.indexOf(normal(text));
    return { text, rank: place < 0 ? null : place + 1 };
  });
}

/** A bag's result as the panel shows it. */
export function shownResult(
  realized: Realized,
  expectations: readonly string[],
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
