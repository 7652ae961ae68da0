/**
 * Decides which states have the same future: the same continuations with the same scores. Only
 * states that have taken the same number of steps are compared.
 */
export interface Futures {
  hashOf(state: number): number;
  areAlike(one: number, other: number): boolean;
  scoreOf(state: number): number;
}

const FIRST_SLOTS = 1 << 10;

/**
 * Collects states that have taken the same number of steps. Of several states with the same future,
 * it keeps only the best.
 */
export class Layer {
  /** No two of these states have the same future. */
  readonly kept: number[] = [];
  readonly #futures: Futures;
  /** Parallel to `kept`. */
  readonly #hashes: number[] = [];
  /** A hash table: each slot has 1 plus the index of a state in `kept`, or 0 if it is empty. */
  #slots = new Int32Array(FIRST_SLOTS);

  constructor(futures: Futures) {
    this.#futures = futures;
  }

  clear(): void {
    this.kept.length = 0;
    this.#hashes.length = 0;
    this.#slots.fill(0);
  }

  /**
   * Keeps a state, unless a kept state with the same future scores at least as much.
   *
   * @returns whether it is kept
   */
  add(state: number): boolean {
    const { kept } = this;
    const futures = this.#futures;
    const hash = futures.hashOf(state);
    const slots = this.#slots;
    let slot = this.#firstSlot(hash);
    for (; slots[slot] > 0; slot = (slot + 1) & (slots.length - 1)) {
      const place = slots[slot] - 1;
      if (this.#hashes[place] !== hash || !futures.areAlike(kept[place], state)) continue;
      if (futures.scoreOf(state) <= futures.scoreOf(kept[place])) return false;
      kept[place] = state;
      return true;
    }
    slots[slot] = kept.push(state);
    this.#hashes.push(hash);
    if (2 * kept.length > slots.length) this.#grow();
    return true;
  }

  #firstSlot(hash: number): number {
    return (hash ^ (hash >>> 13)) & (this.#slots.length - 1);
  }

  /**
   * Doubles the hash table. No two kept states have the same future, so they are inserted without
   * being compared.
   */
  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    this.#slots = slots;
    for (const [place, hash] of this.#hashes.entries()) {
      let slot = this.#firstSlot(hash);
      while (slots[slot] > 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = place + 1;
    }
  }
}
