import type { EdgeSystem } from '../search/best-first/edge-system.ts';
import { EdgeField } from '../scoring/best-first/records.ts';

/** A step of a derivation: pushes a leaf on a stack, or joins the top two parts of the stack. */
export type GoldStep = { readonly leaf: number } | { readonly join: number };

/**
 * A gold edge that the search has not popped yet. Each of its two parts is a leaf, or an edge that has been
 * popped.
 */
export interface GoldItem {
  readonly number: number;
  readonly left: number;
  readonly right: number;
  readonly join: number;
  /** The value by which the agenda would order the edge. */
  value: number;
}

/**
 * The gold edges of a sentence: the edges of its derivation in the treebank. Each leaf and each
 * join of the derivation has a number. Equal leaves share one edge and one number. So do joins that
 * are built from equal words, in the same order, by the same joins. Interchangeable words count as
 * equal.
 */
export class GoldEdges {
  readonly #system: EdgeSystem;
  /**
   * The number of each join in the derivation. The key `LEFT RIGHT JOIN` contains the numbers of
   * the two parts, and the kind of join.
   */
  readonly #joins = new Map<string, number>();
  /** Keyed by edge: its number in the derivation. Contains the leaves and the popped gold edges. */
  readonly #numbers = new Map<number, number>();
  /**
   * The gold edges that can be popped next, since their two parts are leaves or popped edges. They
   * are stored here instead of on the agenda.
   */
  #waiting: GoldItem[] = [];

  constructor(system: EdgeSystem, steps: Iterable<GoldStep>) {
    this.#system = system;
    const stack: number[] = [];
    let count = 0;
    for (const step of steps) {
      if ('leaf' in step) {
        const number = this.#numbers.get(step.leaf) ?? count++;
        this.#numbers.set(step.leaf, number);
        stack.push(number);
        continue;
      }
      const right = stack.pop()!;
      const left = stack.pop()!;
      const key = keyOf(left, right, step.join);
      const number = this.#joins.get(key) ?? count++;
      this.#joins.set(key, number);
      stack.push(number);
    }
  }

  /** Whether an edge is gold. The edge must be a leaf or have been popped. */
  isGold(edge: number): boolean {
    return this.#numbers.has(edge);
  }

  /** Whether the join of two edges is gold. If it is, adds it to the waiting edges. */
  offer(left: number, right: number, join: number): boolean {
    const [one, other] = [this.#numbers.get(left), this.#numbers.get(right)];
    if (one === undefined || other === undefined) return false;
    const number = this.#joins.get(keyOf(one, other, join));
    if (number === undefined) return false;
    this.#waiting.push({ number, left, right, join, value: 0 });
    return true;
  }

  /**
   * Updates the values of the waiting edges.
   *
   * @returns the waiting edge with the highest value; null if none waits
   */
  best(): GoldItem | null {
    for (const item of this.#waiting) item.value = this.#valueOf(item);
    return this.#first((a, b) => a.value > b.value);
  }

  /**
   * Returns the waiting edge with the lowest value; null if none waits. Call `best` first: it
   * updates the values.
   */
  worst(): GoldItem | null {
    return this.#first((a, b) => a.value < b.value);
  }

  /** Removes an item from the waiting items, and makes its edge. */
  pop(item: GoldItem): number {
    const edge = this.make(item);
    this.#numbers.set(edge, item.number);
    this.#waiting = this.#waiting.filter((one) => one !== item);
    return edge;
  }

  make({ left, right, join }: GoldItem): number {
    return this.#system.join(left, right, join, this.#system.sumOf(left, right, join));
  }

  #valueOf({ left, right, join }: GoldItem): number {
    const system = this.#system;
    const { data } = system.edges;
    const words = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    return system.value(system.sumOf(left, right, join), words);
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
