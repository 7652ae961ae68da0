import { EMPTY_CONTEXT } from '../../lm/query/contexts.ts';
import { NONE } from '../../model/lexicon.ts';
import { NO_WORD } from '../../problem/problem.ts';
import { BEGIN, HEAD, NOTHING, Side, type FullTree } from '../../scoring/bottom-up/full-tree.ts';
import { BoundaryScores } from '../../scoring/bottom-up/boundary-scores.ts';
import { boundaryTemplates, BoundaryValue } from '../../scoring/bottom-up/boundary-templates.ts';
import type { BoundaryFluency } from '../../scoring/bottom-up/boundary-fluency.ts';
import { MILLI } from '../../scoring/fluency.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { SHAPE } from '../../scoring/bottom-up/linearization-scores.ts';
import { LOWEST, mostOf, unboundedTemplates } from './terms.ts';

/**
 * A surface word with which an item may begin or end. An item is a head alone, or the subtree of
 * one of its dependents.
 */
export interface BoundaryToken {
  /** The id in the lexicon. If there is no word: NONE, or BEGIN before a sentence. */
  readonly word: number;
  /**
   * The word's number in the language model (`BoundaryFluency.columnOf`); 0 without a language
   * model.
   */
  readonly column: number;
  readonly tag: number;
  readonly casing: number;
  /**
   * The word of the problem that this surface word belongs to. A word of the problem may have
   * several surface words.
   */
  readonly of: number;
  /** The index of this surface word among all surface words of `of`. */
  readonly place: number;
  /** The number of surface words of `of`. */
  readonly count: number;
}

/**
 * The items of a head. Item 0 is the head itself, and each other item is the subtree of a
 * dependent. For each item, `words` has the head or the dependent, and `tokens` has all surface
 * words of the item in no particular order.
 */
export interface HeadItems {
  readonly head: number;
  readonly words: readonly number[];
  readonly tokens: readonly (readonly BoundaryToken[])[];
}

/** Stands for the missing item before the first item. */
export const NOTHING_YET = -1;

const itemValues = [
  BoundaryValue.HeadTag,
  BoundaryValue.Label,
  BoundaryValue.Tag,
  BoundaryValue.Side,
  BoundaryValue.Item,
];
const firstBehind = [BoundaryValue.FirstWord1, BoundaryValue.FirstTag1, BoundaryValue.FirstCasing];
const secondBehind = [BoundaryValue.FirstWord2, BoundaryValue.FirstTag2];
const allBehind = [
  ...firstBehind,
  ...secondBehind,
  BoundaryValue.FirstWord3,
  BoundaryValue.FirstTag3,
];
const oneBefore = [
  BoundaryValue.Label1,
  BoundaryValue.ItemLabel1,
  BoundaryValue.BeforeWord1,
  BoundaryValue.BeforeTag1,
  BoundaryValue.AcrossTags,
];
const twoBefore = [
  ...oneBefore,
  BoundaryValue.BeforeWord2,
  BoundaryValue.BeforeTag2,
  BoundaryValue.BeforeTags21,
];
const threeBefore = [
  ...twoBefore,
  BoundaryValue.BeforeWord3,
  BoundaryValue.BeforeTag3,
  BoundaryValue.BeforeTags32,
];

/**
 * For each section of `boundaryTemplates`: the values of which the bound tries all combinations.
 */
const sectionValues: readonly (readonly number[])[] = [
  // The inside of an item: its first word, its last word and its shape (how many dependents its
  // head has on each side).
  [
    ...itemValues,
    ...firstBehind,
    BoundaryValue.LastWord,
    BoundaryValue.LastTag,
    BoundaryValue.Shape,
  ],
  [...itemValues, ...allBehind],
  // One word before the boundary, and one, two or three words after it.
  [...itemValues, ...oneBefore, ...allBehind],
  [...itemValues, ...oneBefore, ...allBehind],
  [...itemValues, ...oneBefore, ...allBehind],
  // Words on both sides of the boundary: two before and one after; three before and one after; two
  // before and two after.
  [...itemValues, ...twoBefore, ...firstBehind],
  [...itemValues, ...threeBefore, ...firstBehind],
  [...itemValues, ...twoBefore, ...firstBehind, ...secondBehind],
];

/**
 * Upper bounds of the score of a boundary between two items. They hold for all orders of the words
 * inside the items: any surface word of a subtree is tried as its first or last word.
 */
export class BoundaryBound {
  readonly #boundaries: BoundaryScores;
  readonly #fluency: BoundaryFluency | null;
  /** The bound for templates that read a value outside `sectionValues`. */
  readonly #others: number;
  #tree!: FullTree;
  #items!: HeadItems;
  #stop!: Stop;
  #outside!: BoundaryToken;
  readonly #known = new Map<number, number>();
  readonly #inside = new Map<number, number>();

  constructor(
    { weights, leftOut }: Pick<Scoring, 'weights' | 'leftOut'>,
    fluency: BoundaryFluency | null,
  ) {
    this.#fluency = fluency;
    const unbounded = unboundedTemplates(boundaryTemplates, sectionValues);
    this.#boundaries = new BoundaryScores(weights, new Set([...leftOut, ...unbounded]));
    this.#others = mostOf(unbounded.length, weights);
  }

  /** After a stop, the bounds are meaningless. */
  begin(tree: FullTree, items: HeadItems, stop: Stop): void {
    this.#stop = stop;
    this.#tree = tree;
    this.#items = items;
    const word = tree.problem.head[items.head] === NO_WORD ? BEGIN : NONE;
    const missing = { column: 0, tag: NONE, casing: 0, of: NO_WORD, place: 0, count: 1 };
    this.#outside = { ...missing, word };
    this.#known.clear();
    this.#inside.clear();
  }

  /**
   * Returns an upper bound of the score of the boundary before an item, and of the item's inside.
   * The score of the item as a whole (`ItemScores`) is not included.
   *
   * @param before the item before it; NOTHING_YET if `item` is the first
   * @param isAfterHead whether the head is placed before `item`
   */
  of(before: number, item: number, isAfterHead: boolean): number {
    const key = ((before + 1) * this.#items.words.length + item) * 2 + Number(isAfterHead);
    let known = this.#known.get(key);
    if (known === undefined) {
      known =
        this.#highest(before, item, isAfterHead) + this.#insideOf(item, isAfterHead) + this.#others;
      this.#known.set(key, known);
    }
    return known;
  }

  #insideOf(item: number, isAfterHead: boolean): number {
    const key = 2 * item + Number(isAfterHead);
    let known = this.#inside.get(key);
    if (known === undefined)
      this.#inside.set(key, (known = this.#highestInside(item, isAfterHead)));
    return known;
  }

  #highestInside(item: number, isAfterHead: boolean): number {
    const tokens = this.#items.tokens[item];
    if (tokens.length === 1) return 0;
    const { dependentStart } = this.#tree.problem;
    const { values } = this.#boundaries;
    const word = this.#items.words[item];
    const dependents = item === 0 ? 0 : dependentStart[word + 1] - dependentStart[word];
    this.#readItem(item, isAfterHead);
    let highest = LOWEST;
    for (const first of tokens) {
      if (!isFirst(first)) continue;
      this.#readFirst(first);
      for (const last of tokens) {
        if (!isLast(last)) continue;
        values[BoundaryValue.LastWord] = last.word;
        values[BoundaryValue.LastTag] = last.tag;
        for (let lefts = 0; lefts <= dependents; lefts++) {
          const most = SHAPE - 1;
          values[BoundaryValue.Shape] =
            Math.min(most, lefts) * SHAPE + Math.min(most, dependents - lefts);
          highest = Math.max(highest, this.#boundaries.sumInside());
        }
      }
    }
    return highest;
  }

  /**
   * Returns the highest score of the boundary, over all words that may stand before and after it. A
   * language model's context has three words. So the first word after the boundary depends on three
   * words before the boundary, the second word on two, and the third word on one.
   */
  #highest(before: number, item: number, isAfterHead: boolean): number {
    const boundaries = this.#boundaries;
    const { values } = boundaries;
    const behind = this.#items.tokens[item].filter(isFirst);
    const lasts =
      before === NOTHING_YET ? [this.#outside] : this.#items.tokens[before].filter(isLast);
    this.#readItem(item, isAfterHead);
    values[BoundaryValue.Label1] =
      before === NOTHING_YET ? NOTHING : this.#labelOf(this.#items.words[before], before);
    let highest = -Infinity;
    for (const last of lasts) {
      if (this.#stop.requested) break;
      const seconds = this.#before(last, before, item);
      const afterLast = this.#contextOf(last);
      for (const first of behind) {
        this.#readFirst(first);
        const follow = this.#behind(first, item);
        const afterFirst = this.#after(afterLast, first);
        const firstAlone = this.#after(EMPTY_CONTEXT, first);
        this.#readBefore(BoundaryValue.BeforeWord1, last);
        let near = -Infinity;
        for (const second of follow) {
          this.#readBehind(BoundaryValue.FirstWord2, second);
          const afterSecond = this.#after(afterFirst, second);
          const secondAlone = this.#after(firstAlone, second);
          for (const third of this.#behind(second, item, first)) {
            this.#readBehind(BoundaryValue.FirstWord3, third);
            const gain = this.#gain(afterSecond, secondAlone, third);
            near = Math.max(near, MILLI * boundaries.sumNear() + gain);
          }
        }
        let behindSecond = -Infinity;
        for (const second of seconds) {
          this.#readBefore(BoundaryValue.BeforeWord2, second);
          let sum = MILLI * boundaries.sumTwoBefore();
          this.#readBehind(BoundaryValue.FirstWord2, null);
          let far = -Infinity;
          for (const third of this.#before(second, before, item, last)) {
            this.#readBefore(BoundaryValue.BeforeWord3, third);
            const afterAll = this.#after(this.#after(this.#contextOf(third), second), last);
            const gain = this.#gain(afterAll, EMPTY_CONTEXT, first);
            far = Math.max(far, MILLI * boundaries.sumFar() + gain);
          }
          sum += far;
          this.#readBefore(BoundaryValue.BeforeWord3, null);
          const afterTwo = this.#after(this.#after(this.#contextOf(second), last), first);
          let onBoth = -Infinity;
          for (const next of follow) {
            this.#readBehind(BoundaryValue.FirstWord2, next);
            const gain = this.#gain(afterTwo, firstAlone, next);
            onBoth = Math.max(onBoth, MILLI * boundaries.sumFar() + gain);
          }
          behindSecond = Math.max(behindSecond, sum + onBoth);
        }
        highest = Math.max(highest, near + behindSecond);
      }
    }
    // The sums above are whole numbers of thousandths, so rounding gives the same result as in
    // `BoundaryFluency.score`.
    return Math.round(highest / MILLI);
  }

  /**
   * Returns the language model's context after one word. For the missing word before a sentence,
   * this is the context of the sentence's beginning. For any other missing word, it is empty.
   */
  #contextOf(token: BoundaryToken | null): number {
    if (this.#fluency !== null && token === this.#outside && token.word === BEGIN) {
      return this.#fluency.start;
    }
    return this.#after(EMPTY_CONTEXT, token);
  }

  #after(context: number, token: BoundaryToken | null): number {
    if (this.#fluency === null || token === null || token === this.#outside) return context;
    return this.#fluency.advance(context, token.column);
  }

  /**
   * Returns how much the words before the boundary change the language model's score of a word
   * after it, in thousandths of a unit of the weights.
   *
   * @param without the context without these words
   */
  #gain(context: number, without: number, token: BoundaryToken | null): number {
    if (this.#fluency === null || token === null) return 0;
    return this.#fluency.gain(context, without, token.column) * this.#fluency.unitsPerNat;
  }

  /**
   * Lists the words that may directly follow `token` inside an item. Null stands for the item's
   * end.
   *
   * @param former a word that already stands before `token`
   */
  #behind(
    token: BoundaryToken | null,
    item: number,
    former: BoundaryToken | null = null,
  ): (BoundaryToken | null)[] {
    if (token === null) return [null];
    const all = this.#items.tokens[item];
    if (token.place + 1 < token.count) return all.filter(isPartOf(token, token.place + 1));
    const others = all.filter(
      (other) => isFirst(other) && other.of !== token.of && other.of !== former?.of,
    );
    return others.length === 0 ? [null] : others;
  }

  /**
   * Lists the surface words that may stand directly before `token`. There are three cases:
   * - `token` is not the first surface word of its problem word: only the surface word before it.
   * - `token` is in the item `before`, and this item has problem words other than those of `token`
   *   and `former`: the last surface word of each of these problem words.
   * - Otherwise: `#outside`, which stands for a missing word, and the last surface word of each
   *   other problem word in the items that are neither `before` nor `item`.
   *
   * @param former the surface word that already stands after `token`, if any
   */
  #before(
    token: BoundaryToken | null,
    before: number,
    item: number,
    former: BoundaryToken | null = null,
  ): (BoundaryToken | null)[] {
    if (token === null || token.of === NO_WORD) return [token];
    const { tokens } = this.#items;
    const same = tokens.flat().filter(isPartOf(token, token.place - 1));
    if (same.length > 0) return same;
    const isOther = (other: BoundaryToken): boolean =>
      isLast(other) && other.of !== token.of && other.of !== former?.of;
    const own = tokens[before].filter(isOther);
    const isOwn = tokens[before].some(({ of }) => of === token.of);
    const used = new Set([token.of, former?.of]);
    const areWordsLeft = tokens[before].some(({ of }) => !used.has(of));
    if (isOwn && areWordsLeft) return own;
    const others = tokens.flatMap((some, i) =>
      i === before || i === item ? [] : some.filter(isOther),
    );
    return [this.#outside, ...others];
  }

  #readItem(item: number, isAfterHead: boolean): void {
    const { values } = this.#boundaries;
    const { tag } = this.#tree;
    const word = this.#items.words[item];
    values[BoundaryValue.HeadTag] = tag[this.#items.head];
    values[BoundaryValue.Label] = this.#labelOf(word, item);
    values[BoundaryValue.Tag] = tag[word];
    values[BoundaryValue.Side] = item === 0 ? Side.Head : isAfterHead ? Side.Right : Side.Left;
  }

  #labelOf(word: number, item: number): number {
    return item === 0 ? HEAD : this.#tree.label[word];
  }

  #readFirst(token: BoundaryToken): void {
    this.#readBehind(BoundaryValue.FirstWord1, token);
    this.#boundaries.values[BoundaryValue.FirstCasing] = token.casing;
  }

  #readBehind(word: number, token: BoundaryToken | null): void {
    const { values } = this.#boundaries;
    values[word] = token?.word ?? NONE;
    values[word + BoundaryValue.FirstTag1 - BoundaryValue.FirstWord1] = token?.tag ?? NONE;
  }

  #readBefore(word: number, token: BoundaryToken | null): void {
    const { values } = this.#boundaries;
    values[word] = token?.word ?? NONE;
    values[word + BoundaryValue.BeforeTag1 - BoundaryValue.BeforeWord1] = token?.tag ?? NONE;
  }
}

export function tokensOf(
  tree: FullTree,
  words: readonly number[],
  fluency: BoundaryFluency | null,
): BoundaryToken[] {
  const { surface, surfaceStart } = tree.problem;
  return words.flatMap((of) => {
    const form = tree.problem.likelyForm(of);
    const start = surfaceStart[form];
    const count = surfaceStart[form + 1] - start;
    return Array.from({ length: count }, (_, place) => ({
      ...{ word: surface[start + place], tag: tree.tag[of], casing: tree.casing[of] },
      ...{ of, place, count, column: fluency?.columnOf(start + place) ?? 0 },
    }));
  });
}

function isFirst({ place }: BoundaryToken): boolean {
  return place === 0;
}

function isLast({ place, count }: BoundaryToken): boolean {
  return place === count - 1;
}

function isPartOf(token: BoundaryToken, place: number): (other: BoundaryToken) => boolean {
  return (other) => other.of === token.of && other.place === place;
}
