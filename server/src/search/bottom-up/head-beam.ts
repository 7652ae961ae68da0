import type { Problem } from '../../problem/problem.ts';
import { NO_WORD } from '../../problem/problem.ts';
import { Candidates } from '../candidates.ts';
import type { WeightTable } from '../../scoring/weight-sum.ts';
import { OrderFeatures } from '../../scoring/order.ts';
import { Field, Orders } from './orders.ts';

/** The reference that training compares orders with: each of its steps must win by a margin. */
export interface Guide {
  /** In units of the weights. */
  readonly margin: number;
  /** Whether placing an order behind another goes on as the reference does. */
  continues(before: number, placed: number): boolean;
}

/**
 * Orders a head and its dependents with a beam, from left to right, each dependent in one of the best
 * orders of what is below it (Bohnet et al. 2010, Section 4, who order sets of words; like Yu et al.
 * 2019 it keeps several orders of every subtree). One object serves any number of heads and problems,
 * and allocates nothing a step.
 */
export class HeadBeam {
  readonly orders = new Orders();
  readonly features: OrderFeatures;
  /** The orders kept by the last step, best first; the first `size` entries count. */
  kept = new Int32Array(0);
  size = 0;

  /** For training. */
  guide: Guide | null = null;

  readonly #candidates = new Candidates();
  #problem!: Problem;
  /** By word: the orders that it may be placed in, best first. */
  #choices: readonly Int32Array[] = [];
  #head = NO_WORD;
  #width = 0;

  constructor(weights: WeightTable) {
    this.features = new OrderFeatures(weights);
  }

  /** Prepares for a problem, which is a full tree. */
  begin(problem: Problem): void {
    this.#problem = problem;
    this.orders.begin(problem);
    this.features.begin(problem, this.orders);
  }

  /**
   * Begins with a head, and with nothing placed.
   *
   * @param choices by word, for the dependents and the head itself: the orders they may be placed in
   */
  start(head: number, choices: readonly Int32Array[], width: number): void {
    this.#head = head;
    this.#choices = choices;
    this.#width = width;
    if (this.kept.length < width) this.kept = new Int32Array(width);
    this.kept[0] = this.orders.empty(head);
    this.size = 1;
  }

  /** How many orders the following steps keep. */
  setWidth(width: number): void {
    this.#width = width;
    this.size = Math.min(this.size, width);
  }

  /** How many steps a head takes: one for each of its dependents, and one for itself. */
  steps(head: number): number {
    const { dependentStart } = this.#problem;
    return dependentStart[head + 1] - dependentStart[head] + 1;
  }

  /** Continues every kept order with all that can come next, and keeps the best. */
  step(): void {
    const candidates = this.#candidates;
    candidates.begin(this.#width);
    for (let i = 0; i < this.size; i++) this.#expand(this.kept[i]);
    this.size = candidates.size;
    for (let i = this.size - 1; i >= 0; i--) {
      const { parent, action: placed, score } = candidates;
      this.kept[i] = this.place(parent, placed, score);
      candidates.removeWorst();
    }
  }

  /** Ends the kept orders, which have placed everything: scores them as a whole, and sorts them anew. */
  finish(): void {
    const { data } = this.orders;
    for (let i = 0; i < this.size; i++) this.end(this.kept[i]);
    this.kept.subarray(0, this.size).sort((a, b) => data[b + Field.Score] - data[a + Field.Score]);
  }

  /** Adds what an order that has placed everything scores as a whole. */
  end(order: number): void {
    const score = this.features.end(order);
    const { data } = this.orders;
    data[order + Field.Score] += score;
    data[order + Field.Own] += score;
  }

  /** What an order scores once another is placed behind it. */
  scoreOf(before: number, placed: number): number {
    const { data } = this.orders;
    const margin = this.guide?.continues(before, placed) === true ? this.guide.margin : 0;
    return (
      data[before + Field.Score] +
      this.features.place(before, placed) +
      this.#behind(placed) -
      margin
    );
  }

  /** The order that placing one behind another makes. */
  place(before: number, placed: number, score: number): number {
    const own = score - this.orders.data[before + Field.Score] - this.#behind(placed);
    const isReference = this.guide?.continues(before, placed) === true;
    return this.orders.place(before, placed, score, own, isReference);
  }

  /** How much an order is behind the best of its word: what is inside must not decide when it is placed. */
  #behind(placed: number): number {
    const { data } = this.orders;
    const best = this.#choices[data[placed + Field.Head]][0];
    return data[placed + Field.Score] - data[best + Field.Score];
  }

  #expand(before: number): void {
    const { dependentStart, dependents, twinBefore } = this.#problem;
    const head = this.#head;
    if (!this.orders.has(before, head)) this.#place(before, head);
    for (let i = dependentStart[head]; i < dependentStart[head + 1]; i++) {
      const word = dependents[i];
      if (this.orders.has(before, word)) continue;
      const twin = twinBefore[word];
      if (twin !== NO_WORD && !this.orders.has(before, twin)) continue;
      this.#place(before, word);
    }
  }

  #place(before: number, word: number): void {
    const choices = this.#choices[word];
    for (let i = 0; i < choices.length; i++) {
      this.#candidates.offer(this.scoreOf(before, choices[i]), before, choices[i]);
    }
  }
}
