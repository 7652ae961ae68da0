import { constraintsOf } from '../meaning/constraints.ts';
import type { Range } from '../tree/diagnostic.ts';
import { spellName } from '../tree/spelling.ts';
import { wordsOf, type BagNode, type Reference } from '../tree/syntax.ts';

/** Where a bag's words and arcs stand in its text, as offsets in the bag. */
export interface WrittenPlaces {
  /** In the order in which the search numbers the words. */
  readonly words: readonly {
    /** The word as references spell it: `the#2`. */
    readonly name: string;
    readonly range: Range;
  }[];
  /** `ranges`: where the arc's dependent stands, once for each line that gives the arc. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly ranges: readonly Range[];
  }[];
}

export function writtenPlaces(bag: BagNode): WrittenPlaces {
  const { words, arcs } = constraintsOf(bag);
  return {
    words: words.map((word) => ({
      name: spellName(word, word.index),
      range: { start: word.start, end: word.end },
    })),
    arcs: arcs.map(({ head, dependent, written }) => ({
      head,
      dependent,
      ranges: written.map(({ start, end }) => ({ start, end })),
    })),
  };
}

/**
 * Indexed by word: the ranges of the word in the bag, first in `words:`, then as the dependent of
 * each arc in `deps:`.
 */
export function placesOfWords(bag: BagNode): readonly (readonly Range[])[] {
  const { arcs, root, rootWritten } = constraintsOf(bag);
  const places = wordsOf(bag).map(({ start, end }): Range[] => [{ start, end }]);
  const add = (word: number, written: readonly Reference[]): void => {
    for (const { start, end } of written) places[word].push({ start, end });
  };
  for (const { dependent, written } of arcs) add(dependent, written);
  if (root !== null) add(root, rootWritten);
  return places;
}
