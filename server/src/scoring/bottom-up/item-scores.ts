import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { SumMemo, UNKNOWN } from '../sum-memo.ts';
import { SumRows } from '../sum-rows.ts';
import type { FullTree } from './full-tree.ts';
import { ItemSection, itemTemplates } from './item-templates.ts';
import { CAPITALS, isHeadAt, ItemValues, POSITIONS, type PlacedItems } from './item-values.ts';

const { starts } = itemTemplates;

/**
 * Scores the item to place next. The items of a head are the head itself and its dependents; the
 * search places them from left to right. Most templates read only some of the placed items, so
 * their sums are memoised. A sum over two items is computed once per head. A sum over the set of
 * placed items is computed once per set.
 */
export class ItemScores {
  readonly #sum: FeatureSum;
  readonly #items = new ItemValues();
  #tree!: FullTree;

  // Each memo keeps the sums of one or a few sections (`ItemSection`). Its key consists of the
  // item, the item's side of the head, and the other values that the sections read.
  readonly #itemSums = new SumMemo();
  readonly #positionSums = new SumMemo();
  readonly #capitalSums = new SumMemo();
  readonly #lastSums = new SumMemo();
  readonly #lastTwoSums = new SumMemo();
  readonly #comingSums = new SumMemo();
  readonly #comingLastSums = new SumMemo();
  readonly #placedSums = new SumMemo();

  /**
   * One row for each set of placed items. It holds, for each item, the sum of the sections that
   * read only this set and the item.
   */
  readonly #sets = new SumRows();
  /**
   * One row for each combination of the set of placed items, the last two of them, and how many of
   * them stand after the head. It holds, for each item, the score of placing this item next.
   */
  readonly #states = new SumRows();

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, itemTemplates, leftOut);
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  begin(tree: FullTree): void {
    const { maskLength } = tree.problem;
    const items = 1 + tree.mostDependents;
    this.#tree = tree;
    this.#items.begin(tree);
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

  /** Returns the score of an item that is not placed yet. */
  score(item: number): number {
    return this.#states.get(item);
  }

  /**
   * Returns the score of placing a word. Uses no memo, so that an observer receives all features.
   */
  sum(head: number, placed: PlacedItems, word: number): number {
    const items = this.#items;
    this.#enterHead(head);
    items.readPlaced(placed);
    const item = items.numbers[word];
    const at = items.enterItem(item);
    let sum = this.#sumItem(at) + this.#sumSection(ItemSection.Position) + this.#sumCapitals(item);
    sum += this.#sumLast(at) + this.#sumSection(ItemSection.LastTwo);
    for (let i = 0; i < items.comingCount; i++) {
      const sibling = items.coming[i];
      if (sibling !== item) sum += this.#sumComing(at, sibling) + this.#sumComingLast(sibling);
    }
    for (let i = 0; i < items.placedCount; i++) {
      const sibling = items.placed[i];
      if (sibling !== items.last) sum += this.#sumPlaced(sibling);
    }
    return sum + this.#sumSection(ItemSection.All) + this.#sumSection(ItemSection.AllLast);
  }

  #enterHead(head: number): void {
    const items = this.#items;
    if (head === items.head) return;
    items.enterHead(head);
    const { count } = items;
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

  /** Scores all items that are not placed. */
  #sumState(placed: PlacedItems): void {
    const { key } = this.#sets;
    const { maskLength } = this.#tree.problem;
    const items = this.#items;
    items.readPlaced(placed);
    key[0] = 1 + items.head;
    for (let i = 0; i < maskLength; i++) key[1 + i] = placed.data[placed.mask + i];
    const isNew = this.#sets.enter();
    if (!items.hasHead) this.#sumItemOfState(0, isNew);
    for (let i = 0; i < items.comingCount; i++) this.#sumItemOfState(items.coming[i], isNew);
  }

  #sumItemOfState(item: number, isNewSet: boolean): void {
    const at = this.#items.enterItem(item);
    if (isNewSet) this.#sets.set(item, this.#scoreSet(item, at));
    this.#states.set(item, this.#sets.get(item) + this.#scoreState(item, at));
  }

  /**
   * Sums the sections that depend on the set of placed items.
   *
   * @param at the item and its side, as `ItemValues.enterItem` returns them
   */
  #scoreSet(item: number, at: number): number {
    const items = this.#items;
    const capitals = at * CAPITALS + items.capitals(item);
    const row = at * items.count;
    let sum = this.#sumSection(ItemSection.All);
    let known = this.#itemSums.get(at);
    sum += known === UNKNOWN ? this.#itemSums.set(at, this.#sumItem(at)) : known;
    known = this.#capitalSums.get(capitals);
    sum += known === UNKNOWN ? this.#capitalSums.set(capitals, this.#sumCapitals(item)) : known;
    for (let i = 0; i < items.comingCount; i++) {
      const sibling = items.coming[i];
      if (sibling === item) continue;
      known = this.#comingSums.get(row + sibling);
      sum +=
        known === UNKNOWN
          ? this.#comingSums.set(row + sibling, this.#sumComing(at, sibling))
          : known;
    }
    for (let i = 0; i < items.placedCount; i++) sum += this.#scorePlaced(row, items.placed[i]);
    return sum;
  }

  /** Sums the sections that depend on the last two placed items and on the item's position. */
  #scoreState(item: number, at: number): number {
    const items = this.#items;
    const { count, last } = items;
    const ofLast = at * (count + 1) + last;
    const ofLastTwo = ofLast * (count + 1) + items.beforeLast;
    const position = at * POSITIONS + items.position();
    let sum = this.#sumSection(ItemSection.AllLast);
    let known = this.#lastSums.get(ofLast);
    sum += known === UNKNOWN ? this.#lastSums.set(ofLast, this.#sumLast(at)) : known;
    known = this.#lastTwoSums.get(ofLastTwo);
    sum +=
      known === UNKNOWN
        ? this.#lastTwoSums.set(ofLastTwo, this.#sumSection(ItemSection.LastTwo))
        : known;
    known = this.#positionSums.get(position);
    sum +=
      known === UNKNOWN
        ? this.#positionSums.set(position, this.#sumSection(ItemSection.Position))
        : known;
    // `#scoreSet` adds section Placed for every placed item. But this section does not apply to
    // `last`, the item placed last.
    if (last !== 0 && last < count) sum -= this.#scorePlaced(at * count, last);
    const row = ofLast * count;
    for (let i = 0; i < items.comingCount; i++) {
      const sibling = items.coming[i];
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

  #sumSection(section: ItemSection): number {
    this.#sum.sum = 0;
    this.#add(section);
    return this.#sum.sum;
  }

  #add(section: ItemSection): void {
    this.#sum.add(this.#items.values, starts[section], starts[section + 1], 0);
  }

  /** Sums the sections that read the item, its side and the words below it. */
  #sumItem(at: number): number {
    const sum = this.#sum;
    const items = this.#items;
    const { problem } = this.#tree;
    sum.sum = 0;
    this.#add(ItemSection.Item);
    if (isHeadAt(at)) return sum.sum;
    const word = items.words[at >>> 1];
    items.forgetBelow();
    for (let i = problem.dependentStart[word]; i < problem.dependentStart[word + 1]; i++) {
      items.addBelow(problem.dependents[i]);
      this.#add(ItemSection.Below);
    }
    this.#add(ItemSection.BelowAll);
    return sum.sum;
  }

  /** Sums the sections that read both the item and the item placed last. */
  #sumLast(at: number): number {
    const sum = this.#sum;
    const items = this.#items;
    const { problem } = this.#tree;
    items.readLast(at);
    sum.sum = 0;
    this.#add(ItemSection.Last);
    if (isHeadAt(at)) return sum.sum;
    const word = items.words[at >>> 1];
    for (let i = problem.dependentStart[word]; i < problem.dependentStart[word + 1]; i++) {
      items.readBelow(problem.dependents[i]);
      this.#add(ItemSection.LastBelow);
    }
    return sum.sum;
  }

  #sumComing(at: number, sibling: number): number {
    this.#items.readComing(at, sibling);
    return this.#sumSection(ItemSection.Coming);
  }

  #sumComingLast(sibling: number): number {
    if (this.#items.isFirst()) return 0;
    this.#items.readComingLast(sibling);
    return this.#sumSection(ItemSection.ComingLast);
  }

  #sumPlaced(sibling: number): number {
    this.#items.readSibling(sibling);
    return this.#sumSection(ItemSection.Placed);
  }

  #sumCapitals(item: number): number {
    this.#items.readCapitals(item);
    return this.#sumSection(ItemSection.Capitals);
  }
}
