import type { Bag } from './bag.ts';

/**
 * The order in which the engine sees the words of a bag: by form, tags and given structure, never by
 * the place where they were written. Words that it cannot tell apart can be exchanged without
 * changing the bag, so writing a bag's words in another order changes no result. (Words are told apart by
 * what they are related to, over and over, until no more are: colour refinement, which is exact for
 * forests. Two words that only a stranger web of order constraints tells apart keep their places.)
 *
 * @returns places in `bag.words`, in canonical order
 */
export function canonicalOrder(bag: Bag): number[] {
  const relations = relationsOf(bag);
  let ranks = rank(
    bag.words.map(({ form, tags }, word) => {
      return JSON.stringify([form, [...tags].sort(), word === bag.root]);
    }),
  );
  for (let distinct = -1; distinct < new Set(ranks).size;) {
    distinct = new Set(ranks).size;
    const current = ranks;
    const relate = ({ kind, words }: Relation): string =>
      `${kind}:${words
        .map((word) => pad(current[word]))
        .sort()
        .join()}`;
    ranks = rank(
      relations.map((own, word) => `${pad(current[word])} ${own.map(relate).sort().join(' ')}`),
    );
  }
  return bag.words.map((_, word) => word).sort((a, b) => ranks[a] - ranks[b] || a - b);
}

/** What a word has to do with other words. */
interface Relation {
  readonly kind: string;
  readonly words: readonly number[];
}

function relationsOf({ words, arcs, order, chunks }: Bag): readonly (readonly Relation[])[] {
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
