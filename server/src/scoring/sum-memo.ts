/** In memoised sums: not computed yet. */
export const UNKNOWN = -0x80000000;

/** A memo holds at most this many sums: 2 MB with their keys. */
const MOST_SLOTS = 1 << 18;

/**
 * Sums by key, an integer from 0. If keys share a slot, the latest has it.
 */
export class SumMemo {
  #keys = new Int32Array(0);
  #sums = new Int32Array(0);
  #slotMask = 0;

  /**
   * Forgets all sums.
   *
   * @param keys the number of keys
   */
  begin(keys: number): void {
    let slots = 1;
    while (slots < keys && slots < MOST_SLOTS) slots *= 2;
    this.#slotMask = slots - 1;
    if (this.#keys.length < slots) {
      this.#keys = new Int32Array(slots);
      this.#sums = new Int32Array(slots);
    }
    this.#keys.fill(-1, 0, slots);
  }

  /** The sum of a key; UNKNOWN if there is none. */
  get(key: number): number {
    const slot = key & this.#slotMask;
    return this.#keys[slot] === key ? this.#sums[slot] : UNKNOWN;
  }

  /** Keeps a sum, and returns it. */
  set(key: number, sum: number): number {
    const slot = key & this.#slotMask;
    this.#keys[slot] = key;
    return (this.#sums[slot] = sum);
  }
}
