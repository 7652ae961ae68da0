import type { Constraints } from '../meaning/constraints.ts';
import { WordTable } from '../meaning/word-table.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import { spellReference } from '../tree/spelling.ts';

/** The names of words in lines that are added to a bag. */
export interface NamedWords {
  /** By place in `wordsOf(bag)`. */
  readonly nameOf: (word: number) => string;
  /** Edits that index words with repeated forms, as offsets in the bag. */
  readonly edits: readonly TextEdit[];
}

/** Names for words of a bag. Words with a repeated form get an index if they have none. */
export function nameWords({ words }: Constraints, named: ReadonlySet<number>): NamedWords {
  const table = new WordTable(words);
  const indices = new Map<number, number>();
  for (const form of table.forms) {
    const places = table.placesOf(form);
    if (places.length === 1) continue;
    const bare = places.filter((place) => named.has(place) && words[place].index === null);
    table.freeIndices(form, bare.length).forEach((index, i) => indices.set(bare[i], index));
  }
  return {
    nameOf: (word) => spellReference(words[word].form, indices.get(word) ?? words[word].index),
    edits: [...indices].map(([word, index]) => {
      const at = words[word].formEnd;
      return { range: { start: at, end: at }, newText: `#${index}` };
    }),
  };
}

/** The same edits, with insertions at one place as one, since editors may reorder them. */
export function joined(edits: readonly TextEdit[]): TextEdit[] {
  const byStart = new Map<number, TextEdit>();
  for (const { range, newText } of edits) {
    const before = byStart.get(range.start)?.newText ?? '';
    byStart.set(range.start, { range, newText: before + newText });
  }
  return [...byStart.values()];
}
