import type {
  ExplanationClass,
  ShownExplanation,
  ShownRealization,
  ShownResult,
} from '../../server/src/lsp/protocol.ts';
import type { MenuChoice } from '../src/panel-messages.ts';

/** A row of the list: a sentence that the search found, or an expected sentence that it did not find. */
export interface Row {
  readonly realization: ShownRealization;
  /** The rank among all sentences that the search found, from 1; null if it did not find this one. */
  readonly rank: number | null;
  readonly isListed: boolean;
  /** A note on the sentence, mostly on whether it is expected; null if there is none. */
  readonly badge: Badge | null;
}

export interface Badge {
  readonly text: string;
  /** Whether the bag passes as a test. */
  readonly isGood: boolean;
}

const notListed: Record<ExplanationClass, string> = {
  met: 'expected',
  ranked: 'expected',
  unreachable: 'expected, ruled out by this bag',
  dictionary: 'expected, lacks a tag',
  grammar: 'expected, no derivation spans it',
  beam: 'expected; the search missed it',
  model: 'expected, scores less',
};

/** The rows of the found sentences, best first. */
export function foundRows({ realizations, ranks }: ShownResult): Row[] {
  return realizations.map((realization, place) => ({
    realization,
    rank: ranks[place],
    isListed: true,
    badge: realization.expected
      ? place === 0
        ? { text: '✓ expected', isGood: true }
        : { text: 'expected', isGood: false }
      : null,
  }));
}

/** Makes the row of a sentence that a proof found and the search missed; null if there is none. */
export function betterRow({ best }: ShownResult): Row | null {
  if (best?.kind !== 'missed') return null;
  const { better, isProven } = best;
  const text = `${isProven ? 'best possible' : 'scores higher'}; the search missed it`;
  return {
    realization: better,
    rank: null,
    isListed: false,
    badge: { text: better.expected ? `expected, ${text}` : text, isGood: false },
  };
}

/** Makes the row of an expected sentence that is not in the list; null if the sentence has no derivation. */
export function missingRow({ expected, rank, class: kind }: ShownExplanation): Row | null {
  if (expected === null) return null;
  return {
    realization: expected,
    rank,
    isListed: false,
    badge: { text: notListed[kind], isGood: false },
  };
}

/**
 * The actions that a row's buttons and context menu offer.
 *
 * @param former whether the bag has changed since the search, or is being realized again
 */
export function offered(
  { realization, isListed }: Row,
  former: boolean,
): ReadonlySet<MenuChoice['command']> {
  const offers = new Set<MenuChoice['command']>(['copy']);
  if (former) return offers;
  const { tokens, expected } = realization;
  offers.add('why');
  if (!expected) offers.add('insert');
  if (isListed && tokens.some(({ given }) => !given.tag || given.category === false)) {
    offers.add('tags');
  }
  if (isListed && tokens.some(({ given }) => !given.head)) offers.add('arcs');
  return offers;
}

/** Summarizes several expectations; null if there are fewer than two, since one is marked in its row. */
export function expectationSummary({ expectations }: ShownResult): Badge | null {
  if (expectations.length < 2) return null;
  const ranks = expectations.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  const isGood = ranks.includes(1);
  const found = `${ranks.length} of ${expectations.length} expected`;
  return { text: isGood ? `✓ ${found}` : found, isGood };
}
