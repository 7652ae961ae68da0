/** Which states of a layer have the same future: whatever may follow one may follow the other, for the same score. */
export interface Futures {
  hashOf(state: number): number;
  areAlike(one: number, other: number): boolean;
  scoreOf(state: number): number;
}

const FIRST_SLOTS = 1 << 10;

/** States that as many steps lead to: of those with the same future the best one. */
export class Layer {
  /** In the order in which their futures were first met. */
  readonly kept: number[] = [];
  readonly #futures: Futures;
  /** Places in `kept`, counted from 1, by hash; 0 where there is none. */
  #slots = new Int32Array(FIRST_SLOTS);

  constructor(futures: Futures) {
    this.#futures = futures;
  }

  clear(): void {
    this.kept.length = 0;
    this.#slots.fill(0);
  }

  /** @returns whether it is kept: no other one with the same future is as good */
  add(state: number): boolean {
    const { kept } = this;
    const futures = this.#futures;
    const slot = this.#slotOf(state);
    const place = this.#slots[slot] - 1;
    if (place < 0) {
      this.#slots[slot] = kept.push(state);
      if (2 * kept.length > this.#slots.length) this.#grow();
      return true;
    }
    if (futures.scoreOf(state) <= futures.scoreOf(kept[place])) return false;
    kept[place] = state;
    return true;
  }

  /** The slot of a state with the same future, or the empty one where it belongs. */
  #slotOf(state: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const hash = this.#futures.hashOf(state);
    let slot = (hash ^ (hash >>> 13)) & mask;
    while (slots[slot] > 0 && !this.#futures.areAlike(this.kept[slots[slot] - 1], state)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const { kept } = this;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < kept.length; place++) {
      this.#slots[this.#slotOf(kept[place])] = place + 1;
    }
  }
}
