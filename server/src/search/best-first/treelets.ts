import type { Comparison } from '../../model/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { DerivationBuilder } from '../derivation.ts';
import type { Derivation } from '../search.ts';
import type { Target } from '../target.ts';
import { EdgeScores } from './edge-scores.ts';
import { actionsOf, Edges, Field, firstTwin, LEAF, HEAD_LEFT } from './edges.ts';

/** What a best-first search combines: treelets, how they are joined, and what that scores. */
export class Treelets {
  readonly edges = new Edges();
  readonly scores: EdgeScores;
  /** The leaves: one for each variant, of words that are alike for those of the first. */
  leaves: readonly number[] = [];
  readonly #comparison: Comparison;
  #target: Target | null = null;
  /** What each word adds to a value now, in a hurry more than the model's number. */
  #perWord = 0;

  constructor(scoring: Scoring) {
    this.scores = new EdgeScores(scoring);
    this.#comparison = scoring.comparison ?? { isScaled: true, perWord: 0, haste: 0 };
  }

  /**
   * Prepares for a problem, and makes its leaves.
   *
   * @param target where set, parts of other strings are not made
   * @param isLearning whether the weights will change
   */
  begin(problem: Problem, target: Target | null = null, isLearning = false): void {
    const { edges } = this;
    this.#target = target;
    this.#perWord = this.#comparison.perWord;
    edges.begin(problem);
    this.scores.begin(edges, isLearning);
    const leaves: number[] = [];
    for (let variant = 0; variant < problem.variantCount; variant++) {
      const word = problem.variantWord[variant];
      if (firstTwin(problem, word) !== word) continue;
      const leaf = edges.leaf(variant);
      leaves.push(leaf);
      this.#setScores(leaf, this.scores.leaf(leaf));
    }
    this.leaves = leaves;
  }

  /** The leaf of a variant: of words that are alike that of the first. */
  leafOf(variant: number): number {
    const { problem, data } = this.edges;
    const word = problem.variantWord[variant];
    const first = firstTwin(problem, word);
    const own = problem.variantStart[first] + variant - problem.variantStart[word];
    return this.leaves.find((leaf) => data[leaf + Field.Head] === own)!;
  }

  /** What edges are compared by. */
  value(sum: number, words: number): number {
    return (this.#comparison.isScaled ? sum / actionsOf(words) : sum) + this.#perWord * words;
  }

  /** Lets large edges gain on small ones: at each stage, from 1 on, twice as much as at the one before. */
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
    return this.value(data[edge + Field.Score], data[edge + Field.Words]);
  }

  /** The value of an edge while the search does not hurry. */
  valueAtFirst(edge: number): number {
    const lead = this.#perWord - this.#comparison.perWord;
    return this.valueOf(edge) - lead * this.edges.data[edge + Field.Words];
  }

  /** Whether two edges that are apart may be joined. */
  mayJoin(left: number, right: number, join: number): boolean {
    const { edges } = this;
    if (!edges.mayJoin(left, right, join)) return false;
    if (this.#target === null) return true;
    return this.#target.has([...edges.variantsOf(left), ...edges.variantsOf(right)]);
  }

  /** The sum of the scores of all actions of what a join makes. */
  sumOf(left: number, right: number, join: number): number {
    const { data } = this.edges;
    return (
      data[left + Field.Score] + data[right + Field.Score] + this.scores.join(left, right, join)
    );
  }

  /** Makes the edge that an allowed join leads to. */
  join(left: number, right: number, join: number, sum: number): number {
    const edge = this.edges.join(left, right, join);
    this.#setScores(edge, sum);
    return edge;
  }

  /** Sums the scores of all edges again: the weights have changed. */
  rescore(): void {
    const { edges, scores } = this;
    const { data } = edges;
    scores.forget();
    for (let edge = 0; edge < edges.end; edge += edges.stride) {
      const join: number = data[edge + Field.Join];
      const sum =
        join === LEAF
          ? scores.leaf(edge)
          : this.sumOf(data[edge + Field.Left], data[edge + Field.Right], join);
      this.#setScores(edge, sum);
    }
  }

  /** Reports the features of an edge's own action. */
  observe(edge: number, observer: FeatureObserver): void {
    const { data } = this.edges;
    const join: number = data[edge + Field.Join];
    this.scores.observer = observer;
    if (join === LEAF) this.scores.leaf(edge);
    else this.scores.join(data[edge + Field.Left], data[edge + Field.Right], join);
    this.scores.observer = null;
  }

  derivationOf(whole: number): Derivation {
    const { data } = this.edges;
    const variants = this.edges.variantsOf(whole).values();
    const builder = new DerivationBuilder();
    const derive = (edge: number): void => {
      const own = data[edge + Field.Own];
      const join: number = data[edge + Field.Join];
      if (join === LEAF) {
        builder.shift(variants.next().value!, own);
        return;
      }
      derive(data[edge + Field.Left]);
      derive(data[edge + Field.Right]);
      if (join === HEAD_LEFT) builder.rightArc(own);
      else builder.leftArc(own);
    };
    derive(whole);
    return builder.finish();
  }

  #setScores(edge: number, sum: number): void {
    const { data } = this.edges;
    const isLeaf = data[edge + Field.Join] === LEAF;
    const inner = isLeaf
      ? 0
      : data[data[edge + Field.Left] + Field.Score] + data[data[edge + Field.Right] + Field.Score];
    data[edge + Field.Score] = sum;
    data[edge + Field.Own] = sum - inner;
    data[edge + Field.Complete] = this.scores.complete(edge);
  }
}
