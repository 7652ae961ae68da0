import { NO_CHAIN } from '../../grammar/ccg/grammar.ts';
import type { Problem } from '../../problem/problem.ts';
import {
  ConstituentPart,
  constituentTemplates,
  ConstituentValue,
  meetingTemplates,
  MeetingValue,
} from '../../scoring/constituent-templates.ts';
import { FeatureSum, type FeatureObserver } from '../../scoring/feature-sum.ts';
import { JoinFluency } from '../../scoring/join-fluency.ts';
import { KeyedSums } from '../../scoring/keyed-sums.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { EdgeScores } from '../best-first/edge-system.ts';
import { END_WORDS, EdgeField } from '../best-first/edges.ts';
import { byVariant, variantColumns } from '../best-first/variant-columns.ts';
import { FIRST_COMBINE } from './actions.ts';
import { GLUE_COST } from './action-scores.ts';
import { ConstituentField, type ConstituentEdges } from './constituent-edges.ts';

const { starts } = constituentTemplates;

/** Larger parts share the features of this size. */
const MOST_SIZE = 63;
/**
 * Scores a constituent: a leaf, or a join of two parts. A score is a sum of weights and, with a language model, of
 * its evidence with a fixed weight. The parts of the sum are memoised by the values that they read.
 */
export class ConstituentScores implements EdgeScores {
  readonly #constituent: FeatureSum;
  readonly #meeting: FeatureSum;
  readonly #fluency: JoinFluency | null;
  readonly #values = constituentTemplates.newValues();
  readonly #meetingValues = meetingTemplates.newValues();

  #edges!: ConstituentEdges;
  #problem!: Problem;
  // By variant, with one more for an absent variant.
  #word = new Int32Array(0);
  #firstWord = new Int32Array(0);
  #tag = new Int32Array(0);
  #class = new Int32Array(0);
  #casing = new Int32Array(0);
  #category = new Int32Array(0);

  readonly #categorySums = new KeyedSums();
  readonly #endSums = new KeyedSums();
  readonly #ruleSums = new KeyedSums();
  readonly #meetingSums = new KeyedSums();
  /** The last variants of a whole sentence, the very last first, and its first variants. */
  readonly #ends = new Int32Array(2 * END_WORDS);
  #isObserved = false;
  #isLearning = false;

  constructor({ weights, leftOut, fluency }: Scoring) {
    this.#constituent = new FeatureSum(weights, constituentTemplates, leftOut);
    this.#meeting = new FeatureSum(weights, meetingTemplates, leftOut);
    this.#fluency = fluency === null ? null : new JoinFluency(fluency);
  }

  /** Where set, memoised sums are not used. */
  set observer(observer: FeatureObserver | null) {
    this.#constituent.observer = observer;
    this.#meeting.observer = observer;
    if (this.#fluency !== null) this.#fluency.observer = observer;
    this.#isObserved = observer !== null;
  }

  /**
   * Prepares for the edges of a problem.
   *
   * @param isLearning whether the weights will change, and `forget` be called, again and again
   */
  begin(edges: ConstituentEdges, isLearning: boolean): void {
    this.#edges = edges;
    const { problem, grammar } = edges;
    this.#problem = problem;
    const columns = variantColumns(problem);
    this.#word = columns.word;
    this.#firstWord = columns.firstWord;
    this.#tag = columns.tag;
    this.#class = columns.class;
    this.#casing = columns.casing;
    const { variantEntry } = problem;
    this.#category = byVariant(problem, (variant) => grammar.entryCategory[variantEntry[variant]]);
    this.#fluency?.begin(problem);
    this.#isLearning = isLearning;
    this.forget();
  }

  forget(): void {
    const isLearning = this.#isLearning;
    this.#categorySums.begin(3, isLearning);
    this.#endSums.begin(5, isLearning);
    this.#ruleSums.begin(3, isLearning);
    this.#meetingSums.begin(4, isLearning);
  }

  leaf(edge: number): number {
    const { data, actions, grammar } = this.#edges;
    const action = data[edge + EdgeField.Join];
    const head = data[edge + EdgeField.Head];
    const category = data[edge + ConstituentField.Category];
    const sum = this.#constituent;
    const values = this.#values;
    let score = this.#categorySum(category, head, 1);
    this.#readHead(head);
    values[ConstituentValue.Cost] = this.#problem.variantCost[head];
    sum.sum = 0;
    this.#add(ConstituentPart.Lexical, this.#category[head]);
    const chain = actions.chainOf(action);
    if (chain !== NO_CHAIN) this.#add(ConstituentPart.Unary, sum.wordKey(chain));
    score += sum.sum;
    if (!this.#edges.isWhole(edge)) return score;
    score += this.#sentenceSum(edge, edge, category, head);
    // Larger constituents of such a category are not made; glued parts take their place. A single word has no
    // alternative: it stays, at that cost.
    return grammar.rootCount[category] === 0 ? score + this.#cost() : score;
  }

  join(left: number, right: number, action: number): number {
    const { data, problem } = this.#edges;
    const { category, roots } = this.#edges.joined(left, right, action);
    const head = roots[0];
    const ofLeft = data[left + EdgeField.Head];
    const other = head === ofLeft ? data[right + EdgeField.Head] : ofLeft;
    const size = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    let score = this.#categorySum(category, head, Math.min(size, MOST_SIZE));
    score += this.#endSum(left, right, category);
    score += this.#ruleSum(action, head, other);
    score += this.#meetingSum(left, right);
    if (this.#fluency !== null) {
      score += this.#fluency.score(data, left + EdgeField.Last1, right + EdgeField.First1);
    }
    if (size === problem.size) score += this.#sentenceSum(left, right, category, head);
    return action < FIRST_COMBINE ? score + this.#cost() : score;
  }

  #cost(): number {
    this.#constituent.observer?.onCost?.(-GLUE_COST);
    return -GLUE_COST;
  }

  #categorySum(category: number, head: number, size: number): number {
    const { memo, sums } = this.#categorySums;
    const { key } = memo;
    key[0] = size;
    key[1] = category;
    key[2] = head;
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    this.#readHead(head);
    this.#values[ConstituentValue.Size] = size;
    this.#constituent.sum = 0;
    this.#add(ConstituentPart.Category, category);
    return (sums[memo.slot] = this.#constituent.sum);
  }

  #endSum(left: number, right: number, category: number): number {
    const { data } = this.#edges;
    const { memo, sums } = this.#endSums;
    const { key } = memo;
    const first = data[left + EdgeField.First1];
    const last = data[right + EdgeField.Last1];
    const second = secondOf(
      data[left + EdgeField.First2],
      data[right + EdgeField.First1],
      this.#problem,
    );
    const secondLast = secondOf(
      data[right + EdgeField.Last2],
      data[left + EdgeField.Last1],
      this.#problem,
    );
    key[0] = 1 + category;
    key[1] = first;
    key[2] = second;
    key[3] = last;
    key[4] = secondLast;
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    this.#readEnds(first, second, last, secondLast);
    this.#constituent.sum = 0;
    this.#add(ConstituentPart.Ends, category);
    return (sums[memo.slot] = this.#constituent.sum);
  }

  #ruleSum(action: number, head: number, other: number): number {
    const { grammar } = this.#edges;
    const { memo, sums } = this.#ruleSums;
    const { key } = memo;
    key[0] = 1 + action;
    key[1] = head;
    key[2] = other;
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    const values = this.#values;
    const sum = this.#constituent;
    this.#readHead(head);
    values[ConstituentValue.OtherWord] = this.#word[other];
    values[ConstituentValue.OtherTag] = this.#tag[other];
    values[ConstituentValue.OtherClass] = this.#class[other];
    sum.sum = 0;
    const isGlue = action < FIRST_COMBINE;
    const combine = action - FIRST_COMBINE;
    this.#add(
      ConstituentPart.Rule,
      sum.wordKey(isGlue ? action : grammar.combineRule[combine] + 2),
    );
    if (!isGlue && grammar.combineChain[combine] !== NO_CHAIN) {
      this.#add(ConstituentPart.Unary, sum.wordKey(grammar.combineChain[combine]));
    }
    return (sums[memo.slot] = sum.sum);
  }

  #meetingSum(left: number, right: number): number {
    const { data } = this.#edges;
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
    if (memo.find() && !this.#isObserved) return sums[memo.slot];
    const values = this.#meetingValues;
    const sum = this.#meeting;
    values[MeetingValue.LeftWord2] = this.#word[l2];
    values[MeetingValue.LeftWord1] = this.#word[l1];
    values[MeetingValue.RightWord1] = this.#firstWord[r1];
    values[MeetingValue.RightWord2] = this.#firstWord[r2];
    values[MeetingValue.LeftTag2] = this.#tag[l2];
    values[MeetingValue.LeftTag1] = this.#tag[l1];
    values[MeetingValue.RightTag1] = this.#tag[r1];
    values[MeetingValue.RightTag2] = this.#tag[r2];
    values[MeetingValue.LeftCategory2] = this.#category[l2];
    values[MeetingValue.LeftCategory1] = this.#category[l1];
    values[MeetingValue.RightCategory1] = this.#category[r1];
    values[MeetingValue.RightCategory2] = this.#category[r2];
    values[MeetingValue.LeftClass1] = this.#class[l1];
    values[MeetingValue.RightClass1] = this.#class[r1];
    values[MeetingValue.Casing] = this.#casing[r1];
    sum.sum = 0;
    sum.add(values, 0, meetingTemplates.templates.length, 0);
    return (sums[memo.slot] = sum.sum);
  }

  /**
   * The scores of the beginning and the end of a whole sentence.
   *
   * @param right equal to `left` for a single word
   */
  #sentenceSum(left: number, right: number, category: number, head: number): number {
    const ends = this.#ends;
    this.#edges.writeEnds(left, right, ends, 0, END_WORDS);
    const first = ends[END_WORDS];
    this.#readHead(head);
    this.#readEnds(first, ends[END_WORDS + 1], ends[0], ends[1]);
    this.#values[ConstituentValue.Casing] = this.#casing[first];
    this.#constituent.sum = 0;
    this.#add(ConstituentPart.Sentence, category);
    return this.#constituent.sum + (this.#fluency?.ends(ends, 0, END_WORDS) ?? 0);
  }

  #readHead(head: number): void {
    const values = this.#values;
    values[ConstituentValue.Word] = this.#word[head];
    values[ConstituentValue.Tag] = this.#tag[head];
    values[ConstituentValue.Class] = this.#class[head];
  }

  #readEnds(first: number, second: number, last: number, secondLast: number): void {
    const values = this.#values;
    values[ConstituentValue.First] = this.#firstWord[first];
    values[ConstituentValue.Last] = this.#word[last];
    values[ConstituentValue.FirstTag] = this.#tag[first];
    values[ConstituentValue.SecondTag] = this.#tag[second];
    values[ConstituentValue.LastTag] = this.#tag[last];
    values[ConstituentValue.SecondLastTag] = this.#tag[secondLast];
  }

  #add(part: ConstituentPart, key: number): void {
    this.#constituent.add(this.#values, starts[part], starts[part + 1], key);
  }
}

/**
 * The second word from an end of a part: the second word of its outer child, or if that is a single word, the next
 * word.
 */
function secondOf(ofOuter: number, ofInner: number, { variantCount }: Problem): number {
  return ofOuter === variantCount ? ofInner : ofOuter;
}
