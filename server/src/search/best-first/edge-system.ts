import type { Comparison } from '../../model/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import type { EdgeScores } from '../../scoring/best-first/edge-scores.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Derivation, Move } from '../search.ts';
import type { Target } from '../target.ts';
import { actionsOf, type Edges } from './edges.ts';

/** The system that a best-first search uses: its edges, how they are joined, and the scores. */
export abstract class EdgeSystem {
  abstract readonly edges: Edges;
  abstract readonly scores: EdgeScores;
  /** The edges that are accepted first: single words; of interchangeable words the first. */
  leaves: readonly number[] = [];
  /** Whether some words have no edge of them all, so that parts must be put together without a rule. */
  readonly mayLackSentence: boolean = false;
  readonly #comparison: Comparison;
  #target: Target | null = null;
  /** What each word adds to a value now, in a hurry more than the model's number. */
  #perWord = 0;

  constructor({ comparison }: Scoring) {
    this.#comparison = comparison ?? { isScaled: true, perWord: 0, haste: 0 };
  }

  /** Prepares edges and scores for a problem, and makes its leaves. */
  protected abstract start(problem: Problem, isLearning: boolean): readonly number[];

  /** How two edges that are apart might be joined, in this order: `mayJoin` says whether they may. */
  abstract joinsOf(left: number, right: number): readonly number[];

  /**
   * The same without the limits of the grammar: any join that the given constraints allow, so that no word is lost.
   */
  abstract anyJoinsOf(left: number, right: number): readonly number[];

  /** The join that only makes the head of one edge govern the head of the other. */
  abstract arcJoin(isHeadLeft: boolean): number;

  /** The leaf of a variant; of interchangeable words, the leaf of the first. */
  abstract leafOf(variant: number): number;

  abstract derivationOf(whole: number): Derivation;

  /** The leaf that a step of a derivation makes, or the join that it takes. */
  abstract stepOf(derivation: Derivation, step: number): { leaf: number } | { join: number };

  /** The name of a join. */
  abstract nameOf(join: number): Move['action'];

  /**
   * Prepares for a problem, and makes its leaves.
   *
   * @param target where set, parts of other strings are not made
   * @param isLearning whether the weights will change
   */
  begin(problem: Problem, target: Target | null = null, isLearning = false): void {
    this.#target = target;
    this.#perWord = this.#comparison.perWord;
    this.leaves = this.start(problem, isLearning);
    for (const leaf of this.leaves) this.setScores(leaf, this.scores.leaf(leaf));
  }

  /** What edges are compared by. */
  value(sum: number, words: number): number {
    return (this.#comparison.isScaled ? sum / actionsOf(words) : sum) + this.#perWord * words;
  }

  /** Lets large edges gain on small ones: each stage, from 1 on, doubles the lead. */
  hurry(stage: number): void {
    const { perWord, haste } = this.#comparison;
    this.#perWord = perWord + haste * (2 ** stage - 1);
  }

  /** The share of a value that each of its actions has in the sum. */
  shareOf(words: number): number {
    return this.#comparison.isScaled ? 1 / actionsOf(words) : 1;
  }

  valueOf(edge: number): number {
    const { data } = this.edges;
    return this.value(data[edge + EdgeField.Score], data[edge + EdgeField.Words]);
  }

  /** The value of an edge while the search does not hurry. */
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

  /** The sum of the scores of all actions that made a joined edge. */
  sumOf(left: number, right: number, join: number): number {
    const { data } = this.edges;
    return (
      data[left + EdgeField.Score] +
      data[right + EdgeField.Score] +
      this.scores.join(left, right, join)
    );
  }

  /** Makes the edge that an allowed join leads to. */
  join(left: number, right: number, join: number, sum: number): number {
    const edge = this.edges.join(left, right, join);
    this.setScores(edge, sum);
    return edge;
  }

  /** Sums the scores of all edges again: the weights have changed. */
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

  /** Sets what an edge scores. */
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
