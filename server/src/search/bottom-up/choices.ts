import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';
import type { Linearizations } from './linearizations.ts';

/**
 * The choices of a head's beam. Item 0 is the head itself. The other items are its dependents, in
 * the order of `Problem.dependents`. A choice is a linearization of an item. Item `i` has the
 * choices from `start[i]` up to `start[i + 1]`, the best first.
 */
export class Choices {
  head = NO_WORD;
  items = 0;
  words = new Int32Array(0);
  start = new Int32Array(0);
  linearization = new Int32Array(0);
  /**
   * Indexed by choice: its score minus the score of the item's best choice. If the beam added whole
   * scores instead of differences, it would place items with high scores first.
   */
  behind = new Int32Array(0);

  /** @param ofWord indexed by word: its linearizations, best first */
  begin(
    head: number,
    ofWord: readonly Int32Array[],
    { dependentStart, dependents }: Problem,
    { data }: Linearizations,
  ): void {
    const first = dependentStart[head];
    const items = 1 + dependentStart[head + 1] - first;
    this.head = head;
    this.items = items;
    if (this.words.length < items) {
      this.words = new Int32Array(2 * items);
      this.start = new Int32Array(2 * items + 1);
    }
    let count = 0;
    for (let i = 0; i < items; i++) {
      const word = i === 0 ? head : dependents[first + i - 1];
      this.words[i] = word;
      this.start[i] = count;
      count += ofWord[word].length;
    }
    this.start[items] = count;
    if (this.linearization.length < count) {
      this.linearization = new Int32Array(2 * count);
      this.behind = new Int32Array(2 * count);
    }
    for (let i = 0; i < items; i++) {
      const linearizations = ofWord[this.words[i]];
      const best = data[linearizations[0] + LinearizationField.Score];
      this.linearization.set(linearizations, this.start[i]);
      for (let c = 0; c < linearizations.length; c++) {
        this.behind[this.start[i] + c] = data[linearizations[c] + LinearizationField.Score] - best;
      }
    }
  }
}
