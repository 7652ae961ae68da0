import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { ArcScores, LabelOf } from './arc-scores.ts';
import { ArcValue } from './arc-templates.ts';
import { bucket, DEEPEST, valency } from '../contexts.ts';
import type { FeatureObserver, WeightTable } from '../feature-sum.ts';
import { formScore, type Fluency } from '../fluency.ts';
import { KinScores, type KinState } from './kin-scores.ts';
import { ShiftScores } from './shift-scores.ts';
import { ShiftValue } from './shift-templates.ts';
import { bitCount } from '../../util/bits.ts';
import { ArcStandardField, FIRST_SHIFT } from './records.ts';
import type { Records } from '../records.ts';

/** The length of the memo key of `ArcScores`. */
const ARC_KEY = 14;
/** Scores the actions of a state: adds up the scores of all groups of templates. */
export class ArcStandardScores {
  /** The scores of the last `scoreShifts`: one for each variant of the word, in order. */
  shifts = new Int32Array(16);

  readonly #shift: ShiftScores;
  readonly #arcs: ArcScores;
  readonly #kin: KinScores;
  readonly #fluency: Fluency | null;
  #problem!: Problem;
  #states!: Records;

  #state = 0;
  #wordsLeft = 0;
  #areShiftsEntered = false;
  #areArcsEntered = false;
  readonly #kinState: { -readonly [K in keyof KinState]: KinState[K] } = {
    data: new Int32Array(0),
    buffer: 0,
    top: 0,
    second: NO_WORD,
  };

  #observer: FeatureObserver | null = null;

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>, fluency: Fluency | null) {
    this.#shift = new ShiftScores(weights, leftOut, () => this.#readShiftValues());
    this.#arcs = new ArcScores(weights, leftOut);
    this.#kin = new KinScores(weights, leftOut);
    this.#fluency = fluency;
  }

  /** Call `begin` of the language model's `Fluency` first. */
  begin(problem: Problem, states: Records): void {
    this.#problem = problem;
    this.#states = states;
    this.#shift.begin(problem);
    this.#arcs.begin(ARC_KEY);
    if (problem.hasArcs) this.#kin.begin(problem);
    let most = 0;
    for (let w = 0; w < problem.size; w++) {
      most = Math.max(most, problem.variantStart[w + 1] - problem.variantStart[w]);
    }
    if (this.shifts.length < most) this.shifts = new Int32Array(most);
  }

  /** Sets the state for the next scores. */
  enter(state: number): void {
    this.#state = state;
    this.#areShiftsEntered = false;
    this.#areArcsEntered = false;
    const { data } = this.#states;
    const { maskLength } = this.#problem;
    let left = 0;
    for (let i = 0; i < maskLength; i++) left += bitCount(data[state + ArcStandardField.Masks + i]);
    this.#wordsLeft = left;
  }

  scoreArc(action: number): number {
    if (!this.#areArcsEntered) this.#enterArcs();
    return this.#arcs.score(action);
  }

  /** Scores SHIFT of each variant of a word, and writes the scores to `shifts`. */
  scoreShifts(word: number): void {
    const { variantStart, hasOpenForms } = this.#problem;
    const first = variantStart[word];
    this.#enterWord(word, first);
    const { shifts } = this;
    const shift = this.#shift;
    const kin = this.#problem.hasArcs ? this.#kin : null;
    const fluency = this.#fluency;
    for (let variant = first; variant < variantStart[word + 1]; variant++) {
      let score = shift.score(variant);
      if (kin !== null) score += kin.score(word, variant);
      if (fluency !== null) score += fluency.score(variant);
      else if (hasOpenForms) score += this.#ofForm(variant);
      shifts[variant - first] = score;
    }
  }

  /** Returns the score of any action, and reports its features. */
  observe(action: number, observer: FeatureObserver | null): number {
    this.#observe(observer);
    this.#areShiftsEntered = false;
    this.#areArcsEntered = false;
    try {
      return this.#scoreOf(action);
    } finally {
      this.#observe(null);
      this.#areShiftsEntered = false;
      this.#areArcsEntered = false;
    }
  }

  #scoreOf(action: number): number {
    if (action < FIRST_SHIFT) return this.scoreArc(action);
    const variant = action - FIRST_SHIFT;
    const word = this.#problem.variantWord[variant];
    this.#enterWord(word, variant);
    const ofKin = this.#problem.hasArcs ? this.#kin.score(word, variant) : 0;
    return (
      this.#shift.score(variant) + ofKin + (this.#fluency?.score(variant) ?? this.#ofForm(variant))
    );
  }

  /**
   * Returns the score of the variant's form. With a language model, `Fluency.score` already
   * includes it, so it must not be added again.
   */
  #ofForm(variant: number): number {
    // If each word has only one form, all sentences have the same forms. Then the scores of forms
    // do not matter, here and in `scoreShifts`.
    const { hasOpenForms, variantWeight } = this.#problem;
    const score = hasOpenForms ? formScore(variantWeight[variant]) : 0;
    if (score !== 0) this.#observer?.onEvidence?.(score);
    return score;
  }

  #observe(observer: FeatureObserver | null): void {
    this.#observer = observer;
    this.#shift.observer = observer;
    this.#arcs.observer = observer;
    this.#kin.observer = observer;
    if (this.#fluency !== null) this.#fluency.observer = observer;
  }

  #enterWord(word: number, variant: number): void {
    if (!this.#areShiftsEntered) this.#enterShifts();
    if (this.#problem.hasArcs) this.#kin.enterWord(word, variant);
  }

  #enterShifts(): void {
    this.#areShiftsEntered = true;
    const state = this.#state;
    const { data } = this.#states;
    const { variantWord, variantTag, hasArcs } = this.#problem;
    const second = data[state + ArcStandardField.Below];
    const s0 = data[state + ArcStandardField.Top];
    const s1 = this.#secondOf(state);
    const { key } = this.#shift;
    // The order of the integers matters to `ShiftScores`. The first `LAST_KEY` integers determine
    // the values of the last word, and the first `STRING_KEY` integers the values of the string.
    // The next `TOP_KEY` integers determine the values of the two top words of the stack. A tag
    // takes 17 bits, since the ids of foreign tags (`MAX_FOREIGN_TAGS`) come after the 16-bit ids
    // of the model's tags. The bits of `tag3` are divided between two integers.
    const tag3 = data[state + ArcStandardField.Tag3];
    key[0] = data[state + ArcStandardField.Word1] + 1;
    key[1] =
      data[state + ArcStandardField.Tag1] |
      (data[state + ArcStandardField.Class1] << 17) |
      ((tag3 >>> 15) << 25);
    key[2] = data[state + ArcStandardField.Word2];
    key[3] = data[state + ArcStandardField.Word3];
    key[4] = data[state + ArcStandardField.Tag2] | (tag3 << 17);
    key[5] = s0;
    key[6] = s1;
    key[7] = variantTag[this.#thirdOf(state)];
    key[8] = variantTag[data[second + ArcStandardField.Left1]];
    key[9] =
      data[state + ArcStandardField.LeftValency] |
      (variantTag[data[state + ArcStandardField.Left1]] << 15);
    key[10] =
      data[state + ArcStandardField.RightValency] |
      (variantTag[data[state + ArcStandardField.Right1]] << 15);
    key[11] = bucket(this.#wordsLeft) | (this.#depth() << 4);
    this.#shift.enter();
    this.#fluency?.enter(data[state + ArcStandardField.Context], this.#wordsLeft === 1);
    if (!hasArcs) return;
    const kin = this.#kinState;
    kin.data = data;
    kin.buffer = state + ArcStandardField.Masks;
    kin.top = s0;
    kin.second = variantWord[data[second + ArcStandardField.Top]];
    this.#kin.enter(kin);
  }

  #readShiftValues(): void {
    const state = this.#state;
    const { data } = this.#states;
    const { variantTag, variantForm, wordId, wordClass } = this.#problem;
    const { values } = this.#shift;
    const second = data[state + ArcStandardField.Below];
    const s0 = data[state + ArcStandardField.Top];
    const s1 = this.#secondOf(state);
    values[ShiftValue.W1] = data[state + ArcStandardField.Word1];
    values[ShiftValue.W2] = data[state + ArcStandardField.Word2];
    values[ShiftValue.W3] = data[state + ArcStandardField.Word3];
    values[ShiftValue.T1] = data[state + ArcStandardField.Tag1];
    values[ShiftValue.T2] = data[state + ArcStandardField.Tag2];
    values[ShiftValue.T3] = data[state + ArcStandardField.Tag3];
    values[ShiftValue.C1] = data[state + ArcStandardField.Class1];
    values[ShiftValue.S0w] = wordId[variantForm[s0]];
    values[ShiftValue.S0t] = variantTag[s0];
    values[ShiftValue.S0c] = wordClass[variantForm[s0]];
    values[ShiftValue.S1w] = wordId[variantForm[s1]];
    values[ShiftValue.S1t] = variantTag[s1];
    values[ShiftValue.S1c] = wordClass[variantForm[s1]];
    values[ShiftValue.S2t] = variantTag[this.#thirdOf(state)];
    values[ShiftValue.S0l1t] = variantTag[data[state + ArcStandardField.Left1]];
    values[ShiftValue.S0r1t] = variantTag[data[state + ArcStandardField.Right1]];
    values[ShiftValue.S1l1t] = variantTag[data[second + ArcStandardField.Left1]];
    values[ShiftValue.S0v] = valencyOf(data, state);
    values[ShiftValue.Left] = bucket(this.#wordsLeft);
    values[ShiftValue.Depth] = this.#depth();
    values[ShiftValue.Mark] = this.#problem.mark;
  }

  #enterArcs(): void {
    this.#areArcsEntered = true;
    const state = this.#state;
    const { data } = this.#states;
    const { variantTag } = this.#problem;
    const second = data[state + ArcStandardField.Below];
    const { key } = this.#arcs;
    key[0] = data[state + ArcStandardField.Top] + 1;
    key[1] = data[state + ArcStandardField.Left1];
    key[2] = data[state + ArcStandardField.Right1];
    key[3] = data[state + ArcStandardField.Left2];
    key[4] = data[second + ArcStandardField.Top];
    key[5] = data[second + ArcStandardField.Left1];
    key[6] = data[second + ArcStandardField.Right1];
    key[7] = data[second + ArcStandardField.Right2];
    key[8] =
      data[state + ArcStandardField.LeftValency] |
      (variantTag[data[state + ArcStandardField.Right2]] << 15);
    key[9] =
      data[state + ArcStandardField.RightValency] |
      (variantTag[data[second + ArcStandardField.Left2]] << 15);
    key[10] =
      data[second + ArcStandardField.LeftValency] | (variantTag[this.#thirdOf(state)] << 15);
    key[11] =
      data[second + ArcStandardField.RightValency] | (data[state + ArcStandardField.Tag1] << 15);
    key[12] =
      bucket(this.#wordsLeft) |
      (bucket(data[state + ArcStandardField.Span]) << 4) |
      (bucket(data[second + ArcStandardField.Span]) << 8);
    key[13] = data[state + ArcStandardField.Word1];
    if (!this.#arcs.enter()) return;
    this.#readArcValues();
    this.#arcs.hash();
  }

  #readArcValues(): void {
    const state = this.#state;
    const { data } = this.#states;
    const { variantTag, variantForm, variantWord, wordId, wordClass, label } = this.#problem;
    const { values, labels } = this.#arcs;
    const second = data[state + ArcStandardField.Below];
    const s0 = data[state + ArcStandardField.Top];
    const s1 = data[second + ArcStandardField.Top];
    const s0l1 = data[state + ArcStandardField.Left1];
    const s0l2 = data[state + ArcStandardField.Left2];
    const s0r1 = data[state + ArcStandardField.Right1];
    const s1l1 = data[second + ArcStandardField.Left1];
    const s1r1 = data[second + ArcStandardField.Right1];
    const s1r2 = data[second + ArcStandardField.Right2];
    values[ArcValue.S0w] = wordId[variantForm[s0]];
    values[ArcValue.S0t] = variantTag[s0];
    values[ArcValue.S0c] = wordClass[variantForm[s0]];
    values[ArcValue.S1w] = wordId[variantForm[s1]];
    values[ArcValue.S1t] = variantTag[s1];
    values[ArcValue.S1c] = wordClass[variantForm[s1]];
    values[ArcValue.S2t] = variantTag[this.#thirdOf(state)];
    values[ArcValue.S0l1w] = wordId[variantForm[s0l1]];
    values[ArcValue.S0l1t] = variantTag[s0l1];
    values[ArcValue.S0l2t] = variantTag[s0l2];
    values[ArcValue.S0r1w] = wordId[variantForm[s0r1]];
    values[ArcValue.S0r1t] = variantTag[s0r1];
    values[ArcValue.S0r2t] = variantTag[data[state + ArcStandardField.Right2]];
    values[ArcValue.S1l1w] = wordId[variantForm[s1l1]];
    values[ArcValue.S1l1t] = variantTag[s1l1];
    values[ArcValue.S1l2t] = variantTag[data[second + ArcStandardField.Left2]];
    values[ArcValue.S1r1w] = wordId[variantForm[s1r1]];
    values[ArcValue.S1r1t] = variantTag[s1r1];
    values[ArcValue.S1r2t] = variantTag[s1r2];
    values[ArcValue.S0v] = valencyOf(data, state);
    values[ArcValue.S1v] = valencyOf(data, second);
    values[ArcValue.S0Span] = bucket(data[state + ArcStandardField.Span]);
    values[ArcValue.S1Span] = bucket(data[second + ArcStandardField.Span]);
    values[ArcValue.W1] = data[state + ArcStandardField.Word1];
    values[ArcValue.T1] = data[state + ArcStandardField.Tag1];
    values[ArcValue.Left] = bucket(this.#wordsLeft);
    values[ArcValue.Given] = this.#given(variantWord[s0], variantWord[s1]);
    labels[LabelOf.S0] = label[variantWord[s0]];
    labels[LabelOf.S1] = label[variantWord[s1]];
    labels[LabelOf.S0l1] = label[variantWord[s0l1]];
    labels[LabelOf.S0l2] = label[variantWord[s0l2]];
    labels[LabelOf.S1r1] = label[variantWord[s1r1]];
    labels[LabelOf.S1r2] = label[variantWord[s1r2]];
  }

  /** Returns the second variant of the stack; `variantCount` if there is none. */
  #secondOf(state: number): number {
    const { data } = this.#states;
    const { variantCount } = this.#problem;
    return data[state + ArcStandardField.Depth] > 1
      ? data[data[state + ArcStandardField.Below] + ArcStandardField.Top]
      : variantCount;
  }

  #thirdOf(state: number): number {
    const { data } = this.#states;
    if (data[state + ArcStandardField.Depth] <= 2) return this.#problem.variantCount;
    return data[
      data[data[state + ArcStandardField.Below] + ArcStandardField.Below] + ArcStandardField.Top
    ];
  }

  #depth(): number {
    return Math.min(this.#states.data[this.#state + ArcStandardField.Depth], DEEPEST);
  }

  /** Encodes which of the two top words have a given head; 0 if the bag gives no arcs. */
  #given(s0: number, s1: number): number {
    const { head, hasArcs } = this.#problem;
    if (!hasArcs) return 0;
    return 1 + (head[s0] === NO_WORD ? 2 : 0) + (head[s1] === NO_WORD ? 4 : 0);
  }
}

function valencyOf(data: Int32Array, state: number): number {
  return valency(
    data[state + ArcStandardField.LeftValency],
    data[state + ArcStandardField.RightValency],
  );
}
