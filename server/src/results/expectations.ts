import type { Expectation } from '../language/index.ts';
import { rankedSentences } from '../realize/realizer.ts';

/** A sentence that the author of a bag accepts. */
export interface RankedExpectation extends Expectation {
  /** Among all found sentences, from 1; null if the sentence was not found. */
  readonly rank: number | null;
}

/**
 * Finds the rank of each expectation among all found sentences, even if the list has no row for it.
 *
 * @param expectations from `CheckedFile.expectations`
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

/** Where the expected sentences of a bag stand among the found sentences. */
export interface Standing {
  /**
   * The expectation with the best rank. If none was found, the first expectation that the bag
   * allows.
   */
  readonly best: RankedExpectation;
  /** `no. 3`, `missed by the search` or `ruled out by this bag`. */
  readonly place: string;
  /** The text above the bag, such as `expected is no. 3`. It begins with `✓` if the test passes. */
  readonly mark: string;
}

/** Null if the bag has no expected sentence. */
export function standingOf(expectations: readonly RankedExpectation[]): Standing | null {
  if (expectations.length === 0) return null;
  const found = expectations.filter(({ rank }) => rank !== null);
  const best =
    found.length > 0
      ? found.reduce((one, other) => (other.rank! < one.rank! ? other : one))
      : (expectations.find(({ unreachable }) => unreachable === null) ?? expectations[0]);
  const place = placeOf(best);
  if (found.length === 0) return { best, place, mark: `expected, ${place}` };
  const isWhole = found.length === expectations.length;
  const marked = isWhole ? 'expected' : `${found.length} of ${expectations.length} expected`;
  if (best.rank === 1) return { best, place, mark: `✓ ${marked}` };
  return { best, place, mark: isWhole ? `expected is ${place}` : `${marked}, ${place}` };
}

/** Says in a few words where an expected sentence stands. */
export function placeOf({ rank, unreachable }: RankedExpectation): string {
  if (rank !== null) return `no. ${rank}`;
  return unreachable === null ? 'missed by the search' : 'ruled out by this bag';
}

/**
 * Says in a sentence where an expected sentence stands.
 *
 * @param count how many sentences the search found; at least one
 */
export function placeSentence({ rank, unreachable }: RankedExpectation, count: number): string {
  if (rank !== null) {
    const of = count === 1 ? '1 sentence' : `${count.toLocaleString('en')} sentences`;
    return `The expected sentence is no. ${rank} of ${of} found.`;
  }
  if (unreachable !== null) return unreachable;
  return count === 1
    ? 'The search found one sentence, and it is not the expected one.'
    : `The expected sentence is not among the ${count.toLocaleString('en')} sentences found.`;
}
