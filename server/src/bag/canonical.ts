import type { Bag } from './bag.ts';

/**
 * Returns the canonical order of a bag's words: by form, tags, categories and given structure. The
 * engine reads words in this order, so results do not depend on the order in which the bag was
 * written. Two words are interchangeable if nothing but their written order distinguishes them.
 *
 * The algorithm is colour refinement. It first ranks the words by their own facts. Then it ranks
 * words of one rank by the ranks of the words that they are related to, until no rank changes. If
 * the arcs form a forest, words of one rank are interchangeable, unless they differ by a cyclic
 * pattern of order constraints. Words of one rank keep their written order.
 *
 * @returns places in `bag.words`
 */
export function canonicalOrder(bag: Bag): number[] {
  const relations = relationsOf(bag);
  let ranks = rank(
    bag.words.map(({ form, features, forms, tags, categories = [] }, word) => {
      const key = [form, [...tags].sort(), word === bag.root];
      if (features !== undefined) key.push(features);
      if (forms !== undefined) key.push(...forms.map((one) => JSON.stringify(one)));
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
    // A word that shares its rank with no other word needs no further comparison.
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

/** A relation of a word to other words, given by their places in the bag. */
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

/** Writes six digits, so that the texts sort like the ranks. No bag has a million words. */
function pad(place: number): string {
  return place.toString().padStart(6, '0');
}

/** Returns each item's rank among the sorted distinct items, from 0. */
function rank(items: readonly string[]): number[] {
  const places = new Map([...new Set(items)].sort().map((item, place) => [item, place]));
  return items.map((item) => places.get(item)!);
}

function repeated(numbers: readonly number[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(numbers.filter((one) => seen.size === seen.add(one).size));
}
