import type { Range } from '../tree/diagnostic.ts';
import { WordTable } from '../meaning/word-table.ts';
import { absoluteRange, referencesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, BowFile, NamedWord, Reference } from '../tree/syntax.ts';
import { placeAt } from './place.ts';

/** A word in `words:`, and its references in `deps:` and `order:`, as offsets in the file. */
export interface Occurrences {
  /** Without the tag. */
  readonly definition: Range;
  readonly references: readonly Range[];
}

/** The occurrences of the word at an offset in `words:`, `deps:` or `order:`. */
export function occurrencesAt(file: BowFile, offset: number): Occurrences | null {
  const place = placeAt(file, offset);
  if (place?.kind !== 'word' && place?.kind !== 'reference') return null;
  if (place.word === null) return null;
  const { node, bag, word } = place;
  const references = referencesByWord(node).get(word) ?? [];
  return {
    definition: absoluteRange(file, bag, nameRangeOf(wordsOf(node)[word])),
    references: references.map((range) => absoluteRange(file, bag, range)),
  };
}

/** The form and the index of a word, without its tag. */
export function nameRangeOf({ start, indexEnd }: NamedWord | Reference): Range {
  return { start, end: indexEnd };
}

/**
 * Maps the place of a word in `wordsOf(bag)` to its references in `deps:` and `order:`, as offsets
 * in the bag.
 */
export function referencesByWord(bag: BagNode): ReadonlyMap<number, readonly Range[]> {
  const table = new WordTable(wordsOf(bag));
  const found = new Map<number, Range[]>();
  for (const reference of referencesOf(bag)) {
    if (reference.kind !== 'word') continue;
    const word = table.resolve(reference);
    if (typeof word !== 'number') continue;
    const ranges = found.get(word);
    if (ranges) ranges.push(nameRangeOf(reference));
    else found.set(word, [nameRangeOf(reference)]);
  }
  return found;
}
