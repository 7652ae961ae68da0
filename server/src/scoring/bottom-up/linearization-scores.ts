import { NONE } from '../../model/lexicon.ts';
import { NO_WORD } from '../../problem/problem.ts';
import type { FeatureObserver, WeightTable } from '../feature-sum.ts';
import { HEAD, NOTHING, Side, type FullTree } from './full-tree.ts';
import type { BoundaryFluency } from './boundary-fluency.ts';
import { BoundaryScores } from './boundary-scores.ts';
import { BoundaryValue } from './boundary-templates.ts';
import { ItemScores } from './item-scores.ts';
import type { PlacedItems } from './item-values.ts';
import { WholeScores } from './whole-scores.ts';
import { WholeValue } from './whole-templates.ts';
import { UNKNOWN } from '../sum-memo.ts';
import { SumRows } from '../sum-rows.ts';
import { LinearizationField, type ChoiceNumbers, type LinearizationRecords } from './records.ts';

/**
 * The fields of a linearization's first word. Some sums for the boundary before the linearization
 * read no other fields of it. So linearizations of the same words share these sums if they agree in
 * these fields.
 */
const firstWord = [
  LinearizationField.First1,
  LinearizationField.FirstTag1,
  LinearizationField.FirstCasing,
];
/**
 * The fields of a linearization's first three words. The sums for the boundary before the
 * linearization read no other fields of it.
 */
const firstWords = [
  ...firstWord,
  LinearizationField.First2,
  LinearizationField.First3,
  LinearizationField.FirstTag2,
  LinearizationField.FirstTag3,
  LinearizationField.FirstColumn1,
  LinearizationField.FirstColumn2,
  LinearizationField.FirstColumn3,
];

export const SHAPE = 4;

/**
 * Scores a linearization (an ordered subtree, or a head alone) that is appended to another one. The
 * score has three parts:
 * - which subtree is appended, without regard to its inner order;
 * - the boundary between the two: the words on both sides, and the evidence of a language model;
 * - the order of the head and all its dependents, once all are placed.
 *
 * Linearizations that begin or end in the same words share the sums for a boundary.
 */
export class LinearizationScores {
  readonly #items: ItemScores;
  readonly #boundaries: BoundaryScores;
  readonly #wholes: WholeScores;
  readonly #fluency: BoundaryFluency | null;
  #observer: FeatureObserver | null = null;
  #tree!: FullTree;
  #linearizations!: LinearizationRecords;
  #choices!: ChoiceNumbers;
  readonly #placed: { -readonly [K in keyof PlacedItems]: PlacedItems[K] } = {
    data: new Int32Array(0),
    mask: 0,
    last: NO_WORD,
    beforeLast: NO_WORD,
    rights: 0,
  };

  // The next fields describe the choices of the current head. A choice is one linearization of an
  // item: of the head alone, or of a dependent's subtree.
  /** Indexed by choice: the item's first choice that begins with the same word. */
  #sameWord = new Int32Array(0);
  /** Indexed by choice: the item's first choice that begins with the same three words. */
  #sameWords = new Int32Array(0);
  /**
   * Two entries for each choice: `BoundaryScores.sumInside` for the choice before the head, and for
   * the choice after the head.
   */
  #insideSums = new Int32Array(0);

  // Sums for a boundary. The words before it determine the row; the choice after it is the column.
  // `#afterWord` is for the features that read one word before the boundary, `#afterTwo` for two
  // words before it and one after it, `#afterAll` for all features.
  readonly #afterWord = new SumRows();
  readonly #afterTwo = new SumRows();
  readonly #afterAll = new SumRows();
  /**
   * The language model's scores of boundaries. The context before the boundary determines the row.
   */
  readonly #evidence = new SumRows();

  // The next fields describe the linearization of the last `enter`.
  #before = 0;
  /** Whether the keys of `#afterWord` and `#afterTwo` are set. */
  #areWordsEntered = false;
  #hasHead = false;

  /**
   * @param fluency null without a language model. The caller must call its `begin` for each problem
   */
  constructor(weights: WeightTable, fluency: BoundaryFluency | null, leftOut: ReadonlySet<string>) {
    this.#fluency = fluency;
    this.#items = new ItemScores(weights, leftOut);
    this.#boundaries = new BoundaryScores(weights, leftOut);
    this.#wholes = new WholeScores(weights, leftOut);
  }

  set observer(observer: FeatureObserver | null) {
    this.#observer = observer;
    this.#items.observer = observer;
    this.#boundaries.observer = observer;
    this.#wholes.observer = observer;
  }

  begin(tree: FullTree, linearizations: LinearizationRecords): void {
    this.#tree = tree;
    this.#linearizations = linearizations;
    this.#items.begin(tree);
  }

  /**
   * Sets the head and its choices (the linearizations of its items) for the next calls.
   *
   * @param most the highest number of calls of `enter` before the next `start`
   */
  start(choices: ChoiceNumbers, most: number): void {
    this.#choices = choices;
    const count = choices.start[choices.items];
    if (this.#sameWord.length < count) {
      this.#sameWord = new Int32Array(2 * count);
      this.#sameWords = new Int32Array(2 * count);
      this.#insideSums = new Int32Array(4 * count);
    }
    for (let i = 0; i < choices.items; i++) {
      for (let c = choices.start[i]; c < choices.start[i + 1]; c++) {
        this.#sameWord[c] = this.#firstAlike(c, choices.start[i], firstWord);
        this.#sameWords[c] = this.#firstAlike(c, choices.start[i], firstWords);
        this.#readInside(c, i === 0);
      }
    }
    this.#afterWord.begin(4, count, most);
    this.#afterTwo.begin(5, count, most);
    this.#afterAll.begin(7, count, most);
    if (this.#fluency !== null) this.#evidence.begin(1, count, most);
  }

  /** Sets the linearization to append to. Its head must be the head given to `start`. */
  enter(before: number): void {
    this.#before = before;
    this.#hasHead = this.#linearizations.has(before, this.#choices.head);
    this.#readPlaced(before);
    this.#items.enter(this.#choices.head, this.#placed);
    const { data } = this.#linearizations;
    const { key } = this.#afterAll;
    const hasThree = data[before + LinearizationField.Last3] !== NONE;
    key[0] = 1 + (this.#hasHead ? 1 : 0) + (hasThree ? 2 : 0);
    key[1] = data[before + LinearizationField.Last];
    key[2] = data[before + LinearizationField.Last1];
    key[3] = data[before + LinearizationField.Last2];
    key[4] = data[before + LinearizationField.LastTag1];
    key[5] = data[before + LinearizationField.LastTag2];
    key[6] = data[before + LinearizationField.LastTag3];
    this.#afterAll.enter();
    this.#areWordsEntered = false;
    if (this.#fluency !== null) {
      this.#evidence.key[0] = data[before + LinearizationField.Context] + 1;
      this.#evidence.enter();
    }
  }

  #enterWords(): void {
    const before = this.#before;
    const { data } = this.#linearizations;
    const { key: one } = this.#afterWord;
    one[0] = 1 + (this.#hasHead ? 1 : 0);
    one[1] = data[before + LinearizationField.Last];
    one[2] = data[before + LinearizationField.Last1];
    one[3] = data[before + LinearizationField.LastTag1];
    this.#afterWord.enter();
    const { key: two } = this.#afterTwo;
    two[0] = 1 + (this.#hasHead ? 1 : 0);
    two[1] = data[before + LinearizationField.Last1];
    two[2] = data[before + LinearizationField.Last2];
    two[3] = data[before + LinearizationField.LastTag1];
    two[4] = data[before + LinearizationField.LastTag2];
    this.#afterTwo.enter();
    this.#readBefore(before);
    this.#areWordsEntered = true;
  }

  /**
   * Returns the score of appending an item (the head alone, or a dependent's subtree) to the
   * linearization that was given to the last `enter`. The score does not depend on the inner order
   * of the item.
   */
  item(item: number): number {
    return this.#items.score(item);
  }

  /**
   * Returns the score of appending a choice (one way to order the words of an item) to the
   * linearization that was given to the last `enter`. The score of the item itself (`item`) is not
   * included.
   */
  choice(choice: number): number {
    const words = this.#sameWords[choice];
    let sum = this.#afterAll.get(words);
    if (sum === UNKNOWN) sum = this.#afterAll.set(words, this.#sumBoundary(words));
    sum += this.#insideSums[2 * choice + (this.#hasHead ? 1 : 0)];
    return this.#fluency === null ? sum : sum + this.#evidenceOf(words, this.#fluency);
  }

  #evidenceOf(words: number, fluency: BoundaryFluency): number {
    const known = this.#evidence.get(words);
    if (known !== UNKNOWN) return known;
    const placed = this.#choices.linearization[words];
    return this.#evidence.set(words, this.#weigh(this.#before, placed, fluency));
  }

  /** Returns the language model's score of the boundary between two linearizations. */
  #weigh(before: number, placed: number, fluency: BoundaryFluency): number {
    const { data } = this.#linearizations;
    return fluency.score(
      data[before + LinearizationField.Context],
      data,
      placed + LinearizationField.FirstColumn1,
      data[placed + LinearizationField.Length],
    );
  }

  #sumBoundary(choice: number): number {
    if (!this.#areWordsEntered) this.#enterWords();
    const boundaries = this.#boundaries;
    this.#readItem(this.#choices.linearization[choice], this.#choices.head, this.#hasHead);
    let near = this.#afterWord.get(choice);
    if (near === UNKNOWN) near = this.#afterWord.set(choice, boundaries.sumNear());
    const word = this.#sameWord[choice];
    let two = this.#afterTwo.get(word);
    if (two === UNKNOWN) two = this.#afterTwo.set(word, boundaries.sumTwoBefore());
    return near + two + boundaries.sumFar();
  }

  /**
   * Returns the score of appending `placed` to `before`. Uses no memo, so that an observer receives
   * all features.
   */
  place(before: number, placed: number): number {
    const { data } = this.#linearizations;
    const head = data[before + LinearizationField.Head];
    this.#readPlaced(before);
    this.#readBefore(before);
    this.#readItem(placed, head, this.#linearizations.has(before, head));
    return (
      this.#items.sum(head, this.#placed, data[placed + LinearizationField.Head]) +
      (data[placed + LinearizationField.Length] > 1 ? this.#boundaries.sumInside() : 0) +
      this.#boundaries.sumNear() +
      this.#boundaries.sumTwoBefore() +
      this.#boundaries.sumFar() +
      (this.#fluency === null ? 0 : this.#report(this.#weigh(before, placed, this.#fluency)))
    );
  }

  #report(evidence: number): number {
    this.#observer?.onEvidence?.(evidence);
    return evidence;
  }

  /** Returns the score of the whole order, once the head and all dependents are placed. */
  end(linearization: number): number {
    const { data } = this.#linearizations;
    const { values } = this.#wholes;
    values[WholeValue.Labels] = data[linearization + LinearizationField.Labels];
    values[WholeValue.Tags] = data[linearization + LinearizationField.Tags];
    values[WholeValue.Lefts] = data[linearization + LinearizationField.Lefts];
    values[WholeValue.Rights] = data[linearization + LinearizationField.Rights];
    values[WholeValue.LastWord1] = data[linearization + LinearizationField.Last1];
    values[WholeValue.LastWord2] = data[linearization + LinearizationField.Last2];
    values[WholeValue.LastTag1] = data[linearization + LinearizationField.LastTag1];
    values[WholeValue.LastTag2] = data[linearization + LinearizationField.LastTag2];
    const head = data[linearization + LinearizationField.Head];
    const sum = this.#wholes.sum(this.#tree, head);
    if (this.#fluency === null || this.#tree.problem.head[head] !== NO_WORD) return sum;
    return sum + this.#report(this.#fluency.end(data[linearization + LinearizationField.Context]));
  }

  #firstAlike(choice: number, first: number, fields: readonly number[]): number {
    const { data } = this.#linearizations;
    const { linearization } = this.#choices;
    const own = linearization[choice];
    for (let c = first; c < choice; c++) {
      const other = linearization[c];
      if (fields.every((field) => data[own + field] === data[other + field])) return c;
    }
    return choice;
  }

  #readInside(choice: number, isHead: boolean): void {
    const { data } = this.#linearizations;
    const placed = this.#choices.linearization[choice];
    const { head } = this.#choices;
    for (let after = 0; after < 2; after++) {
      let sum = 0;
      if (data[placed + LinearizationField.Length] > 1) {
        this.#readItem(placed, head, !isHead && after === 1);
        sum = this.#boundaries.sumInside();
      }
      this.#insideSums[2 * choice + after] = sum;
    }
  }

  #readPlaced(before: number): void {
    const { data } = this.#linearizations;
    const placed = this.#placed;
    placed.data = data;
    placed.mask = before + LinearizationField.Mask;
    placed.last = data[before + LinearizationField.Last];
    placed.beforeLast = data[before + LinearizationField.BeforeLast];
    placed.rights = data[before + LinearizationField.Rights];
  }

  #readBefore(before: number): void {
    const { data } = this.#linearizations;
    const { values } = this.#boundaries;
    values[BoundaryValue.Label1] = this.#labelOf(
      data[before + LinearizationField.Last],
      data[before + LinearizationField.Head],
    );
    for (let i = 0; i < 3; i++) {
      values[BoundaryValue.BeforeWord1 + i] = data[before + LinearizationField.Last1 + i];
      values[BoundaryValue.BeforeTag1 + i] = data[before + LinearizationField.LastTag1 + i];
    }
  }

  #readItem(placed: number, head: number, hasHead: boolean): void {
    const { data } = this.#linearizations;
    const { values } = this.#boundaries;
    const { tag } = this.#tree;
    const word = data[placed + LinearizationField.Head];
    values[BoundaryValue.HeadTag] = tag[head];
    values[BoundaryValue.Label] = this.#labelOf(word, head);
    values[BoundaryValue.Tag] = tag[word];
    values[BoundaryValue.Side] = word === head ? Side.Head : hasHead ? Side.Right : Side.Left;
    for (let i = 0; i < 3; i++) {
      values[BoundaryValue.FirstWord1 + i] = data[placed + LinearizationField.First1 + i];
      values[BoundaryValue.FirstTag1 + i] = data[placed + LinearizationField.FirstTag1 + i];
    }
    values[BoundaryValue.FirstCasing] = data[placed + LinearizationField.FirstCasing];
    values[BoundaryValue.LastWord] = data[placed + LinearizationField.Last1];
    values[BoundaryValue.LastTag] = data[placed + LinearizationField.LastTag1];
    values[BoundaryValue.Shape] =
      Math.min(SHAPE - 1, data[placed + LinearizationField.Lefts]) * SHAPE +
      Math.min(SHAPE - 1, data[placed + LinearizationField.Rights]);
  }

  #labelOf(word: number, head: number): number {
    if (word === NO_WORD) return NOTHING;
    return word === head ? HEAD : this.#tree.label[word];
  }
}
