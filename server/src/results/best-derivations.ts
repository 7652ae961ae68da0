import type { Explanation } from '../explain/explanation.ts';
import type { Realization } from '../realize/realizer.ts';
import type { RankedExpectation } from './expectations.ts';

/** The limit on the expected sentences that are explained for one list. */
const MOST_EXPLAINED = 5;

export interface ListedExplanation<R = Realization> extends Pick<Explanation, 'wouldBe'> {
  readonly expected: R | null;
  readonly against: R | null;
}

type Scored = Pick<Realization, 'text' | 'score'>;

/**
 * Chooses expected sentences that the bag allows and that do not come first. They are explained, so
 * that the list can show their best derivations.
 */
export function toExplain(expectations: readonly RankedExpectation[]): string[] {
  return expectations
    .filter(({ rank, unreachable }) => rank !== 1 && unreachable === null)
    .slice(0, MOST_EXPLAINED)
    .map(({ text }) => text);
}

/**
 * Collects the derivations that explanations found, keyed by the texts of their sentences. The
 * search may have missed these derivations.
 */
export function bestDerivations<R extends Scored>(
  explanations: readonly ListedExplanation<R>[],
): Map<string, R> {
  const best = new Map<string, R>();
  for (const { expected, against } of explanations) {
    for (const one of [against, expected]) if (one !== null) best.set(one.text, one);
  }
  return best;
}

export function bestOf<R extends Scored>(found: R, explained: ReadonlyMap<string, R>): R {
  const other = explained.get(found.text);
  // If a proof found the derivation `found`, it may score more than the explanation's derivation.
  return other !== undefined && other.score >= found.score ? other : found;
}

/**
 * Returns the text that marks an expected sentence in a list.
 *
 * @param wouldBe if the search missed the best derivation of the sentence: its rank with this
 *   derivation
 */
export function expectedMark(wouldBe: number | null): string {
  return wouldBe === null
    ? 'expected'
    : `expected; would be no. ${wouldBe} here, the search missed its best derivation`;
}
