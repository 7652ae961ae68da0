import { spread } from '../util/hash.ts';
import { contextOf } from './contexts.ts';
import type { TemplateGroup } from './templates.ts';

/**
 * Weights by hashed feature; their number is a power of two. They are integers, so scores are exact
 * on every host.
 */
export type WeightTable = Int8Array | Int16Array;

/** Sees each feature of a sum, to learn from it or to explain a score. */
export interface FeatureObserver {
  /**
   * @param template its number in the group
   * @param place of the weight in the table
   * @param values the values that the group's templates read; they change with the next feature
   */
  onFeature(
    group: TemplateGroup,
    template: number,
    place: number,
    weight: number,
    values: Int32Array,
  ): void;
  /** The score of a language model's evidence, which has a fixed weight and no feature. */
  onEvidence?(score: number): void;
  /**
   * A cost of the grammar, below 0: for parts that no rule joins, and for a whole that is no
   * sentence category.
   */
  onCost?(score: number): void;
}

/**
 * Sums the weights of the features of one group of templates. Scoring, training, ablation and
 * explanations share this extraction. A feature is a *context*, the values that its template reads,
 * and a *key*, which stands for the action.
 *
 * The table is larger than the inner caches, so look-ups take most of the search's time. The
 * context chooses a cache line, and a tag or an arc only the place in the line. So the actions of a
 * state, and states with the same context, read the same few lines.
 */
export class FeatureSum {
  readonly group: TemplateGroup;
  /** The sum so far. Set it to 0 to begin a sum. */
  sum = 0;

  readonly #weights: WeightTable;
  readonly #shiftRight: number;
  readonly #isLeftOut: Uint8Array | null;
  #observer: FeatureObserver | null = null;
  /** True without an observer and without templates to leave out. */
  #isPlain: boolean;

  /** @param leftOut names of templates that add nothing, as `GROUP/NAME` */
  constructor(weights: WeightTable, group: TemplateGroup, leftOut: ReadonlySet<string>) {
    this.group = group;
    this.#weights = weights;
    this.#shiftRight = 32 - Math.log2(weights.length);
    this.#isLeftOut = group.flags(leftOut);
    this.#isPlain = this.#isLeftOut === null;
  }

  /** If it is set, memoised sums must not be used, since it must see each feature. */
  get observer(): FeatureObserver | null {
    return this.#observer;
  }

  set observer(observer: FeatureObserver | null) {
    this.#observer = observer;
    this.#isPlain = observer === null && this.#isLeftOut === null;
  }

  /** The key of a word. There are many words, so the key chooses another cache line. */
  wordKey(word: number): number {
    return spread(word) >>> this.#shiftRight;
  }

  /**
   * Adds the weights of consecutive templates of the group.
   *
   * @param values by the group's numbers of values
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

  /** The hashed context of a template. Other templates may read it as a value. */
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
   * Hashes the contexts of consecutive templates.
   *
   * @param places receives, from `at`, the places of the contexts, without a key
   */
  hash(values: Int32Array, from: number, to: number, places: Int32Array, at: number): void {
    for (let template = from; template < to; template++) {
      places[at++] = this.#placeOf(this.context(values, template));
    }
  }

  /**
   * Adds the weights of templates with a key. Their contexts were hashed to `places`, from `at`.
   */
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
   * The sum of the weights of consecutive sections of templates with hashed contexts.
   *
   * @param from the first section's first template
   * @param ends the end of each section to add
   * @param at the index of the first context in `places`
   * @param keys the key of each section, from `firstKey`
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

  /** The place of a context: its upper bits after mixing. */
  #placeOf(context: number): number {
    return Math.imul(context ^ (context >>> 15), 0x9e3779b1) >>> this.#shiftRight;
  }
}
