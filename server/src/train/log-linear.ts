/** The largest weight that a byte holds. */
const BYTE_MAX = 127;
/** The default step size, in nats. */
const RATE = 0.1;
/** By default, a weight is stored in units of 1/32 nat, so a byte covers −4 to 4 nats. */
const UNITS_PER_NAT = 32;
/** The initial sum of a weight's squared gradients. It limits the first changes of the weight. */
const SQUARES_BEFORE = 1;
/**
 * If the error in the probability of a choice is smaller than this, the weights of the choice are
 * not changed. This saves time, since most choices are wrong and have a probability near 0.
 */
const LEAST_GRADIENT = 0.001;

/**
 * Learns a log-linear model by stochastic gradient descent, with a step size for each weight
 * (AdaGrad; Duchi, Hazan & Singer 2011). The probability of a choice is the softmax of its score,
 * the sum of the weights of its features.
 */
export class LogLinearLearner {
  /** In nats. */
  readonly #weights: Float32Array;
  /** Indexed by weight: the sum of its squared gradients. */
  readonly #squares: Float32Array;
  readonly #rate: number;

  /** @param rate the step size, in nats */
  constructor(count: number, rate = RATE) {
    this.#weights = new Float32Array(count);
    this.#squares = new Float32Array(count).fill(SQUARES_BEFORE);
    this.#rate = rate;
  }

  /**
   * Moves the weights of the choices' features towards the right choice.
   *
   * @param places the weight indices of the features of the first choice, then of the second, and
   *   so on. All choices have the same number of features
   * @param right the index of the right choice
   * @param scores indexed by choice: an amount to add to the sum of its weights. Overwritten
   */
  learn(places: Int32Array, right: number, scores: Float64Array): void {
    const weights = this.#weights;
    const squares = this.#squares;
    const choices = scores.length;
    const perChoice = places.length / choices;
    let most = -Infinity;
    for (let choice = 0, i = 0; choice < choices; choice++) {
      let sum = scores[choice];
      for (const end = i + perChoice; i < end; i++) sum += weights[places[i]];
      scores[choice] = sum;
      most = Math.max(most, sum);
    }
    let total = 0;
    for (let choice = 0; choice < choices; choice++) {
      total += scores[choice] = Math.exp(scores[choice] - most);
    }
    for (let choice = 0; choice < choices; choice++) {
      const gradient = scores[choice] / total - (choice === right ? 1 : 0);
      if (Math.abs(gradient) < LEAST_GRADIENT) continue;
      const step = this.#rate * gradient;
      const end = (choice + 1) * perChoice;
      for (let i = choice * perChoice; i < end; i++) {
        const place = places[i];
        squares[place] += gradient * gradient;
        weights[place] -= step / Math.sqrt(squares[place]);
      }
    }
  }

  bytes(unitsPerNat = UNITS_PER_NAT): Int8Array {
    return Int8Array.from(this.#weights, (weight) =>
      Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round(unitsPerNat * weight))),
    );
  }
}
