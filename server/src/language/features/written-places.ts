import { constraintsOf } from '../meaning/constraints.ts';
import type { Range } from '../tree/problem.ts';
import { spellReference } from '../tree/spelling.ts';
import type { BagNode } from '../tree/syntax.ts';

/** Where what a search works with is written. Ranges are the bag's own offsets. */
export interface WrittenPlaces {
  /** As the engine numbers them. */
  readonly words: readonly {
    /** As references spell it: `the#2`. */
    readonly name: string;
    readonly range: Range;
  }[];
  /** The dependent of each arc, wherever the arc is written. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly ranges: readonly Range[];
  }[];
}

/** Where the words of a bag and its arcs are written. */
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
