import { FeatureSum, type FeatureObserver, type WeightTable } from '../scoring/feature-sum.ts';
import type { TemplateGroup } from '../scoring/templates.ts';

/**
 * Sums the weights of features. A feature combines the values of a template with a key: a number
 * that stands, for example, for the side of the modifier.
 */
export class KeyedScore {
  readonly #sum: FeatureSum;
  readonly #weights: WeightTable;
  readonly #places: Int32Array;

  constructor(weights: WeightTable, group: TemplateGroup) {
    this.#sum = new FeatureSum(weights, group, new Set());
    this.#weights = weights;
    this.#places = new Int32Array(group.templates.length);
  }

  /** Returns the sum of the weights of all templates, and sends each feature to the observer. */
  of(values: Int32Array, key: number, observer: FeatureObserver | null): number {
    const places = this.#places;
    const weights = this.#weights;
    const count = places.length;
    this.#sum.hash(values, 0, count, places, 0);
    let score = 0;
    for (let i = 0; i < count; i++) score += weights[places[i] ^ key];
    for (let i = 0; observer !== null && i < count; i++) {
      const place = places[i] ^ key;
      observer.onFeature(this.#sum.group, i, place, weights[place], values);
    }
    return score;
  }
}
