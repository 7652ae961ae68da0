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
   * The edges of single words, which are accepted first. Only the first of several interchangeable
   * words has leaves.
   */
  leaves: readonly number[] = [];
  /**
   * True if the rules may fail to join all words. Then parts must be put together without a rule.
   */
  readonly mayLackSentence: boolean = false;
  readonly #comparison: Comparison;
  #target: Target | null = null;
  /** The amount that each word adds to the value of an edge: `Comparison.perWord`, raised by `hurry`. */
  #perWord = 0;

  constructor({ comparison }: Scoring) {
    this.#comparison = comparison ?? { isScaled: true, perWord: 0, haste: 0 };
  }

  /** Prepares edges and scores for a problem. @returns its leaves */
  protected abstract start(problem: Problem, isLearning: boolean): readonly number[];

  /**
   * Lists the joins that the rules allow for two edges that are apart (`Edges.areApart`). `mayJoin`
   * then accepts or refuses each join.
   */
  abstract joinsOf(left: number, right: number): readonly number[];

  /**
   * Lists all joins of two edges, with or without a rule. `mayJoin` then accepts or refuses each
   * join.
   */
  abstract anyJoinsOf(left: number, right: number): readonly number[];

  /**
   * Returns the join that makes the head of one edge govern the head of the other edge, and applies no other
   * rule.
   */
  abstract arcJoin(isHeadLeft: boolean): number;

  /** Returns the leaf of a variant. For interchangeable words, this is the first word's leaf. */
  abstract leafOf(variant: number): number;

  abstract derivationOf(whole: number): Derivation;

  /** Returns the leaf or the join of a step of a derivation. */
  abstract stepOf(derivation: Derivation, step: number): { leaf: number } | { join: number };

  abstract nameOf(join: number): Move['action'];

  /**
   * Prepares for a problem, and makes its leaves.
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
   * Sets the amount that each word adds to the value of an edge. The increase about doubles at each stage. The first
   * stage is 1.
   */
  hurry(stage: number): void {
    const { perWord, haste } = this.#comparison;
    this.#perWord = perWord + haste * (2 ** stage - 1);
  }

  /** Returns the factor with which an action's score counts in the value of an edge of this many words. */
  shareOf(words: number): number {
    return this.#comparison.isScaled ? 1 / actionsOf(words) : 1;
  }

  valueOf(edge: number): number {
    const { data } = this.edges;
    return this.value(data[edge + EdgeField.Score], data[edge + EdgeField.Words]);
  }

  /** Returns the value of an edge before any call of `hurry`. */
  valueAtFirst(edge: number): number {
    const lead = this.#perWord - this.#comparison.perWord;
    return this.valueOf(edge) - lead * this.edges.data[edge + EdgeField.Words];
  }

  /** Whether two edges that are apart may be joined. */
  mayJoin(left: number, right: number, join: number): boolean {
    const { edges } = this;
    if (!edges.mayJoin(left, right, join)) return false;
    if (this.#target === null) return true;
    return this.#target.has([...edges.variantsOf(left), ...edges.variantsOf(right)]);
  }

  /** Sums the scores of all actions that make a joined edge, including the actions that make its parts. */
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

  /** Reports the features of an edge's own action. */
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
