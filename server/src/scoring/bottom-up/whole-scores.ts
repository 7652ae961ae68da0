import { NO_WORD } from '../../problem/problem.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { END, type FullTree } from './full-tree.ts';
import { WholeSection, wholeTemplates, WholeValue } from './whole-templates.ts';

const { starts } = wholeTemplates;

/** Scores a complete order of a head and its dependents. */
export class WholeScores {
  /** The caller sets all values but those of the head and of the sentence's end. */
  readonly values = wholeTemplates.newValues();
  readonly #sum: FeatureSum;

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, wholeTemplates, leftOut);
    this.values[WholeValue.EndWord] = END;
    this.values[WholeValue.EndTag] = END;
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  /** Sets the values of the head, and sums the weights. */
  sum({ problem, tag, word, label }: FullTree, head: number): number {
    const { values } = this;
    values[WholeValue.HeadTag] = tag[head];
    values[WholeValue.HeadWord] = word[head];
    values[WholeValue.HeadLabel] = label[head];
    this.#sum.sum = 0;
    this.#add(WholeSection.Whole);
    if (problem.head[head] === NO_WORD) this.#add(WholeSection.End);
    return this.#sum.sum;
  }

  #add(part: WholeSection): void {
    this.#sum.add(this.values, starts[part], starts[part + 1], 0);
  }
}
