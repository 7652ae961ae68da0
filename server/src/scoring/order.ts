import { NO_WORD, type Problem } from '../problem/problem.ts';
import { mix, spread } from '../util/hash.ts';
import { NONE } from '../model/lexicon.ts';
import { Casing } from '../model/shape.ts';
import { KeyTable } from './key-table.ts';
import { bucket, h1, h2, h3, WeightSum, type WeightTable } from './weight-sum.ts';
import { BEGIN, END, Field, HEAD, type Orders } from '../search/bottom-up/orders.ts';

/** Stands among labels and tags for what is not there. */
const NOTHING = 254;

const SENTENCE: number = Casing.Sentence;

/** Where what is placed stands. */
const enum Side {
  Head = 0,
  Left = 1,
  Right = 2,
}

/** How two siblings compare in weight, the head being neither. */
const OF_HEAD = 2;

/**
 * The features of placing an order behind another (after Bohnet et al. 2010 and Yu et al. 2019): what
 * is placed, where, after what, with what still to come and what below it (`#addItem`), which does
 * not depend on how it is ordered inside; the words on both sides of the boundary (`#addBoundary`);
 * and the sequence as a whole (`end`). They are hashed into a table of 2^n weights.
 */
export class OrderFeatures {
  readonly #weights: WeightSum;
  #problem!: Problem;
  #orders!: Orders;
  readonly #items = new KeyTable();
  readonly #itemSums = new Int32Array(KeyTable.SLOTS);
  readonly #boundaries = new KeyTable();
  readonly #boundarySums = new Int32Array(KeyTable.SLOTS);

  // For each word of the problem, what does not change while it is searched.
  #likelyTag = new Int32Array(0);
  /** How many words the subtree under a word holds. */
  #weight = new Int32Array(0);
  /** Whether it holds a word written as at the beginning of a sentence. */
  #isCapital = new Uint8Array(0);

  constructor(weights: WeightTable) {
    this.#weights = new WeightSum(weights);
  }

  /** Where set, the places of all weights that are summed are added to it: for training. */
  set collected(places: number[] | null) {
    this.#weights.collected = places;
  }

  /** Prepares for the orders of one problem, which is a full tree. */
  begin(problem: Problem, orders: Orders): void {
    this.#problem = problem;
    this.#orders = orders;
    this.#items.begin(5 + problem.maskLength);
    this.#boundaries.begin(7);
    const n = problem.size;
    this.#likelyTag = Int32Array.from({ length: n }, (_, word) => problem.likelyTag(word));
    this.#weight = new Int32Array(n);
    this.#isCapital = new Uint8Array(n);
    for (let w = 0; w < n; w++) {
      const isCapital = problem.casing[w] === SENTENCE;
      for (let above = w; above !== NO_WORD; above = problem.head[above]) {
        this.#weight[above]++;
        if (isCapital) this.#isCapital[above] = 1;
      }
    }
  }

  /** The score that placing an order behind another adds, but for what is inside it. */
  place(before: number, placed: number): number {
    return this.#item(before, placed) + this.#boundary(before, placed);
  }

  /** The score that a head's order has as a whole. */
  end(order: number): number {
    const weights = this.#weights;
    const { data } = this.#orders;
    const { wordId: word, label } = this.#problem;
    const head = data[order + Field.Head];
    const ht = this.#likelyTag[head];
    const hw = word[head];
    const hl = label[head];
    const labels = data[order + Field.Labels];
    const tags = data[order + Field.Tags];
    const lefts = data[order + Field.Lefts];
    const rights = data[order + Field.Rights];
    weights.sum = 0;
    weights.add(h2(150, labels, ht), 0);
    weights.add(h2(151, tags, ht), 0);
    weights.add(h3(152, labels, ht, hl), 0);
    weights.add(h2(153, tags, hw), 0);
    weights.add(h2(154, labels, hw), 0);
    weights.add(h3(155, lefts, rights, ht), 0);
    weights.add(h3(156, lefts, rights, hl), 0);
    if (this.#problem.head[head] !== NO_WORD) return weights.sum;
    const w1 = data[order + Field.Last1];
    const t1 = data[order + Field.LastTag1];
    weights.add(h2(110, w1, END), 0);
    weights.add(h2(111, t1, END), 0);
    weights.add(h2(112, w1, END), 0);
    weights.add(h3(131, data[order + Field.LastTag2], t1, END), 0);
    weights.add(h3(130, data[order + Field.Last2], w1, END), 0);
    return weights.sum;
  }

  #item(before: number, placed: number): number {
    const weights = this.#weights;
    const { data } = this.#orders;
    weights.sum = 0;
    if (weights.collected !== null) {
      this.#addItem(before, placed);
      return weights.sum;
    }
    const { key } = this.#items;
    key[0] = 1 + data[placed + Field.Head];
    key[1] = data[before + Field.Head];
    key[2] = data[before + Field.Last];
    key[3] = data[before + Field.BeforeLast];
    key[4] = data[before + Field.Rights];
    for (let i = 0; i < this.#problem.maskLength; i++) key[5 + i] = data[before + Field.Mask + i];
    if (!this.#items.find()) {
      this.#addItem(before, placed);
      this.#itemSums[this.#items.slot] = weights.sum;
    }
    return this.#itemSums[this.#items.slot];
  }

  #boundary(before: number, placed: number): number {
    const weights = this.#weights;
    const { data } = this.#orders;
    weights.sum = 0;
    if (weights.collected !== null) {
      this.#addBoundary(before, placed);
      return weights.sum;
    }
    const { key } = this.#boundaries;
    key[0] = 1 + placed;
    key[1] = data[before + Field.Head];
    key[2] = data[before + Field.Last];
    key[3] = data[before + Field.Last1];
    key[4] = data[before + Field.Last2];
    key[5] =
      data[before + Field.LastTag1] |
      (data[before + Field.LastTag2] << 8) |
      (data[before + Field.LastTag3] << 16) |
      (Math.min(3, data[before + Field.Length]) << 24);
    key[6] = this.#orders.has(before, data[before + Field.Head]) ? 1 : 0;
    if (!this.#boundaries.find()) {
      this.#addBoundary(before, placed);
      this.#boundarySums[this.#boundaries.slot] = weights.sum;
    }
    return this.#boundarySums[this.#boundaries.slot];
  }

  #sideOf(before: number, placed: number): Side {
    const { data } = this.#orders;
    const head = data[before + Field.Head];
    if (data[placed + Field.Head] === head) return Side.Head;
    return this.#orders.has(before, head) ? Side.Right : Side.Left;
  }

  /** The label of a word that was placed with a head; NOTHING for none. */
  #labelOf(word: number, head: number): number {
    if (word === NO_WORD) return NOTHING;
    return word === head ? HEAD : this.#problem.label[word];
  }

  #tagOf(word: number, head: number): number {
    if (word === NO_WORD) return NOTHING;
    return word === head ? HEAD : this.#likelyTag[word];
  }

  #addItem(before: number, placed: number): void {
    const weights = this.#weights;
    const problem = this.#problem;
    const { data } = this.#orders;
    const head = data[before + Field.Head];
    const item = data[placed + Field.Head];
    const side = this.#sideOf(before, placed);
    const isHead = side === Side.Head;
    const label = isHead ? HEAD : problem.label[item];
    const dt = this.#likelyTag[item];
    const dw = problem.wordId[item];
    const ht = this.#likelyTag[head];
    const hw = problem.wordId[head];
    const hl = problem.label[head];
    const above = problem.head[head];
    const aboveTag = above === NO_WORD ? 0 : this.#likelyTag[above];
    const weight = isHead ? 1 : this.#weight[item];
    const size = sizeOf(weight);
    const index = Math.min(5, data[before + (side === Side.Right ? Field.Rights : Field.Lefts)]);
    const left = bucket(this.#dependentsLeft(before, head));
    // What is placed where, told apart by its tag and by its word.
    const byTag = h3(1, label, dt, side);
    const byWord = h3(2, label, dw, side);
    weights.add(byTag, 0);
    weights.add(byWord, 0);
    weights.add(h3(3, dt, side, ht), 0);
    weights.add(h3(23, dw, dt, side), 0);
    weights.add(h2(4, byTag, ht), 0);
    weights.add(h2(5, byTag, hw), 0);
    weights.add(h2(6, byWord, ht), 0);
    weights.add(h2(7, byWord, hw), 0);
    weights.add(h3(8, byTag, ht, hl), 0);
    weights.add(h3(9, label, side, ht), 0);
    weights.add(h2(10, byTag, index), 0);
    weights.add(h3(11, byTag, ht, index), 0);
    weights.add(h2(12, byWord, index), 0);
    weights.add(h2(13, byTag, size), 0);
    weights.add(h3(14, byTag, ht, size), 0);
    weights.add(h2(15, byTag, left), 0);
    weights.add(h3(16, byTag, ht, left), 0);
    weights.add(h3(17, byTag, index, left), 0);
    weights.add(h2(18, byWord, left), 0);
    weights.add(h3(19, byTag, ht, aboveTag), 0);
    weights.add(h3(20, byTag, hl, aboveTag), 0);
    weights.add(h2(21, byWord, hl), 0);
    this.#addLast(before, item, byTag, byWord, label, side);
    this.#addSiblings(before, item, byTag, byWord, label, side);
    if (!isHead) this.#addBelow(before, item, byTag, byWord);
  }

  /** What was placed right before. */
  #addLast(
    before: number,
    item: number,
    byTag: number,
    byWord: number,
    label: number,
    side: Side,
  ): void {
    const weights = this.#weights;
    const problem = this.#problem;
    const { data } = this.#orders;
    const head = data[before + Field.Head];
    const ht = this.#likelyTag[head];
    const hw = problem.wordId[head];
    const last = data[before + Field.Last];
    const beforeLast = data[before + Field.BeforeLast];
    const l1 = this.#labelOf(last, head);
    const t1 = this.#tagOf(last, head);
    const w1 = last === NO_WORD ? BEGIN : problem.wordId[last];
    const l2 = this.#labelOf(beforeLast, head);
    const t2 = this.#tagOf(beforeLast, head);
    const weight = side === Side.Head ? 1 : this.#weight[item];
    const weight1 = last === NO_WORD ? 0 : last === head ? 1 : this.#weight[last];
    const sizes = sizeOf(weight) * 8 + sizeOf(weight1);
    const heavier = Math.sign(weight - weight1);
    const casings = problem.casing[item] * 16 + (last === NO_WORD ? 9 : problem.casing[last]);
    weights.add(h3(30, byTag, t1, l1), 0);
    weights.add(h2(31, byTag, l1), 0);
    weights.add(h3(32, byTag, t1, ht), 0);
    weights.add(h3(33, byTag, l1, ht), 0);
    weights.add(h2(34, byTag, w1), 0);
    weights.add(h3(35, byWord, t1, l1), 0);
    weights.add(h2(36, byWord, w1), 0);
    weights.add(h3(37, byTag, mix(t1, l1), mix(t2, l2)), 0);
    weights.add(h3(38, byTag, l1, l2), 0);
    weights.add(h3(39, mix(byTag, ht), t1, t2), 0);
    weights.add(h3(40, mix(byTag, ht), l1, l2), 0);
    weights.add(h3(41, byWord, t1, t2), 0);
    weights.add(h3(42, byTag, t1, sizes), 0);
    weights.add(h2(43, byTag, sizes), 0);
    weights.add(h3(44, label, l1, side * 64 + sizes), 0);
    weights.add(h3(45, mix(byTag, hw), t1, l1), 0);
    weights.add(h3(46, byTag, casings, l1), 0);
    weights.add(h3(47, byTag, casings, t1), 0);
    weights.add(h3(48, byTag, l1, heavier), 0);
    weights.add(h3(49, byTag, t1, heavier), 0);
  }

  /** The head's other dependents, placed and still to come. */
  #addSiblings(
    before: number,
    item: number,
    byTag: number,
    byWord: number,
    label: number,
    side: Side,
  ): void {
    const weights = this.#weights;
    const problem = this.#problem;
    const orders = this.#orders;
    const { data } = orders;
    const head = data[before + Field.Head];
    const ht = this.#likelyTag[head];
    const hw = problem.wordId[head];
    const last = data[before + Field.Last];
    const l1 = this.#labelOf(last, head);
    const t1 = this.#tagOf(last, head);
    const isHead = side === Side.Head;
    const dw = problem.wordId[item];
    const casing = problem.casing[item];
    const weight = isHead ? 1 : this.#weight[item];
    const size = sizeOf(weight);
    const where = h2(50, label, side);
    let comingTags = 0;
    let comingLabels = 0;
    let placedTags = 0;
    let placedLabels = 0;
    let isCapitalToCome = !isHead && !orders.has(before, head) && this.#isWritten(head);
    for (let i = problem.dependentStart[head]; i < problem.dependentStart[head + 1]; i++) {
      const s = problem.dependents[i];
      const rl = problem.label[s];
      const rt = this.#likelyTag[s];
      const rw = problem.wordId[s];
      if (orders.has(before, s)) {
        placedTags = (placedTags + spread(rt)) | 0;
        placedLabels = (placedLabels + spread(rl + 1000)) | 0;
        if (last !== NO_WORD && s === last) continue;
        weights.add(h3(94, byTag, rl, rt), 0);
        weights.add(h3(95, byTag, rl, rw), 0);
        continue;
      }
      if (s === item) continue;
      comingTags = (comingTags + spread(rt)) | 0;
      comingLabels = (comingLabels + spread(rl + 1000)) | 0;
      isCapitalToCome ||= this.#isCapital[s] === 1;
      const heavier = isHead ? OF_HEAD : Math.sign(this.#weight[s] - weight);
      weights.add(h3(51, byTag, rl, rt), 0);
      weights.add(h3(52, mix(byTag, ht), rl, rt), 0);
      weights.add(h3(53, byWord, rl, rt), 0);
      weights.add(h3(54, byTag, rl, rw), 0);
      weights.add(h3(55, dw, rw, side), 0);
      weights.add(h3(56, where, rl, heavier), 0);
      weights.add(h3(57, byTag, mix(rl, rt), heavier), 0);
      weights.add(h3(58, mix(byTag, hw), rl, rt), 0);
      weights.add(h3(96, byTag, casing * 16 + problem.casing[s], rl), 0);
      weights.add(h3(97, byTag, casing * 16 + problem.casing[s], rt), 0);
      weights.add(h3(98, byTag, size * 8 + sizeOf(this.#weight[s]), mix(rl, rt)), 0);
      if (last !== NO_WORD) weights.add(h3(59, mix(byTag, rt), mix(l1, t1), rl), 0);
    }
    weights.add(h2(60, byTag, comingTags), 0);
    weights.add(h2(61, byTag, comingLabels), 0);
    weights.add(h3(62, byTag, ht, comingTags), 0);
    weights.add(h3(63, byTag, ht, comingLabels), 0);
    weights.add(h2(64, byWord, comingTags), 0);
    weights.add(h2(65, byWord, comingLabels), 0);
    weights.add(h3(66, byTag, mix(t1, l1), comingTags), 0);
    weights.add(h3(67, byTag, l1, comingLabels), 0);
    weights.add(h3(68, mix(byTag, hw), comingTags, comingLabels), 0);
    weights.add(h3(70, byTag, placedTags, comingTags), 0);
    weights.add(h3(71, byTag, placedLabels, comingLabels), 0);
    weights.add(h3(72, byTag, ht, placedTags), 0);
    weights.add(h3(73, byTag, ht, placedLabels), 0);
    // What begins a sentence is written with a capital.
    const isCapital = isHead ? this.#isWritten(head) : this.#isCapital[item] === 1;
    const isFirst = last === NO_WORD ? 1 : 0;
    const capitals =
      (isCapital ? 1 : 0) +
      (isCapitalToCome ? 2 : 0) +
      4 * isFirst +
      (problem.head[head] === NO_WORD ? 8 : 0);
    weights.add(h1(90, capitals), 0);
    weights.add(h2(91, byTag, capitals), 0);
    weights.add(h2(92, capitals, ht), 0);
    weights.add(h3(93, byTag, casing, isFirst), 0);
    weights.add(h3(99, byTag, casing, ht), 0);
  }

  /** What is below a dependent. */
  #addBelow(before: number, item: number, byTag: number, byWord: number): void {
    const weights = this.#weights;
    const problem = this.#problem;
    const { data } = this.#orders;
    const head = data[before + Field.Head];
    const ht = this.#likelyTag[head];
    const last = data[before + Field.Last];
    const afterLast = mix(byTag, mix(this.#tagOf(last, head), this.#labelOf(last, head)));
    let tags = 0;
    let labels = 0;
    for (let i = problem.dependentStart[item]; i < problem.dependentStart[item + 1]; i++) {
      const d = problem.dependents[i];
      const label = problem.label[d];
      const tag = this.#likelyTag[d];
      tags = (tags + spread(tag)) | 0;
      labels = (labels + spread(label + 1000)) | 0;
      weights.add(h3(80, byTag, label, tag), 0);
      weights.add(h3(81, byTag, label, problem.wordId[d]), 0);
      weights.add(h3(82, mix(byTag, ht), label, tag), 0);
      weights.add(h3(83, byWord, label, tag), 0);
      weights.add(h3(84, afterLast, label, tag), 0);
    }
    weights.add(h2(85, byTag, tags), 0);
    weights.add(h2(86, byTag, labels), 0);
    weights.add(h3(87, byTag, ht, tags), 0);
  }

  /** The words on both sides of where an order is placed behind another. */
  #addBoundary(before: number, placed: number): void {
    const weights = this.#weights;
    const { data } = this.#orders;
    const head = data[before + Field.Head];
    const ht = this.#likelyTag[head];
    const word = data[placed + Field.Head];
    const side = this.#sideOf(before, placed);
    const label = side === Side.Head ? HEAD : this.#problem.label[word];
    const item = h3(100, label, this.#likelyTag[word], side);
    const f1w = data[placed + Field.First1];
    const f1t = data[placed + Field.FirstTag1];
    if (data[placed + Field.Length] > 1) {
      const g1w = data[placed + Field.Last1];
      const g1t = data[placed + Field.LastTag1];
      const shape =
        Math.min(3, data[placed + Field.Lefts]) * 4 + Math.min(3, data[placed + Field.Rights]);
      weights.add(h3(101, item, f1t, g1t), 0);
      weights.add(h2(102, item, f1w), 0);
      weights.add(h2(103, item, g1w), 0);
      weights.add(h2(104, item, f1t), 0);
      weights.add(h2(105, item, shape), 0);
      weights.add(h3(106, item, f1t, ht), 0);
    }
    const w1 = data[before + Field.Last1];
    if (w1 === NONE) {
      weights.add(h3(107, item, f1t, ht), 0);
      weights.add(h2(108, item, f1w), 0);
      return;
    }
    const t1 = data[before + Field.LastTag1];
    const casing = data[placed + Field.FirstCasing];
    const l1 = this.#labelOf(data[before + Field.Last], head);
    weights.add(h2(110, w1, f1w), 0);
    weights.add(h2(111, t1, f1t), 0);
    weights.add(h2(112, w1, f1t), 0);
    weights.add(h2(113, t1, f1w), 0);
    weights.add(h2(114, w1, casing), 0);
    weights.add(h2(115, t1, casing), 0);
    weights.add(h3(116, item, w1, f1t), 0);
    weights.add(h3(117, item, t1, f1w), 0);
    weights.add(h3(118, item, t1, f1t), 0);
    weights.add(h3(119, mix(item, l1), t1, f1t), 0);
    weights.add(h3(120, item, w1, f1w), 0);
    weights.add(h3(121, label, l1, mix(t1, f1t)), 0);
    this.#addTrigrams(before, placed, item);
  }

  #addTrigrams(before: number, placed: number, item: number): void {
    const weights = this.#weights;
    const { data } = this.#orders;
    const w1 = data[before + Field.Last1];
    const t1 = data[before + Field.LastTag1];
    const w2 = data[before + Field.Last2];
    const t2 = data[before + Field.LastTag2];
    const f1w = data[placed + Field.First1];
    const f1t = data[placed + Field.FirstTag1];
    const f2w = data[placed + Field.First2];
    const f2t = data[placed + Field.FirstTag2];
    if (w2 !== NONE) {
      this.#addTrigram(w2, t2, w1, t1, f1w, f1t);
      weights.add(h3(136, item, mix(t2, t1), f1t), 0);
      if (data[before + Field.Last3] !== NONE) {
        weights.add(h3(137, mix(data[before + Field.LastTag3], t2), t1, f1t), 0);
      }
    }
    if (f2w === NONE) return;
    this.#addTrigram(w1, t1, f1w, f1t, f2w, f2t);
    if (w2 !== NONE) weights.add(h3(137, mix(t2, t1), f1t, f2t), 0);
    if (data[placed + Field.First3] !== NONE) {
      weights.add(h3(137, mix(t1, f1t), f2t, data[placed + Field.FirstTag3]), 0);
    }
  }

  #addTrigram(w1: number, t1: number, w2: number, t2: number, w3: number, t3: number): void {
    const weights = this.#weights;
    weights.add(h3(130, w1, w2, w3), 0);
    weights.add(h3(131, t1, t2, t3), 0);
    weights.add(h3(132, w1, t2, t3), 0);
    weights.add(h3(133, t1, w2, t3), 0);
    weights.add(h3(134, t1, t2, w3), 0);
    weights.add(h3(135, w1, w2, t3), 0);
  }

  #isWritten(word: number): boolean {
    return this.#problem.casing[word] === SENTENCE;
  }

  #dependentsLeft(before: number, head: number): number {
    const { dependentStart, dependents } = this.#problem;
    let left = 0;
    for (let i = dependentStart[head]; i < dependentStart[head + 1]; i++) {
      if (!this.#orders.has(before, dependents[i])) left++;
    }
    return left;
  }
}

/** Numbers of words in eight steps. */
function sizeOf(count: number): number {
  if (count <= 3) return count;
  return count <= 5 ? 4 : count <= 9 ? 5 : count <= 16 ? 6 : 7;
}
