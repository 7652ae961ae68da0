import type { Bag } from '../../../server/src/bag/bag.ts';

/**
 * An independent definition of the sentences that a bag allows, by trying everything. It is slow and simple, and shares
 * no code with the engine. Heads are words of the bag; -1 for the root.
 */
export interface OrderedTree {
  /** Words of the bag in surface order. */
  readonly order: readonly number[];
  /** By word of the bag: its head. */
  readonly heads: readonly number[];
}

/** All orders of some items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}

/** Whether the items of a set stand next to each other. */
export function areTogether(order: readonly number[], set: ReadonlySet<number>): boolean {
  const places = order.flatMap((item, place) => (set.has(item) ? [place] : []));
  return places.length === 0 || Math.max(...places) - Math.min(...places) + 1 === set.size;
}

/** All projective trees over `size` places in a row, as heads (places from 0, -1 for the root). */
export function projectiveTrees(size: number): number[][] {
  const trees: number[][] = [];
  const heads = new Array<number>(size).fill(-1);
  const fill = (place: number): void => {
    if (place === size) {
      if (isProjectiveTree(heads)) trees.push([...heads]);
      return;
    }
    for (let head = -1; head < size; head++) {
      if (head === place) continue;
      heads[place] = head;
      fill(place + 1);
    }
  };
  fill(0);
  return trees;
}

/** One root, no cycle, and every word between a head and its dependent is below the head. */
export function isProjectiveTree(heads: readonly number[]): boolean {
  if (heads.filter((head) => head === -1).length !== 1) return false;
  const isBelow = (place: number, head: number): boolean => {
    for (let steps = 0; place !== -1 && steps <= heads.length; steps++) {
      if (place === head) return true;
      place = heads[place];
    }
    return false;
  };
  return heads.every((head, place) => {
    if (head === -1) return true;
    if (isBelow(head, place)) return false;
    for (let between = Math.min(head, place) + 1; between < Math.max(head, place); between++) {
      if (!isBelow(between, head)) return false;
    }
    return true;
  });
}

const treesBySize = new Map<number, number[][]>();

/** Every order of a bag's words with every projective tree that contains the given arcs and root. */
export function allOutputs(bag: Bag): OrderedTree[] {
  const size = bag.words.length;
  const trees = treesOver(size);
  const outputs: OrderedTree[] = [];
  for (const order of permutations(bag.words.map((_, word) => word))) {
    for (const tree of trees) {
      const heads = new Array<number>(size);
      order.forEach((word, place) => (heads[word] = tree[place] === -1 ? -1 : order[tree[place]]));
      if (bag.root !== null && heads[bag.root] !== -1) continue;
      if (bag.arcs.every((arc) => heads[arc.dependent] === arc.head))
        outputs.push({ order, heads });
    }
  }
  return outputs;
}

/** Whether the bag allows these words in this order, by the definition of the language alone. */
export function isAllowed(bag: Bag, order: readonly number[]): boolean {
  const used = new Set(order);
  const chosen = new Set(bag.choices.flatMap(({ words }) => words));
  const place = (word: number): number => order.indexOf(word);
  return (
    order.length > 0 &&
    used.size === order.length &&
    bag.words.every((_, word) => chosen.has(word) || used.has(word)) &&
    bag.choices.every(({ words, optional }) => {
      const count = words.filter((word) => used.has(word)).length;
      return count === 1 || (count === 0 && optional);
    }) &&
    bag.order.every(({ relation, words }) => {
      if (!words.every((word) => used.has(word))) return true;
      const [first, second] = words.map(place);
      if (relation === 'before') return first < second;
      if (relation === 'right-before') return first + 1 === second;
      return first === (relation === 'first' ? 0 : order.length - 1);
    }) &&
    bag.chunks.every((chunk) => areTogether(order, new Set(chunk.filter((word) => used.has(word)))))
  );
}

/** Whether a tree over a sentence is projective, and has the given arcs and root of its words. */
export function isTreeOf(bag: Bag, order: readonly number[], heads: readonly number[]): boolean {
  const place = (word: number): number => order.indexOf(word);
  return (
    bag.arcs.every(
      ({ head, dependent }) =>
        place(head) < 0 || place(dependent) < 0 || heads[place(dependent)] === place(head),
    ) &&
    (bag.root === null || place(bag.root) < 0 || heads[place(bag.root)] === -1) &&
    isProjectiveTree(heads)
  );
}

/** The sentences that a bag allows, by trying everything; one may come more than once. */
export function* sentencesOf(bag: Bag): Generator<string> {
  const words = [...bag.words.keys()];
  for (let mask = 1; mask < 1 << words.length; mask++) {
    const used = words.filter((word) => mask & (1 << word));
    for (const order of permutations(used)) {
      if (!isAllowed(bag, order)) continue;
      if (treesOver(order.length).some((heads) => isTreeOf(bag, order, heads))) {
        yield order.map((word) => bag.words[word].form).join(' ');
      }
    }
  }
}

/** All sentences that a bag allows, sorted. */
export function allSentences(bag: Bag): string[] {
  return [...new Set(sentencesOf(bag))].sort();
}

/** Whether a bag allows a sentence. */
export function hasSentence(bag: Bag): boolean {
  return sentencesOf(bag).next().done !== true;
}

function treesOver(size: number): number[][] {
  const trees = treesBySize.get(size) ?? projectiveTrees(size);
  treesBySize.set(size, trees);
  return trees;
}
