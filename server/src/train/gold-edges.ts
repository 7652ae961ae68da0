import type { EdgeSystem } from '../search/best-first/edge-system.ts';
import { EdgeField } from '../scoring/best-first/records.ts';

/** A step of a derivation: pushes a leaf on a stack, or joins the top two parts of the stack. */
export type GoldStep = { readonly leaf: number } | { readonly join: number };

/** A gold edge that waits to be popped. Its two parts are leaves or popped edges. */
export interface GoldItem {
  readonly number: number;
  readonly left: number;
  readonly right: number;
  readonly join: number;
  /** The value that the agenda would give the edge. */
  value: number;
}

/**
 * The gold edges of a sentence: the edges of its derivation in the treebank. Each leaf and each
 * join of the derivation has a number. Interchangeable words have the same leaf, with one number.
 * Two joins of the same kind share a number if their left parts have the same number and their
 * right parts too.
 */
export class GoldEdges {
  readonly #system: EdgeSystem;
  /**
   * The numbers of the joins, keyed by `LEFT RIGHT JOIN`: the number of the left part, that of the
   * right part, and the kind of join.
   */
  readonly #joins = new Map<string, number>();
  /** Keyed by edge: the numbers of the leaves and the popped gold edges. */
  readonly #numbers = new Map<number, number>();
  /** The gold edges that can be popped next. They are not on the agenda. */
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

  /** The edge must be a leaf or have been popped. */
  isGold(edge: number): boolean {
    return this.#numbers.has(edge);
  }

  /** If the join of two edges is gold, adds it to the waiting edges and returns true. */
  offer(left: number, right: number, join: number): boolean {
    const [one, other] = [this.#numbers.get(left), this.#numbers.get(right)];
    if (one === undefined || other === undefined) return false;
    const number = this.#joins.get(keyOf(one, other, join));
    if (number === undefined) return false;
    this.#waiting.push({ number, left, right, join, value: 0 });
    return true;
  }

  /** Updates the values of the waiting edges, and returns the edge with the highest value. */
  best(): GoldItem | null {
    for (const item of this.#waiting) item.value = this.#valueOf(item);
    return this.#first((a, b) => a.value > b.value);
  }

  /** Returns the waiting edge with the lowest value. Call `best` first: it updates the values. */
  worst(): GoldItem | null {
    return this.#first((a, b) => a.value < b.value);
  }

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
