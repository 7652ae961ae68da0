import type { Constraints } from '../meaning/constraints.ts';
import { WordTable } from '../meaning/word-table.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import { spellName } from '../tree/spelling.ts';

/** The names of a bag's words, for lines that are added to the bag. */
export interface NamedWords {
  /** Returns the name of a word, given its place in `wordsOf(bag)`. */
  readonly nameOf: (word: number) => string;
  readonly indexed: readonly number[];
  /** The edits, as offsets in the bag, that write the new indices into `words:`. */
  readonly edits: readonly TextEdit[];
}

/**
 * Names the words of a bag. If several words have the same form, each of them that is in `named`
 * and has no index gets an index. This index is the word's position among the words with this form,
 * or another free number if the position is taken.
 */
export function nameWords({ words }: Constraints, named: ReadonlySet<number>): NamedWords {
  const table = new WordTable(words);
  const indices = new Map<number, number>();
  for (const form of table.forms) {
    const places = table.placesOf(form);
    if (places.length === 1) continue;
    const free = table.freeIndices(form, 2 * places.length);
    const isBare = (i: number): boolean => i < places.length && words[places[i]].index === null;
    const others = free.filter((index) => !isBare(index - 1));
    for (const [i, place] of places.entries()) {
      if (!isBare(i)) continue;
      const index = free.includes(i + 1) ? i + 1 : others.shift()!;
      if (named.has(place)) indices.set(place, index);
    }
  }
  return {
    nameOf: (word) => spellName(words[word], indices.get(word) ?? words[word].index),
    indexed: [...indices.keys()],
    edits: [...indices].map(([word, index]) => {
      const at = words[word].formEnd;
      return { range: { start: at, end: at }, newText: `#${index}` };
    }),
  };
}

/** Joins insertions at the same offset into one, since editors may reorder them. */
export function joined(edits: readonly TextEdit[]): TextEdit[] {
  const byStart = new Map<number, TextEdit>();
  for (const { range, newText } of edits) {
    const before = byStart.get(range.start)?.newText ?? '';
    byStart.set(range.start, { range, newText: before + newText });
  }
  return [...byStart.values()];
}
