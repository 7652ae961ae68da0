import { NONE } from '../../model/lexicon.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { MemoTable, slotBits } from '../memo-table.ts';
import { ArcSection, arcTemplates, ArcValue } from './arc-templates.ts';
import { LEFTARC, RIGHTARC } from './records.ts';

const labelled = arcTemplates.starts[ArcSection.Label];
const end = arcTemplates.templates.length;

/**
 * Indices of `ArcScores.labels`. S0 is the top of the stack, and S1 is the word below it. l1 and l2
 * are the two leftmost dependents of a word, r1 and r2 the two rightmost.
 */
export const enum LabelOf {
  S0,
  S1,
  S0l1,
  S0l2,
  S1r1,
  S1r2,
  Size,
}

/** The number of actions: LEFTARC and RIGHTARC. */
const ACTIONS = 2;

/**
 * Scores LEFTARC and RIGHTARC. In a search, two thirds of the states have the same feature values
 * as an earlier state, so the scores are memoised.
 */
export class ArcScores {
  /**
   * The memo key of the current state. Fill it before `enter`. States with the same key must have
   * the same values and the same labels.
   */
  key = new Int32Array(0);
  /**
   * If `enter` returns true, fill the values listed before `ArcValue.Label`. `ArcScores` fills the
   * others.
   */
  readonly values = arcTemplates.newValues();
  /**
   * Indexed by `LabelOf`: the label that the bag gives for the arc to the word from its head; NONE
   * if it gives none. Fill the labels when you fill the values.
   */
  readonly labels = new Int32Array(LabelOf.Size);

  readonly #sum: FeatureSum;
  readonly #memo = new MemoTable();
  #slot = 0;
  readonly #places = new Int32Array(end);
  /** Memoised sums, indexed by slot and action. */
  #sums = new Int32Array(0);

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, arcTemplates, leftOut);
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  begin(keyLength: number): void {
    const memo = this.#memo;
    memo.begin(keyLength, slotBits(ACTIONS));
    this.key = memo.key;
    if (this.#sums.length !== ACTIONS * memo.slots) {
      this.#sums = new Int32Array(ACTIONS * memo.slots);
    }
  }

  /**
   * Makes the state of `key` the current state.
   *
   * @returns whether the caller must fill `values` and `labels`, and then call `hash`
   */
  enter(): boolean {
    if (this.#sum.observer !== null) return true;
    const isKnown = this.#memo.find();
    this.#slot = this.#memo.slot;
    return !isKnown;
  }

  /** Hashes the values of the current state, and memoises the sums of both actions. */
  hash(): void {
    this.#sum.hash(this.values, 0, labelled, this.#places, 0);
    if (this.#sum.observer !== null) return;
    // The weights of both actions are neighbours in the table. So two sums cost little more than
    // one.
    this.#sums[ACTIONS * this.#slot + LEFTARC] = this.#scoreAnew(LEFTARC);
    this.#sums[ACTIONS * this.#slot + RIGHTARC] = this.#scoreAnew(RIGHTARC);
  }

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
