import { mix } from '../../util/hash.ts';
import { KeyedSums } from '../keyed-sums.ts';
import type { Scoring } from '../scoring.ts';
import { SumMemo, UNKNOWN } from '../sum-memo.ts';
import { EdgeScores } from './edge-scores.ts';
import { EdgeField, END_WORDS, HEAD_LEFT, TreeletField, type EdgeRecords } from './records.ts';
import {
  TreeletArcSection,
  treeletArcTemplates,
  TreeletArcValue,
  TreeletHeadSection,
  treeletHeadTemplates,
  TreeletHeadValue,
  TreeletKinSection,
  treeletKinTemplates,
  TreeletKinValue,
  treeletSentenceTemplates,
  TreeletSentenceValue,
  treeletSurfaceTemplates,
} from './treelet-templates.ts';

// The seeds for hashing two values into one: a word and a tag, a label and a tag, two tags.
const BOTH = 0x2545f491;
const WITH_LABEL = 0x3c6ef372;
const TAGS = 0x1b873593;

/** Indexed by a number from 0 to 41: its bucket (Zhang & Clark 2015, Table 2). */
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

/** Scores treelets. A treelet is a single word, or two treelets with an arc between their heads. */
export class TreeletScores extends EdgeScores {
  readonly #arc = this.sumOf(treeletArcTemplates);
  readonly #kin = this.sumOf(treeletKinTemplates);
  readonly #head = this.sumOf(treeletHeadTemplates);
  readonly #sentence = this.sumOf(treeletSentenceTemplates);
  readonly #arcValues = treeletArcTemplates.newValues();
  readonly #kinValues = treeletKinTemplates.newValues();
  readonly #headValues = treeletHeadTemplates.newValues();
  readonly #sentenceValues = treeletSentenceTemplates.newValues();

  // Indexed by variant. `#both` is a hash of the word and the tag; `#label` is the given label of
  // the arc to the word. Index `variantCount` stands for an absent variant.
  #both = new Int32Array(0);
  #label = new Int32Array(0);

  readonly #arcSums = new SumMemo();
  readonly #sizeSums = new SumMemo();
  readonly #siblingSums = new KeyedSums();
  readonly #childSums = new KeyedSums();

  constructor(scoring: Scoring) {
    super(scoring, treeletSurfaceTemplates);
  }

  override begin(edges: EdgeRecords, isLearning = false): void {
    super.begin(edges, isLearning);
    const { label, variantWord } = this.problem;
    this.#label = this.column((variant) => label[variantWord[variant]]);
    this.#both = this.word.map((word, v) => mix(mix(BOTH, word), this.tag[v]));
  }

  override forget(): void {
    super.forget();
    const variants = this.problem.variantCount;
    const { isLearning } = this;
    this.#arcSums.begin(variants * variants * 2 * (HIGHEST_NORM + 1));
    this.#sizeSums.begin(variants * (HIGHEST_NORM + 1));
    this.#siblingSums.begin(6, isLearning);
    this.#childSums.begin(5, isLearning);
  }

  protected wordScore(edge: number): number {
    const { data } = this.edges;
    const size = this.#sizeSum(data[edge + EdgeField.Head], 1);
    if (!this.edges.isWhole(edge)) return size;
    return (
      size + this.#completeSum(edge) + this.#sentenceSum(edge, edge, data[edge + EdgeField.Head])
    );
  }

  /**
   * Returns the score that an edge's head and its dependents get if the head gets no more
   * dependents. Write it to `TreeletField.Complete` before you join the edge.
   */
  complete(edge: number): number {
    return this.#completeSum(edge);
  }

  join(left: number, right: number, join: number): number {
    const { data } = this.edges;
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
    score += this.meetingSum(left, right);
    score += this.isObserved
      ? this.#completeSum(dependent)
      : data[dependent + TreeletField.Complete];
    score += this.meetingFluency(left, right);
    if (words === this.problem.size) {
      score += this.#wholeSum(left, right, join);
    }
    return score;
  }

  #arcSum(h: number, m: number, direction: number, distance: number): number {
    const { variantCount } = this.problem;
    const key = ((h * variantCount + m) * 2 + direction) * (HIGHEST_NORM + 1) + distance;
    const known = this.#arcSums.get(key);
    if (known !== UNKNOWN && !this.isObserved) return known;
    const values = this.#arcValues;
    const sum = this.#arc;
    const label = this.#label[m];
    values[TreeletArcValue.Head] = this.#both[h];
    values[TreeletArcValue.HeadWord] = this.word[h];
    values[TreeletArcValue.HeadTag] = this.tag[h];
    values[TreeletArcValue.HeadClass] = this.wordClass[h];
    values[TreeletArcValue.Dependent] = this.#both[m];
    values[TreeletArcValue.Word] = this.word[m];
    values[TreeletArcValue.Tag] = this.tag[m];
    values[TreeletArcValue.Class] = this.wordClass[m];
    values[TreeletArcValue.Label] = label;
    values[TreeletArcValue.LabelHeadTag] = mix(mix(WITH_LABEL, label), this.tag[h]);
    const { starts } = treeletArcTemplates;
    const far = 2 * distance + direction;
    sum.sum = 0;
    sum.add(
      values,
      starts[TreeletArcSection.Direction],
      starts[TreeletArcSection.Distance],
      direction,
    );
    sum.add(
      values,
      starts[TreeletArcSection.Distance],
      starts[TreeletArcSection.LabelDirection],
      far,
    );
    if (label !== 0) {
      sum.add(
        values,
        starts[TreeletArcSection.LabelDirection],
        starts[TreeletArcSection.LabelDistance],
        direction,
      );
      sum.add(
        values,
        starts[TreeletArcSection.LabelDistance],
        treeletArcTemplates.templates.length,
        far,
      );
    }
    return this.#arcSums.set(key, sum.sum);
  }

  #sizeSum(h: number, size: number): number {
    const key = h * (HIGHEST_NORM + 1) + size;
    const known = this.#sizeSums.get(key);
    if (known !== UNKNOWN && !this.isObserved) return known;
    const values = this.#headValues;
    const sum = this.#head;
    values[TreeletHeadValue.Both] = this.#both[h];
    values[TreeletHeadValue.Word] = this.word[h];
    values[TreeletHeadValue.Tag] = this.tag[h];
    const { starts } = treeletHeadTemplates;
    sum.sum = 0;
    sum.add(values, starts[TreeletHeadSection.Size], starts[TreeletHeadSection.Complete], size);
    return this.#sizeSums.set(key, sum.sum);
  }

  #readArc(h: number, m: number): void {
    const values = this.#kinValues;
    const label = this.#label[m];
    values[TreeletKinValue.HeadWord] = this.word[h];
    values[TreeletKinValue.HeadTag] = this.tag[h];
    values[TreeletKinValue.Word] = this.word[m];
    values[TreeletKinValue.Tag] = this.tag[m];
    values[TreeletKinValue.HeadTagTag] = mix(mix(TAGS, this.tag[h]), this.tag[m]);
    values[TreeletKinValue.HeadWordTag] = mix(mix(BOTH, this.word[h]), this.tag[m]);
    values[TreeletKinValue.Label] = label;
    values[TreeletKinValue.LabelHeadTag] = mix(mix(WITH_LABEL, label), this.tag[h]);
  }

  #siblingSum(head: number, dependent: number, direction: number): number {
    const { data } = this.edges;
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
    if (memo.find() && !this.isObserved) return sums[memo.slot];
    this.#readArc(h, m);
    const values = this.#kinValues;
    const sum = this.#kin;
    values[TreeletKinValue.SiblingWord] = this.word[s];
    values[TreeletKinValue.SiblingTag] = this.tag[s];
    values[TreeletKinValue.SiblingLabel] = this.#label[s];
    values[TreeletKinValue.SecondTag] = this.tag[s2];
    values[TreeletKinValue.SecondLabel] = this.#label[s2];
    values[TreeletKinValue.Size] = size;
    values[TreeletKinValue.SiblingSize] = siblingSize;
    const { starts } = treeletKinTemplates;
    sum.sum = 0;
    sum.add(
      values,
      starts[TreeletKinSection.Sibling],
      starts[TreeletKinSection.LabelSibling],
      direction,
    );
    sum.add(values, starts[TreeletKinSection.Size], starts[TreeletKinSection.LabelSize], direction);
    if (this.#label[m] !== 0) {
      sum.add(
        values,
        starts[TreeletKinSection.LabelSibling],
        starts[TreeletKinSection.Child],
        direction,
      );
      sum.add(
        values,
        starts[TreeletKinSection.LabelSize],
        starts[TreeletKinSection.Beside],
        direction,
      );
    }
    return (sums[memo.slot] = sum.sum);
  }

  #childSum(head: number, dependent: number, direction: number): number {
    const { data } = this.edges;
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
    if (memo.find() && !this.isObserved) return sums[memo.slot];
    this.#readArc(h, m);
    const values = this.#kinValues;
    const sum = this.#kin;
    values[TreeletKinValue.LeftTag] = this.tag[left];
    values[TreeletKinValue.RightTag] = this.tag[right];
    const { starts } = treeletKinTemplates;
    sum.sum = 0;
    sum.add(values, starts[TreeletKinSection.Child], starts[TreeletKinSection.Size], direction);
    return (sums[memo.slot] = sum.sum);
  }

  /**
   * Sums the templates that read the word after the left head and the word before the right head.
   */
  #besideSum(left: number, right: number, direction: number): number {
    const { data } = this.edges;
    const nothing = this.problem.variantCount;
    const a = data[left + EdgeField.Head];
    const b = data[right + EdgeField.Head];
    const ofLeft = data[left + TreeletField.BesideRight];
    const ofRight = data[right + TreeletField.BesideLeft];
    const besideLeft = this.tag[ofLeft === nothing ? data[right + EdgeField.First1] : ofLeft];
    const besideRight = this.tag[ofRight === nothing ? data[left + EdgeField.Last1] : ofRight];
    const values = this.#kinValues;
    const sum = this.#kin;
    const h = direction === 1 ? a : b;
    const m = direction === 1 ? b : a;
    values[TreeletKinValue.HeadTagTag] = mix(mix(TAGS, this.tag[h]), this.tag[m]);
    values[TreeletKinValue.BesideHead] = direction === 1 ? besideLeft : besideRight;
    values[TreeletKinValue.BesideDependent] = direction === 1 ? besideRight : besideLeft;
    const { starts } = treeletKinTemplates;
    sum.sum = 0;
    sum.add(
      values,
      starts[TreeletKinSection.Beside],
      treeletKinTemplates.templates.length,
      direction,
    );
    return sum.sum;
  }

  #completeSum(edge: number): number {
    const { data } = this.edges;
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
    values[TreeletHeadValue.Both] = this.#both[h];
    values[TreeletHeadValue.Word] = this.word[h];
    values[TreeletHeadValue.Tag] = this.tag[h];
    values[TreeletHeadValue.LeftWord] = this.word[left];
    values[TreeletHeadValue.LeftTag] = this.tag[left];
    values[TreeletHeadValue.RightWord] = this.word[right];
    values[TreeletHeadValue.RightTag] = this.tag[right];
    values[TreeletHeadValue.Left] = norm(lefts);
    values[TreeletHeadValue.Right] = norm(rights);
    values[TreeletHeadValue.Label] = this.#label[h];
    values[TreeletHeadValue.LeftLabel] = this.#label[left];
    values[TreeletHeadValue.RightLabel] = this.#label[right];
    const { starts, templates } = treeletHeadTemplates;
    sum.sum = 0;
    sum.add(values, starts[TreeletHeadSection.Complete], templates.length, 0);
    return sum.sum;
  }

  /**
   * Returns the part of a join's score that is added only if the join completes a sentence: the
   * scores of the root with all its dependents, and of both ends of the string.
   */
  #wholeSum(left: number, right: number, join: number): number {
    const { data } = this.edges;
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

  /** @param right the right treelet; equal to `left` for a single word */
  #sentenceSum(left: number, right: number, root: number): number {
    this.readEnds(left, right);
    const { ends } = this;
    const values = this.#sentenceValues;
    const sum = this.#sentence;
    values[TreeletSentenceValue.Word1] = this.firstWord[ends[END_WORDS]];
    values[TreeletSentenceValue.Word2] = this.firstWord[ends[END_WORDS + 1]];
    values[TreeletSentenceValue.Tag1] = this.tag[ends[END_WORDS]];
    values[TreeletSentenceValue.Tag2] = this.tag[ends[END_WORDS + 1]];
    values[TreeletSentenceValue.Tag3] = this.tag[ends[END_WORDS + 2]];
    values[TreeletSentenceValue.Casing] = this.casing[ends[END_WORDS]];
    values[TreeletSentenceValue.LastWord1] = this.word[ends[0]];
    values[TreeletSentenceValue.LastWord2] = this.word[ends[1]];
    values[TreeletSentenceValue.LastTag1] = this.tag[ends[0]];
    values[TreeletSentenceValue.LastTag2] = this.tag[ends[1]];
    values[TreeletSentenceValue.LastTag3] = this.tag[ends[2]];
    values[TreeletSentenceValue.RootWord] = this.word[root];
    values[TreeletSentenceValue.RootTag] = this.tag[root];
    sum.sum = 0;
    sum.add(values, 0, treeletSentenceTemplates.templates.length, 0);
    return sum.sum + this.endsFluency();
  }
}
