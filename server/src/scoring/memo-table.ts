/** All multipliers are odd, so a change of any one integer of a key changes the hash. */
const MULTIPLIERS = Int32Array.from({ length: 64 }, (_, i) => Math.imul(2 * i + 1, 0x9e3779b1) | 1);

/**
 * Maps keys of a few integers to slots. The caller keeps a value for each slot. If two keys share a
 * slot, the later key replaces the earlier key.
 */
export class MemoTable {
  /** The key to look up. Fill it before `find`; its first integer must not be 0. */
  key = new Int32Array(0);
  /** Set by `find`; less than `slots`. */
  slot = 0;
  slots = 0;
  #shiftRight = 0;
  #keys = new Int32Array(0);

  /**
   * Forgets all keys.
   *
   * @param bits the base-2 logarithm of the number of slots, at least 1
   */
  begin(keyLength: number, bits: number): void {
    this.slots = 1 << bits;
    this.#shiftRight = 32 - bits;
    if (this.key.length !== keyLength) this.key = new Int32Array(keyLength);
    const length = this.slots * keyLength;
    if (this.#keys.length === length) this.#keys.fill(0);
    else this.#keys = new Int32Array(length);
  }

  /**
   * Sets `slot` to the slot of `key`, and stores the key there.
   *
   * @returns whether the slot held this key already
   */
  find(): boolean {
    const { key } = this;
    const length = key.length;
    let hash = 0;
    for (let i = 0; i < length; i++) hash = (hash + Math.imul(key[i], MULTIPLIERS[i & 63])) | 0;
    const slot = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> this.#shiftRight;
    this.slot = slot;
    const keys = this.#keys;
    const start = slot * length;
    for (let i = 0; i < length; i++) {
      if (keys[start + i] === key[i]) continue;
      keys.set(key, start);
      return false;
    }
    return true;
  }
}

/**
 * The base-2 logarithm of the highest number of slots. If a slot takes much memory, there are
 * fewer.
 */
const SLOT_BITS = 11;
/**
 * The base-2 logarithm of the most integers that the slots of a memo contain together (4 MB). Only
 * a memo with 16 slots, the fewest, may contain more.
 */
const MOST_INTEGERS_BITS = 20;

/**
 * Returns the base-2 logarithm of the number of slots for a memo with `integers` integers in each.
 */
export function slotBits(integers: number): number {
  const each = Math.ceil(Math.log2(Math.max(1, integers)));
  return Math.max(4, Math.min(SLOT_BITS, MOST_INTEGERS_BITS - each));
}
