import type { Realization } from '../search/realization.ts';
import { BEGINNING, rowsOf } from '../search/rows.ts';

/** Ranks count from 1 among all found sentences. */
export interface RankedSentence extends Pick<Realization, 'text' | 'score'> {
  readonly rank: number;
}

export interface List<Row = Realization> {
  /** The highest score first. No two rows have the same text. */
  readonly realizations: readonly Row[];
  /**
   * The found sentences without a row, the highest score first. A sentence has no row if the list
   * is full, or if enough rows begin with the same words (`rowsOf`).
   */
  readonly leftOut?: readonly RankedSentence[];
  /**
   * The sentences of `leftOut` that rank high enough for a row. They have none because enough rows
   * begin with the same words.
   */
  readonly displaced?: readonly Row[];
}

type AnyList = List<Pick<Realization, 'text' | 'score'>>;

export function ranksOf({ realizations, leftOut = [] }: AnyList): number[] {
  const taken = new Set(leftOut.map(({ rank }) => rank));
  let rank = 0;
  return realizations.map(() => {
    do rank++;
    while (taken.has(rank));
    return rank;
  });
}

/** Returns all sentences that the search found, in the order of their ranks. */
export function rankedSentences(list: AnyList): RankedSentence[] {
  const { realizations, leftOut = [] } = list;
  const ranks = ranksOf(list);
  const rows = realizations.map(({ text, score }, i) => ({ text, score, rank: ranks[i] }));
  return leftOut.length === 0 ? rows : inOrder([...rows, ...leftOut]);
}

/** Chooses at most `most` rows of a list. */
export function shortened<Row extends Pick<Realization, 'text' | 'score'>>(
  list: List<Row>,
  most: number,
): Required<List<Row>> {
  const { realizations, leftOut = [] } = list;
  const rows = rowsOf(realizations, most, ({ text }) => text.split(' ', BEGINNING));
  const isRow = new Set(rows);
  const ranks = ranksOf(list);
  const others = realizations.flatMap(({ text, score }, i) =>
    isRow.has(i) ? [] : [{ text, score, rank: ranks[i] }],
  );
  return {
    realizations: rows.map((row) => realizations[row]),
    leftOut: inOrder([...others, ...leftOut]),
    displaced: realizations.slice(0, most).filter((_, i) => !isRow.has(i)),
  };
}

function inOrder(sentences: RankedSentence[]): RankedSentence[] {
  return sentences.sort((a, b) => a.rank - b.rank);
}

/**
 * Gives rows to the expected sentences in `displaced`. For each of them, another sentence loses its
 * row: a sentence that got a row only because sentences with better ranks were displaced. The
 * sentence with the worst rank loses its row first, but expected sentences lose theirs last.
 */
export function withExpected<AList extends List>(list: AList, expected: readonly string[]): AList {
  const { realizations, displaced = [] } = list;
  const isExpected = ({ text }: Realization): boolean => expected.includes(text);
  const wanted = displaced.filter(isExpected);
  if (wanted.length === 0) return list;
  const ranks = ranksOf(list);
  const lower = realizations.filter((_, i) => ranks[i] > realizations.length).reverse();
  const givingWay = new Set(
    [...lower.filter((one) => !isExpected(one)), ...lower.filter(isExpected)].slice(
      0,
      wanted.length,
    ),
  );
  const kept = [...realizations.filter((one) => !givingWay.has(one)), ...wanted];
  return { ...withRows(list, kept), displaced: displaced.filter((one) => !isExpected(one)) };
}

/**
 * Returns a list with these rows, in the order of their ranks. They must be among the found
 * sentences.
 */
export function withRows<AList extends List>(list: AList, chosen: readonly Realization[]): AList {
  const rows = new Map(chosen.map((row) => [row.text, row]));
  const all = rankedSentences(list);
  return {
    ...list,
    realizations: all.flatMap(({ text }) => rows.get(text) ?? []),
    leftOut: all.filter(({ text }) => !rows.has(text)),
  };
}
