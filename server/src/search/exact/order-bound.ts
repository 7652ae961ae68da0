import { EMPTY_CONTEXT } from '../../lm/query/contexts.ts';
import { NO_WORD } from '../../problem/problem.ts';
import { HEAD, type FullTree } from '../../scoring/bottom-up/full-tree.ts';
import { ItemScores } from '../../scoring/bottom-up/item-scores.ts';
import type { BoundaryFluency } from '../../scoring/bottom-up/boundary-fluency.ts';
import type { PlacedItems } from '../../scoring/bottom-up/item-values.ts';
import { WholeScores } from '../../scoring/bottom-up/whole-scores.ts';
import { wholeTemplates, WholeValue } from '../../scoring/bottom-up/whole-templates.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { mix } from '../../util/hash.ts';
import type { Stop } from '../../util/stop.ts';
import {
  BoundaryBound,
  NOTHING_YET,
  tokensOf,
  type BoundaryToken,
  type HeadItems,
} from './boundary-bound.ts';
import { LOWEST, mostOf, unboundedTemplates } from './terms.ts';

/**
 * For a head with more items (the head and its dependents), no bound is computed. The orders of
 * eight items already have 110,000 beginnings.
 */
export const MOST_ITEMS = 8;

const UNKNOWN = -1;

const ofHead = [
  WholeValue.HeadTag,
  WholeValue.HeadWord,
  WholeValue.HeadLabel,
  WholeValue.Labels,
  WholeValue.Tags,
  WholeValue.Lefts,
  WholeValue.Rights,
  WholeValue.EndWord,
  WholeValue.EndTag,
];
/**
 * The values of which the bound tries all combinations. The first section of `wholeTemplates` is
 * for every head, the second for the end of a sentence.
 */
const sectionValues: readonly (readonly number[])[] = [
  ofHead,
  [...ofHead, WholeValue.LastWord1, WholeValue.LastWord2, WholeValue.LastTag1, WholeValue.LastTag2],
];

/**
 * Upper bounds for the order of a head's items (the head itself and its dependents). The bound of a
 * beginning of an order is the highest score that the remaining items and the complete order as a
 * whole can still add. At the boundaries between items, the best possible words are assumed
 * (`BoundaryBound`).
 */
export class OrderBound {
  readonly #features: ItemScores;
  readonly #wholes: WholeScores;
  /** The bound for templates that read a value outside `sectionValues`. */
  readonly #others: number;
  readonly #boundaries: BoundaryBound;
  readonly #fluency: BoundaryFluency | null;
  #tree!: FullTree;
  #items!: HeadItems;
  #stop!: Stop;

  /**
   * Indexed by beginning and item: the beginning that results if the item is added. A beginning is
   * the first items of an order, as a number; the empty one is 0.
   */
  #next = new Int32Array(0);
  /** Caches `#endOf`, by the last word of a sentence and the word before it. */
  readonly #ends = new Map<BoundaryToken, Map<BoundaryToken, number>>();
  /**
   * Indexed by beginning: the highest score that the remaining items and the complete order as a
   * whole can still add.
   */
  #rest: number[] = [];

  // The beginning that is scored now: a mask of its words, and its items in order.
  readonly #mask: Int32Array;
  readonly #sequence: number[] = [];

  constructor(
    scoring: Pick<Scoring, 'weights' | 'leftOut'>,
    tree: FullTree,
    fluency: BoundaryFluency | null,
  ) {
    this.#tree = tree;
    this.#mask = new Int32Array(tree.problem.maskLength);
    this.#features = new ItemScores(scoring.weights, scoring.leftOut);
    this.#features.begin(tree);
    const unbounded = unboundedTemplates(wholeTemplates, sectionValues);
    this.#wholes = new WholeScores(scoring.weights, new Set([...scoring.leftOut, ...unbounded]));
    this.#others = mostOf(unbounded.length, scoring.weights);
    this.#boundaries = new BoundaryBound(scoring, fluency);
    this.#fluency = fluency;
  }

  /** @returns false after a stop */
  begin(head: number, stop: Stop): boolean {
    const { dependentStart, dependents } = this.#tree.problem;
    const below = dependents.subarray(dependentStart[head], dependentStart[head + 1]);
    const words = [head, ...below];
    const tokens = words.map((word, i) =>
      tokensOf(this.#tree, i === 0 ? [word] : this.#wordsUnder(word), this.#fluency),
    );
    this.#items = { head, words, tokens };
    this.#stop = stop;
    this.#boundaries.begin(this.#tree, this.#items, stop);
    this.#ends.clear();
    this.#rest = [];
    this.#next = new Int32Array(beginnings(words.length) * words.length).fill(UNKNOWN);
    this.#score();
    return !stop.requested;
  }

  /** Returns the beginning that results if the item of `word` is added. */
  after(beginning: number, word: number): number {
    const { words } = this.#items;
    return this.#next[beginning * words.length + words.indexOf(word)];
  }

  /**
   * Returns the bound of a beginning: the highest score that the rest of the order can still add.
   */
  of(beginning: number): number {
    return this.#rest[beginning];
  }

  /**
   * Scores the beginning in `#sequence` and all its continuations.
   *
   * @returns this beginning
   */
  #score(): number {
    const { head, words } = this.#items;
    const { twinBefore } = this.#tree.problem;
    const sequence = this.#sequence;
    const own = this.#rest.push(LOWEST) - 1;
    if (this.#stop.requested) return own;
    if (sequence.length === words.length) {
      this.#rest[own] = this.#scoreWhole() + this.#others;
      return own;
    }
    const before = sequence.at(-1) ?? NOTHING_YET;
    const headAt = sequence.indexOf(0);
    const isAfterHead = headAt >= 0;
    const placed: PlacedItems = {
      data: this.#mask,
      mask: 0,
      last: before === NOTHING_YET ? NO_WORD : words[before],
      beforeLast: sequence.length < 2 ? NO_WORD : words[sequence.at(-2)!],
      rights: isAfterHead ? sequence.length - 1 - headAt : 0,
    };
    this.#features.enter(head, placed);
    const left = words.flatMap((word, item) => {
      const twin = item === 0 ? NO_WORD : twinBefore[word];
      const isNext = twin === NO_WORD || this.#isPlaced(twin);
      return sequence.includes(item) || !isNext
        ? []
        : [{ item, score: this.#features.score(item) }];
    });
    let highest = LOWEST;
    for (const { item, score } of left) {
      const word = words[item];
      this.#mask[word >>> 5] |= 1 << (word & 31);
      sequence.push(item);
      const longer = this.#score();
      sequence.pop();
      this.#mask[word >>> 5] &= ~(1 << (word & 31));
      this.#next[own * words.length + item] = longer;
      const atBoundary = this.#boundaries.of(before, item, isAfterHead);
      highest = Math.max(highest, score + atBoundary + this.#rest[longer]);
    }
    this.#rest[own] = highest;
    return own;
  }

  /**
   * Returns an upper bound of the score of the order in `#sequence` as a whole. For the root of the
   * tree, this score depends on the last two words of the sentence. So all pairs of words are
   * tried.
   */
  #scoreWhole(): number {
    const { head, words, tokens } = this.#items;
    const { problem, label, tag } = this.#tree;
    const { values } = this.#wholes;
    let labels = 0;
    let tags = 0;
    for (const item of this.#sequence) {
      labels = mix(labels, (item === 0 ? HEAD : label[words[item]]) + 1);
      tags = mix(tags, (item === 0 ? HEAD : tag[words[item]]) + 1);
    }
    const lefts = this.#sequence.indexOf(0);
    values[WholeValue.Labels] = labels;
    values[WholeValue.Tags] = tags;
    values[WholeValue.Lefts] = lefts;
    values[WholeValue.Rights] = words.length - 1 - lefts;
    if (problem.head[head] !== NO_WORD) return this.#wholes.sum(this.#tree, head);
    const last = tokens[this.#sequence.at(-1)!];
    let highest = LOWEST;
    for (const one of last) {
      values[WholeValue.LastWord1] = one.word;
      values[WholeValue.LastTag1] = one.tag;
      for (const other of tokens.flat()) {
        if (other === one) continue;
        values[WholeValue.LastWord2] = other.word;
        values[WholeValue.LastTag2] = other.tag;
        const whole = this.#wholes.sum(this.#tree, head);
        highest = Math.max(highest, whole + this.#endOf(other, one));
      }
    }
    return highest;
  }

  /**
   * Returns an upper bound of the language model's score of the end of a sentence whose last two
   * words are `second` and `last`. All other words of the sentence are tried before `second`.
   */
  #endOf(second: BoundaryToken, last: BoundaryToken): number {
    const fluency = this.#fluency;
    if (fluency === null) return 0;
    let ofLast = this.#ends.get(last);
    if (ofLast === undefined) this.#ends.set(last, (ofLast = new Map<BoundaryToken, number>()));
    let highest = ofLast.get(second);
    if (highest !== undefined) return highest;
    const endAfter = (context: number): number => {
      const beforeLast = fluency.advance(context, second.column);
      return fluency.end(fluency.advance(beforeLast, last.column));
    };
    const others = this.#items.tokens.flat().filter((token) => token !== second && token !== last);
    const scores = others.map(({ column }) => endAfter(fluency.advance(EMPTY_CONTEXT, column)));
    // If there are no other words, `second` is the first word of the sentence.
    if (others.length === 0) scores.push(endAfter(fluency.start));
    highest = Math.max(...scores);
    ofLast.set(second, highest);
    return highest;
  }

  #isPlaced(word: number): boolean {
    return ((this.#mask[word >>> 5] >>> (word & 31)) & 1) === 1;
  }

  #wordsUnder(word: number): number[] {
    const { dependentStart, dependents } = this.#tree.problem;
    const words = [word];
    for (const one of words) {
      words.push(...dependents.subarray(dependentStart[one], dependentStart[one + 1]));
    }
    return words;
  }
}

/** Counts the beginnings of all orders, including the empty one. */
function beginnings(items: number): number {
  let count = 1;
  for (let i = 1; i <= items; i++) count = count * i + 1;
  return count;
}
