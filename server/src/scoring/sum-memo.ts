/** Stands for a memoised sum that is not computed yet. */
export const UNKNOWN = -0x80000000;

/** This many sums and their keys take 2 MB. */
const MOST_SLOTS = 1 << 18;

/**
 * Memoised sums. A key is an integer of at least 0. If two keys share a slot, the later key
 * replaces the earlier key.
 */
export class SumMemo {
  #keys = new Int32Array(0);
  #sums = new Int32Array(0);
  #slotMask = 0;

  /**
   * Forgets all sums.
   *
   * @param keys one more than the highest key
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

  /** Returns UNKNOWN for a missing sum. */
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
