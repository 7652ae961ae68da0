import type { Problem } from '../../problem/problem.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { MemoTable, slotBits } from '../memo-table.ts';
import { UNKNOWN } from '../sum-memo.ts';
import { ShiftSection, shiftTemplates, ShiftValue } from './shift-templates.ts';

const { starts } = shiftTemplates;

/**
 * The templates for SHIFT have four parts, which read the last word, the string, the two top words
 * of the stack, or the whole state. The values that a part reads follow from a range of integers in
 * `ShiftScores.key`. These constants are the lengths of the ranges.
 */
const LAST_KEY = 2;
const STRING_KEY = 5;
const TOP_KEY = 2;
const STATE_KEY = 12;

/**
 * Scores SHIFT. In a search, a third of the states have the same feature values as an earlier
 * state. Most others share the last words or the two top words with an earlier state. So sums are
 * memoised for the whole state, for the last words, and for the top words.
 */
export class ShiftScores {
  /**
   * The memo key of the current state. Fill it before `enter`. States with the same key must have
   * the same values.
   */
  key = new Int32Array(0);
  /**
   * `read`, which is passed to the constructor, sets the values listed before `ShiftValue.OwnWord`.
   */
  readonly values = shiftTemplates.newValues();

  readonly #sum: FeatureSum;
  readonly #memo = new MemoTable();
  readonly #last: PartSums;
  readonly #string: PartSums;
  readonly #top: PartSums;
  readonly #state: PartSums;
  readonly #read: () => void;
  #problem!: Problem;
  #slot = 0;
  /** Whether the four parts have hashed the current values. */
  #areHashed = false;
  /** Memoised scores, indexed by slot and variant. */
  #sums = new Int32Array(0);
  /** Indexed by variant: the sum that does not depend on the state. */
  #own = new Int32Array(0);

  /** @param read sets `values` for the current state */
  constructor(weights: WeightTable, leftOut: ReadonlySet<string>, read: () => void) {
    this.#read = read;
    const sum = new FeatureSum(weights, shiftTemplates, leftOut);
    this.#sum = sum;
    const { values } = this;
    this.#last = new PartSums(sum, values, [ofFirst, ofCasing, ofClass], ShiftSection.LastTag);
    const ofString = [ofFirst, ofWord, ofCasing, ofClass];
    this.#string = new PartSums(sum, values, ofString, ShiftSection.StringTag);
    this.#top = new PartSums(sum, values, [ofWord, ofClass], ShiftSection.TopTag);
    this.#state = new PartSums(sum, values, [ofWord], ShiftSection.StateTag);
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  begin(problem: Problem): void {
    this.#problem = problem;
    const { variantCount } = problem;
    const memo = this.#memo;
    memo.begin(STATE_KEY, slotBits(variantCount));
    this.key = memo.key;
    // The slot after the memo's slots is for states that are not memoised.
    this.#sums = roomFor(this.#sums, (memo.slots + 1) * variantCount);
    this.#own = roomFor(this.#own, variantCount);
    for (let v = 0; v < variantCount; v++) this.#own[v] = this.#scoreOwn(v);
    this.#last.begin(problem, LAST_KEY);
    this.#string.begin(problem, STRING_KEY);
    this.#top.begin(problem, TOP_KEY);
    this.#state.begin(problem, 0);
  }

  /** Makes the state of `key` the current state. */
  enter(): void {
    const memo = this.#memo;
    this.#areHashed = false;
    const isKnown = this.#sum.observer === null && memo.find();
    this.#slot = this.#sum.observer === null ? memo.slot : memo.slots;
    if (isKnown) return;
    const { variantCount } = this.#problem;
    this.#sums.fill(UNKNOWN, this.#slot * variantCount, (this.#slot + 1) * variantCount);
  }

  score(variant: number): number {
    const at = this.#slot * this.#problem.variantCount + variant;
    const known = this.#sums[at];
    if (known !== UNKNOWN && this.#sum.observer === null) return known;
    return (this.#sums[at] = this.#scoreAnew(variant));
  }

  #scoreAnew(variant: number): number {
    if (!this.#areHashed) this.#hash();
    const form = this.#problem.variantForm[variant];
    const own = this.#sum.observer === null ? this.#own[variant] : this.#scoreOwn(variant);
    return (
      this.#last.ofForm(form) +
      this.#last.ofTag(variant) +
      this.#string.ofForm(form) +
      this.#string.ofTag(variant) +
      this.#top.ofForm(form) +
      this.#top.ofTag(variant) +
      this.#state.ofForm(form) +
      this.#state.ofTag(variant) +
      own
    );
  }

  #hash(): void {
    this.#areHashed = true;
    this.#read();
    this.#last.enter(this.key, 0);
    this.#string.enter(this.key, 0);
    this.#top.enter(this.key, STRING_KEY);
    this.#state.enter(this.key, 0);
  }

  #scoreOwn(variant: number): number {
    const sum = this.#sum;
    const { wordId, variantForm, variantTag } = this.#problem;
    this.values[ShiftValue.OwnWord] = sum.wordKey(wordId[variantForm[variant]]);
    sum.sum = 0;
    sum.add(
      this.values,
      starts[ShiftSection.Own],
      starts[ShiftSection.Own + 1],
      variantTag[variant],
    );
    return sum.sum;
  }
}

/** Returns the key of a section for a form. */
type FormKey = (problem: Problem, form: number, sum: FeatureSum) => number;

const ofFirst: FormKey = ({ surface, surfaceStart }, form, sum) =>
  sum.wordKey(surface[surfaceStart[form]]);
const ofWord: FormKey = ({ wordId }, form, sum) => sum.wordKey(wordId[form]);
const ofCasing: FormKey = ({ casing }, form) => casing[form];
const ofClass: FormKey = ({ wordClass }, form) => wordClass[form];

/**
 * Memoised sums of one part of the templates. A part consists of consecutive sections. The
 * templates of a section have the same key. The key of the last section is the tag of the word to
 * shift. The keys of the other sections follow from the word's form.
 */
class PartSums {
  readonly #sum: FeatureSum;
  readonly #values: Int32Array;
  readonly #formKeys: readonly FormKey[];
  readonly #from: number;
  readonly #tagFrom: number;
  readonly #to: number;
  /** The end of each section whose key follows from the form, exclusive. */
  readonly #formEnds: Int32Array;
  /** A single element: the end of the section whose key is the tag, exclusive. */
  readonly #tagEnd: Int32Array;
  readonly #memo = new MemoTable();
  #problem!: Problem;
  #isMemoised = false;
  #slot = 0;
  /** Indexed by form and section: the section's key for the form. */
  #keys = new Int32Array(0);
  /** Indexed by slot and template: places in the table of weights. */
  #places = new Int32Array(0);
  /** Indexed by slot and form: the sum of all sections but the last. */
  #formSums = new Int32Array(0);
  /** Indexed by slot and tag: the sum of the last section. */
  #tagSums = new Int32Array(0);

  /**
   * @param formKeys for each section whose key follows from the form: the function that returns the
   *   key. These sections come directly before the section `tag`
   * @param tag the last section of the part; its key is the tag
   */
  constructor(
    sum: FeatureSum,
    values: Int32Array,
    formKeys: readonly FormKey[],
    tag: ShiftSection,
  ) {
    this.#sum = sum;
    this.#values = values;
    this.#formKeys = formKeys;
    this.#from = starts[tag - formKeys.length];
    this.#tagFrom = starts[tag];
    this.#to = starts[tag + 1];
    this.#formEnds = Int32Array.from(formKeys, (_, i) => starts[tag - formKeys.length + i + 1]);
    this.#tagEnd = Int32Array.of(this.#to);
  }

  /**
   * @param keyLength the length of the part's memo key; 0 to keep only the sums of the current
   *   state
   */
  begin(problem: Problem, keyLength: number): void {
    this.#problem = problem;
    const { formCount, tagCount } = problem;
    const row = this.#to - this.#from;
    const memo = this.#memo;
    this.#isMemoised = keyLength > 0;
    if (this.#isMemoised) memo.begin(keyLength, slotBits(Math.max(row, formCount, tagCount)));
    const slots = memo.slots + 1;
    this.#places = roomFor(this.#places, slots * row);
    this.#formSums = roomFor(this.#formSums, slots * formCount);
    this.#tagSums = roomFor(this.#tagSums, slots * tagCount);
    this.#keys = roomFor(this.#keys, formCount * this.#formKeys.length);
    for (let form = 0, i = 0; form < formCount; form++) {
      for (const keyOf of this.#formKeys) this.#keys[i++] = keyOf(problem, form, this.#sum);
    }
  }

  /**
   * Sets the current state. Hashes its values if the memo lacks the part's key.
   *
   * @param at where the part's key begins in `stateKey`
   */
  enter(stateKey: Int32Array, at: number): void {
    const memo = this.#memo;
    if (this.#isMemoised && this.#sum.observer === null) {
      const { key } = memo;
      key[0] = stateKey[at] + 1;
      for (let i = 1; i < key.length; i++) key[i] = stateKey[at + i];
      const isKnown = memo.find();
      this.#slot = memo.slot;
      if (isKnown) return;
    } else {
      this.#slot = memo.slots;
    }
    const slot = this.#slot;
    const { formCount, tagCount } = this.#problem;
    const row = this.#to - this.#from;
    this.#sum.hash(this.#values, this.#from, this.#to, this.#places, slot * row);
    this.#formSums.fill(UNKNOWN, slot * formCount, (slot + 1) * formCount);
    this.#tagSums.fill(UNKNOWN, slot * tagCount, (slot + 1) * tagCount);
  }

  ofForm(form: number): number {
    const at = this.#slot * this.#problem.formCount + form;
    const known = this.#formSums[at];
    if (known !== UNKNOWN && this.#sum.observer === null) return known;
    return (this.#formSums[at] = this.#sum.sumSections(
      this.#values,
      this.#from,
      this.#formEnds,
      this.#places,
      this.#slot * (this.#to - this.#from),
      this.#keys,
      form * this.#formEnds.length,
    ));
  }

  /** Returns the sum of the last section. Variants with the same tag have the same sum. */
  ofTag(variant: number): number {
    const { tagCount, variantTag, variantTagIndex } = this.#problem;
    const at = this.#slot * tagCount + variantTagIndex[variant];
    const known = this.#tagSums[at];
    if (known !== UNKNOWN && this.#sum.observer === null) return known;
    return (this.#tagSums[at] = this.#sum.sumSections(
      this.#values,
      this.#tagFrom,
      this.#tagEnd,
      this.#places,
      this.#slot * (this.#to - this.#from) + this.#tagFrom - this.#from,
      variantTag,
      variant,
    ));
  }
}

/** Returns the array, or a new one if it is too short. */
function roomFor(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return array.length >= length ? array : new Int32Array(length);
}
