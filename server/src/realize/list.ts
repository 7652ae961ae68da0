import type { Realization } from '../search/realization.ts';
import { rowsOf } from '../search/rows.ts';

/** A found sentence with its rank among all found sentences, from 1. */
export interface RankedSentence extends Pick<Realization, 'text' | 'score'> {
  readonly rank: number;
}

/** The rows of a list, and the other sentences that the search found. */
export interface List<Row = Realization> {
  /** The rows, the highest score first; no two have the same text. */
  readonly realizations: readonly Row[];
  /**
   * The found sentences that are no rows: the list is full, or enough rows begin with the same words
   * (`rowsOf`). The highest score first; by default none.
   */
  readonly leftOut?: readonly RankedSentence[];
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
  return leftOut.length === 0 ? rows : [...rows, ...leftOut].sort((a, b) => a.rank - b.rank);
}

/** Shortens a list: chooses at most `most` of its rows. */
export function shortened<Row extends Pick<Realization, 'text' | 'score'>>(
  list: List<Row>,
  most: number,
): Required<List<Row>> {
  const { realizations } = list;
  const rows = rowsOf(realizations, most, ({ text }) => text.split(' '));
  const chosen = rows.map((row) => realizations[row]);
  const texts = new Set(chosen.map(({ text }) => text));
  return {
    realizations: chosen,
    leftOut: rankedSentences(list).filter(({ text }) => !texts.has(text)),
  };
}
