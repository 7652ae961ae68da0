import type { Bag, BagOrder } from '../bag/bag.ts';

export interface OrderedSentence {
  readonly text: string;
  /** Indices in the bag, in the order of the sentence. */
  readonly words: readonly number[];
}

export interface OrderThatKeeps<S> {
  /** The lines that put the sentence first. Empty if it comes first anyway, or if no lines help. */
  readonly lines: readonly BagOrder[];
  /** The sentence that still comes first if no lines help. */
  readonly other: S | null;
}

/** To find the lines for one sentence, at most this many variants of its bag are realized. */
export const MOST_REALIZED = 60;

/** At most this many lines are tried in each round. */
const MOST_TRIED = 6;

/**
 * Each round adds one line. If the sentence does not come first after these rounds, lines that fix
 * the order of all words are tried.
 */
const MOST_ROUNDS = 4;

/**
 * Finds a few order lines that put a sentence first. Each round tries lines that the wanted
 * sentence obeys and the current first sentence breaks: it realizes the bag with each of these
 * lines. It adds the line with which the first sentence is the most similar to the wanted sentence.
 * At the end, needless lines are dropped.
 *
 * @param kept the wanted sentence, a sentence of the bag
 */
export async function orderThatKeeps<S extends OrderedSentence>(
  bag: Bag,
  kept: OrderedSentence,
  firstOf: (bag: Bag) => Promise<S | null>,
): Promise<OrderThatKeeps<S>> {
  let realized = 0;
  const firstWith = (lines: readonly BagOrder[]): Promise<S | null> => {
    realized++;
    return firstOf({ ...bag, order: [...bag.order, ...lines] });
  };
  const isKept = (first: S | null): boolean => first?.text === kept.text;

  const other = await firstWith([]);
  if (isKept(other)) return { lines: [], other: null };
  const enough = other === null ? null : await sufficient(other);
  return enough === null ? { lines: [], other } : { lines: await needed(enough), other: null };

  /**
   * Adds lines one by one until the sentence comes first. If that fails, tries lines for the whole
   * order. Null if the sentence still does not come first.
   */
  async function sufficient(from: S): Promise<readonly BagOrder[] | null> {
    let lines: readonly BagOrder[] = [];
    let first = from;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let next: { readonly lines: readonly BagOrder[]; readonly first: S } | null = null;
      for (const line of brokenLines(kept.words, first.words).slice(0, MOST_TRIED)) {
        const tried = [...lines, line];
        const found = await firstWith(tried);
        if (isKept(found)) return tried;
        if (found === null) continue;
        if (next === null || distance(found) < distance(next.first)) {
          next = { lines: tried, first: found };
        }
      }
      if (next === null) break;
      ({ lines, first } = next);
    }
    const all = wholeOrder(kept.words);
    return isKept(await firstWith(all)) ? all : null;
  }

  /** Counts the neighbours in the wanted sentence that are not neighbours in this sentence. */
  function distance({ words }: OrderedSentence): number {
    return brokenNeighbours(kept.words, words).length;
  }

  async function needed(enough: readonly BagOrder[]): Promise<readonly BagOrder[]> {
    let lines = enough;
    if (lines.length === 1) return lines;
    for (const line of enough) {
      if (realized >= MOST_REALIZED) break;
      const rest = lines.filter((one) => one !== line);
      if (isKept(await firstWith(rest))) lines = rest;
    }
    return lines;
  }
}

/**
 * Lists order lines that `kept` obeys and `other` breaks, the most useful first: lines about the
 * first and the last place at which the sentences differ, then about neighbours, then about the
 * first and the last word.
 */
function brokenLines(kept: readonly number[], other: readonly number[]): BagOrder[] {
  const from = kept.findIndex((word, place) => word !== other[place]);
  const distanceToEnd = [...kept]
    .reverse()
    .findIndex((word, place) => word !== other.at(-1 - place));
  const [start, startOfOther] = [kept.at(from), other.at(from)];
  const [end, endOfOther] = [kept.at(-1 - distanceToEnd), other.at(-1 - distanceToEnd)];
  const before: BagOrder[] = [];
  const add = (first: number | undefined, second: number | undefined): void => {
    if (first === undefined || second === undefined) return;
    const isKeptTo = kept.indexOf(first) < kept.indexOf(second) && kept.includes(first);
    if (isKeptTo && other.indexOf(first) > other.indexOf(second) && other.includes(second)) {
      before.push({ relation: 'before', words: [first, second] });
    }
  };
  add(start, startOfOther);
  add(endOfOther, end);
  const edges: BagOrder[] = [];
  if (from === 0) edges.push({ relation: 'first', words: [kept[0]] });
  if (distanceToEnd === 0) edges.push({ relation: 'last', words: [kept.at(-1)!] });
  const neighbours = brokenNeighbours(kept, other);
  const turned = neighbours.filter(([a, b]) => other.indexOf(a) > other.indexOf(b));
  return distinct([
    ...before,
    ...turned.map((words): BagOrder => ({ relation: 'before', words })),
    ...neighbours.map((words): BagOrder => ({ relation: 'right-before', words })),
    ...edges.filter(({ words: [word] }) => other.includes(word)),
  ]);
}

/**
 * Lists the pairs of words that follow each other in `kept` but not in `other`. Skips words that
 * `other` lacks.
 */
function brokenNeighbours(
  kept: readonly number[],
  other: readonly number[],
): (readonly [number, number])[] {
  const places = new Map(other.map((word, place) => [word, place]));
  return kept.slice(1).flatMap((second, i): (readonly [number, number])[] => {
    const [a, b] = [places.get(kept[i]), places.get(second)];
    return a === undefined || b === undefined || b === a + 1 ? [] : [[kept[i], second]];
  });
}

function wholeOrder(words: readonly number[]): BagOrder[] {
  return words
    .slice(1)
    .map((word, i): BagOrder => ({ relation: 'right-before', words: [words[i], word] }));
}

function distinct(lines: readonly BagOrder[]): BagOrder[] {
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}
