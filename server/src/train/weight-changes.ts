/** Weights whose sum would leave 16 bits are held at their limit. */
const MOST = 32_767;

/** Places of weights, and what each changed by. */
export interface Changed {
  readonly places: Int32Array;
  readonly amounts: Int32Array;
}

/** Changes of a table's weights that are made at once, and taken back together. */
export class WeightChanges {
  readonly #weights: Int16Array;
  // By place; what was touched is listed, so that the rest needs not be looked at.
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

  /** Forgets the direction of the next change. */
  begin(): void {
    for (let i = 0; i < this.#size; i++) {
      this.#direction[this.#inDirection[i]] = 0;
      this.#isListed[this.#inDirection[i]] = 0;
    }
    this.#size = 0;
  }

  /** Adds features to the direction. */
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

  /** Changes the weights along the direction. */
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

  /** Sets the weights back to what they were. @returns what they had changed by */
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
