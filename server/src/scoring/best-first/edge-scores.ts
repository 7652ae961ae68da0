import type { Problem } from '../../problem/problem.ts';
import { FeatureSum, type FeatureObserver } from '../feature-sum.ts';
import { formScore } from '../fluency.ts';
import { JoinFluency } from '../join-fluency.ts';
import { KeyedSums } from '../keyed-sums.ts';
import type { Scoring } from '../scoring.ts';
import type { TemplateGroup } from '../templates.ts';
import { MeetingValue } from './meeting-values.ts';
import { EdgeField, END_WORDS, type EdgeRecords } from './records.ts';

/**
 * Scores edges. An edge is a leaf (a single word), or the join of two edges. A score is a sum of
 * weights, plus the evidence of a language model if there is one. Most parts of the sum are
 * memoised by the values that they depend on.
 */
export abstract class EdgeScores<Edges extends EdgeRecords = EdgeRecords> {
  protected edges!: Edges;
  protected problem!: Problem;
  // These arrays are indexed by variant (a word in one form, with one tag and category). Index
  // `variantCount` stands for an absent variant.
  /** The id of the form's last word. A form can have several words. */
  protected word = new Int32Array(0);
  /** The id of the form's first word. */
  protected firstWord = new Int32Array(0);
  protected tag = new Int32Array(0);
  protected wordClass = new Int32Array(0);
  protected casing = new Int32Array(0);
  /**
   * The variants at both ends of a sentence: first the last `END_WORDS` variants, in reverse order,
   * then the first `END_WORDS` variants.
   */
  protected readonly ends = new Int32Array(2 * END_WORDS);
  protected isObserved = false;
  protected isLearning = false;

  readonly #scoring: Scoring;
  readonly #sums: FeatureSum[] = [];
  readonly #fluency: JoinFluency | null;
  readonly #meeting: FeatureSum;
  readonly #meetingValues: Int32Array;
  readonly #meetingSums = new KeyedSums();

  /** @param meeting the templates that read the words on both sides of a join */
  constructor(scoring: Scoring, meeting: TemplateGroup) {
    const { fluency } = scoring;
    this.#scoring = scoring;
    this.#fluency = fluency === null ? null : new JoinFluency(fluency);
    this.#meeting = this.sumOf(meeting);
    this.#meetingValues = meeting.newValues();
  }

  leaf(edge: number): number {
    const head = this.edges.data[edge + EdgeField.Head];
    const ofForm = this.#fluency?.form(head) ?? formScore(this.problem.variantWeight[head]);
    if (ofForm !== 0) this.#meeting.observer?.onEvidence?.(ofForm);
    return this.wordScore(edge) + ofForm;
  }

  /** Sums the features of a leaf. */
  protected abstract wordScore(leaf: number): number;

  /**
   * Returns the score of a join (`EdgeField.Join`) of two edges, without the scores of the two
   * edges.
   */
  abstract join(left: number, right: number, join: number): number;

  /** While an observer is set, memoised sums are not used. */
  set observer(observer: FeatureObserver | null) {
    for (const sum of this.#sums) sum.observer = observer;
    if (this.#fluency !== null) this.#fluency.observer = observer;
    this.isObserved = observer !== null;
  }

  /**
   * @param isLearning whether the weights will change many times; the caller must call `forget`
   *   after each change
   */
  begin(edges: Edges, isLearning = false): void {
    const { problem } = edges;
    const { variantCount, variantForm, variantTag, wordId, surface, surfaceStart } = problem;
    this.edges = edges;
    this.problem = problem;
    this.word = this.column((variant) => wordId[variantForm[variant]]);
    this.firstWord = this.column((variant) =>
      variant === variantCount ? 0 : surface[surfaceStart[variantForm[variant]]],
    );
    this.tag = this.column((variant) => variantTag[variant]);
    this.wordClass = this.column((variant) => problem.wordClass[variantForm[variant]]);
    this.casing = this.column((variant) => problem.casing[variantForm[variant]]);
    this.#fluency?.begin(problem);
    this.isLearning = isLearning;
    this.forget();
  }

  /** Forgets all memoised sums. Call it when the weights have changed. */
  forget(): void {
    this.#meetingSums.begin(4, this.isLearning);
  }

  /** Makes a `FeatureSum` that reports to the observer. */
  protected sumOf(group: TemplateGroup): FeatureSum {
    const { weights, leftOut } = this.#scoring;
    const sum = new FeatureSum(weights, group, leftOut);
    this.#sums.push(sum);
    return sum;
  }

  /** Returns an array indexed by variant. */
  protected column(value: (variant: number) => number): Int32Array<ArrayBuffer> {
    const { variantCount } = this.problem;
    return Int32Array.from({ length: variantCount + 1 }, (_, variant) => value(variant));
  }

  protected meetingSum(left: number, right: number): number {
    const { data } = this.edges;
    const { memo, sums } = this.#meetingSums;
    const { key } = memo;
    const l2 = data[left + EdgeField.Last2];
    const l1 = data[left + EdgeField.Last1];
    const r1 = data[right + EdgeField.First1];
    const r2 = data[right + EdgeField.First2];
    key[0] = 1 + l1;
    key[1] = l2;
    key[2] = r1;
    key[3] = r2;
    if (memo.find() && !this.isObserved) return sums[memo.slot];
    const sum = this.#meeting;
    this.readMeeting(this.#meetingValues, l2, l1, r1, r2);
    sum.sum = 0;
    sum.add(this.#meetingValues, 0, sum.group.templates.length, 0);
    return (sums[memo.slot] = sum.sum);
  }

  /** Reads the last two variants before a join and the first two after it. */
  protected readMeeting(values: Int32Array, l2: number, l1: number, r1: number, r2: number): void {
    values[MeetingValue.LeftWord2] = this.word[l2];
    values[MeetingValue.LeftWord1] = this.word[l1];
    values[MeetingValue.RightWord1] = this.firstWord[r1];
    values[MeetingValue.RightWord2] = this.firstWord[r2];
    values[MeetingValue.LeftTag2] = this.tag[l2];
    values[MeetingValue.LeftTag1] = this.tag[l1];
    values[MeetingValue.RightTag1] = this.tag[r1];
    values[MeetingValue.RightTag2] = this.tag[r2];
    values[MeetingValue.LeftClass1] = this.wordClass[l1];
    values[MeetingValue.RightClass1] = this.wordClass[r1];
    values[MeetingValue.Casing] = this.casing[r1];
  }

  protected meetingFluency(left: number, right: number): number {
    if (this.#fluency === null) return 0;
    const { data } = this.edges;
    return this.#fluency.score(data, left + EdgeField.Last1, right + EdgeField.First1);
  }

  /**
   * Fills `ends` with the variants at both ends of a sentence.
   *
   * @param left the edge with the sentence's first word
   * @param right the edge that follows `left`; equal to `left` if the sentence is a single edge
   */
  protected readEnds(left: number, right: number): void {
    const { data } = this.edges;
    const { ends } = this;
    const isOne = left === right;
    const leftWords = data[left + EdgeField.Words];
    const rightWords = data[right + EdgeField.Words];
    for (let i = 0; i < END_WORDS; i++) {
      const start = i < leftWords || isOne ? left + i : right + i - leftWords;
      const end = i < rightWords || isOne ? right + i : left + i - rightWords;
      ends[END_WORDS + i] = data[start + EdgeField.First1];
      ends[i] = data[end + EdgeField.Last1];
    }
  }

  /** Returns the language model's score of both ends of a sentence, from `ends`. */
  protected endsFluency(): number {
    return this.#fluency?.ends(this.ends, 0, END_WORDS) ?? 0;
  }
}
