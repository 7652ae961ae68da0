const BITS = 11;
const SLOTS = 1 << BITS;

/**
 * Sums by keys of a few integers: of keys that fall into one slot the latest is kept. A sum is found
 * only by the very key that it was stored with.
 */
export class SumCache {
  /** To be filled before `find`; its first integer is not 0. */
  key = new Int32Array(0);
  #keys = new Int32Array(0);
  readonly #sums = new Int32Array(SLOTS);
  #slot = 0;

  /** Forgets all sums. */
  begin(keyLength: number): void {
    if (this.key.length === keyLength) {
      this.#keys.fill(0);
      return;
    }
    this.key = new Int32Array(keyLength);
    this.#keys = new Int32Array(SLOTS * keyLength);
  }

  /** Whether the sum of `key` is known; `sum` then is, and `store` keeps it otherwise. */
  find(): boolean {
    const { key } = this;
    let hash = 0;
    for (let i = 0; i < key.length; i++) {
      hash = Math.imul(hash ^ key[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const slot = Math.imul(hash, 0x85ebca6b) >>> (32 - BITS);
    this.#slot = slot;
    const start = slot * key.length;
    for (let i = 0; i < key.length; i++) {
      if (this.#keys[start + i] !== key[i]) return false;
    }
    return true;
  }

  get sum(): number {
    return this.#sums[this.#slot];
  }

  store(sum: number): void {
    this.#keys.set(this.key, this.#slot * this.key.length);
    this.#sums[this.#slot] = sum;
  }
}
