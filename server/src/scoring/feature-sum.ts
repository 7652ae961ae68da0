import { spread } from '../util/hash.ts';
import { contextOf } from './contexts.ts';
import type { TemplateGroup } from './templates.ts';

/**
 * The weights, indexed by hashed feature. The length is a power of two. Integer weights make scores
 * the same on every machine.
 */
export type WeightTable = Int8Array | Int16Array;

/** Receives each feature of a sum, for training or to explain a score. */
export interface FeatureObserver {
  /**
   * @param template the index of the template in the group
   * @param place the index of the weight in the table
   * @param values indexed by the group's value numbers; the array is reused after the call
   */
  onFeature(
    group: TemplateGroup,
    template: number,
    place: number,
    weight: number,
    values: Int32Array,
  ): void;
  /** Receives a score without a feature, such as the evidence of a language model. */
  onEvidence?(score: number): void;
  /**
   * Receives a cost of the grammar, as a negative score. For example, it costs to join parts
   * without a rule.
   */
  onCost?(score: number): void;
}

/**
 * Sums the weights of the features of one group of templates. A feature has a *context* (the values
 * that its template reads) and a *key* (which stands for the action).
 *
 * Look-ups take most of the search's time, since the table is larger than the inner caches. So the
 * context of a feature chooses a cache line of the table. If the key is a tag or an arc, it chooses
 * only the place in that line. Then the actions of a state read the same few lines.
 */
export class FeatureSum {
  readonly group: TemplateGroup;
  /** Set it to 0 to begin a sum. */
  sum = 0;

  readonly #weights: WeightTable;
  readonly #shiftRight: number;
  readonly #isLeftOut: Uint8Array | null;
  #observer: FeatureObserver | null = null;
  /** Whether there is no observer and no template to leave out. */
  #isPlain: boolean;

  /** @param leftOut names of templates to ignore, as `GROUP/NAME` */
  constructor(weights: WeightTable, group: TemplateGroup, leftOut: ReadonlySet<string>) {
    this.group = group;
    this.#weights = weights;
    this.#shiftRight = 32 - Math.log2(weights.length);
    this.#isLeftOut = group.flags(leftOut);
    this.#isPlain = this.#isLeftOut === null;
  }

  /**
   * Receives each feature. While an observer is set, do not use memoised sums: the observer would
   * miss features.
   */
  get observer(): FeatureObserver | null {
    return this.#observer;
  }

  set observer(observer: FeatureObserver | null) {
    this.#observer = observer;
    this.#isPlain = observer === null && this.#isLeftOut === null;
  }

  /**
   * Returns the key of a word. There are too many words for one cache line, so their keys are
   * spread over the whole table.
   */
  wordKey(word: number): number {
    return spread(word) >>> this.#shiftRight;
  }

  /** Adds to `sum` the weights of the templates `from` to `to`, exclusive. */
  add(values: Int32Array, from: number, to: number, key: number): void {
    const weights = this.#weights;
    let sum = 0;
    for (let template = from; template < to; template++) {
      const place = this.#placeOf(this.context(values, template)) ^ key;
      if (this.#isPlain) sum += weights[place];
      else this.#addSeen(values, template, place);
    }
    this.sum += sum;
  }

  /** Returns the hashed context of a template. Other templates can read it as a value. */
  context(values: Int32Array, template: number): number {
    const { reads, scopes, bases } = this.group;
    const at = 3 * template;
    const scope = scopes === null ? 0 : values[scopes[template]];
    const a = values[reads[at]];
    const b = values[reads[at + 1]];
    const c = values[reads[at + 2]];
    return scope ^ contextOf(bases[template], a, b, c);
  }

  /**
   * Hashes the contexts of the templates `from` to `to`, exclusive. For each context, writes a
   * number to `places`, from index `at` on. This number XOR a key is the index of the feature's
   * weight.
   */
  hash(values: Int32Array, from: number, to: number, places: Int32Array, at: number): void {
    for (let template = from; template < to; template++) {
      places[at++] = this.#placeOf(this.context(values, template));
    }
  }

  /** Does the work of `add` for contexts that `hash` has written to `places` from index `at`. */
  addHashed(
    values: Int32Array,
    from: number,
    to: number,
    places: Int32Array,
    at: number,
    key: number,
  ): void {
    if (!this.#isPlain) {
      for (let template = from; template < to; template++) {
        this.#addSeen(values, template, places[at++] ^ key);
      }
      return;
    }
    const weights = this.#weights;
    const end = at + to - from;
    let sum = 0;
    for (let i = at; i < end; i++) sum += weights[places[i] ^ key];
    this.sum += sum;
  }

  /**
   * Returns the sum of consecutive sections of templates, each with its own key. `hash` must have
   * written their contexts to `places`.
   *
   * @param from the first section's first template
   * @param ends for each section to add, the end of its templates, exclusive
   * @param at the index of the first context in `places`
   * @param keys the key of each section, from index `firstKey`
   */
  sumSections(
    values: Int32Array,
    from: number,
    ends: Int32Array,
    places: Int32Array,
    at: number,
    keys: Int32Array,
    firstKey: number,
  ): number {
    if (!this.#isPlain)
      return this.#sumSectionsSeen(values, from, ends, places, at, keys, firstKey);
    const weights = this.#weights;
    const shift = at - from;
    let sum = 0;
    for (let section = 0, i = at; section < ends.length; section++) {
      const key = keys[firstKey + section];
      const end = ends[section] + shift;
      for (; i < end; i++) sum += weights[places[i] ^ key];
    }
    return sum;
  }

  #sumSectionsSeen(
    values: Int32Array,
    from: number,
    ends: Int32Array,
    places: Int32Array,
    at: number,
    keys: Int32Array,
    firstKey: number,
  ): number {
    this.sum = 0;
    for (let section = 0, first = from; section < ends.length; first = ends[section++]) {
      this.addHashed(
        values,
        first,
        ends[section],
        places,
        at + first - from,
        keys[firstKey + section],
      );
    }
    return this.sum;
  }

  #addSeen(values: Int32Array, template: number, place: number): void {
    if (this.#isLeftOut?.[template] === 1) return;
    const weight = this.#weights[place];
    this.sum += weight;
    this.#observer?.onFeature(this.group, template, place, weight, values);
  }

  #placeOf(context: number): number {
    return Math.imul(context ^ (context >>> 15), 0x9e3779b1) >>> this.#shiftRight;
  }
}
