import type { Changed } from './weight-changes.ts';

const BYTE_MAX = 127;
/**
 * When weights are scaled to fit into bytes, at most this share of the non-zero weights may be
 * clipped.
 */
const CLIPPED_SHARE = 0.0005;

/** An averaged perceptron (Collins 2002) over a table of hashed features. */
export class Perceptron {
  /**
   * In memory that the decoding threads share. Weights stay far from the limits of 16 bits: an
   * example changes a weight by a few units, and a weight that is too large causes mistakes that
   * make it smaller.
   */
  readonly weights: Int16Array;
  /**
   * Indexed by weight: the sum of the weight's changes, each times the number of examples before
   * the change. `average` needs this sum.
   */
  readonly #weighted: Float64Array;
  #examples = 0;

  constructor(bits: number) {
    this.weights = new Int16Array(
      new SharedArrayBuffer((1 << bits) * Int16Array.BYTES_PER_ELEMENT),
    );
    this.#weighted = new Float64Array(1 << bits);
  }

  /** Call it once for each example, since the weights are averaged over examples. */
  nextExample(): void {
    this.#examples++;
  }

  /** Averages only over the examples from now on. */
  restartAverage(): void {
    this.#examples = 0;
    this.#weighted.fill(0);
  }

  /** Adds `amount` to the weight at each index. An index that occurs twice counts twice. */
  update(indices: Int32Array, amount: number): void {
    const { weights } = this;
    const weighted = amount * this.#examples;
    for (const index of indices) {
      weights[index] += amount;
      this.#weighted[index] += weighted;
    }
  }

  change({ places, amounts }: Changed): void {
    const { weights } = this;
    for (let i = 0; i < places.length; i++) {
      weights[places[i]] += amounts[i];
      this.#weighted[places[i]] += amounts[i] * this.#examples;
    }
  }

  average(): Float32Array {
    const average = new Float32Array(this.weights.length);
    for (let i = 0; i < average.length; i++) {
      average[i] = this.weights[i] - this.#weighted[i] / Math.max(1, this.#examples);
    }
    return average;
  }
}

export interface QuantisedWeights {
  readonly weights: Int8Array;
  /** The factor by which the weights were multiplied. */
  readonly scale: number;
}

/** Scales weights so that nearly all of them fit into a byte, and rounds them. */
export function quantise(weights: Float32Array): QuantisedWeights {
  const sizes = weights.filter((weight) => weight !== 0).map(Math.abs);
  sizes.sort();
  const largest = sizes[Math.floor(sizes.length * (1 - CLIPPED_SHARE))] ?? 1;
  const scale = BYTE_MAX / largest;
  return {
    weights: Int8Array.from(weights, (weight) =>
      Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round(weight * scale))),
    ),
    scale,
  };
}
