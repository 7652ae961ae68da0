import type { Grammar } from './grammar.ts';
import { SupertaggerFeatures, type BagToken } from './supertagger-features.ts';

/** What a weight is worth: a byte holds four nats. */
export const UNITS_PER_NAT = 32;

/**
 * How likely the words of a bag are used as what: multinomial logistic regression over the uses that a dictionary
 * offers, whose probabilities it goes out from, by the words and by what else is in the bag. A supertagger
 * (Clark & Curran 2007, Section 4) without order: of the same words it says the same.
 */
export class Supertagger {
  readonly #weights: Int8Array;
  readonly #features: SupertaggerFeatures;

  /** @param weights WEIGHT_COUNT of them */
  constructor(grammar: Grammar, weights: Int8Array) {
    this.#weights = weights;
    this.#features = new SupertaggerFeatures(grammar);
  }

  /** @returns by token, the probability of each of its uses; they add up to one */
  probabilitiesOf(tokens: readonly BagToken[]): Float64Array[] {
    this.#features.begin(tokens);
    return tokens.map(({ uses }, index) => {
      const places = this.#features.placesOf(index);
      const perUse = places.length / uses.length;
      const scores = Float64Array.from(uses, ({ probability }, use) => {
        let sum = 0;
        for (let i = use * perUse; i < (use + 1) * perUse; i++) sum += this.#weights[places[i]];
        return Math.log(probability) + sum / UNITS_PER_NAT;
      });
      return softmax(scores);
    });
  }
}

/** Turns scores, logarithms up to a constant, into probabilities; in place. */
export function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i] - most);
  for (let i = 0; i < scores.length; i++) scores[i] /= sum;
  return scores;
}
