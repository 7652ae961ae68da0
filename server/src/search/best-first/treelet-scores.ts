import type { Problem } from '../../problem/problem.ts';
import { FeatureSum, type FeatureObserver } from '../../scoring/feature-sum.ts';
import { KeyedSums } from '../../scoring/keyed-sums.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { SumMemo, UNKNOWN } from '../../scoring/sum-memo.ts';
import { JoinFluency } from '../../scoring/join-fluency.ts';
import {
  ArcPart,
  TreeletArcValue,
  HeadPart,
  HeadValue,
  KinPart,
  KinValue,
  SentenceValue,
  SurfaceValue,
  treeletArcTemplates,
  treeletHeadTemplates,
  treeletKinTemplates,
  treeletSentenceTemplates,
  treeletSurfaceTemplates,
} from '../../scoring/treelet-templates.ts';
import type { TemplateGroup } from '../../scoring/templates.ts';
import { mix } from '../../util/hash.ts';
import type { EdgeScores } from './edge-system.ts';
import { END_WORDS, EdgeField } from './edges.ts';
import { HEAD_LEFT, TreeletField, type TreeletEdges } from './treelet-edges.ts';
import { byVariant, variantColumns } from './variant-columns.ts';

/** A word's number and its tag's as one value. */
const BOTH = 0x2545f491;
/** A label and a tag as one value. */
const WITH_LABEL = 0x3c6ef372;
/** Two tags as one value. */
const TAGS = 0x1b873593;

/** Absolute values as Table 2 normalises them: 1, 2, 3, 4, 5, (5, 10], (10, 20], (20, 40], 40+. */
const NORMS = Uint8Array.from({ length: 42 }, (_, value) => {
  if (value <= 5) return value;
  if (value <= 10) return 6;
  if (value <= 20) return 7;
  return value <= 40 ? 8 : 9;
});
const HIGHEST_NORM = 9;

function norm(value: number): number {
  return value > 40 ? HIGHEST_NORM : NORMS[value];
}

/**
 * Scores an edge: a leaf, or a join of two edges. A score is a sum of weights and, with a language model, of its
 * evidence with a fixed weight. The parts are memoised by the values that they read.
 */
export class TreeletScores implements EdgeScores {
  readonly #arc: FeatureSum;
  readonly #kin: FeatureSum;
  readonly #surface: FeatureSum;
  readonly #head: FeatureSum;
  readonly #sentence: FeatureSum;
  readonly #sums: readonly FeatureSum[];
  readonly #fluency: JoinFluency | null;
  readonly #arcValues = treeletArcTemplates.newValues();
  readonly #kinValues = treeletKinTemplates.newValues();
  readonly #surfaceValues = treeletSurfaceTemplates.newValues();
  readonly #headValues = treeletHeadTemplates.newValues();
  readonly #sentenceValues = treeletSentenceTemplates.newValues();

  #edges!: TreeletEdges;
  #problem!: Problem;
  // By variant, with one more for an absent variant.
  #word = new Int32Array(0);
  #firstWord = new Int32Array(0);
  #tag = new Int32Array(0);
  #both = new Int32Array(0);
  #class = new Int32Array(0);
  #label = new Int32Array(0);
  #casing = new Int32Array(0);

  readonly #arcSums = new SumMemo();
  readonly #sizeSums = new SumMemo();
  readonly #siblingSums = new KeyedSums();
  readonly #childSums = new KeyedSums();
  readonly #surfaceSums = new KeyedSums();
  /** The last variants of a whole sentence, the very last first, and its first variants. */
  readonly #ends = new Int32Array(2 * END_WORDS);
  #isObserved = false;
  #isLearning = false;

  constructor({ weights, leftOut, fluency }: Scoring) {
    const sumOf = (group: TemplateGroup): FeatureSum => new FeatureSum(weights, group, leftOut);
    this.#arc = sumOf(treeletArcTemplates);
    this.#kin = sumOf(treeletKinTemplates);
    this.#surface = sumOf(treeletSurfaceTemplates);
    this.#head = sumOf(treeletHeadTemplates);
    this.#sentence = sumOf(treeletSentenceTemplates);
    this.#sums = [this.#arc, this.#kin, this.#surface, this.#head, this.#sentence];
    this.#fluency = fluency === null ? null : new JoinFluency(fluency);
  }

  /** If set, it receives every feature that is scored, and memoised sums are not used. */
  set observer(observer: FeatureObserver | null) {
    for (const sum of this.#sums) sum.observer = observer;
    if (this.#fluency !== null) this.#fluency.observer = observer;
    this.#isObserved = observer !== null;
  }

  /**
   * Prepares for the edges of a problem.
   *
   * @param isLearning whether the weights will change, and `forget` be called, again and again
   */
  begin(edges: TreeletEdges, isLearning = false): void {
    this.#edges = edges;
    const { problem } = edges;
    this.#problem = problem;
    const columns = variantColumns(problem);
    this.#word = columns.word;
    this.#firstWord = columns.firstWord;
    this.#tag = columns.tag;
    this.#class = columns.class;
    this.#casing = columns.casing;
    this.#label = byVariant(problem, (variant) => problem.label[problem.variantWord[variant]]);
    this.#both = this.#word.map((word, v) => mix(mix(BOTH, word), this.#tag[v]));
    this.#fluency?.begin(problem);
    this.#isLearning = isLearning;
    this.forget();
  }

  /** Forgets all sums: the weights have changed. */
  forget(): void {
    const variants = this.#problem.variantCount;
    const isLearning = this.#isLearning;
    this.#arcSums.begin(variants * variants * 2 * (HIGHEST_NORM + 1));
    this.#sizeSums.begin(variants * (HIGHEST_NORM + 1));
    this.#siblingSums.begin(6, isLearning);
    this.#childSums.begin(5, isLearning);
    this.#surfaceSums.begin(4, isLearning);
  }

  /** The score of a leaf. */
  leaf(edge: number): number {
    const { data } = this.#edges;
    const size = this.#sizeSum(data[edge + EdgeField.Head], 1);
    if (!this.#edges.isWhole(edge)) return size;
    return (
      size + this.#completeSum(edge) + this.#sentenceSum(edge, edge, data[edge + EdgeField.Head])
    );
  }

  /** What an edge adds once it has all its dependents: to be set in its record, before it is joined. */
  complete(edge: number): number {
    return this.#completeSum(edge);
  }

  /** The score of joining two edges, without the scores of the edges. */
  join(left: number, right: number, join: number): number {
    const { data } = this.#edges;
    const isHeadLeft = join === HEAD_LEFT;
    const head = isHeadLeft ? left : right;
    const dependent = isHeadLeft ? right : left;
    const direction = isHeadLeft ? 1 : 0;
    const words = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    const distance =
      data[left + EdgeField.Words] - data[left + EdgeField.Before] + data[right + EdgeField.Before];
    const h = data[head + EdgeField.Head];
    const m = data[dependent + EdgeField.Head];
    let score = this.#arcSum(h, m, direction, norm(distance));
    score += this.#sizeSum(h, norm(words));
    score += this.#siblingSum(head, dependent, direction);
    score += this.#childSum(head, dependent, direction);
    score += this.#besideSum(left, right, direction);
    score += this.#surfaceSum(left, right);
    score += this.#isObserved
      ? this.#completeSum(dependent)
      : data[dependent + TreeletField.Complete];
    if (this.#fluency !== null) {
      score += this.#fluency.score(data, left + EdgeField.Last1, right + EdgeField.First1);
    }
    if (words === this.#problem.size) {
      score += this.#wholeSum(left, right, join);
    }
    return score;
  }

  #arcSum(h: number, m: number, direction: number, distance: number): number {
    const { variantCount } = this.#problem;
    const key = ((h * variantCount + m) * 2 + direction) * (HIGHEST_NORM + 1) + distance;
    const known = this.#arcSums.get(key);
    if (known !== UNKNOWN && !this.#isObserved) return known;
    const values = this.#arcValues;
    const sum = this.#arc;
    const label = this.#label[m];
    values[TreeletArcValue.Head] = this.#both[h];
    values[TreeletArcValue.HeadWord] = this.#word[h];
    values[TreeletArcValue.HeadTag] = this.#tag[h];
    values[TreeletArcValue.HeadClass] = this.#class[h];
    values[TreeletArcValue.Dependent] = this.#both[m];
    values[TreeletArcValue.Word] = this.#word[m];
    values[TreeletArcValue.Tag] = this.#tag[m];
    values[TreeletArcValue.Class] = this.#class[m];
    values[TreeletArcValue.Label] = label;
    values[TreeletArcValue.LabelHeadTag] = mix(mix(WITH_LABEL, label), this.#tag[h]);
    const { starts } = treeletArcTemplates;
    const far = 2 * distance + direction;
    sum.sum = 0;
    sum.add(values, starts[ArcPart.Direction], starts[ArcPart.Distance], direction);
    sum.add(values, starts[ArcPart.Distance], starts[ArcPart.LabelDirection], far);
    if (label !== 0) {
      sum.add(values, starts[ArcPart.LabelDirection], starts[ArcPart.LabelDistance], direction);
      sum.add(values, starts[ArcPart.LabelDistance], treeletArcTemplates.templates.length, far);
    }
    return this.#arcSums.set(key, sum.sum);
  }

  #sizeSum(h: number, size: number): number {
    const key = h * (HIGHEST_NORM + 1) + size;
    const known = this.#sizeSums.get(key);
    if (known !== UNKNOWN && !this.#isObserved) return known;
    const values = this.#headValues;
    const sum = this.#head;
    values[HeadValue.Both] = this.#both[h];
    values[HeadValue.Word] = this.#word[h];
    values[HeadValue.Tag] = this.#tag[h];
    const { starts } = treeletHeadTemplates;
    sum.sum = 0;
    sum.add(values, starts[HeadPart.Size], starts[HeadPart.Complete], size);
    return this.#sizeSums.set(key, sum.sum);
  }

  #readArc(h: number, m: number): void {
    const values = this.#kinValues;
    const label = this.#label[m];
    values[KinValue.HeadWord] = this.#word[h];
    values[KinValue.HeadTag] = this.#tag[h];
    values[KinValue.Word] = this.#word[m];
    values[KinValue.Tag] = this.#tag[m];
    values[KinValue.HeadTagTag] = mix(mix(TAGS, this.#tag[h]), this.#tag[m]);
    values[KinValue.HeadWordTag] = mix(mix(BOTH, this.#word[h]), this.#tag[m]);
    values[KinValue.Label] = label;
    values[KinValue.LabelHeadTag] = mix(mix(WITH_LABEL, label), this.#tag[h]);
  }

  #siblingSum(head: number, dependent: number, direction: number): number {
    const { data } = this.#edges;
    const { memo, sums } = this.#siblingSums;
    const { key } = memo;
    const h = data[head + EdgeField.Head];
    const m = data[dependent + EdgeField.Head];
    const s = data[head + (direction === 1 ? TreeletField.Right1 : TreeletField.Left1)];
    const s2 = data[head + (direction === 1 ? TreeletField.Right2 : TreeletField.Left2)];
    const size = norm(data[dependent + EdgeField.Words]);
    const siblingSize = norm(
      data[head + (direction === 1 ? TreeletField.RightSize : TreeletField.LeftSize)],
    );
    key[0] = 1 + direction;
    key[1] = h;
    key[2] = m;
    key[3] = s;
    key[4] = s2;
    key[5] = (HIGHEST_NORM + 1) * size + siblingSize;
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    this.#readArc(h, m);
    const values = this.#kinValues;
    const sum = this.#kin;
    values[KinValue.SiblingWord] = this.#word[s];
    values[KinValue.SiblingTag] = this.#tag[s];
    values[KinValue.SiblingLabel] = this.#label[s];
    values[KinValue.SecondTag] = this.#tag[s2];
    values[KinValue.SecondLabel] = this.#label[s2];
    values[KinValue.Size] = size;
    values[KinValue.SiblingSize] = siblingSize;
    const { starts } = treeletKinTemplates;
    sum.sum = 0;
    sum.add(values, starts[KinPart.Sibling], starts[KinPart.LabelSibling], direction);
    sum.add(values, starts[KinPart.Size], starts[KinPart.LabelSize], direction);
    if (this.#label[m] !== 0) {
      sum.add(values, starts[KinPart.LabelSibling], starts[KinPart.Child], direction);
      sum.add(values, starts[KinPart.LabelSize], starts[KinPart.Beside], direction);
    }
    return (sums[memo.slot] = sum.sum);
  }

  #childSum(head: number, dependent: number, direction: number): number {
    const { data } = this.#edges;
    const { memo, sums } = this.#childSums;
    const { key } = memo;
    const h = data[head + EdgeField.Head];
    const m = data[dependent + EdgeField.Head];
    const left = data[dependent + TreeletField.Left1];
    const right = data[dependent + TreeletField.Right1];
    key[0] = 1 + direction;
    key[1] = h;
    key[2] = m;
    key[3] = left;
    key[4] = right;
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    this.#readArc(h, m);
    const values = this.#kinValues;
    const sum = this.#kin;
    values[KinValue.LeftTag] = this.#tag[left];
    values[KinValue.RightTag] = this.#tag[right];
    const { starts } = treeletKinTemplates;
    sum.sum = 0;
    sum.add(values, starts[KinPart.Child], starts[KinPart.Size], direction);
    return (sums[memo.slot] = sum.sum);
  }

  /** The tags beside the two heads, towards each other: possibly tags of the other edge. */
  #besideSum(left: number, right: number, direction: number): number {
    const { data } = this.#edges;
    const nothing = this.#problem.variantCount;
    const a = data[left + EdgeField.Head];
    const b = data[right + EdgeField.Head];
    const ofLeft = data[left + TreeletField.BesideRight];
    const ofRight = data[right + TreeletField.BesideLeft];
    const besideLeft = this.#tag[ofLeft === nothing ? data[right + EdgeField.First1] : ofLeft];
    const besideRight = this.#tag[ofRight === nothing ? data[left + EdgeField.Last1] : ofRight];
    const values = this.#kinValues;
    const sum = this.#kin;
    const h = direction === 1 ? a : b;
    const m = direction === 1 ? b : a;
    values[KinValue.HeadTagTag] = mix(mix(TAGS, this.#tag[h]), this.#tag[m]);
    values[KinValue.BesideHead] = direction === 1 ? besideLeft : besideRight;
    values[KinValue.BesideDependent] = direction === 1 ? besideRight : besideLeft;
    const { starts } = treeletKinTemplates;
    sum.sum = 0;
    sum.add(values, starts[KinPart.Beside], treeletKinTemplates.templates.length, direction);
    return sum.sum;
  }

  #surfaceSum(left: number, right: number): number {
    const { data } = this.#edges;
    const { memo, sums } = this.#surfaceSums;
    const { key } = memo;
    const l2 = data[left + EdgeField.Last2];
    const l1 = data[left + EdgeField.Last1];
    const r1 = data[right + EdgeField.First1];
    const r2 = data[right + EdgeField.First2];
    key[0] = 1 + l1;
    key[1] = l2;
    key[2] = r1;
    key[3] = r2;
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    const values = this.#surfaceValues;
    const sum = this.#surface;
    values[SurfaceValue.LeftWord2] = this.#word[l2];
    values[SurfaceValue.LeftWord1] = this.#word[l1];
    values[SurfaceValue.RightWord1] = this.#firstWord[r1];
    values[SurfaceValue.RightWord2] = this.#firstWord[r2];
    values[SurfaceValue.LeftTag2] = this.#tag[l2];
    values[SurfaceValue.LeftTag1] = this.#tag[l1];
    values[SurfaceValue.RightTag1] = this.#tag[r1];
    values[SurfaceValue.RightTag2] = this.#tag[r2];
    values[SurfaceValue.LeftClass1] = this.#class[l1];
    values[SurfaceValue.RightClass1] = this.#class[r1];
    values[SurfaceValue.Casing] = this.#casing[r1];
    sum.sum = 0;
    sum.add(values, 0, treeletSurfaceTemplates.templates.length, 0);
    return (sums[memo.slot] = sum.sum);
  }

  #completeSum(edge: number): number {
    const { data } = this.#edges;
    return this.#completeSumOf(
      data[edge + EdgeField.Head],
      data[edge + TreeletField.Left1],
      data[edge + TreeletField.Right1],
      data[edge + TreeletField.LeftValency],
      data[edge + TreeletField.RightValency],
    );
  }

  #completeSumOf(h: number, left: number, right: number, lefts: number, rights: number): number {
    const values = this.#headValues;
    const sum = this.#head;
    values[HeadValue.Both] = this.#both[h];
    values[HeadValue.Word] = this.#word[h];
    values[HeadValue.Tag] = this.#tag[h];
    values[HeadValue.LeftWord] = this.#word[left];
    values[HeadValue.LeftTag] = this.#tag[left];
    values[HeadValue.RightWord] = this.#word[right];
    values[HeadValue.RightTag] = this.#tag[right];
    values[HeadValue.Left] = norm(lefts);
    values[HeadValue.Right] = norm(rights);
    values[HeadValue.Label] = this.#label[h];
    values[HeadValue.LeftLabel] = this.#label[left];
    values[HeadValue.RightLabel] = this.#label[right];
    const { starts, templates } = treeletHeadTemplates;
    sum.sum = 0;
    sum.add(values, starts[HeadPart.Complete], templates.length, 0);
    return sum.sum;
  }

  /** The score that a join adds when it completes a sentence: its root is complete, and the string has its ends. */
  #wholeSum(left: number, right: number, join: number): number {
    const { data } = this.#edges;
    const isHeadLeft = join === HEAD_LEFT;
    const head = isHeadLeft ? left : right;
    const dependent = data[(isHeadLeft ? right : left) + EdgeField.Head];
    const h = data[head + EdgeField.Head];
    const complete = this.#completeSumOf(
      h,
      isHeadLeft ? data[head + TreeletField.Left1] : dependent,
      isHeadLeft ? dependent : data[head + TreeletField.Right1],
      data[head + TreeletField.LeftValency] + (isHeadLeft ? 0 : 1),
      data[head + TreeletField.RightValency] + (isHeadLeft ? 1 : 0),
    );
    return complete + this.#sentenceSum(left, right, h);
  }

  /** @param right the same as `left` for a word alone */
  #sentenceSum(left: number, right: number, root: number): number {
    const ends = this.#ends;
    this.#edges.writeEnds(left, right, ends, 0, END_WORDS);
    const values = this.#sentenceValues;
    const sum = this.#sentence;
    values[SentenceValue.Word1] = this.#firstWord[ends[END_WORDS]];
    values[SentenceValue.Word2] = this.#firstWord[ends[END_WORDS + 1]];
    values[SentenceValue.Tag1] = this.#tag[ends[END_WORDS]];
    values[SentenceValue.Tag2] = this.#tag[ends[END_WORDS + 1]];
    values[SentenceValue.Tag3] = this.#tag[ends[END_WORDS + 2]];
    values[SentenceValue.Casing] = this.#casing[ends[END_WORDS]];
    values[SentenceValue.LastWord1] = this.#word[ends[0]];
    values[SentenceValue.LastWord2] = this.#word[ends[1]];
    values[SentenceValue.LastTag1] = this.#tag[ends[0]];
    values[SentenceValue.LastTag2] = this.#tag[ends[1]];
    values[SentenceValue.LastTag3] = this.#tag[ends[2]];
    values[SentenceValue.RootWord] = this.#word[root];
    values[SentenceValue.RootTag] = this.#tag[root];
    sum.sum = 0;
    sum.add(values, 0, treeletSentenceTemplates.templates.length, 0);
    return sum.sum + (this.#fluency?.ends(ends, 0, END_WORDS) ?? 0);
  }
}
