import { spread } from '../util/hash.ts';
import { contextOf } from './contexts.ts';
import type { TemplateGroup } from './templates.ts';

/** Weights by hashed feature, a power of two of them. All are integers, so that scores are exact on every host. */
export type WeightTable = Int8Array | Int16Array;

/** Sees each feature that is summed, instead of the sum alone: to learn from it, or to explain a score. */
export interface FeatureObserver {
  /**
   * @param template its number in the group
   * @param place of the weight in the table
   * @param values what the templates of the group read, until the next feature
   */
  onFeature(
    group: TemplateGroup,
    template: number,
    place: number,
    weight: number,
    values: Int32Array,
  ): void;
  /** What a language model's evidence adds, with its fixed weight, beside the features of its scores. */
  onEvidence?(score: number): void;
  /** What a grammar adds, below 0: for parts that no rule joins, and for a whole that is no sentence of its treebank. */
  onCost?(score: number): void;
}

/**
 * Sums the weights of the features of one group of templates: the one extraction that scoring, training,
 * ablation and explanations share. A feature is a *context*, the values that its template reads, and a
 * *key*, what the action says.
 *
 * The table is larger than the processor's inner caches, so look-ups are most of the search's time: a
 * context chooses a line of the cache, and a tag or an arc only the place in it, so that the actions of a
 * state, and the states that share a context, look at the same few lines.
 */
export class FeatureSum {
  readonly group: TemplateGroup;
  /** The sum so far; whoever begins a sum sets it to 0. */
  sum = 0;

  readonly #weights: WeightTable;
  readonly #shiftRight: number;
  readonly #isLeftOut: Uint8Array | null;
  #observer: FeatureObserver | null = null;
  /** Neither observed nor with templates left out. */
  #isPlain: boolean;

  /** @param leftOut names of templates that add nothing, `GROUP/NAME` */
  constructor(weights: WeightTable, group: TemplateGroup, leftOut: ReadonlySet<string>) {
    this.group = group;
    this.#weights = weights;
    this.#shiftRight = 32 - Math.log2(weights.length);
    this.#isLeftOut = group.flags(leftOut);
    this.#isPlain = this.#isLeftOut === null;
  }

  /** Where set, sums that were memoised must not be used: each feature is to be seen. */
  get observer(): FeatureObserver | null {
    return this.#observer;
  }

  set observer(observer: FeatureObserver | null) {
    this.#observer = observer;
    this.#isPlain = observer === null && this.#isLeftOut === null;
  }

  /** The key of a word: there are many, so it chooses another line. */
  wordKey(word: number): number {
    return spread(word) >>> this.#shiftRight;
  }

  /**
   * Adds the weights of templates that follow each other in the group.
   *
   * @param values what templates read, by the group's numbering
   */
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

  /** The context of a template's values; it may be a value that other templates read. */
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
   * Hashes the contexts of templates that follow each other.
   *
   * @param places receives, from `at`, the places of the contexts, before a key is mixed in
   */
  hash(values: Int32Array, from: number, to: number, places: Int32Array, at: number): void {
    for (let template = from; template < to; template++) {
      places[at++] = this.#placeOf(this.context(values, template));
    }
  }

  /** Adds the weights of templates whose contexts were hashed to `places`, from `at`, with a key. */
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
   * The sum of the weights of sections of templates that follow each other, whose contexts were hashed.
   *
   * @param from the first section's first template
   * @param ends where each section ends; all of them are added
   * @param at where the first context's place is in `places`
   * @param keys of each section, from `firstKey`
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

  /** The place of a context: its upper bits, well mixed, choose it. */
  #placeOf(context: number): number {
    return Math.imul(context ^ (context >>> 15), 0x9e3779b1) >>> this.#shiftRight;
  }
}
