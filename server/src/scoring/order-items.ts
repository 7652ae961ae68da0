import { NO_WORD } from '../problem/problem.ts';
import { mix } from '../util/hash.ts';
import { bucket, contextOf, seedBase } from './contexts.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from './feature-sum.ts';
import { BEGIN, HEAD, NOTHING, Side, type FullTree } from './full-tree.ts';
import { SumMemo, UNKNOWN } from './sum-memo.ts';
import { SumRows } from './sum-rows.ts';
import { TemplateGroup, type Value } from './templates.ts';

/**
 * The values that the templates read of an item and of the items placed before it: `1` is the last
 * placed item, `2` the one before that.
 *
 */
const enum ItemValue {
  Label,
  Tag,
  Word,
  Side,
  HeadTag,
  HeadWord,
  HeadLabel,
  AboveTag,
  Casing,
  Size,
  // Hashes of the item's own values.
  ByTag,
  ByWord,
  ByLabel,
  ByTagHeadTag,
  ByTagHeadWord,
  Index,
  ToCome,
  Capitals,
  IsFirst,
  Label1,
  Tag1,
  Word1,
  Both1,
  Label2,
  Tag2,
  Both2,
  Sizes1,
  SideSizes1,
  Heavier1,
  Casings1,
  ByTagBoth1,
  BelowLabel,
  BelowTag,
  BelowWord,
  BelowTags,
  BelowLabels,
  SiblingLabel,
  SiblingTag,
  SiblingWord,
  SiblingBoth,
  SiblingHeavier,
  SiblingCasings,
  SiblingSizes,
  ByTagSiblingTag,
  Label1Tag1,
  ComingTags,
  ComingLabels,
  PlacedTags,
  PlacedLabels,
}

const values: readonly Value[] = Object.values({
  [ItemValue.Label]: ['label', 'the label of the item'],
  [ItemValue.Tag]: ['tag', 'the tag of the item'],
  [ItemValue.Word]: ['word', 'the word of the item'],
  [ItemValue.Side]: ['side', 'the side of the head that it is placed on'],
  [ItemValue.HeadTag]: ['ht', 'the tag of the head'],
  [ItemValue.HeadWord]: ['hw', 'the head'],
  [ItemValue.HeadLabel]: ['hlabel', 'the label of the head'],
  [ItemValue.AboveTag]: ['at', 'the tag of the head of the head'],
  [ItemValue.Casing]: ['casing', 'how the item is written'],
  [ItemValue.Size]: ['size', 'how many words are under the item'],
  [ItemValue.ByTag]: ['item:tag', 'the label, the tag and the side of the item'],
  [ItemValue.ByWord]: ['item:word', 'the label, the word and the side of the item'],
  [ItemValue.ByLabel]: ['item:label', 'the label and the side of the item'],
  [ItemValue.ByTagHeadTag]: [
    'item:tag+ht',
    'the label, the tag and the side of the item, the tag of the head',
  ],
  [ItemValue.ByTagHeadWord]: [
    'item:tag+hw',
    'the label, the tag and the side of the item, the head',
  ],
  [ItemValue.Index]: ['index', 'how many dependents are placed on this side'],
  [ItemValue.ToCome]: ['to-come', 'how many dependents are still to come'],
  [ItemValue.Capitals]: [
    'capitals',
    'whether the item holds a capital as a sentence begins with, whether one is still to come, ' +
      'whether nothing is placed yet and whether the head is the root',
  ],
  [ItemValue.IsFirst]: ['first', 'whether nothing is placed yet'],
  [ItemValue.Label1]: ['label1', 'the label of what was placed before'],
  [ItemValue.Tag1]: ['t1', 'the tag of what was placed before'],
  [ItemValue.Word1]: ['w1', 'the word that was placed before'],
  [ItemValue.Both1]: ['t1+label1', 'the tag and the label of what was placed before'],
  [ItemValue.Label2]: ['label2', 'the label of what was placed second before'],
  [ItemValue.Tag2]: ['t2', 'the tag of what was placed second before'],
  [ItemValue.Both2]: ['t2+label2', 'the tag and the label of what was placed second before'],
  [ItemValue.Sizes1]: [
    'sizes1',
    'how many words are under the item and under what was placed before',
  ],
  [ItemValue.SideSizes1]: [
    'side+sizes1',
    'the side, and how many words are under the item and under what was placed before',
  ],
  [ItemValue.Heavier1]: ['heavier1', 'whether the item or what was placed before holds more words'],
  [ItemValue.Casings1]: ['casings1', 'how the item and what was placed before are written'],
  [ItemValue.ByTagBoth1]: [
    'item:tag+t1+label1',
    'the label, the tag and the side of the item, the tag and the label of what was placed before',
  ],
  [ItemValue.BelowLabel]: ['dlabel', 'the label of a dependent of the item'],
  [ItemValue.BelowTag]: ['dt', 'the tag of the dependent'],
  [ItemValue.BelowWord]: ['dw', 'the dependent'],
  [ItemValue.BelowTags]: ['dtags', 'the tags of all dependents of the item'],
  [ItemValue.BelowLabels]: ['dlabels', 'the labels of all dependents of the item'],
  [ItemValue.SiblingLabel]: ['slabel', 'the label of a sibling'],
  [ItemValue.SiblingTag]: ['st', 'the tag of the sibling'],
  [ItemValue.SiblingWord]: ['sw', 'the sibling'],
  [ItemValue.SiblingBoth]: ['slabel+st', 'the label and the tag of a sibling'],
  [ItemValue.SiblingHeavier]: ['sheavier', 'whether the item or the sibling holds more words'],
  [ItemValue.SiblingCasings]: ['scasings', 'how the item and the sibling are written'],
  [ItemValue.SiblingSizes]: ['ssizes', 'how many words are under the item and under the sibling'],
  [ItemValue.ByTagSiblingTag]: [
    'item:tag+st',
    'the label, the tag and the side of the item, the tag of a sibling',
  ],
  [ItemValue.Label1Tag1]: ['label1+t1', 'the label and the tag of what was placed before'],
  [ItemValue.ComingTags]: ['coming-tags', 'the tags of all siblings to come'],
  [ItemValue.ComingLabels]: ['coming-labels', 'the labels of all siblings to come'],
  [ItemValue.PlacedTags]: ['placed-tags', 'the tags of all siblings that are placed'],
  [ItemValue.PlacedLabels]: ['placed-labels', 'the labels of all siblings that are placed'],
} satisfies Record<ItemValue, Value>);

/** The sections of the group, in order. The templates of a section depend on the same things. */
const enum Part {
  /** On the item and its side alone. */
  Item,
  Below,
  BelowAll,
  /** On the place among the dependents. */
  Position,
  Capitals,
  /** On the last placed items. */
  Last,
  LastBelow,
  LastTwo,
  /** On a sibling. */
  Coming,
  ComingLast,
  Placed,
  /** On all siblings. */
  All,
  AllLast,
}

/**
 * Placing an item, the head or a dependent, after the items placed so far. The templates read the
 * item, its side, the items before it, the items to come, and the words below it, but not their
 * order (after Bohnet et al. 2010, Section 4, and Yu et al. 2019).
 *
 */
export const itemTemplates = new TemplateGroup('item', values, [
  {
    key: 'item',
    meaning: 'the item that is placed next',
    rows: [
      [1, 'label', 'tag', 'side'],
      [2, 'label', 'word', 'side'],
      [3, 'tag', 'side', 'ht'],
      [23, 'word', 'tag', 'side'],
      [4, 'item:tag', 'ht'],
      [5, 'item:tag', 'hw'],
      [6, 'item:word', 'ht'],
      [7, 'item:word', 'hw'],
      [8, 'item:tag', 'ht', 'hlabel'],
      [9, 'label', 'side', 'ht'],
      [13, 'item:tag', 'size'],
      [14, 'item:tag', 'ht', 'size'],
      [19, 'item:tag', 'ht', 'at'],
      [20, 'item:tag', 'hlabel', 'at'],
      [21, 'item:word', 'hlabel'],
      [99, 'item:tag', 'casing', 'ht'],
    ],
  },
  {
    key: 'below',
    meaning: 'a dependent of the item',
    rows: [
      [80, 'item:tag', 'dlabel', 'dt'],
      [81, 'item:tag', 'dlabel', 'dw'],
      [82, 'item:tag+ht', 'dlabel', 'dt'],
      [83, 'item:word', 'dlabel', 'dt'],
    ],
  },
  {
    key: 'below all',
    meaning: 'all dependents of the item',
    rows: [
      [85, 'item:tag', 'dtags'],
      [86, 'item:tag', 'dlabels'],
      [87, 'item:tag', 'ht', 'dtags'],
    ],
  },
  {
    key: 'position',
    meaning: 'where the item is placed among the dependents',
    rows: [
      [10, 'item:tag', 'index'],
      [11, 'item:tag', 'ht', 'index'],
      [12, 'item:word', 'index'],
      [15, 'item:tag', 'to-come'],
      [16, 'item:tag', 'ht', 'to-come'],
      [17, 'item:tag', 'index', 'to-come'],
      [18, 'item:word', 'to-come'],
    ],
  },
  {
    key: 'capitals',
    meaning: 'what the sentence begins with',
    rows: [
      [90, 'capitals'],
      [91, 'item:tag', 'capitals'],
      [92, 'capitals', 'ht'],
      [93, 'item:tag', 'casing', 'first'],
    ],
  },
  {
    key: 'last',
    meaning: 'what was placed before the item',
    rows: [
      [30, 'item:tag', 't1', 'label1'],
      [31, 'item:tag', 'label1'],
      [32, 'item:tag', 't1', 'ht'],
      [33, 'item:tag', 'label1', 'ht'],
      [34, 'item:tag', 'w1'],
      [35, 'item:word', 't1', 'label1'],
      [36, 'item:word', 'w1'],
      [42, 'item:tag', 't1', 'sizes1'],
      [43, 'item:tag', 'sizes1'],
      [44, 'label', 'label1', 'side+sizes1'],
      [45, 'item:tag+hw', 't1', 'label1'],
      [46, 'item:tag', 'casings1', 'label1'],
      [47, 'item:tag', 'casings1', 't1'],
      [48, 'item:tag', 'label1', 'heavier1'],
      [49, 'item:tag', 't1', 'heavier1'],
    ],
  },
  {
    key: 'last below',
    meaning: 'what was placed before the item, and a dependent of the item',
    rows: [[84, 'item:tag+t1+label1', 'dlabel', 'dt']],
  },
  {
    key: 'last two',
    meaning: 'the two that were placed before the item',
    rows: [
      [37, 'item:tag', 't1+label1', 't2+label2'],
      [38, 'item:tag', 'label1', 'label2'],
      [39, 'item:tag+ht', 't1', 't2'],
      [40, 'item:tag+ht', 'label1', 'label2'],
      [41, 'item:word', 't1', 't2'],
    ],
  },
  {
    key: 'coming',
    meaning: 'a sibling that is still to come',
    rows: [
      [51, 'item:tag', 'slabel', 'st'],
      [52, 'item:tag+ht', 'slabel', 'st'],
      [53, 'item:word', 'slabel', 'st'],
      [54, 'item:tag', 'slabel', 'sw'],
      [55, 'word', 'sw', 'side'],
      [56, 'item:label', 'slabel', 'sheavier'],
      [57, 'item:tag', 'slabel+st', 'sheavier'],
      [58, 'item:tag+hw', 'slabel', 'st'],
      [96, 'item:tag', 'scasings', 'slabel'],
      [97, 'item:tag', 'scasings', 'st'],
      [98, 'item:tag', 'ssizes', 'slabel+st'],
    ],
  },
  {
    key: 'coming last',
    meaning: 'a sibling that is still to come, and what was placed before the item',
    rows: [[59, 'item:tag+st', 'label1+t1', 'slabel']],
  },
  {
    key: 'placed',
    meaning: 'a sibling that is placed, but not right before',
    rows: [
      [94, 'item:tag', 'slabel', 'st'],
      [95, 'item:tag', 'slabel', 'sw'],
    ],
  },
  {
    key: 'all',
    meaning: 'all siblings',
    rows: [
      [60, 'item:tag', 'coming-tags'],
      [61, 'item:tag', 'coming-labels'],
      [62, 'item:tag', 'ht', 'coming-tags'],
      [63, 'item:tag', 'ht', 'coming-labels'],
      [64, 'item:word', 'coming-tags'],
      [65, 'item:word', 'coming-labels'],
      [68, 'item:tag+hw', 'coming-tags', 'coming-labels'],
      [70, 'item:tag', 'placed-tags', 'coming-tags'],
      [71, 'item:tag', 'placed-labels', 'coming-labels'],
      [72, 'item:tag', 'ht', 'placed-tags'],
      [73, 'item:tag', 'ht', 'placed-labels'],
    ],
  },
  {
    key: 'all last',
    meaning: 'all siblings that are still to come, and what was placed before the item',
    rows: [
      [66, 'item:tag', 't1+label1', 'coming-tags'],
      [67, 'item:tag', 'label1', 'coming-labels'],
    ],
  },
]);

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
export class ItemFeatures {
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
    let sum = this.#sumItem(at) + this.#sumPart(Part.Position) + this.#sumCapitals(item);
    sum += this.#sumLast(at) + this.#sumPart(Part.LastTwo);
    for (let i = 0; i < this.#comingCount; i++) {
      const sibling = this.#coming[i];
      if (sibling !== item) sum += this.#sumComing(at, sibling) + this.#sumComingLast(sibling);
    }
    for (let i = 0; i < this.#placedCount; i++) {
      const sibling = this.#placed[i];
      if (sibling !== this.#last) sum += this.#sumPlaced(sibling);
    }
    return sum + this.#sumPart(Part.All) + this.#sumPart(Part.AllLast);
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
    let sum = this.#sumPart(Part.All);
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
    let sum = this.#sumPart(Part.AllLast);
    let known = this.#lastSums.get(ofLast);
    sum += known === UNKNOWN ? this.#lastSums.set(ofLast, this.#sumLast(at)) : known;
    known = this.#lastTwoSums.get(ofLastTwo);
    sum +=
      known === UNKNOWN ? this.#lastTwoSums.set(ofLastTwo, this.#sumPart(Part.LastTwo)) : known;
    known = this.#positionSums.get(position);
    sum +=
      known === UNKNOWN ? this.#positionSums.set(position, this.#sumPart(Part.Position)) : known;
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

  #sumPart(part: Part): number {
    this.#sum.sum = 0;
    this.#add(part);
    return this.#sum.sum;
  }

  #add(part: Part): void {
    this.#sum.add(this.#values, starts[part], starts[part + 1], 0);
  }

  /** The item, its side and the words below it. */
  #sumItem(at: number): number {
    const sum = this.#sum;
    const values = this.#values;
    const { problem, tagHash, labelHash } = this.#tree;
    sum.sum = 0;
    this.#add(Part.Item);
    if (isHeadAt(at)) return sum.sum;
    const word = this.#words[at >>> 1];
    values[ItemValue.BelowTags] = 0;
    values[ItemValue.BelowLabels] = 0;
    for (let i = problem.dependentStart[word]; i < problem.dependentStart[word + 1]; i++) {
      const dependent = problem.dependents[i];
      values[ItemValue.BelowTags] += tagHash[dependent];
      values[ItemValue.BelowLabels] += labelHash[dependent];
      this.#readBelow(dependent);
      this.#add(Part.Below);
    }
    this.#add(Part.BelowAll);
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
    this.#add(Part.Last);
    if (isHeadAt(at)) return sum.sum;
    const word = this.#words[item];
    for (let i = problem.dependentStart[word]; i < problem.dependentStart[word + 1]; i++) {
      this.#readBelow(problem.dependents[i]);
      this.#add(Part.LastBelow);
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
    return this.#sumPart(Part.Coming);
  }

  /** A sibling to come, and the item placed last, if there is one. */
  #sumComingLast(sibling: number): number {
    if (this.#isFirst()) return 0;
    const values = this.#values;
    this.#readSibling(sibling);
    values[ItemValue.ByTagSiblingTag] = mix(values[ItemValue.ByTag], values[ItemValue.SiblingTag]);
    return this.#sumPart(Part.ComingLast);
  }

  /** A placed sibling. */
  #sumPlaced(sibling: number): number {
    this.#readSibling(sibling);
    return this.#sumPart(Part.Placed);
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
    return this.#sumPart(Part.Capitals);
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
