import type { Bag } from './bag.ts';

/**
 * The order in which the engine sees the words of a bag: by form, tags, categories and given structure, never by
 * the place where they were written. Words that it cannot tell apart can be exchanged without
 * changing the bag, so writing a bag's words in another order changes no result. (Words are told apart by
 * what they are related to, over and over, until no more are: colour refinement, which is exact for
 * forests. Two words that only a cyclic pattern of order constraints tells apart keep their places.)
 *
 * @returns places in `bag.words`, in canonical order
 */
export function canonicalOrder(bag: Bag): number[] {
  const relations = relationsOf(bag);
  let ranks = rank(
    bag.words.map(({ form, tags, categories = [] }, word) => {
      const key = [form, [...tags].sort(), word === bag.root];
      if (categories.length === 0) return JSON.stringify(key);
      const given = categories.map(({ category, tag }) => JSON.stringify([category, tag])).sort();
      return JSON.stringify([...key, given]);
    }),
  );
  let distinct = new Set(ranks).size;
  for (let before = 0; before < distinct && distinct < ranks.length;) {
    const current = ranks;
    const isShared = repeated(current);
    const relate = ({ kind, words }: Relation): string =>
      `${kind}:${words
        .map((word) => pad(current[word]))
        .sort()
        .join()}`;
    // A word that is already told apart from all others stays so: its relations need not be compared.
    ranks = rank(
      relations.map((own, word) =>
        isShared.has(current[word])
          ? `${pad(current[word])} ${own.map(relate).sort().join(' ')}`
          : pad(current[word]),
      ),
    );
    before = distinct;
    distinct = new Set(ranks).size;
  }
  return bag.words.map((_, word) => word).sort((a, b) => ranks[a] - ranks[b] || a - b);
}

/** What a word has to do with other words. */
interface Relation {
  readonly kind: string;
  readonly words: readonly number[];
}

function relationsOf({ words, arcs, order, chunks, choices }: Bag): readonly Relation[][] {
  const relations: Relation[][] = words.map(() => []);
  for (const { head, dependent, label } of arcs) {
    relations[dependent].push({ kind: `head ${label ?? ''}`, words: [head] });
    relations[head].push({ kind: `dependent ${label ?? ''}`, words: [dependent] });
  }
  for (const { relation, words: named } of order) {
    named.forEach((word, i) => {
      const others = named.filter((_, j) => j !== i);
      relations[word].push({ kind: `${relation} ${i}`, words: others });
    });
  }
  for (const chunk of chunks) {
    for (const word of chunk) relations[word].push({ kind: 'chunk', words: chunk });
  }
  for (const { words: chosen, optional } of choices) {
    const kind = optional ? 'optional' : 'alternative';
    for (const word of chosen) relations[word].push({ kind, words: chosen });
  }
  return relations;
}

/** Ranks as text that compares as they do; no bag has a million words. */
function pad(place: number): string {
  return place.toString().padStart(6, '0');
}

/** For each item its place among the distinct items, sorted. */
function rank(items: readonly string[]): number[] {
  const places = new Map([...new Set(items)].sort().map((item, place) => [item, place]));
  return items.map((item) => places.get(item)!);
}

/** The numbers that occur more than once. */
function repeated(numbers: readonly number[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(numbers.filter((one) => seen.size === seen.add(one).size));
}
