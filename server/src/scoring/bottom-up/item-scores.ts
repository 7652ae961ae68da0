import { NO_WORD } from '../../problem/problem.ts';
import { mix } from '../../util/hash.ts';
import { bucket, contextOf, seedBase } from '../contexts.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { BEGIN, HEAD, NOTHING, Side, type FullTree } from './full-tree.ts';
import { SumMemo, UNKNOWN } from '../sum-memo.ts';
import { SumRows } from '../sum-rows.ts';
import { ItemSection, itemTemplates, ItemValue } from './item-templates.ts';

const { starts } = itemTemplates;
/** The numbers of the templates whose hashed contexts are values of other templates. */
const BY_TAG = 0;
const BY_WORD = 1;
const BY_LABEL_BASE = seedBase(50);

/** The comparison of two siblings by weight; the head is not a sibling. */
const OF_HEAD = 2;
/** The casing of no item. */
const NO_CASING = 9;
/** Pairs a casing with a size in one value. */
const CASINGS = 16;
const SIZES = 8;
/** Dependents on one side are counted up to 5; `bucket` has five values for them. */
const MOST_INDEX = 5;
const BUCKETS = 5;
const POSITIONS = (MOST_INDEX + 1) * BUCKETS;

/** A value of `capitals`. */
const enum Capital {
  InItem = 1,
  ToCome = 2,
  First = 4,
  OfRoot = 8,
}
const CAPITALS = 16;

/** The placed items of a head, as far as the templates read them. */
export interface PlacedItems {
  /** The mask of the placed words, from `mask`. */
  readonly data: Int32Array;
  readonly mask: number;
  /** The last two placed words, or NO_WORD. */
  readonly last: number;
  readonly beforeLast: number;
  /** The number of dependents after the head. */
  readonly rights: number;
}

/**
 * The features of placing an item. The items of a head have numbers: 0 is the head itself, the
 * dependents follow in the order of `Problem.dependents`, and the next number stands for no item.
 *
 * Most templates do not depend on all placed items. Sums over a pair of items are made once per
 * head, sums over the set of placed items once per set.
 *
 */
export class ItemScores {
  readonly #sum: FeatureSum;
  readonly #values = itemTemplates.newValues();
  #tree!: FullTree;

  // Data of the head.
  #head = NO_WORD;
  #count = 0;
  /** By number of an item: its word. */
  #words = new Int32Array(0);
  /** By word of an item: its number. */
  #numbers = new Int32Array(0);

  // Data of the placed items.
  #hasHead = false;
  /** The numbers of the placed dependents, and of those to come. */
  #placed = new Int32Array(0);
  #placedCount = 0;
  #coming = new Int32Array(0);
  #comingCount = 0;
  #comingTags = 0;
  #comingLabels = 0;
  /** How many of the items to come hold a capitalised word. */
  #comingCapitals = 0;
  #last = 0;
  #beforeLast = 0;

  /** The item and side of the current values, as one number (`#sideOf`). */
  #at = -1;

  // Sums by item and side, and by the values of their section.
  readonly #itemSums = new SumMemo();
  readonly #positionSums = new SumMemo();
  readonly #capitalSums = new SumMemo();
  readonly #lastSums = new SumMemo();
  readonly #lastTwoSums = new SumMemo();
  readonly #comingSums = new SumMemo();
  readonly #comingLastSums = new SumMemo();
  readonly #placedSums = new SumMemo();

  /** By number of an item: the sum for the set of placed items, and the total. */
  readonly #sets = new SumRows();
  readonly #states = new SumRows();

  /** @param leftOut names of templates that add nothing, as `GROUP/NAME` */
  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, itemTemplates, leftOut);
  }

  /** If set, it sees every feature of `sum`. */
  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  /** Prepares for the heads of a tree. */
  begin(tree: FullTree): void {
    const { size, maskLength } = tree.problem;
    this.#tree = tree;
    this.#head = NO_WORD;
    if (this.#numbers.length < size) {
      this.#numbers = new Int32Array(size);
      this.#words = new Int32Array(size);
      this.#placed = new Int32Array(size);
      this.#coming = new Int32Array(size);
    }
    const items = 1 + tree.mostDependents;
    this.#sets.begin(1 + maskLength, items);
    this.#states.begin(4 + maskLength, items);
  }

  /** Sets the head and its placed items for the next scores. */
  enter(head: number, placed: PlacedItems): void {
    const { key } = this.#states;
    const { maskLength } = this.#tree.problem;
    this.#enterHead(head);
    key[0] = 1 + head;
    key[1] = placed.last;
    key[2] = placed.beforeLast;
    key[3] = placed.rights;
    for (let i = 0; i < maskLength; i++) key[4 + i] = placed.data[placed.mask + i];
    if (this.#states.enter()) this.#sumState(placed);
  }

  /** The sum of the weights for placing an item that is not placed. */
  score(item: number): number {
    return this.#states.get(item);
  }

  /**
   * The same for any head and placed items, without memo, so that an observer sees the features.
   */
  sum(head: number, placed: PlacedItems, word: number): number {
    this.#enterHead(head);
    this.#read(placed);
    const item = this.#numbers[word];
    const at = this.#enterItem(item);
    let sum = this.#sumItem(at) + this.#sumPart(ItemSection.Position) + this.#sumCapitals(item);
    sum += this.#sumLast(at) + this.#sumPart(ItemSection.LastTwo);
    for (let i = 0; i < this.#comingCount; i++) {
      const sibling = this.#coming[i];
      if (sibling !== item) sum += this.#sumComing(at, sibling) + this.#sumComingLast(sibling);
    }
    for (let i = 0; i < this.#placedCount; i++) {
      const sibling = this.#placed[i];
      if (sibling !== this.#last) sum += this.#sumPlaced(sibling);
    }
    return sum + this.#sumPart(ItemSection.All) + this.#sumPart(ItemSection.AllLast);
  }

  #enterHead(head: number): void {
    if (head === this.#head) return;
    const { dependentStart, dependents } = this.#tree.problem;
    const start = dependentStart[head];
    const count = 1 + dependentStart[head + 1] - start;
    this.#head = head;
    this.#count = count;
    this.#at = -1;
    for (let i = 0; i < count; i++) {
      const word = i === 0 ? head : dependents[start + i - 1];
      this.#words[i] = word;
      this.#numbers[word] = i;
    }
    const sides = 2 * count;
    const sidesAndLast = sides * (count + 1);
    this.#itemSums.begin(sides);
    this.#positionSums.begin(sides * POSITIONS);
    this.#capitalSums.begin(sides * CAPITALS);
    this.#lastSums.begin(sidesAndLast);
    this.#lastTwoSums.begin(sidesAndLast * (count + 1));
    this.#comingSums.begin(sides * count);
    this.#comingLastSums.begin(sidesAndLast * count);
    this.#placedSums.begin(sides * count);
  }

  /** Sums all sections for each item that is not placed. */
  #sumState(placed: PlacedItems): void {
    const { key } = this.#sets;
    const { maskLength } = this.#tree.problem;
    this.#read(placed);
    key[0] = 1 + this.#head;
    for (let i = 0; i < maskLength; i++) key[1 + i] = placed.data[placed.mask + i];
    const isNew = this.#sets.enter();
    if (!this.#hasHead) this.#sumItemOfState(0, isNew);
    for (let i = 0; i < this.#comingCount; i++) this.#sumItemOfState(this.#coming[i], isNew);
  }

  #sumItemOfState(item: number, isNewSet: boolean): void {
    const at = this.#enterItem(item);
    if (isNewSet) this.#sets.set(item, this.#scoreSet(item, at));
    this.#states.set(item, this.#sets.get(item) + this.#scoreState(item, at));
  }

  /** Sums the sections that depend on the set of placed items. */
  #scoreSet(item: number, at: number): number {
    const capitals = at * CAPITALS + this.#capitals(item);
    const row = at * this.#count;
    let sum = this.#sumPart(ItemSection.All);
    let known = this.#itemSums.get(at);
    sum += known === UNKNOWN ? this.#itemSums.set(at, this.#sumItem(at)) : known;
    known = this.#capitalSums.get(capitals);
    sum += known === UNKNOWN ? this.#capitalSums.set(capitals, this.#sumCapitals(item)) : known;
    for (let i = 0; i < this.#comingCount; i++) {
      const sibling = this.#coming[i];
      if (sibling === item) continue;
      known = this.#comingSums.get(row + sibling);
      sum +=
        known === UNKNOWN
          ? this.#comingSums.set(row + sibling, this.#sumComing(at, sibling))
          : known;
    }
    for (let i = 0; i < this.#placedCount; i++) sum += this.#scorePlaced(row, this.#placed[i]);
    return sum;
  }

  /** Sums the sections that depend on the last two placed items and on the place. */
  #scoreState(item: number, at: number): number {
    const values = this.#values;
    const last = this.#last;
    const ofLast = at * (this.#count + 1) + last;
    const ofLastTwo = ofLast * (this.#count + 1) + this.#beforeLast;
    const position = at * POSITIONS + values[ItemValue.Index] * BUCKETS + values[ItemValue.ToCome];
    let sum = this.#sumPart(ItemSection.AllLast);
    let known = this.#lastSums.get(ofLast);
    sum += known === UNKNOWN ? this.#lastSums.set(ofLast, this.#sumLast(at)) : known;
    known = this.#lastTwoSums.get(ofLastTwo);
    sum +=
      known === UNKNOWN
        ? this.#lastTwoSums.set(ofLastTwo, this.#sumPart(ItemSection.LastTwo))
        : known;
    known = this.#positionSums.get(position);
    sum +=
      known === UNKNOWN
        ? this.#positionSums.set(position, this.#sumPart(ItemSection.Position))
        : known;
    // The sum of the set is over all placed items.
    if (last !== 0 && last < this.#count) sum -= this.#scorePlaced(at * this.#count, last);
    const row = ofLast * this.#count;
    for (let i = 0; i < this.#comingCount; i++) {
      const sibling = this.#coming[i];
      if (sibling === item) continue;
      known = this.#comingLastSums.get(row + sibling);
      sum +=
        known === UNKNOWN
          ? this.#comingLastSums.set(row + sibling, this.#sumComingLast(sibling))
          : known;
    }
    return sum;
  }

  #scorePlaced(row: number, sibling: number): number {
    const known = this.#placedSums.get(row + sibling);
    if (known !== UNKNOWN) return known;
    return this.#placedSums.set(row + sibling, this.#sumPlaced(sibling));
  }

  /** Reads the values that do not depend on the item to place. */
  #read({ data, mask, last, beforeLast, rights }: PlacedItems): void {
    const { tagHash, labelHash, holdsCapital } = this.#tree;
    const values = this.#values;
    const words = this.#words;
    this.#hasHead = isIn(data, mask, this.#head);
    this.#placedCount = 0;
    this.#comingCount = 0;
    this.#comingTags = 0;
    this.#comingLabels = 0;
    this.#comingCapitals = 0;
    values[ItemValue.PlacedTags] = 0;
    values[ItemValue.PlacedLabels] = 0;
    for (let i = 1; i < this.#count; i++) {
      const word = words[i];
      if (isIn(data, mask, word)) {
        this.#placed[this.#placedCount++] = i;
        values[ItemValue.PlacedTags] += tagHash[word];
        values[ItemValue.PlacedLabels] += labelHash[word];
      } else {
        this.#coming[this.#comingCount++] = i;
        this.#comingTags = (this.#comingTags + tagHash[word]) | 0;
        this.#comingLabels = (this.#comingLabels + labelHash[word]) | 0;
        this.#comingCapitals += holdsCapital[word];
      }
    }
    this.#last = last === NO_WORD ? this.#count : this.#numbers[last];
    this.#beforeLast = beforeLast === NO_WORD ? this.#count : this.#numbers[beforeLast];
    const before = this.#hasHead ? rights : this.#placedCount;
    values[ItemValue.Index] = Math.min(MOST_INDEX, before);
    values[ItemValue.ToCome] = bucket(this.#comingCount);
    this.#readLastTwo();
  }

  #readLastTwo(): void {
    const values = this.#values;
    const { word } = this.#tree;
    const label1 = this.#labelOf(this.#last);
    const t1 = this.#tagOf(this.#last);
    const label2 = this.#labelOf(this.#beforeLast);
    const t2 = this.#tagOf(this.#beforeLast);
    values[ItemValue.Label1] = label1;
    values[ItemValue.Tag1] = t1;
    values[ItemValue.Word1] = this.#isFirst() ? BEGIN : word[this.#words[this.#last]];
    values[ItemValue.Both1] = mix(t1, label1);
    values[ItemValue.Label1Tag1] = mix(label1, t1);
    values[ItemValue.Label2] = label2;
    values[ItemValue.Tag2] = t2;
    values[ItemValue.Both2] = mix(t2, label2);
  }

  /** Reads the values of an item, and returns its number and side as one number. */
  #enterItem(item: number): number {
    const values = this.#values;
    const { tagHash, labelHash } = this.#tree;
    const at = 2 * item + (item !== 0 && this.#hasHead ? 1 : 0);
    const isHead = item === 0;
    const word = this.#words[item];
    if (at !== this.#at) this.#readItem(item);
    this.#at = at;
    // An item is not among its own siblings to come.
    values[ItemValue.ComingTags] = this.#comingTags - (isHead ? 0 : tagHash[word]);
    values[ItemValue.ComingLabels] = this.#comingLabels - (isHead ? 0 : labelHash[word]);
    return at;
  }

  /** Reads the values that depend on an item and its side alone. */
  #readItem(item: number): void {
    const values = this.#values;
    const { problem, tag, label, word, casing } = this.#tree;
    const head = this.#head;
    const above = problem.head[head];
    const w = this.#words[item];
    const isHead = item === 0;
    values[ItemValue.Label] = isHead ? HEAD : label[w];
    values[ItemValue.Tag] = tag[w];
    values[ItemValue.Word] = word[w];
    values[ItemValue.Side] = isHead ? Side.Head : this.#hasHead ? Side.Right : Side.Left;
    values[ItemValue.HeadTag] = tag[head];
    values[ItemValue.HeadWord] = word[head];
    values[ItemValue.HeadLabel] = label[head];
    values[ItemValue.AboveTag] = above === NO_WORD ? 0 : tag[above];
    values[ItemValue.Casing] = casing[w];
    values[ItemValue.Size] = sizeBucket(this.#sizeOf(item));
    const byTag = this.#sum.context(values, BY_TAG);
    values[ItemValue.ByTag] = byTag;
    values[ItemValue.ByWord] = this.#sum.context(values, BY_WORD);
    values[ItemValue.ByLabel] = contextOf(
      BY_LABEL_BASE,
      values[ItemValue.Label],
      values[ItemValue.Side],
      0,
    );
    values[ItemValue.ByTagHeadTag] = mix(byTag, tag[head]);
    values[ItemValue.ByTagHeadWord] = mix(byTag, word[head]);
  }

  #sumPart(part: ItemSection): number {
    this.#sum.sum = 0;
    this.#add(part);
    return this.#sum.sum;
  }

  #add(part: ItemSection): void {
    this.#sum.add(this.#values, starts[part], starts[part + 1], 0);
  }

  /** The item, its side and the words below it. */
  #sumItem(at: number): number {
    const sum = this.#sum;
    const values = this.#values;
    const { problem, tagHash, labelHash } = this.#tree;
    sum.sum = 0;
    this.#add(ItemSection.Item);
    if (isHeadAt(at)) return sum.sum;
    const word = this.#words[at >>> 1];
    values[ItemValue.BelowTags] = 0;
    values[ItemValue.BelowLabels] = 0;
    for (let i = problem.dependentStart[word]; i < problem.dependentStart[word + 1]; i++) {
      const dependent = problem.dependents[i];
      values[ItemValue.BelowTags] += tagHash[dependent];
      values[ItemValue.BelowLabels] += labelHash[dependent];
      this.#readBelow(dependent);
      this.#add(ItemSection.Below);
    }
    this.#add(ItemSection.BelowAll);
    return sum.sum;
  }

  /** The item and the items placed before it. */
  #sumLast(at: number): number {
    const sum = this.#sum;
    const values = this.#values;
    const { problem, casing } = this.#tree;
    const item = at >>> 1;
    const isFirst = this.#isFirst();
    const size = this.#sizeOf(item);
    const size1 = isFirst ? 0 : this.#sizeOf(this.#last);
    const sizes = sizeBucket(size) * SIZES + sizeBucket(size1);
    values[ItemValue.Sizes1] = sizes;
    values[ItemValue.SideSizes1] = values[ItemValue.Side] * SIZES * SIZES + sizes;
    values[ItemValue.Heavier1] = Math.sign(size - size1);
    values[ItemValue.Casings1] =
      values[ItemValue.Casing] * CASINGS + (isFirst ? NO_CASING : casing[this.#words[this.#last]]);
    values[ItemValue.ByTagBoth1] = mix(values[ItemValue.ByTag], values[ItemValue.Both1]);
    sum.sum = 0;
    this.#add(ItemSection.Last);
    if (isHeadAt(at)) return sum.sum;
    const word = this.#words[item];
    for (let i = problem.dependentStart[word]; i < problem.dependentStart[word + 1]; i++) {
      this.#readBelow(problem.dependents[i]);
      this.#add(ItemSection.LastBelow);
    }
    return sum.sum;
  }

  #readBelow(dependent: number): void {
    const values = this.#values;
    const { label, tag, word } = this.#tree;
    values[ItemValue.BelowLabel] = label[dependent];
    values[ItemValue.BelowTag] = tag[dependent];
    values[ItemValue.BelowWord] = word[dependent];
  }

  /** A sibling to come. */
  #sumComing(at: number, sibling: number): number {
    const values = this.#values;
    const size = this.#sizeOf(at >>> 1);
    const siblingSize = this.#sizeOf(sibling);
    this.#readSibling(sibling);
    values[ItemValue.SiblingHeavier] = isHeadAt(at) ? OF_HEAD : Math.sign(siblingSize - size);
    values[ItemValue.SiblingCasings] =
      values[ItemValue.Casing] * CASINGS + this.#tree.casing[this.#words[sibling]];
    values[ItemValue.SiblingSizes] = values[ItemValue.Size] * SIZES + sizeBucket(siblingSize);
    return this.#sumPart(ItemSection.Coming);
  }

  /** A sibling to come, and the item placed last, if there is one. */
  #sumComingLast(sibling: number): number {
    if (this.#isFirst()) return 0;
    const values = this.#values;
    this.#readSibling(sibling);
    values[ItemValue.ByTagSiblingTag] = mix(values[ItemValue.ByTag], values[ItemValue.SiblingTag]);
    return this.#sumPart(ItemSection.ComingLast);
  }

  /** A placed sibling. */
  #sumPlaced(sibling: number): number {
    this.#readSibling(sibling);
    return this.#sumPart(ItemSection.Placed);
  }

  #readSibling(sibling: number): void {
    const values = this.#values;
    const { label, tag, word } = this.#tree;
    const w = this.#words[sibling];
    values[ItemValue.SiblingLabel] = label[w];
    values[ItemValue.SiblingTag] = tag[w];
    values[ItemValue.SiblingWord] = word[w];
    values[ItemValue.SiblingBoth] = mix(label[w], tag[w]);
  }

  #sumCapitals(item: number): number {
    const values = this.#values;
    values[ItemValue.Capitals] = this.#capitals(item);
    values[ItemValue.IsFirst] = this.#isFirst() ? 1 : 0;
    return this.#sumPart(ItemSection.Capitals);
  }

  /** Whether this item could begin a sentence, which begins with a capital. */
  #capitals(item: number): number {
    const { problem, isCapital, holdsCapital } = this.#tree;
    const head = this.#head;
    const isHead = item === 0;
    const own = isHead ? isCapital[head] : holdsCapital[this.#words[item]];
    const ofHead = this.#hasHead ? 0 : isCapital[head];
    const others = this.#comingCapitals + ofHead - own;
    return (
      own * Capital.InItem +
      (others > 0 ? Capital.ToCome : 0) +
      (this.#isFirst() ? Capital.First : 0) +
      (problem.head[head] === NO_WORD ? Capital.OfRoot : 0)
    );
  }

  /** Whether no item is placed. */
  #isFirst(): boolean {
    return this.#last === this.#count;
  }

  #labelOf(item: number): number {
    if (item === this.#count) return NOTHING;
    return item === 0 ? HEAD : this.#tree.label[this.#words[item]];
  }

  #tagOf(item: number): number {
    if (item === this.#count) return NOTHING;
    return item === 0 ? HEAD : this.#tree.tag[this.#words[item]];
  }

  /** The number of words of an item. */
  #sizeOf(item: number): number {
    return item === 0 ? 1 : this.#tree.size[this.#words[item]];
  }
}

function isIn(data: Int32Array, mask: number, word: number): boolean {
  return ((data[mask + (word >>> 5)] >>> (word & 31)) & 1) === 1;
}

/** Whether an item with its side is the head. */
function isHeadAt(at: number): boolean {
  return at < 2;
}

/** Numbers of words in eight buckets. */
function sizeBucket(count: number): number {
  if (count <= 3) return count;
  return count <= 5 ? 4 : count <= 9 ? 5 : count <= 16 ? 6 : 7;
}
