import type { Bag } from './bag.ts';

/**
 * The order in which the engine sees the words of a bag: by form, tags and given structure, never by
 * the place where they were written. Words that it cannot tell apart can be exchanged without
 * changing the bag, so writing a bag's words in another order changes no result.
 *
 * @returns places in `bag.words`, in canonical order. The arcs must form a forest.
 */
export function canonicalOrder(bag: Bag): number[] {
  const head = new Int32Array(bag.words.length).fill(-1);
  const label = new Array<string>(bag.words.length).fill('');
  const dependents: number[][] = bag.words.map(() => []);
  for (const arc of bag.arcs) {
    head[arc.dependent] = arc.head;
    label[arc.dependent] = arc.label ?? '';
    dependents[arc.head].push(arc.dependent);
  }
  const own = ranks(
    bag.words.map(({ form, tags }, word) => {
      return JSON.stringify([form, [...tags].sort(), label[word], word === bag.root]);
    }),
  );

  const levels: number[][] = [];
  let level = bag.words.map((_, word) => word).filter((word) => head[word] < 0);
  for (; level.length > 0; level = level.flatMap((word) => dependents[word])) levels.push(level);

  // What is below a word, bottom-up (the canonical form of a tree by Aho, Hopcroft and Ullman).
  const below = new Array<string>(bag.words.length);
  for (const words of [...levels].reverse()) {
    for (const word of words) {
      const parts = dependents[word].map((dependent) => below[dependent]).sort();
      below[word] = `${pad(own[word])}(${parts.join('')})`;
    }
  }
  // What is above it, top-down, tells equal subtrees apart.
  const belowRank = ranks(below);
  const whole = new Int32Array(bag.words.length);
  const depth = new Int32Array(bag.words.length);
  for (const [d, words] of levels.entries()) {
    const keys = words.map((word) => {
      return `${pad(head[word] < 0 ? 0 : whole[head[word]])}<${pad(belowRank[word])}`;
    });
    const keyRanks = ranks(keys);
    words.forEach((word, i) => {
      whole[word] = keyRanks[i];
      depth[word] = d;
    });
  }
  return bag.words
    .map((_, word) => word)
    .sort((a, b) => own[a] - own[b] || depth[a] - depth[b] || whole[a] - whole[b] || a - b);
}

/** Ranks as text that compares as they do; no bag has a million words. */
function pad(rank: number): string {
  return rank.toString().padStart(6, '0');
}

/** For each item its place among the distinct items, sorted. */
function ranks(items: readonly string[]): number[] {
  const places = new Map([...new Set(items)].sort().map((item, place) => [item, place]));
  return items.map((item) => places.get(item)!);
}
