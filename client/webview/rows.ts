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
  /** From 1, among all sentences that the search found; null if it did not find this one. */
  readonly rank: number | null;
  readonly isListed: boolean;
  /** What there is to say of it as an expectation. */
  readonly badge: Badge | null;
}

export interface Badge {
  readonly text: string;
  /** The bag passes as a test. */
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
export function foundRows({ realizations }: ShownResult): Row[] {
  return realizations.map((realization, place) => ({
    realization,
    rank: place + 1,
    isListed: true,
    badge: realization.expected
      ? place === 0
        ? { text: '✓ expected', isGood: true }
        : { text: 'expected', isGood: false }
      : null,
  }));
}

/** The row of the sentence that a proof has found and the search missed, if there is one. */
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

/** The row of an expected sentence that is not in the list; null if it has no derivation. */
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
 * What can be done with a row's sentence: its buttons and its context menu.
 *
 * @param former the bag has changed since, or is being realized again
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

/** A summary of several expectations; a single expectation has it in its row. */
export function expectationSummary({ expectations }: ShownResult): Badge | null {
  if (expectations.length < 2) return null;
  const ranks = expectations.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  const isGood = ranks.includes(1);
  const found = `${ranks.length} of ${expectations.length} expected`;
  return { text: isGood ? `✓ ${found}` : found, isGood };
}
