import { constraintsOf } from '../meaning/constraints.ts';
import type { Range } from '../tree/diagnostic.ts';
import { spellReference } from '../tree/spelling.ts';
import { wordsOf, type BagNode, type Reference } from '../tree/syntax.ts';

/** The places in the text of the search's words and arcs, as offsets in the bag. */
export interface WrittenPlaces {
  /** As the engine numbers them. */
  readonly words: readonly {
    /** As references spell it: `the#2`. */
    readonly name: string;
    readonly range: Range;
  }[];
  /** The dependent of each arc, in any place. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly ranges: readonly Range[];
  }[];
}

/** The places of the words of a bag and of its arcs. */
export function writtenPlaces(bag: BagNode): WrittenPlaces {
  const { words, arcs } = constraintsOf(bag);
  return {
    words: words.map(({ form, index, start, end }) => ({
      name: spellReference(form, index),
      range: { start, end },
    })),
    arcs: arcs.map(({ head, dependent, written }) => ({
      head,
      dependent,
      ranges: written.map(({ start, end }) => ({ start, end })),
    })),
  };
}

/**
 * The places of each word of a bag, as offsets in the bag: in `words:`, then as the dependent of
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
