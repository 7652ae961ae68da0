import { rankExpectations } from '../results/expectations.ts';
import type { Expectation } from '../language/index.ts';
import type { Realized } from '../realize/realizer.ts';
import { LikelyLabels, type LabelCounts } from './likely-labels.ts';
import type { ShownResult } from './protocol.ts';
import { stepsOf } from './steps.ts';

/** What of the bag and the settings a result is shown with. */
export interface ShownWith extends Pick<ShownResult, 'words' | 'results' | 'timeLimit'> {
  readonly expectations: readonly Expectation[];
  /** What the model has counted; null without one. */
  readonly counts: LabelCounts | null;
}

/** A bag's result as the panel shows it. */
export function shownResult(
  realized: Realized,
  { expectations, counts, words, results, timeLimit }: ShownWith,
): ShownResult {
  const ranked = rankExpectations(realized.realizations, expectations);
  const expectedRanks = new Set(ranked.map((expectation) => expectation.rank));
  const best = realized.realizations.at(0)?.score ?? 0;
  const likely = new LikelyLabels(counts);
  return {
    status: realized.status,
    message: realized.message,
    realizations: realized.realizations.map((realization, place) => ({
      text: realization.text,
      display: realization.display,
      score: realization.score,
      margin: best - realization.score,
      expected: expectedRanks.has(place + 1),
      tokens: realization.tokens.map((token, i) => ({
        ...token,
        likelyLabel: likely.of(realization.tokens, i),
      })),
      steps: stepsOf(realization),
    })),
    words,
    expectations: ranked,
    results,
    timeLimit,
  };
}
