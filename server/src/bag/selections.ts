import type { Bag } from './bag.ts';

/** The words of a bag that are used together: one of each choice, or none of an optional one. */
export interface Selection {
  /** Without choices; with the constraints whose words are all used. */
  readonly bag: Bag;
  /** For each of its words the place in the bag that it was selected from. */
  readonly places: readonly number[];
}

/** So many selections of a bag's words are looked at: more would take minutes. */
export const MOST_SELECTIONS = 4096;

/** How many selections a bag has, the one without any word included. */
export function countSelections({ choices }: Pick<Bag, 'choices'>): number {
  return choices.reduce(
    (count, { words, optional }) => count * (words.length + (optional ? 1 : 0)),
    1,
  );
}

/** All selections of a bag that have a word; a bag without choices is its only one. */
export function* selectionsOf(bag: Bag): Generator<Selection> {
  const chosen = new Set(bag.choices.flatMap(({ words }) => words));
  const certain = bag.words.flatMap((_, word) => (chosen.has(word) ? [] : [word]));
  function* select(from: number, used: readonly number[]): Generator<Selection> {
    if (from === bag.choices.length) {
      if (used.length > 0) yield selected(bag, used);
      return;
    }
    const { words, optional } = bag.choices[from];
    for (const word of words) yield* select(from + 1, [...used, word]);
    if (optional) yield* select(from + 1, used);
  }
  yield* select(0, certain);
}

function selected(bag: Bag, used: readonly number[]): Selection {
  const places = used.toSorted((a, b) => a - b);
  const names = new Map(places.map((place, name) => [place, name]));
  const isUsed = (word: number): boolean => names.has(word);
  const rename = (word: number): number => names.get(word)!;
  return {
    places,
    bag: {
      words: places.map((place) => bag.words[place]),
      arcs: bag.arcs
        .filter(({ head, dependent }) => isUsed(head) && isUsed(dependent))
        .map(({ head, dependent, label }) => ({
          head: rename(head),
          dependent: rename(dependent),
          label,
        })),
      root: bag.root === null || !isUsed(bag.root) ? null : rename(bag.root),
      order: bag.order
        .filter(({ words }) => words.every(isUsed))
        .map(({ relation, words }) => ({ relation, words: words.map(rename) })),
      chunks: bag.chunks
        .map((chunk) => chunk.filter(isUsed).map((word) => rename(word)))
        .filter((chunk) => chunk.length > 1),
      choices: [],
    },
  };
}
