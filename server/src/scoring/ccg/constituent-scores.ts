import { NO_CHAIN } from '../../grammar/ccg/grammar.ts';
import type { Problem } from '../../problem/problem.ts';
import { EdgeScores } from '../best-first/edge-scores.ts';
import { EdgeField, END_WORDS } from '../best-first/records.ts';
import { KeyedSums } from '../keyed-sums.ts';
import type { Scoring } from '../scoring.ts';
import {
  ConstituentSection,
  constituentTemplates,
  ConstituentValue,
  MeetingCategory,
  meetingTemplates,
} from './constituent-templates.ts';
import {
  ConstituentField,
  FIRST_COMBINE,
  GLUE_COST,
  SELDOM_COST,
  type ConstituentRecords,
} from './records.ts';

const { starts } = constituentTemplates;

/** Features treat larger constituents as if they had this many words. */
const MOST_SIZE = 63;

/** Scores constituents: words with a lexical category, and joins of two constituents. */
export class ConstituentScores extends EdgeScores<ConstituentRecords> {
  readonly #constituent = this.sumOf(constituentTemplates);
  readonly #values = constituentTemplates.newValues();

  /** Indexed by variant: its lexical category. */
  #category = new Int32Array(0);

  readonly #categorySums = new KeyedSums();
  readonly #endSums = new KeyedSums();
  readonly #ruleSums = new KeyedSums();

  constructor(scoring: Scoring) {
    super(scoring, meetingTemplates);
  }

  override begin(edges: ConstituentRecords, isLearning = false): void {
    super.begin(edges, isLearning);
    const { entryCategory } = edges.grammar;
    const { variantEntry } = this.problem;
    this.#category = this.column((variant) => entryCategory[variantEntry[variant]]);
  }

  override forget(): void {
    super.forget();
    const { isLearning } = this;
    this.#categorySums.begin(3, isLearning);
    this.#endSums.begin(5, isLearning);
    this.#ruleSums.begin(3, isLearning);
  }

  protected wordScore(edge: number): number {
    const { data, actions, grammar } = this.edges;
    const action = data[edge + EdgeField.Join];
    const head = data[edge + EdgeField.Head];
    const category = data[edge + ConstituentField.Category];
    const sum = this.#constituent;
    const values = this.#values;
    let score = this.#categorySum(category, head, 1);
    this.#readHead(head);
    values[ConstituentValue.Cost] = this.problem.variantCost[head];
    sum.sum = 0;
    this.#add(ConstituentSection.Lexical, this.#category[head]);
    const chain = actions.chainOf(action);
    if (chain !== NO_CHAIN) this.#add(ConstituentSection.Unary, sum.wordKey(chain));
    score += sum.sum;
    if (this.problem.hasCategories && actions.isSeldom(action) === true) {
      score += this.#cost(SELDOM_COST);
    }
    if (!this.edges.isWhole(edge)) return score;
    score += this.#sentenceSum(edge, edge, category, head);
    // A sentence of one word without a sentence category pays the cost of gluing. In a longer
    // sentence, `join` adds this cost: if no rule makes a sentence category of the last two parts,
    // the search glues them together.
    return grammar.rootCount[category] === 0 ? score + this.#cost(GLUE_COST) : score;
  }

  join(left: number, right: number, action: number): number {
    const { data, problem } = this.edges;
    const { category, roots } = this.edges.joined(left, right, action);
    const head = roots[0];
    const ofLeft = data[left + EdgeField.Head];
    const other = head === ofLeft ? data[right + EdgeField.Head] : ofLeft;
    const size = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    let score = this.#categorySum(category, head, Math.min(size, MOST_SIZE));
    score += this.#endSum(left, right, category);
    score += this.#ruleSum(action, head, other);
    score += this.meetingSum(left, right);
    score += this.meetingFluency(left, right);
    if (size === problem.size) score += this.#sentenceSum(left, right, category, head);
    return action < FIRST_COMBINE ? score + this.#cost(GLUE_COST) : score;
  }

  #cost(cost: number): number {
    this.#constituent.observer?.onCost?.(-cost);
    return -cost;
  }

  #categorySum(category: number, head: number, size: number): number {
    const { memo, sums } = this.#categorySums;
    const { key } = memo;
    key[0] = size;
    key[1] = category;
    key[2] = head;
    if (memo.find() && !this.isObserved) return sums[memo.slot];
    this.#readHead(head);
    this.#values[ConstituentValue.Size] = size;
    this.#constituent.sum = 0;
    this.#add(ConstituentSection.Category, category);
    return (sums[memo.slot] = this.#constituent.sum);
  }

  #endSum(left: number, right: number, category: number): number {
    const { data } = this.edges;
    const { memo, sums } = this.#endSums;
    const { key } = memo;
    const first = data[left + EdgeField.First1];
    const last = data[right + EdgeField.Last1];
    const second = secondOf(
      data[left + EdgeField.First2],
      data[right + EdgeField.First1],
      this.problem,
    );
    const secondLast = secondOf(
      data[right + EdgeField.Last2],
      data[left + EdgeField.Last1],
      this.problem,
    );
    key[0] = 1 + category;
    key[1] = first;
    key[2] = second;
    key[3] = last;
    key[4] = secondLast;
    if (memo.find() && !this.isObserved) return sums[memo.slot];
    this.#readEnds(first, second, last, secondLast);
    this.#constituent.sum = 0;
    this.#add(ConstituentSection.Ends, category);
    return (sums[memo.slot] = this.#constituent.sum);
  }

  #ruleSum(action: number, head: number, other: number): number {
    const { grammar } = this.edges;
    const { memo, sums } = this.#ruleSums;
    const { key } = memo;
    key[0] = 1 + action;
    key[1] = head;
    key[2] = other;
    if (memo.find() && !this.isObserved) return sums[memo.slot];
    const values = this.#values;
    const sum = this.#constituent;
    this.#readHead(head);
    values[ConstituentValue.OtherWord] = this.word[other];
    values[ConstituentValue.OtherTag] = this.tag[other];
    values[ConstituentValue.OtherClass] = this.wordClass[other];
    sum.sum = 0;
    const isGlue = action < FIRST_COMBINE;
    const combine = action - FIRST_COMBINE;
    this.#add(
      ConstituentSection.Rule,
      sum.wordKey(isGlue ? action : grammar.combineRule[combine] + 2),
    );
    if (!isGlue && grammar.combineChain[combine] !== NO_CHAIN) {
      this.#add(ConstituentSection.Unary, sum.wordKey(grammar.combineChain[combine]));
    }
    return (sums[memo.slot] = sum.sum);
  }

  protected override readMeeting(
    values: Int32Array,
    l2: number,
    l1: number,
    r1: number,
    r2: number,
  ): void {
    super.readMeeting(values, l2, l1, r1, r2);
    values[MeetingCategory.Left2] = this.#category[l2];
    values[MeetingCategory.Left1] = this.#category[l1];
    values[MeetingCategory.Right1] = this.#category[r1];
    values[MeetingCategory.Right2] = this.#category[r2];
  }

  /**
   * Returns the score of both ends of a whole sentence.
   *
   * @param right the right constituent; equal to `left` for a single word
   */
  #sentenceSum(left: number, right: number, category: number, head: number): number {
    this.readEnds(left, right);
    const { ends } = this;
    const first = ends[END_WORDS];
    this.#readHead(head);
    this.#readEnds(first, ends[END_WORDS + 1], ends[0], ends[1]);
    this.#values[ConstituentValue.Casing] = this.casing[first];
    this.#constituent.sum = 0;
    this.#add(ConstituentSection.Sentence, category);
    return this.#constituent.sum + this.endsFluency();
  }

  #readHead(head: number): void {
    const values = this.#values;
    values[ConstituentValue.Word] = this.word[head];
    values[ConstituentValue.Tag] = this.tag[head];
    values[ConstituentValue.Class] = this.wordClass[head];
  }

  #readEnds(first: number, second: number, last: number, secondLast: number): void {
    const values = this.#values;
    values[ConstituentValue.First] = this.firstWord[first];
    values[ConstituentValue.Last] = this.word[last];
    values[ConstituentValue.FirstTag] = this.tag[first];
    values[ConstituentValue.SecondTag] = this.tag[second];
    values[ConstituentValue.LastTag] = this.tag[last];
    values[ConstituentValue.SecondLastTag] = this.tag[secondLast];
  }

  #add(part: ConstituentSection, key: number): void {
    this.#constituent.add(this.#values, starts[part], starts[part + 1], key);
  }
}

/**
 * Returns the second variant of two joined parts, counted from their left end or from their right
 * end. The outer part is the part at that end.
 *
 * @param ofOuter the outer part's second variant from that end; `variantCount` for a single word
 * @param ofInner the variant of the inner part that stands next to the outer part
 */
function secondOf(ofOuter: number, ofInner: number, { variantCount }: Problem): number {
  return ofOuter === variantCount ? ofInner : ofOuter;
}
