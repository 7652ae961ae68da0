import { derivationOf, type Reference } from '../search/arc-standard/oracle.ts';
import { FIRST_SHIFT, RIGHTARC } from '../search/arc-standard/states.ts';
import { Field, firstTwin, HEAD_LEFT, HEAD_RIGHT } from '../search/best-first/edges.ts';
import type { Treelets } from '../search/best-first/treelets.ts';

/** A gold edge that is not popped yet: a join of two that are. */
export interface GoldItem {
  readonly number: number;
  readonly left: number;
  readonly right: number;
  readonly join: number;
  /** What it is ordered by. */
  value: number;
}

/**
 * The edges of a treebank tree: its one derivation's parts, equal by words, order and arcs. Words that are alike are
 * one, so two parts of a tree that are equal have one edge, and one number.
 */
export class GoldEdges {
  readonly #treelets: Treelets;
  /** By variant of a word or the first of its likes, and by `left number, right number, join`. */
  readonly #leaves = new Map<number, number>();
  readonly #joins = new Map<string, number>();
  /** By edge that was accepted. */
  readonly #numbers = new Map<number, number>();
  /** Those on the agenda, but kept beside it. */
  #waiting: GoldItem[] = [];

  constructor(treelets: Treelets, reference: Reference) {
    this.#treelets = treelets;
    const { problem, data } = treelets.edges;
    const stack: number[] = [];
    let count = 0;
    for (const action of derivationOf(reference)) {
      if (action >= FIRST_SHIFT) {
        const variant = action - FIRST_SHIFT;
        const word = problem.variantWord[variant];
        const first = problem.variantStart[firstTwin(problem, word)];
        const own = first + variant - problem.variantStart[word];
        const number = this.#leaves.get(own) ?? count++;
        this.#leaves.set(own, number);
        stack.push(number);
        continue;
      }
      const right = stack.pop()!;
      const left = stack.pop()!;
      const key = keyOf(left, right, action === RIGHTARC ? HEAD_LEFT : HEAD_RIGHT);
      const number = this.#joins.get(key) ?? count++;
      this.#joins.set(key, number);
      stack.push(number);
    }
    for (const leaf of treelets.leaves) {
      const number = this.#leaves.get(data[leaf + Field.Head]);
      if (number === undefined) continue;
      this.#numbers.set(leaf, number);
    }
  }

  /** Whether an accepted edge is gold. */
  isGold(edge: number): boolean {
    return this.#numbers.has(edge);
  }

  /** Whether a join of accepted edges is gold: then it waits here. */
  offer(left: number, right: number, join: number): boolean {
    const [one, other] = [this.#numbers.get(left), this.#numbers.get(right)];
    if (one === undefined || other === undefined) return false;
    const number = this.#joins.get(keyOf(one, other, join));
    if (number === undefined) return false;
    this.#waiting.push({ number, left, right, join, value: 0 });
    return true;
  }

  /** The best that waits, by the weights as they are now; null where none does. */
  best(): GoldItem | null {
    for (const item of this.#waiting) item.value = this.#valueOf(item);
    return this.#first((a, b) => a.value > b.value);
  }

  /** The worst, after `best`. */
  worst(): GoldItem | null {
    return this.#first((a, b) => a.value < b.value);
  }

  /** Takes an item off, and makes its edge. */
  pop(item: GoldItem): number {
    const edge = this.make(item);
    this.#numbers.set(edge, item.number);
    this.#waiting = this.#waiting.filter((one) => one !== item);
    return edge;
  }

  /** Makes the edge of an item. */
  make({ left, right, join }: GoldItem): number {
    return this.#treelets.join(left, right, join, this.#treelets.sumOf(left, right, join));
  }

  #valueOf({ left, right, join }: GoldItem): number {
    const treelets = this.#treelets;
    const { data } = treelets.edges;
    const words = data[left + Field.Words] + data[right + Field.Words];
    return treelets.value(treelets.sumOf(left, right, join), words);
  }

  #first(isBefore: (a: GoldItem, b: GoldItem) => boolean): GoldItem | null {
    let first: GoldItem | null = null;
    for (const item of this.#waiting) if (first === null || isBefore(item, first)) first = item;
    return first;
  }
}

function keyOf(left: number, right: number, join: number): string {
  return `${left} ${right} ${join}`;
}
