/** Two sentences begin alike if they share at least this many first words. */
export const BEGINNING = 5;
/**
 * A sentence is close to the first sentence if its score is lower by at most this share of the
 * first score's magnitude. (Scores may be negative.)
 */
const CLOSE = 0.3;

/** Counts sentences by their beginnings. No beginning should have more than half of the list. */
export class Beginnings {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(rows: number) {
    this.#most = Math.max(1, Math.floor(rows / 2));
  }

  /** @returns false if now more than half of the list would begin like this sentence */
  add(words: readonly (number | string)[]): boolean {
    const beginning = words.slice(0, BEGINNING).join(' ');
    const count = (this.#counts.get(beginning) ?? 0) + 1;
    this.#counts.set(beginning, count);
    return count <= this.#most;
  }
}

/**
 * Chooses the rows of a list: in general, the sentences with the highest scores. But if half of the
 * rows begin with the same five words, a further sentence with this beginning becomes a row only if
 * too few other sentences are close to the first sentence (`CLOSE`).
 *
 * @param found distinct sentences, the highest score first
 * @param most the length of the list
 * @param wordsOf returns at least the first five words
 * @returns ascending indices in `found`; the first sentence is always a row
 */
export function rowsOf<T extends { readonly score: number }>(
  found: readonly T[],
  most: number,
  wordsOf: (one: T) => readonly (number | string)[],
): number[] {
  if (found.length <= most) return [...found.keys()];
  const first = found[0].score;
  const beginnings = new Beginnings(most);
  const rows: number[] = [];
  const others: number[] = [];
  for (const [i, one] of found.entries()) {
    const isClose = first - one.score <= CLOSE * Math.abs(first);
    const isRow = rows.length < most && isClose && beginnings.add(wordsOf(one));
    (isRow ? rows : others).push(i);
  }
  return [...rows, ...others.slice(0, most - rows.length)].sort((a, b) => a - b);
}
