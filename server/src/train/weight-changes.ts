/** Weights stop changing at this absolute value. */
const MOST = 32_767;

/** The indices of the changed weights, and their changes. */
export interface Changed {
  readonly places: Int32Array;
  readonly amounts: Int32Array;
}

/** Changes the weights of a table temporarily: `takeBack` undoes all changes at once. */
export class WeightChanges {
  readonly #weights: Int16Array;
  // Indexed by weight: `#direction` is the sum of the amounts that `add` has got for the weight
  // since `begin`, and `#total` is the sum of the weight's changes. `#inDirection` (its first
  // `#size` elements) lists the weights that `add` has got, and `#changed` the weights that have
  // changed, so that no whole array is scanned.
  readonly #direction: Float32Array;
  readonly #isListed: Uint8Array;
  readonly #inDirection: number[] = [];
  #size = 0;
  readonly #total: Int32Array;
  readonly #isChanged: Uint8Array;
  readonly #changed: number[] = [];

  constructor(weights: Int16Array) {
    this.#weights = weights;
    this.#direction = new Float32Array(weights.length);
    this.#isListed = new Uint8Array(weights.length);
    this.#total = new Int32Array(weights.length);
    this.#isChanged = new Uint8Array(weights.length);
  }

  begin(): void {
    for (let i = 0; i < this.#size; i++) {
      this.#direction[this.#inDirection[i]] = 0;
      this.#isListed[this.#inDirection[i]] = 0;
    }
    this.#size = 0;
  }

  add(places: readonly number[], amount: number): void {
    for (const place of places) {
      if (this.#isListed[place] === 0) {
        this.#isListed[place] = 1;
        this.#inDirection[this.#size++] = place;
      }
      this.#direction[place] += amount;
    }
  }

  get squaredNorm(): number {
    let sum = 0;
    for (let i = 0; i < this.#size; i++) {
      const share = this.#direction[this.#inDirection[i]];
      sum += share * share;
    }
    return sum;
  }

  /**
   * Changes each weight by `step` times the sum of the amounts that `add` received for this weight.
   * The change is rounded.
   */
  apply(step: number): void {
    const weights = this.#weights;
    for (let i = 0; i < this.#size; i++) {
      const place = this.#inDirection[i];
      const before = weights[place];
      const wanted = before + Math.round(step * this.#direction[place]);
      const after = Math.max(-MOST, Math.min(MOST, wanted));
      if (after === before) continue;
      weights[place] = after;
      if (this.#isChanged[place] === 0) {
        this.#isChanged[place] = 1;
        this.#changed.push(place);
      }
      this.#total[place] += after - before;
    }
  }

  takeBack(): Changed {
    this.begin();
    const places = Int32Array.from(this.#changed).sort();
    const amounts = Int32Array.from(places, (place) => this.#total[place]);
    for (const place of places) {
      this.#weights[place] -= this.#total[place];
      this.#total[place] = 0;
      this.#isChanged[place] = 0;
    }
    this.#changed.length = 0;
    return { places, amounts };
  }
}
