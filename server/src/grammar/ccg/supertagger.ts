import type { Grammar } from './grammar.ts';
import { SupertaggerFeatures, type BagToken } from './supertagger-features.ts';

/** A weight of this many units is one nat. So a signed byte covers the range from -4 to 4 nats. */
export const UNITS_PER_NAT = 32;

/**
 * A supertagger (Clark & Curran 2007, Section 4) for bags: computes the probability of each use
 * that the dictionary offers for a word. The model is log-linear: it adds the weights of features
 * to the logarithm of the dictionary's probability.
 */
export class Supertagger {
  readonly #weights: Int8Array;
  readonly #features: SupertaggerFeatures;

  /** @param weights an array of length WEIGHT_COUNT */
  constructor(grammar: Grammar, weights: Int8Array) {
    this.#weights = weights;
    this.#features = new SupertaggerFeatures(grammar);
  }

  /** The probabilities of a token's uses add up to 1. */
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

/**
 * Turns scores into probabilities. Each score is the logarithm of the probability plus a constant
 * that is the same for all. Works in place.
 */
export function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i] - most);
  for (let i = 0; i < scores.length; i++) scores[i] /= sum;
  return scores;
}
