const BITS = 11;

/**
 * Gives keys of a few integers a slot each, for what was computed from them. Of keys that fall into one
 * slot the latest has it; a slot is found only by the very key that it was given to.
 */
export class KeyTable {
  static readonly SLOTS = 1 << BITS;

  /** To be filled before `find`; its first integer is not 0. */
  key = new Int32Array(0);
  #keys = new Int32Array(0);
  /** The slot of the key that was asked for last. */
  slot = 0;

  /** Forgets all keys. */
  begin(keyLength: number): void {
    if (this.key.length === keyLength) {
      this.#keys.fill(0);
      return;
    }
    this.key = new Int32Array(keyLength);
    this.#keys = new Int32Array(KeyTable.SLOTS * keyLength);
  }

  /** Whether `slot` was this key's before; now it is. */
  find(): boolean {
    const { key } = this;
    let hash = 0;
    for (let i = 0; i < key.length; i++) {
      hash = Math.imul(hash ^ key[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const slot = Math.imul(hash, 0x85ebca6b) >>> (32 - BITS);
    this.slot = slot;
    const keys = this.#keys;
    const start = slot * key.length;
    for (let i = 0; i < key.length; i++) {
      if (keys[start + i] === key[i]) continue;
      keys.set(key, start);
      return false;
    }
    return true;
  }
}
