import { spread } from '../util/hash.ts';

/** Weights by hashed feature, a power of two of them. All are integers, so that scores are exact on every host. */
export type WeightTable = Int8Array | Int16Array;

/**
 * Sums the weights of features. A feature is a *context*, what the state says, and a key, what the action
 * says. The table is larger than the processor's inner caches, so its look-ups are most of the search's
 * time: a context chooses a line of the cache, and a tag or an arc only the place in it, so that the
 * actions of a state, and the states that share a context, look at the same few lines.
 */
export class WeightSum {
  sum = 0;
  /** Where set, the places of all weights that are summed are added to it: for training. */
  collected: number[] | null = null;

  readonly #weights: WeightTable;
  readonly #shiftRight: number;

  constructor(weights: WeightTable) {
    this.#weights = weights;
    this.#shiftRight = 32 - Math.log2(weights.length);
  }

  /** The place of a context in the table, before a key is mixed in. */
  placeOf(context: number): number {
    // The upper bits, well mixed, choose it.
    return Math.imul(context ^ (context >>> 15), 0x9e3779b1) >>> this.#shiftRight;
  }

  /** The key of a word: there are many, so it chooses another line. */
  wordKey(word: number): number {
    return spread(word) >>> this.#shiftRight;
  }

  add(context: number, key: number): void {
    const place = this.placeOf(context) ^ key;
    this.sum += this.#weights[place];
    if (this.collected !== null) this.collected.push(place);
  }

  /** The same for contexts whose places are known. */
  addAll(places: Int32Array, from: number, to: number, key: number): void {
    const weights = this.#weights;
    let sum = 0;
    for (let i = from; i < to; i++) sum += weights[places[i] ^ key];
    this.sum += sum;
    if (this.collected === null) return;
    for (let i = from; i < to; i++) this.collected.push(places[i] ^ key);
  }
}

// Multilinear hashes of contexts: the multiplications do not wait for each other. One seed a template
// keeps equal values of different templates apart.

export function h1(seed: number, a: number): number {
  return (Math.imul(seed, 0x632be5ab) + Math.imul(a, 0x85ebca6b)) | 0;
}

export function h2(seed: number, a: number, b: number): number {
  return (h1(seed, a) + Math.imul(b, 0xc2b2ae35)) | 0;
}

export function h3(seed: number, a: number, b: number, c: number): number {
  return (h2(seed, a, b) + Math.imul(c, 0x27d4eb2f)) | 0;
}

/** Counts in five steps: 0, 1, 2, 3 to 5, more. */
export function bucket(count: number): number {
  if (count <= 2) return count;
  return count <= 5 ? 3 : 4;
}
