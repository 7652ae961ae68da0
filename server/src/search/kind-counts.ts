/**
 * Counts integers in a hash table with open addressing. `begin` makes the table large enough, so
 * `count` never allocates.
 */
export class KindCounts {
  #kinds = new Int32Array(0);
  #counts = new Int32Array(0);

  /** @param most an upper bound of the number of different integers */
  begin(most: number): void {
    let slots = 2;
    while (slots < 2 * most) slots *= 2;
    // An earlier, wider search may have left a much larger table, which would take long to clear.
    if (this.#kinds.length < slots || this.#kinds.length > 16 * slots) {
      this.#kinds = new Int32Array(slots);
      this.#counts = new Int32Array(slots);
    } else this.#counts.fill(0);
  }

  /** @returns how often the integer was counted since `begin`, including this time */
  count(kind: number): number {
    const counts = this.#counts;
    const last = counts.length - 1;
    let slot = Math.imul(kind, 0x9e3779b1) >>> 1;
    for (slot &= last; counts[slot] > 0; slot = (slot + 1) & last) {
      if (this.#kinds[slot] === kind) return ++counts[slot];
    }
    this.#kinds[slot] = kind;
    return ++counts[slot];
  }
}
