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
   * The edges of single words, which the search accepts first. Several equal words are
   * interchangeable, and only the first of them has leaves.
   */
  leaves: readonly number[] = [];
  /**
   * Whether there are bags whose words the rules cannot all join. In such a bag, the search glues
   * parts together without a rule.
   */
  readonly mayLackSentence: boolean = false;
  readonly #comparison: Comparison;
  #target: Target | null = null;
  /**
   * The amount that each word adds to the value of an edge. It begins as `Comparison.perWord`, and
   * `hurry` raises it.
   */
  #perWord = 0;

  constructor({ comparison }: Scoring) {
    this.#comparison = comparison ?? { isScaled: true, perWord: 0, haste: 0 };
  }

  /** Prepares edges and scores for a problem. @returns the leaves: the edges of single words */
  protected abstract start(problem: Problem, isLearning: boolean): readonly number[];

  /**
   * Lists the joins that the rules allow for two edges without common words. `mayJoin` then accepts
   * or refuses each join.
   */
  abstract joinsOf(left: number, right: number): readonly number[];

  /**
   * Lists all joins of two edges, with or without a rule. `mayJoin` then accepts or refuses each
   * join.
   */
  abstract anyJoinsOf(left: number, right: number): readonly number[];

  /**
   * Returns the join that uses no rule of a grammar: it only makes an arc between the heads of two
   * edges.
   *
   * @param isHeadLeft whether the head of the left edge governs the head of the right edge
   */
  abstract arcJoin(isHeadLeft: boolean): number;

  /**
   * Returns the leaf of a variant: the edge of the single word. Interchangeable words share the
   * leaf of the first of them.
   */
  abstract leafOf(variant: number): number;

  abstract derivationOf(whole: number): Derivation;

  /** Returns the leaf or the join that a step of a derivation uses. */
  abstract stepOf(derivation: Derivation, step: number): { leaf: number } | { join: number };

  abstract nameOf(join: number): Move['action'];

  /**
   * Prepares for a problem, and makes its leaves: the edges of single words.
   *
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
   * Returns the value by which edges are compared, from the sum of the scores and the number of
   * words.
   */
  value(sum: number, words: number): number {
    return (this.#comparison.isScaled ? sum / actionsOf(words) : sum) + this.#perWord * words;
  }

  /**
   * Sets the amount that each word adds to the value of an edge. In stage n, counted from 1, the
   * amount is `haste * (2 ** n - 1)` higher than at the beginning.
   */
  hurry(stage: number): void {
    const { perWord, haste } = this.#comparison;
    this.#perWord = perWord + haste * (2 ** stage - 1);
  }

  /**
   * Returns the factor with which the score of one action counts in an edge's value.
   *
   * @param words the number of words of the edge
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

  /** Whether two edges without common words may be joined. */
  mayJoin(left: number, right: number, join: number): boolean {
    const { edges } = this;
    if (!edges.mayJoin(left, right, join)) return false;
    if (this.#target === null) return true;
    return this.#target.has([...edges.variantsOf(left), ...edges.variantsOf(right)]);
  }

  /**
   * Sums the scores of all actions that make a joined edge, including the actions that make its
   * parts.
   */
  sumOf(left: number, right: number, join: number): number {
    const { data } = this.edges;
    return (
      data[left + EdgeField.Score] +
      data[right + EdgeField.Score] +
      this.scores.join(left, right, join)
    );
  }

  /** Makes the edge of an allowed join, with the given sum of scores. */
  join(left: number, right: number, join: number, sum: number): number {
    const edge = this.edges.join(left, right, join);
    this.setScores(edge, sum);
    return edge;
  }

  /** Scores all edges again after the weights have changed. */
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

  /** Reports the features of the last action that made an edge: its SHIFT or its join. */
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

  /**
   * Writes an edge's scores.
   * @param sum the sum of all scores, the score of the edge's own action included
   */
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
