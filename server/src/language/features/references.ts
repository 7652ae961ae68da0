import type { Range } from '../tree/problem.ts';
import { WordTable } from '../meaning/word-table.ts';
import { absoluteRange, wordsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile } from '../tree/syntax.ts';
import { placeAt, referencesOf } from './place.ts';

/** A word of a bag where it is written, and wherever `deps:` and `order:` name it. Offsets in the file. */
export interface Occurrences {
  /** The word in `words:`, without its tag. */
  readonly definition: Range;
  readonly references: readonly Range[];
}

/** Of the word that is written or named at an offset; null where there is none. */
export function occurrencesAt(file: BowFile, offset: number): Occurrences | null {
  const place = placeAt(file, offset);
  if (place?.kind !== 'word' && place?.kind !== 'reference') return null;
  if (place.word === null) return null;
  const { definition, references } = occurrencesOf(place.node, place.word);
  return {
    definition: absoluteRange(file, place.bag, definition),
    references: references.map((range) => absoluteRange(file, place.bag, range)),
  };
}

/** The same for a word by its place in `wordsOf(bag)`, as offsets in the bag. */
export function occurrencesOf(bag: BagNode, word: number): Occurrences {
  const words = wordsOf(bag);
  const table = new WordTable(words);
  const { start, indexEnd } = words[word];
  return {
    definition: { start, end: indexEnd },
    references: referencesOf(bag)
      .filter((reference) => reference.kind === 'word' && table.resolve(reference) === word)
      .map((reference) => ({ start: reference.start, end: reference.indexEnd })),
  };
}
