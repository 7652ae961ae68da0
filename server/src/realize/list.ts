import type { Realization } from '../search/realization.ts';
import { BEGINNING, rowsOf } from '../search/rows.ts';

/** A found sentence with its rank among all found sentences, from 1. */
export interface RankedSentence extends Pick<Realization, 'text' | 'score'> {
  readonly rank: number;
}

/** The rows of a list, and the other sentences that the search found. */
export interface List<Row = Realization> {
  /** The rows, the highest score first; no two have the same text. */
  readonly realizations: readonly Row[];
  /**
   * The found sentences without a row, the highest score first; by default none. A sentence has no
   * row if the list is full, or if enough rows begin with the same words as the sentence
   * (`rowsOf`).
   */
  readonly leftOut?: readonly RankedSentence[];
  /**
   * The sentences of `leftOut` that rank high enough for a row, but have none because enough rows
   * begin with the same words; by default none.
   */
  readonly displaced?: readonly Row[];
}

type AnyList = List<Pick<Realization, 'text' | 'score'>>;

/** Returns the rank of each row among all found sentences. */
export function ranksOf({ realizations, leftOut = [] }: AnyList): number[] {
  const taken = new Set(leftOut.map(({ rank }) => rank));
  let rank = 0;
  return realizations.map(() => {
    do rank++;
    while (taken.has(rank));
    return rank;
  });
}

/** Returns all sentences that the search found, in the order of their ranks: 1, 2, 3 and so on. */
export function rankedSentences(list: AnyList): RankedSentence[] {
  const { realizations, leftOut = [] } = list;
  const ranks = ranksOf(list);
  const rows = realizations.map(({ text, score }, i) => ({ text, score, rank: ranks[i] }));
  return leftOut.length === 0 ? rows : inOrder([...rows, ...leftOut]);
}

/** Shortens a list: chooses at most `most` of its rows. */
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
 * Gives rows to the expected sentences in `displaced`. The new rows replace the lowest rows, first
 * the rows of sentences that are not expected.
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
 * Returns a list with the chosen sentences as its rows, in the order of their ranks. Each chosen
 * sentence must be among the found sentences.
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
