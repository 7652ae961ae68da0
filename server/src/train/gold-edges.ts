import type { EdgeSystem } from '../search/best-first/edge-system.ts';
import { EdgeField } from '../scoring/best-first/records.ts';

/** A step of a derivation: a leaf pushed on a stack, or a join of the top two. */
export type GoldStep = { readonly leaf: number } | { readonly join: number };

/** A gold edge that has not been popped yet; both of its parts have. */
export interface GoldItem {
  readonly number: number;
  readonly left: number;
  readonly right: number;
  readonly join: number;
  /** The value that orders it on the agenda. */
  value: number;
}

/**
 * The edges of a derivation. Two parts are equal if their words, order and joins are;
 * interchangeable words count as one. Equal parts share one edge and one number.
 */
export class GoldEdges {
  readonly #system: EdgeSystem;
  /** Keyed by `left number, right number, join`. */
  readonly #joins = new Map<string, number>();
  /** By accepted edge. */
  readonly #numbers = new Map<number, number>();
  /** Gold edges that wait. They are kept beside the agenda, not on it. */
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

  /** Whether an accepted edge is gold. */
  isGold(edge: number): boolean {
    return this.#numbers.has(edge);
  }

  /** Whether a join of accepted edges is gold. If so, it now waits here. */
  offer(left: number, right: number, join: number): boolean {
    const [one, other] = [this.#numbers.get(left), this.#numbers.get(right)];
    if (one === undefined || other === undefined) return false;
    const number = this.#joins.get(keyOf(one, other, join));
    if (number === undefined) return false;
    this.#waiting.push({ number, left, right, join, value: 0 });
    return true;
  }

  /** The best waiting edge, by the current weights; null if none waits. */
  best(): GoldItem | null {
    for (const item of this.#waiting) item.value = this.#valueOf(item);
    return this.#first((a, b) => a.value > b.value);
  }

  /** The worst waiting edge. Call `best` first. */
  worst(): GoldItem | null {
    return this.#first((a, b) => a.value < b.value);
  }

  /** Removes a waiting item, and makes its edge. */
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
