import { NO_WORD } from '../../problem/problem.ts';
import { mix } from '../../util/hash.ts';
import { bucket, contextOf, seedBase } from '../contexts.ts';
import { BEGIN, HEAD, NOTHING, Side, type FullTree } from './full-tree.ts';
import { itemTemplates, ItemValue } from './item-templates.ts';

/**
 * The values `ByTag`, `ByWord` and `ByLabel` are hashes of other values. `contextOf` computes them
 * from these bases. `ByTag` and `ByWord` have the seeds of two templates that hash the same values:
 * `item | label tag side` and `item | label word side`.
 */
const BY_TAG_BASE = seedBase(1);
const BY_WORD_BASE = seedBase(2);
const BY_LABEL_BASE = seedBase(50);

/** The value of SiblingHeavier if the item is the head. The head is not compared with siblings. */
const OF_HEAD = 2;
/** The casing of a missing item. */
const NO_CASING = 9;
/** Greater than any casing and than NO_CASING, to pack two casings into one value. */
const CASINGS = 16;
/** The number of buckets of `sizeBucket`, to pack two buckets into one value. */
const SIZES = 8;
/** The templates count at most this many placed dependents on one side. */
const MOST_INDEX = 5;
/** How many buckets `bucket` distinguishes. */
const BUCKETS = 5;
/** How many values `ItemValues.position` can return. */
export const POSITIONS = (MOST_INDEX + 1) * BUCKETS;

/** The flags that `ItemValues.capitals` adds up. */
const enum Capital {
  InItem = 1,
  ToCome = 2,
  First = 4,
  OfRoot = 8,
}
/** How many values `ItemValues.capitals` can return. */
export const CAPITALS = 16;

/** A head's placed items, as the templates read them. */
export interface PlacedItems {
  /** From index `mask` on: the bit mask of the placed words. */
  readonly data: Int32Array;
  readonly mask: number;
  /** The word placed last, or NO_WORD. */
  readonly last: number;
  /** The word placed second last, or NO_WORD. */
  readonly beforeLast: number;
  /** The number of placed dependents after the head. */
  readonly rights: number;
}

/**
 * Reads the feature values. A head's items have numbers: 0 for the head, then 1 and more for its
 * dependents, in the order of `Problem.dependents`. The number `count` stands for a missing item.
 */
export class ItemValues {
  readonly values = itemTemplates.newValues();

  // The next fields describe the current head.
  head = NO_WORD;
  count = 0;
  /** Indexed by item number: the word. */
  words = new Int32Array(0);
  /** Indexed by word: the item number. */
  numbers = new Int32Array(0);

  // The next fields describe the placed items of the current head.
  hasHead = false;
  /** The placed dependents, in the first `placedCount` elements. */
  placed = new Int32Array(0);
  placedCount = 0;
  /** The dependents to come, in the first `comingCount` elements. */
  coming = new Int32Array(0);
  comingCount = 0;
  /** The item placed last; `count` if no item is placed. */
  last = 0;
  /** The item placed second last; `count` if fewer than two items are placed. */
  beforeLast = 0;

  #tree!: FullTree;
  #comingTags = 0;
  #comingLabels = 0;
  /**
   * How many of the dependents to come have a capitalised word in their subtree
   * (`FullTree.holdsCapital`).
   */
  #comingCapitals = 0;
  /** The item and side of the current values, as `enterItem` returns them; -1 for none. */
  #at = -1;

  begin(tree: FullTree): void {
    const { size } = tree.problem;
    this.#tree = tree;
    this.head = NO_WORD;
    if (this.numbers.length < size) {
      this.numbers = new Int32Array(size);
      this.words = new Int32Array(size);
      this.placed = new Int32Array(size);
      this.coming = new Int32Array(size);
    }
  }

  enterHead(head: number): void {
    const { dependentStart, dependents } = this.#tree.problem;
    const start = dependentStart[head];
    const count = 1 + dependentStart[head + 1] - start;
    this.head = head;
    this.count = count;
    this.#at = -1;
    for (let i = 0; i < count; i++) {
      const word = i === 0 ? head : dependents[start + i - 1];
      this.words[i] = word;
      this.numbers[word] = i;
    }
  }

  /** Reads the values that do not depend on the item to place. */
  readPlaced({ data, mask, last, beforeLast, rights }: PlacedItems): void {
    const { tagHash, labelHash, holdsCapital } = this.#tree;
    const { values, words } = this;
    this.hasHead = isIn(data, mask, this.head);
    this.placedCount = 0;
    this.comingCount = 0;
    this.#comingTags = 0;
    this.#comingLabels = 0;
    this.#comingCapitals = 0;
    values[ItemValue.PlacedTags] = 0;
    values[ItemValue.PlacedLabels] = 0;
    for (let i = 1; i < this.count; i++) {
      const word = words[i];
      if (isIn(data, mask, word)) {
        this.placed[this.placedCount++] = i;
        values[ItemValue.PlacedTags] += tagHash[word];
        values[ItemValue.PlacedLabels] += labelHash[word];
      } else {
        this.coming[this.comingCount++] = i;
        this.#comingTags = (this.#comingTags + tagHash[word]) | 0;
        this.#comingLabels = (this.#comingLabels + labelHash[word]) | 0;
        this.#comingCapitals += holdsCapital[word];
      }
    }
    this.last = last === NO_WORD ? this.count : this.numbers[last];
    this.beforeLast = beforeLast === NO_WORD ? this.count : this.numbers[beforeLast];
    const before = this.hasHead ? rights : this.placedCount;
    values[ItemValue.Index] = Math.min(MOST_INDEX, before);
    values[ItemValue.ToCome] = bucket(this.comingCount);
    this.#readLastTwo();
  }

  /** Returns Index and ToCome, packed. */
  position(): number {
    const { values } = this;
    return values[ItemValue.Index] * BUCKETS + values[ItemValue.ToCome];
  }

  /**
   * Reads the values of an item.
   *
   * @returns the item and its side, packed: twice the item's number, plus 1 for a dependent after
   *   its head
   */
  enterItem(item: number): number {
    const { values } = this;
    const { tagHash, labelHash } = this.#tree;
    const at = 2 * item + (item !== 0 && this.hasHead ? 1 : 0);
    const isHead = item === 0;
    const word = this.words[item];
    if (at !== this.#at) this.#readItem(item);
    this.#at = at;
    // The items to come include the item itself, which is not its own sibling.
    values[ItemValue.ComingTags] = this.#comingTags - (isHead ? 0 : tagHash[word]);
    values[ItemValue.ComingLabels] = this.#comingLabels - (isHead ? 0 : labelHash[word]);
    return at;
  }

  /** Empties the sets of tags and labels of the item's dependents. `addBelow` fills them. */
  forgetBelow(): void {
    const { values } = this;
    values[ItemValue.BelowTags] = 0;
    values[ItemValue.BelowLabels] = 0;
  }

  /** Reads a dependent of the item, and adds its tag and its label to the sets. */
  addBelow(dependent: number): void {
    const { values } = this;
    const { tagHash, labelHash } = this.#tree;
    values[ItemValue.BelowTags] += tagHash[dependent];
    values[ItemValue.BelowLabels] += labelHash[dependent];
    this.readBelow(dependent);
  }

  readBelow(dependent: number): void {
    const { values } = this;
    const { label, tag, word } = this.#tree;
    values[ItemValue.BelowLabel] = label[dependent];
    values[ItemValue.BelowTag] = tag[dependent];
    values[ItemValue.BelowWord] = word[dependent];
  }

  /** Reads the values that depend on both the item and the item placed last. */
  readLast(at: number): void {
    const { values } = this;
    const { casing } = this.#tree;
    const item = at >>> 1;
    const isFirst = this.isFirst();
    const size = this.#sizeOf(item);
    const size1 = isFirst ? 0 : this.#sizeOf(this.last);
    const sizes = sizeBucket(size) * SIZES + sizeBucket(size1);
    values[ItemValue.Sizes1] = sizes;
    values[ItemValue.SideSizes1] = values[ItemValue.Side] * SIZES * SIZES + sizes;
    values[ItemValue.Heavier1] = Math.sign(size - size1);
    values[ItemValue.Casings1] =
      values[ItemValue.Casing] * CASINGS + (isFirst ? NO_CASING : casing[this.words[this.last]]);
    values[ItemValue.ByTagBoth1] = mix(values[ItemValue.ByTag], values[ItemValue.Both1]);
  }

  /** Reads a sibling to come, and compares the item with it. */
  readComing(at: number, sibling: number): void {
    const { values } = this;
    const size = this.#sizeOf(at >>> 1);
    const siblingSize = this.#sizeOf(sibling);
    this.readSibling(sibling);
    values[ItemValue.SiblingHeavier] = isHeadAt(at) ? OF_HEAD : Math.sign(siblingSize - size);
    values[ItemValue.SiblingCasings] =
      values[ItemValue.Casing] * CASINGS + this.#tree.casing[this.words[sibling]];
    values[ItemValue.SiblingSizes] = values[ItemValue.Size] * SIZES + sizeBucket(siblingSize);
  }

  /** Reads a sibling to come, for templates that also read the item placed last. */
  readComingLast(sibling: number): void {
    const { values } = this;
    this.readSibling(sibling);
    values[ItemValue.ByTagSiblingTag] = mix(values[ItemValue.ByTag], values[ItemValue.SiblingTag]);
  }

  readSibling(sibling: number): void {
    const { values } = this;
    const { label, tag, word } = this.#tree;
    const w = this.words[sibling];
    values[ItemValue.SiblingLabel] = label[w];
    values[ItemValue.SiblingTag] = tag[w];
    values[ItemValue.SiblingWord] = word[w];
    values[ItemValue.SiblingBoth] = mix(label[w], tag[w]);
  }

  readCapitals(item: number): void {
    const { values } = this;
    values[ItemValue.Capitals] = this.capitals(item);
    values[ItemValue.IsFirst] = this.isFirst() ? 1 : 0;
  }

  /**
   * Returns flags (`Capital`) that help to decide whether the sentence begins with the item.
   * Sentences begin with a capital letter.
   */
  capitals(item: number): number {
    const { problem, isCapital, holdsCapital } = this.#tree;
    const { head } = this;
    const isHead = item === 0;
    const own = isHead ? isCapital[head] : holdsCapital[this.words[item]];
    const ofHead = this.hasHead ? 0 : isCapital[head];
    const others = this.#comingCapitals + ofHead - own;
    return (
      own * Capital.InItem +
      (others > 0 ? Capital.ToCome : 0) +
      (this.isFirst() ? Capital.First : 0) +
      (problem.head[head] === NO_WORD ? Capital.OfRoot : 0)
    );
  }

  /** Whether no item is placed yet. */
  isFirst(): boolean {
    return this.last === this.count;
  }

  #readLastTwo(): void {
    const { values } = this;
    const { word } = this.#tree;
    const label1 = this.#labelOf(this.last);
    const t1 = this.#tagOf(this.last);
    const label2 = this.#labelOf(this.beforeLast);
    const t2 = this.#tagOf(this.beforeLast);
    values[ItemValue.Label1] = label1;
    values[ItemValue.Tag1] = t1;
    values[ItemValue.Word1] = this.isFirst() ? BEGIN : word[this.words[this.last]];
    values[ItemValue.Both1] = mix(t1, label1);
    values[ItemValue.Label1Tag1] = mix(label1, t1);
    values[ItemValue.Label2] = label2;
    values[ItemValue.Tag2] = t2;
    values[ItemValue.Both2] = mix(t2, label2);
  }

  /** Reads the values that depend on an item and its side alone. */
  #readItem(item: number): void {
    const { values } = this;
    const { problem, tag, label, word, casing } = this.#tree;
    const { head } = this;
    const above = problem.head[head];
    const w = this.words[item];
    const isHead = item === 0;
    values[ItemValue.Label] = isHead ? HEAD : label[w];
    values[ItemValue.Tag] = tag[w];
    values[ItemValue.Word] = word[w];
    values[ItemValue.Side] = isHead ? Side.Head : this.hasHead ? Side.Right : Side.Left;
    values[ItemValue.HeadTag] = tag[head];
    values[ItemValue.HeadWord] = word[head];
    values[ItemValue.HeadLabel] = label[head];
    values[ItemValue.AboveTag] = above === NO_WORD ? 0 : tag[above];
    values[ItemValue.Casing] = casing[w];
    values[ItemValue.Size] = sizeBucket(this.#sizeOf(item));
    const byTag = contextOf(
      BY_TAG_BASE,
      values[ItemValue.Label],
      values[ItemValue.Tag],
      values[ItemValue.Side],
    );
    values[ItemValue.ByTag] = byTag;
    values[ItemValue.ByWord] = contextOf(
      BY_WORD_BASE,
      values[ItemValue.Label],
      values[ItemValue.Word],
      values[ItemValue.Side],
    );
    values[ItemValue.ByLabel] = contextOf(
      BY_LABEL_BASE,
      values[ItemValue.Label],
      values[ItemValue.Side],
      0,
    );
    values[ItemValue.ByTagHeadTag] = mix(byTag, tag[head]);
    values[ItemValue.ByTagHeadWord] = mix(byTag, word[head]);
  }

  #labelOf(item: number): number {
    if (item === this.count) return NOTHING;
    return item === 0 ? HEAD : this.#tree.label[this.words[item]];
  }

  #tagOf(item: number): number {
    if (item === this.count) return NOTHING;
    return item === 0 ? HEAD : this.#tree.tag[this.words[item]];
  }

  /** Returns how many words an item has. The head counts as one word, without its dependents. */
  #sizeOf(item: number): number {
    return item === 0 ? 1 : this.#tree.size[this.words[item]];
  }
}

function isIn(data: Int32Array, mask: number, word: number): boolean {
  return ((data[mask + (word >>> 5)] >>> (word & 31)) & 1) === 1;
}

/** @param at the item and its side, packed as by `enterItem` */
export function isHeadAt(at: number): boolean {
  return at < 2;
}

function sizeBucket(count: number): number {
  if (count <= 3) return count;
  return count <= 5 ? 4 : count <= 9 ? 5 : count <= 16 ? 6 : 7;
}
