import { NONE } from '../model/lexicon.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from './feature-sum.ts';
import { MemoTable, slotBits } from './memo-table.ts';
import { TemplateGroup, type Value } from './templates.ts';

/**
 * The values of a state that the templates read. `s0` is the top of the stack, `s1` and `s2` the
 * words below it; `l1` and `l2`, `r1` and `r2` are a word's outermost dependents on each side, the
 * outermost first.
 *
 */
export const enum ArcValue {
  S0w,
  S0t,
  S0c,
  S1w,
  S1t,
  S1c,
  S2t,
  S0l1w,
  S0l1t,
  S0l2t,
  S0r1w,
  S0r1t,
  S0r2t,
  S1l1w,
  S1l1t,
  S1l2t,
  S1r1w,
  S1r1t,
  S1r2t,
  S0v,
  S1v,
  S0Span,
  S1Span,
  W1,
  T1,
  Left,
  Given,
  // Values of the arc to build.
  Label,
  HeadWord,
  HeadTag,
  DependentWord,
  DependentTag,
  NearLabel,
  FarLabel,
}

const values: readonly Value[] = Object.values({
  [ArcValue.S0w]: ['s0w', 'the top of the stack'],
  [ArcValue.S0t]: ['s0t', 'the tag of the top'],
  [ArcValue.S0c]: ['s0c', 'the class of the top'],
  [ArcValue.S1w]: ['s1w', 'the second word of the stack'],
  [ArcValue.S1t]: ['s1t', 'the tag of the second word'],
  [ArcValue.S1c]: ['s1c', 'the class of the second word'],
  [ArcValue.S2t]: ['s2t', 'the tag of the third word of the stack'],
  [ArcValue.S0l1w]: ['s0l1w', 'the leftmost dependent of the top'],
  [ArcValue.S0l1t]: ['s0l1t', 'the tag of the leftmost dependent of the top'],
  [ArcValue.S0l2t]: ['s0l2t', 'the tag of the second leftmost dependent of the top'],
  [ArcValue.S0r1w]: ['s0r1w', 'the rightmost dependent of the top'],
  [ArcValue.S0r1t]: ['s0r1t', 'the tag of the rightmost dependent of the top'],
  [ArcValue.S0r2t]: ['s0r2t', 'the tag of the second rightmost dependent of the top'],
  [ArcValue.S1l1w]: ['s1l1w', 'the leftmost dependent of the second word'],
  [ArcValue.S1l1t]: ['s1l1t', 'the tag of the leftmost dependent of the second word'],
  [ArcValue.S1l2t]: ['s1l2t', 'the tag of the second leftmost dependent of the second word'],
  [ArcValue.S1r1w]: ['s1r1w', 'the rightmost dependent of the second word'],
  [ArcValue.S1r1t]: ['s1r1t', 'the tag of the rightmost dependent of the second word'],
  [ArcValue.S1r2t]: ['s1r2t', 'the tag of the second rightmost dependent of the second word'],
  [ArcValue.S0v]: ['s0v', 'how many dependents the top has on each side'],
  [ArcValue.S1v]: ['s1v', 'how many dependents the second word has on each side'],
  [ArcValue.S0Span]: ['s0span', 'how many words are under the top'],
  [ArcValue.S1Span]: ['s1span', 'how many words are under the second word'],
  [ArcValue.W1]: ['w1', 'the last word so far'],
  [ArcValue.T1]: ['t1', 'the tag of the last word so far'],
  [ArcValue.Left]: ['left', 'how many words are left'],
  [ArcValue.Given]: ['given', 'which of the two words have a given head'],
  [ArcValue.Label]: ['label', 'the label of the arc'],
  [ArcValue.HeadWord]: ['hw', 'the head'],
  [ArcValue.HeadTag]: ['ht', 'the tag of the head'],
  [ArcValue.DependentWord]: ['dw', 'the dependent'],
  [ArcValue.DependentTag]: ['dt', 'the tag of the dependent'],
  [ArcValue.NearLabel]: ['near', 'the label of the dependent that was built before on this side'],
  [ArcValue.FarLabel]: ['far', 'the label of the dependent before that'],
} satisfies Record<ArcValue, Value>);

/** The sections of the group, in order. */
const enum Part {
  State,
  Label,
}

/** LEFTARC and RIGHTARC in a state (Liu et al. 2015, Table 2), and the labels of given arcs. */
export const arcTemplates = new TemplateGroup('arc', values, [
  {
    key: 'arc',
    meaning: 'the direction of the arc',
    rows: [
      [71, 's0t', 's1t'],
      [72, 's0w', 's1w'],
      [73, 's0w', 's1t'],
      [74, 's0t', 's1w'],
      [75, 's0w'],
      [76, 's1w'],
      [77, 's0t'],
      [78, 's1t'],
      [79, 's0t', 's1t', 's0l1t'],
      [80, 's0t', 's1t', 's0r1t'],
      [81, 's0t', 's1t', 's1l1t'],
      [82, 's0t', 's1t', 's1r1t'],
      [83, 's0t', 's1t', 's2t'],
      [84, 's0t', 's1t', 's0v'],
      [85, 's0t', 's1t', 's1v'],
      [86, 's0w', 's0v'],
      [87, 's1w', 's1v'],
      [88, 's0t', 's1t', 'left'],
      [89, 's0t', 's1t', 's0span'],
      [90, 's0t', 's1t', 's1span'],
      [91, 's0w', 's0l1w'],
      [92, 's0w', 's0r1w'],
      [93, 's1w', 's1l1w'],
      [94, 's1w', 's1r1w'],
      [95, 's0t', 's0l1t', 's0l2t'],
      [96, 's0t', 's0r1t', 's0r2t'],
      [97, 's1t', 's1l1t', 's1l2t'],
      [98, 's1t', 's1r1t', 's1r2t'],
      [99, 's0t', 's0l1w'],
      [100, 's1t', 's1r1w'],
      [101, 's0w', 's1t', 's0l1t'],
      [102, 's0t', 's1w', 's1r1t'],
      [103, 's0t', 's1t', 't1'],
      [104, 's0t', 's1t', 'w1'],
      [105, 's0t', 's1t', 'given'],
      [106, 'given', 'left'],
      [107, 's0w', 's1w', 's2t'],
      [108, 's0c', 's1c'],
      [109, 's0c', 's1t'],
      [110, 's0t', 's1c'],
    ],
  },
  {
    key: 'labelled',
    meaning: 'the direction of the arc',
    rows: [
      [111, 'label', 'ht', 'dt'],
      [112, 'label', 'hw'],
      [113, 'label', 'dw'],
      [114, 'label', 'near', 'ht'],
      [115, 'label', 'near', 'far'],
      [116, 'label', 'near', 'dt'],
      [117, 'label', 'near'],
    ],
  },
]);

const labelled = arcTemplates.starts[Part.Label];
const end = arcTemplates.templates.length;

/** The words whose given labels are read. The label of an open arc is NONE. */
export const enum LabelOf {
  S0,
  S1,
  S0l1,
  S0l2,
  S1r1,
  S1r2,
  Size,
}

/** By action: whether the head is the top of the stack, or the word below it. */
const LEFTARC = 0;
const RIGHTARC = 1;
const ACTIONS = 2;

/**
 * The features of LEFTARC and RIGHTARC, which are the actions 0 and 1. Two thirds of the states of
 * a search have the same values as an earlier state, so the sums are memoised on a key that
 * determines all values.
 *
 */
export class ArcFeatures {
  /** The key of the current state. Fill it before `enter`; it must determine values and labels. */
  key = new Int32Array(0);
  /** Fill it up to `ArcValue.Label` when `enter` returns true. */
  readonly values = arcTemplates.newValues();
  /** Fill it together with the values; indexed by `LabelOf`. */
  readonly labels = new Int32Array(LabelOf.Size);

  readonly #sum: FeatureSum;
  readonly #memo = new MemoTable();
  #slot = 0;
  readonly #places = new Int32Array(end);
  /** By slot and action. */
  #sums = new Int32Array(0);

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, arcTemplates, leftOut);
  }

  /** If set, it sees every feature of `score`. */
  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  /** Prepares for the states of one problem. */
  begin(keyLength: number): void {
    const memo = this.#memo;
    memo.begin(keyLength, slotBits(ACTIONS));
    this.key = memo.key;
    if (this.#sums.length !== ACTIONS * memo.slots) {
      this.#sums = new Int32Array(ACTIONS * memo.slots);
    }
  }

  /**
   * Sets the current state, by `key`. @returns whether to fill values and labels, and to call
   * `hash`
   */
  enter(): boolean {
    if (this.#sum.observer !== null) return true;
    const isKnown = this.#memo.find();
    this.#slot = this.#memo.slot;
    return !isKnown;
  }

  /** Hashes the values of the current state. */
  hash(): void {
    this.#sum.hash(this.values, 0, labelled, this.#places, 0);
    if (this.#sum.observer !== null) return;
    // The weights of both actions are neighbours, so two sums cost little more than one.
    this.#sums[ACTIONS * this.#slot + LEFTARC] = this.#scoreAnew(LEFTARC);
    this.#sums[ACTIONS * this.#slot + RIGHTARC] = this.#scoreAnew(RIGHTARC);
  }

  /** The sum of the weights for LEFTARC or RIGHTARC. */
  score(action: number): number {
    if (this.#sum.observer !== null) return this.#scoreAnew(action);
    return this.#sums[ACTIONS * this.#slot + action];
  }

  #scoreAnew(action: number): number {
    const sum = this.#sum;
    const { values, labels } = this;
    sum.sum = 0;
    sum.addHashed(values, 0, labelled, this.#places, 0, action);
    const isLeft = action === LEFTARC;
    const label = labels[isLeft ? LabelOf.S1 : LabelOf.S0];
    if (label === NONE) return sum.sum;
    values[ArcValue.Label] = label;
    values[ArcValue.HeadWord] = values[isLeft ? ArcValue.S0w : ArcValue.S1w];
    values[ArcValue.HeadTag] = values[isLeft ? ArcValue.S0t : ArcValue.S1t];
    values[ArcValue.DependentWord] = values[isLeft ? ArcValue.S1w : ArcValue.S0w];
    values[ArcValue.DependentTag] = values[isLeft ? ArcValue.S1t : ArcValue.S0t];
    values[ArcValue.NearLabel] = labels[isLeft ? LabelOf.S0l1 : LabelOf.S1r1];
    values[ArcValue.FarLabel] = labels[isLeft ? LabelOf.S0l2 : LabelOf.S1r2];
    sum.hash(values, labelled, end, this.#places, labelled);
    sum.addHashed(values, labelled, end, this.#places, labelled, action);
    return sum.sum;
  }
}
