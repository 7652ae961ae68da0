import type { Comparison } from '../../model/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import type { EdgeScores } from '../../scoring/best-first/edge-scores.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Derivation, Move } from '../search.ts';
import type { Target } from '../target.ts';
import { actionsOf, type Edges } from './edges.ts';

/** The edges of a best-first search, the ways to join them, and their scores. */
export abstract class EdgeSystem {
  abstract readonly edges: Edges;
  abstract readonly scores: EdgeScores;
  /**
   * The edges of single words, which the search accepts first. Of several interchangeable words,
   * only the first has leaves.
   */
  leaves: readonly number[] = [];
  /**
   * Whether there are bags with words that the rules cannot all join. Then the search glues parts
   * together without a rule.
   */
  readonly mayLackSentence: boolean = false;
  readonly #comparison: Comparison;
  #target: Target | null = null;
  /** The amount that each word adds to the value of an edge. `hurry` raises it. */
  #perWord = 0;

  constructor({ comparison }: Scoring) {
    this.#comparison = comparison ?? { isScaled: true, perWord: 0, haste: 0 };
  }

  protected abstract start(problem: Problem, isLearning: boolean): readonly number[];

  /**
   * Lists the joins that the rules allow for two edges without common words. `mayJoin` may still
   * refuse some of them, for example because of a given arc.
   */
  abstract joinsOf(left: number, right: number): readonly number[];

  /** Like `joinsOf`, but also lists joins without a rule. */
  abstract anyJoinsOf(left: number, right: number): readonly number[];

  /** Returns the join that uses no rule: it only makes an arc between the heads of two edges. */
  abstract arcJoin(isHeadLeft: boolean): number;

  /** Returns a variant's leaf. A word uses the leaves of the first word interchangeable with it. */
  abstract leafOf(variant: number): number;

  abstract derivationOf(whole: number): Derivation;

  abstract stepOf(derivation: Derivation, step: number): { leaf: number } | { join: number };

  abstract nameOf(join: number): Move['action'];

  /**
   * @param target if not null, only edges that spell a part of this string are made
   * @param isLearning whether the weights will change
   */
  begin(problem: Problem, target: Target | null = null, isLearning = false): void {
    this.#target = target;
    this.#perWord = this.#comparison.perWord;
    this.leaves = this.start(problem, isLearning);
    for (const leaf of this.leaves) this.setScores(leaf, this.scores.leaf(leaf));
  }

  /**
   * Returns the value by which edges are compared.
   *
   * @param sum the sum of the scores of the edge's actions
   */
  value(sum: number, words: number): number {
    return (this.#comparison.isScaled ? sum / actionsOf(words) : sum) + this.#perWord * words;
  }

  /**
   * Raises the amount that each word adds to an edge's value. In stage n, counted from 1, it is
   * `haste * (2 ** n - 1)` higher than at first.
   */
  hurry(stage: number): void {
    const { perWord, haste } = this.#comparison;
    this.#perWord = perWord + haste * (2 ** stage - 1);
  }

  /**
   * In the value of an edge, the score of each action is multiplied by the same factor. Returns
   * this factor for an edge with this many words.
   */
  shareOf(words: number): number {
    return this.#comparison.isScaled ? 1 / actionsOf(words) : 1;
  }

  valueOf(edge: number): number {
    const { data } = this.edges;
    return this.value(data[edge + EdgeField.Score], data[edge + EdgeField.Words]);
  }

  /** Returns the value that an edge would have if `hurry` had never been called. */
  valueAtFirst(edge: number): number {
    const lead = this.#perWord - this.#comparison.perWord;
    return this.valueOf(edge) - lead * this.edges.data[edge + EdgeField.Words];
  }

  mayJoin(left: number, right: number, join: number): boolean {
    const { edges } = this;
    if (!edges.mayJoin(left, right, join)) return false;
    if (this.#target === null) return true;
    return this.#target.has([...edges.variantsOf(left), ...edges.variantsOf(right)]);
  }

  sumOf(left: number, right: number, join: number): number {
    const { data } = this.edges;
    return (
      data[left + EdgeField.Score] +
      data[right + EdgeField.Score] +
      this.scores.join(left, right, join)
    );
  }

  join(left: number, right: number, join: number, sum: number): number {
    const edge = this.edges.join(left, right, join);
    this.setScores(edge, sum);
    return edge;
  }

  /** Call this after the weights have changed. */
  rescore(): void {
    const { edges, scores } = this;
    const { data } = edges;
    scores.forget();
    for (let edge = 0; edge < edges.end; edge += edges.stride) {
      const sum = edges.isLeaf(edge)
        ? scores.leaf(edge)
        : this.sumOf(
            data[edge + EdgeField.Left],
            data[edge + EdgeField.Right],
            data[edge + EdgeField.Join],
          );
      this.setScores(edge, sum);
    }
  }

  /**
   * Reports the features of the action that makes the edge: the SHIFT of a leaf, the join of any
   * other edge.
   */
  observe(edge: number, observer: FeatureObserver): void {
    const { edges, scores } = this;
    const { data } = edges;
    scores.observer = observer;
    try {
      if (edges.isLeaf(edge)) scores.leaf(edge);
      else
        scores.join(
          data[edge + EdgeField.Left],
          data[edge + EdgeField.Right],
          data[edge + EdgeField.Join],
        );
    } finally {
      scores.observer = null;
    }
  }

  /** @param sum the scores of all actions of the edge, including the action that makes it */
  protected setScores(edge: number, sum: number): void {
    const { edges } = this;
    const { data } = edges;
    const inner = edges.isLeaf(edge)
      ? 0
      : data[data[edge + EdgeField.Left] + EdgeField.Score] +
        data[data[edge + EdgeField.Right] + EdgeField.Score];
    data[edge + EdgeField.Score] = sum;
    data[edge + EdgeField.Own] = sum - inner;
  }
}
