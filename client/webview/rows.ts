import { bestDerivations, bestOf, expectedMark } from '../../server/src/lsp/protocol.ts';
import type {
  ExplanationClass,
  RowExplanation,
  ShownRealization,
  ShownResult,
} from '../../server/src/lsp/protocol.ts';
import { score } from '../src/numbers.ts';
import type { MenuChoice } from '../src/panel-messages.ts';

/** A row of the list: a sentence that the search found, or a sentence that it missed. */
export interface Row {
  readonly realization: ShownRealization;
  /** The first sentence's score minus this sentence's score. */
  readonly margin: number;
  /** The rank among all sentences found, from 1; null if the search did not find the sentence. */
  readonly rank: number | null;
  readonly isListed: boolean;
  /** A note such as `✓ expected`. */
  readonly badge: Badge | null;
}

export interface Badge {
  readonly text: string;
  /** Whether an expected sentence comes first. */
  readonly isGood: boolean;
}

/** Why an expected sentence is not in the list, if its score is not the reason. */
const notListed: Partial<Record<ExplanationClass, string>> = {
  unreachable: 'ruled out by this bag',
  grammar: 'no derivation spans it',
};

/**
 * The rows of the list, the highest score first: the sentences that the search found, the expected
 * sentences that `explanations` explain and, if a proof found a sentence that scores more than the
 * first, this sentence.
 *
 * The search may miss the best derivation of a sentence that it found. If an explanation or the
 * proof has found a derivation with a higher score, the row shows that derivation.
 *
 * @param explanations the explanations of expected sentences that do not come first
 */
export function rowsOf(result: ShownResult, explanations: readonly RowExplanation[]): Row[] {
  const explained = bestDerivations(explanations);
  const better = betterRow(result, explained);
  // A proof may have found a better derivation of a sentence in the list.
  if (better !== null) explained.set(better.realization.text, better.realization);
  const rows = result.realizations.map((found, place): Omit<Row, 'margin'> => {
    const rank = result.ranks[place];
    const realization = { ...bestOf(found, explained), expected: found.expected };
    const explanation = explanations.find(({ expected }) => expected?.text === found.text);
    const isBetter = better?.realization.text === found.text;
    const badge = found.expected && !isBetter ? foundBadge(rank, explanation) : null;
    if (isBetter) return { ...better, realization, rank, isListed: true };
    return { realization, rank, isListed: true, badge };
  });
  const listed = new Set(result.realizations.map(({ text }) => text));
  const others = explanations
    .filter(({ expected }) => expected !== null && !listed.has(expected.text))
    .filter(({ expected }) => expected!.text !== better?.realization.text)
    .map((explanation) => missingRow(explanation)!);
  const isOwnRow = better !== null && !listed.has(better.realization.text);
  const all = [...rows, ...(isOwnRow ? [better] : []), ...others];
  const first = all.at(0)?.realization.score ?? 0;
  return all
    .map((row) => ({ ...row, margin: first - row.realization.score }))
    .sort(
      (one, other) =>
        one.margin - other.margin || (one.rank ?? Infinity) - (other.rank ?? Infinity),
    );
}

function foundBadge(rank: number, explanation: RowExplanation | undefined): Badge {
  if (rank === 1) return { text: '✓ expected', isGood: true };
  return { text: expectedMark(explanation?.wouldBe ?? null), isGood: false };
}

/**
 * The row of a sentence that a proof found and the search missed. An explanation may have found
 * another derivation of it. The row has the derivation with the higher score.
 */
function betterRow(
  { proof }: ShownResult,
  explained: ReadonlyMap<string, ShownRealization>,
): Omit<Row, 'margin'> | null {
  if (proof?.kind !== 'missed') return null;
  const { better, isProven } = proof;
  const other = explained.get(better.text);
  const isHigher = other !== undefined && other.score > better.score;
  const text = `${isProven ? 'highest score, proven' : 'scores higher'}; the search missed it`;
  return {
    realization: isHigher ? { ...other, expected: better.expected } : better,
    rank: null,
    isListed: false,
    badge: { text: better.expected ? `expected; ${text}` : text, isGood: false },
  };
}

/** The row of an expected sentence that is not in the list; null if it has no derivation. */
function missingRow(explanation: RowExplanation): Omit<Row, 'margin'> | null {
  const { expected, rank, wouldBe, class: kind } = explanation;
  if (expected === null) return null;
  if (rank !== null) {
    return { realization: expected, rank, isListed: false, badge: foundBadge(rank, explanation) };
  }
  const lacking = expected.ccg === undefined ? 'tag' : 'category';
  const other = kind === 'dictionary' ? `lacks a ${lacking}` : 'scores less; the search missed it';
  const place = wouldBe === null ? other : `would be no. ${wouldBe} here; the search missed it`;
  const text = `expected; ${notListed[kind] ?? place}`;
  return { realization: expected, rank, isListed: false, badge: { text, isGood: false } };
}

/**
 * The actions that a row's buttons and context menu offer.
 *
 * @param former whether the bag has changed or is being realized again
 */
export function offered({ realization }: Row, former: boolean): ReadonlySet<MenuChoice['command']> {
  const offers = new Set<MenuChoice['command']>(['copy']);
  if (former) return offers;
  const { tokens, expected } = realization;
  offers.add('why');
  offers.add('parse');
  if (!expected) offers.add('insert');
  if (tokens.some(({ given }) => !given.tag || given.category === false)) {
    offers.add('tags');
  }
  if (tokens.some(({ given }) => !given.head)) offers.add('arcs');
  return offers;
}

/**
 * The badge about all expected sentences of a bag. Null for fewer than two expectations: a single
 * expectation has a badge in its row, which is enough.
 */
export function expectationSummary({ expectations, mark }: ShownResult): Badge | null {
  if (mark === null || expectations.length < 2) return null;
  return { text: mark, isGood: expectations.some(({ rank }) => rank === 1) };
}

/**
 * A text about the sentences of the list that are not among the search's results, such as expected
 * sentences: `, and no. 40 and 1 missed`. It follows the number of results.
 */
export function besides(rows: readonly Row[]): string {
  const others = rows.filter(({ isListed }) => !isListed);
  const ranks = others.flatMap(({ rank }) => (rank === null ? [] : `no. ${score(rank)}`));
  const missed = others.length - ranks.length;
  const named = missed === 0 ? ranks : [...ranks, `${missed} missed`];
  return named.length === 0 ? '' : `, and ${new Intl.ListFormat('en').format(named)}`;
}
