import type { Problem } from '../problem/problem.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from './feature-sum.ts';
import { MemoTable, slotBits } from './memo-table.ts';
import { TemplateGroup, type Value } from './templates.ts';

/**
 * The values of a state that the templates read. `s0` is the top of the stack, `s1` and `s2` the
 * words below it; `l1` and `r1` are a word's outermost dependents.
 *
 */
export const enum ShiftValue {
  W1,
  W2,
  W3,
  T1,
  T2,
  T3,
  C1,
  S0w,
  S0t,
  S0c,
  S1w,
  S1t,
  S1c,
  S2t,
  S0l1t,
  S0r1t,
  S1l1t,
  S0v,
  Left,
  Depth,
  /** Values of the word to shift, hashed. */
  OwnWord,
}

const values: readonly Value[] = Object.values({
  [ShiftValue.W1]: ['w1', 'the word before'],
  [ShiftValue.W2]: ['w2', 'the second word before'],
  [ShiftValue.W3]: ['w3', 'the third word before'],
  [ShiftValue.T1]: ['t1', 'the tag before'],
  [ShiftValue.T2]: ['t2', 'the second tag before'],
  [ShiftValue.T3]: ['t3', 'the third tag before'],
  [ShiftValue.C1]: ['c1', 'the class of the word before'],
  [ShiftValue.S0w]: ['s0w', 'the top of the stack'],
  [ShiftValue.S0t]: ['s0t', 'the tag of the top of the stack'],
  [ShiftValue.S0c]: ['s0c', 'the class of the top of the stack'],
  [ShiftValue.S1w]: ['s1w', 'the second word of the stack'],
  [ShiftValue.S1t]: ['s1t', 'the tag of the second word of the stack'],
  [ShiftValue.S1c]: ['s1c', 'the class of the second word of the stack'],
  [ShiftValue.S2t]: ['s2t', 'the tag of the third word of the stack'],
  [ShiftValue.S0l1t]: ['s0l1t', 'the tag of the leftmost dependent of the top'],
  [ShiftValue.S0r1t]: ['s0r1t', 'the tag of the rightmost dependent of the top'],
  [ShiftValue.S1l1t]: ['s1l1t', 'the tag of the leftmost dependent of the second word'],
  [ShiftValue.S0v]: ['s0v', 'how many dependents the top has on each side'],
  [ShiftValue.Left]: ['left', 'how many words are left'],
  [ShiftValue.Depth]: ['depth', 'how many words are on the stack'],
  [ShiftValue.OwnWord]: ['word', 'the word that comes next'],
} satisfies Record<ShiftValue, Value>);

/**
 * The sections of the group, in order: those that read the string so far, those that read the
 * stack, and those that read both.
 */
const enum Part {
  LastFirst,
  LastCasing,
  LastClass,
  LastTag,
  StringFirst,
  StringWord,
  StringCasing,
  StringClass,
  StringTag,
  TopWord,
  TopClass,
  TopTag,
  StateWord,
  StateTag,
  Own,
}

const first = { key: 'first', meaning: 'the first word of what comes next' };
const word = { key: 'word', meaning: 'the word that comes next' };
const casing = { key: 'casing', meaning: 'how the word that comes next is written' };
const tag = { key: 'tag', meaning: 'the tag of the word that comes next' };
const wordClass = { key: 'class', meaning: 'the class of the word that comes next' };

/** SHIFT of a word in a state (Liu et al. 2015, Table 2). Ours also read the word to shift. */
export const shiftTemplates = new TemplateGroup('shift', values, [
  {
    ...first,
    rows: [[1], [2, 'w1'], [3, 't1'], [17, 'c1']],
  },
  {
    ...casing,
    rows: [
      [61, 'w1'],
      [62, 't1'],
    ],
  },
  {
    ...wordClass,
    rows: [[21], [22, 'c1'], [24, 'w1']],
  },
  {
    ...tag,
    rows: [[31], [32, 'w1'], [33, 't1'], [57, 'c1']],
  },
  {
    ...first,
    rows: [
      [4, 'w1', 'w2'],
      [5, 't1', 't2'],
      [6, 'w1', 't2'],
    ],
  },
  {
    ...word,
    rows: [
      [13, 'w2'],
      [14, 'w1', 'w2', 'w3'],
    ],
  },
  {
    ...casing,
    rows: [[63, 't1', 't2']],
  },
  {
    ...wordClass,
    rows: [
      [23, 'c1', 't2'],
      [25, 't1', 't2'],
    ],
  },
  {
    ...tag,
    rows: [
      [34, 'w1', 'w2'],
      [35, 't1', 't2'],
      [36, 't1', 't2', 't3'],
      [37, 'w1', 't2'],
      [56, 'w2', 't1'],
      [58, 'c1', 't2'],
    ],
  },
  {
    ...word,
    rows: [
      [7, 's0w'],
      [8, 's0t'],
      [9, 's0t', 's1t'],
      [10, 's1w'],
      [11, 's1t'],
      [18, 's0c'],
    ],
  },
  {
    ...wordClass,
    rows: [
      [26, 's0c'],
      [27, 's0c', 's1t'],
      [28, 's0t', 's1t'],
    ],
  },
  {
    ...tag,
    rows: [
      [38, 's0w'],
      [39, 's0t'],
      [40, 's1w'],
      [41, 's1t'],
      [42, 's0t', 's1t'],
      [43, 's0w', 's1t'],
      [44, 's0t', 's1w'],
      [59, 's0c'],
      [60, 's0c', 's1t'],
      [64, 's0t', 's1c'],
    ],
  },
  {
    ...word,
    rows: [
      [12, 's0t', 's0r1t'],
      [15, 'left'],
      [16, 's0t', 's0v'],
    ],
  },
  {
    ...tag,
    rows: [
      [45, 's0t', 's0v'],
      [46, 's0t', 's0v', 't1'],
      [47, 's0t', 's0l1t'],
      [48, 's0t', 's0r1t'],
      [49, 's0t', 's1t', 's1l1t'],
      [50, 's0t', 's1t', 's0r1t'],
      [51, 's0t', 's1t', 's2t'],
      [52, 't1', 'left'],
      [53, 'depth', 's0t'],
      [54, 's0t', 's0l1t', 's0r1t'],
      [55, 's0t', 's1t', 'w1'],
    ],
  },
  // For the word alone, in any state.
  { key: 'own', meaning: 'its tag', rows: [[65, 'word']] },
]);

const { starts } = shiftTemplates;

/** In the memoised sums: not computed yet. */
const UNKNOWN = -0x80000000;

/**
 * The lengths of the parts of a state's key: the last word, the rest of the string, the two top
 * words of the stack, everything else.
 *
 */
export const LAST_KEY = 2;
export const STRING_KEY = 5;
export const TOP_KEY = 2;
export const STATE_KEY = 12;

/**
 * The features of SHIFT. A third of the states of a search have the same values as an earlier
 * state, and most others have the same last words, or the same two top words. So sums are memoised
 * on the whole key and on these parts of it.
 *
 */
export class ShiftFeatures {
  /** The key of the current state. Fill it before `enter`; it must determine the values. */
  key = new Int32Array(0);
  /** `read` fills it up to `ShiftValue.OwnWord`. */
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
  /** Whether the parts belong to the current state. */
  #areHashed = false;
  /** By slot and variant. */
  #sums = new Int32Array(0);
  /** By variant: sums that do not depend on the state. */
  #own = new Int32Array(0);

  /** @param read fills `values` for the current state */
  constructor(weights: WeightTable, leftOut: ReadonlySet<string>, read: () => void) {
    this.#read = read;
    const sum = new FeatureSum(weights, shiftTemplates, leftOut);
    this.#sum = sum;
    const { values } = this;
    this.#last = new PartSums(sum, values, [ofFirst, ofCasing, ofClass], Part.LastTag);
    const ofString = [ofFirst, ofWord, ofCasing, ofClass];
    this.#string = new PartSums(sum, values, ofString, Part.StringTag);
    this.#top = new PartSums(sum, values, [ofWord, ofClass], Part.TopTag);
    this.#state = new PartSums(sum, values, [ofWord], Part.StateTag);
  }

  /** If set, it sees every feature of `score`. */
  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem): void {
    this.#problem = problem;
    const { variantCount } = problem;
    const memo = this.#memo;
    memo.begin(STATE_KEY, slotBits(variantCount));
    this.key = memo.key;
    // One more slot, for states without a memo.
    this.#sums = roomFor(this.#sums, (memo.slots + 1) * variantCount);
    this.#own = roomFor(this.#own, variantCount);
    for (let v = 0; v < variantCount; v++) this.#own[v] = this.#scoreOwn(v);
    this.#last.begin(problem, LAST_KEY);
    this.#string.begin(problem, STRING_KEY);
    this.#top.begin(problem, TOP_KEY);
    this.#state.begin(problem, 0);
  }

  /** Sets the state for the next scores, by `key`. */
  enter(): void {
    const memo = this.#memo;
    this.#areHashed = false;
    const isKnown = this.#sum.observer === null && memo.find();
    this.#slot = this.#sum.observer === null ? memo.slot : memo.slots;
    if (isKnown) return;
    const { variantCount } = this.#problem;
    this.#sums.fill(UNKNOWN, this.#slot * variantCount, (this.#slot + 1) * variantCount);
  }

  /** The sum of the weights for SHIFT of a variant. */
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
    sum.add(this.values, starts[Part.Own], starts[Part.Own + 1], variantTag[variant]);
    return sum.sum;
  }
}

/** The key of a section for a form. */
type FormKey = (problem: Problem, form: number, sum: FeatureSum) => number;

const ofFirst: FormKey = ({ surface, surfaceStart }, form, sum) =>
  sum.wordKey(surface[surfaceStart[form]]);
const ofWord: FormKey = ({ wordId }, form, sum) => sum.wordKey(wordId[form]);
const ofCasing: FormKey = ({ casing }, form) => casing[form];
const ofClass: FormKey = ({ wordClass }, form) => wordClass[form];

/**
 * The sums of a part of the templates, by form and by tag, memoised on the values that the part
 * reads. Its sections are consecutive: first those with keys of the form, then the one with the tag
 * as key.
 *
 */
class PartSums {
  readonly #sum: FeatureSum;
  readonly #values: Int32Array;
  readonly #formKeys: readonly FormKey[];
  readonly #from: number;
  readonly #tagFrom: number;
  readonly #to: number;
  /** The ends of the form's sections, and of the tag's section. */
  readonly #formEnds: Int32Array;
  readonly #tagEnd: Int32Array;
  readonly #memo = new MemoTable();
  #problem!: Problem;
  #isMemoised = false;
  #slot = 0;
  /** By form and section. */
  #keys = new Int32Array(0);
  /** By slot: the places of the contexts. */
  #places = new Int32Array(0);
  /** By slot and form, by slot and tag. */
  #formSums = new Int32Array(0);
  #tagSums = new Int32Array(0);

  /** @param tag the section of the tag; the sections of the form precede it */
  constructor(sum: FeatureSum, values: Int32Array, formKeys: readonly FormKey[], tag: Part) {
    this.#sum = sum;
    this.#values = values;
    this.#formKeys = formKeys;
    this.#from = starts[tag - formKeys.length];
    this.#tagFrom = starts[tag];
    this.#to = starts[tag + 1];
    this.#formEnds = Int32Array.from(formKeys, (_, i) => starts[tag - formKeys.length + i + 1]);
    this.#tagEnd = Int32Array.of(this.#to);
  }

  /** @param keyLength 0 to keep only the sums of the current state */
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

  /** Sets the state. Its key begins at `at`; its values are read if the key is new. */
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

  /** Sums the sections of the form. */
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

  /** Sums the section of the tag, which is the same for all forms. */
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

/** An array of at least the given length. */
function roomFor(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return array.length >= length ? array : new Int32Array(length);
}
