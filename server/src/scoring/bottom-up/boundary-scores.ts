import { NONE } from '../../model/lexicon.ts';
import { mix } from '../../util/hash.ts';
import { contextOf, seedBase } from '../contexts.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { BoundarySection, boundaryTemplates, BoundaryValue } from './boundary-templates.ts';

const { starts } = boundaryTemplates;
const ITEM_BASE = seedBase(100);

/**
 * Scores the boundary before an item. An item is the head itself, or the ordered subtree of one of
 * its dependents.
 */
export class BoundaryScores {
  /**
   * The values of the boundary. The caller sets the values listed before `BoundaryValue.Item`, and
   * this class computes the others from them. Where a word is missing, the values of its word and
   * its tag are NONE.
   */
  readonly values = boundaryTemplates.newValues();
  readonly #sum: FeatureSum;

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, boundaryTemplates, leftOut);
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  /**
   * Sums the templates for the words inside an item of several words. They do not read the words
   * before the item.
   */
  sumInside(): number {
    this.#readItem();
    this.#sum.sum = 0;
    this.#add(BoundarySection.Inside);
    return this.#sum.sum;
  }

  /**
   * Sums the templates for one word before the boundary and up to three words after it. If no word
   * is before the boundary, sums the templates for the beginning of the subtree.
   */
  sumNear(): number {
    const { values } = this;
    const sum = this.#sum;
    this.#readItem();
    sum.sum = 0;
    if (values[BoundaryValue.BeforeWord1] === NONE) {
      this.#add(BoundarySection.Begin);
      return sum.sum;
    }
    this.#readTags();
    this.#add(BoundarySection.Near);
    if (values[BoundaryValue.FirstWord2] !== NONE) this.#add(BoundarySection.TwoBehind);
    if (values[BoundaryValue.FirstWord3] !== NONE) this.#add(BoundarySection.ThreeBehind);
    return sum.sum;
  }

  /**
   * Sums the templates for two words before the boundary and one word after it; 0 if fewer than two
   * words are before the boundary.
   */
  sumTwoBefore(): number {
    this.#sum.sum = 0;
    if (this.values[BoundaryValue.BeforeWord2] === NONE) return 0;
    this.#readItem();
    this.#readTags();
    this.#add(BoundarySection.TwoBefore);
    return this.#sum.sum;
  }

  /**
   * Sums the templates for three words before the boundary and one word after it, and the templates
   * for two words on both sides; 0 if fewer than two words are before the boundary.
   */
  sumFar(): number {
    const { values } = this;
    const sum = this.#sum;
    sum.sum = 0;
    if (values[BoundaryValue.BeforeWord2] === NONE) return 0;
    this.#readTags();
    if (values[BoundaryValue.BeforeWord3] !== NONE) this.#add(BoundarySection.ThreeBefore);
    if (values[BoundaryValue.FirstWord2] !== NONE) this.#add(BoundarySection.TwoOnBothSides);
    return sum.sum;
  }

  #add(part: BoundarySection): void {
    this.#sum.add(this.values, starts[part], starts[part + 1], 0);
  }

  #readItem(): void {
    const { values } = this;
    values[BoundaryValue.Item] = contextOf(
      ITEM_BASE,
      values[BoundaryValue.Label],
      values[BoundaryValue.Tag],
      values[BoundaryValue.Side],
    );
  }

  #readTags(): void {
    const { values } = this;
    const t1 = values[BoundaryValue.BeforeTag1];
    const t2 = values[BoundaryValue.BeforeTag2];
    values[BoundaryValue.ItemLabel1] = mix(
      values[BoundaryValue.Item],
      values[BoundaryValue.Label1],
    );
    values[BoundaryValue.BeforeTags21] = mix(t2, t1);
    values[BoundaryValue.BeforeTags32] = mix(values[BoundaryValue.BeforeTag3], t2);
    values[BoundaryValue.AcrossTags] = mix(t1, values[BoundaryValue.FirstTag1]);
  }
}
