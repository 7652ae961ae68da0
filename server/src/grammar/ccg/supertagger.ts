import type { Grammar } from './grammar.ts';
import { SupertaggerFeatures, type BagToken } from './supertagger-features.ts';

/** Weights are whole multiples of this part of a nat, so that a signed byte reaches four nats either way. */
export const UNITS_PER_NAT = 32;

/**
 * A supertagger (Clark & Curran 2007, Section 4) for bags: how likely each word has each of the uses that the dictionary
 * offers. A log-linear model: the logarithms of the dictionary's probabilities, plus the weights of features of the word
 * and of the other words. It reads no order, so the order in which the words are given does not matter.
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
