import { spread } from '../../util/hash.ts';
import { isFree } from '../given-arcs.ts';
import { Edges, EdgeField } from './edges.ts';

/**
 * The fields of a treelet behind the fields of every edge, from `Field.Besides` on. A treelet is a head with some of its
 * dependents and their subtrees, and the string of its words (Zhang & Clark 2015, Section 4.2).
 */
export const enum TreeletField {
  /** The variants beside the head in the string; `variantCount` if absent. */
  BesideLeft = 14,
  BesideRight,
  /** The outermost two dependents on each side, the outermost first, and how many words are under that. */
  Left1,
  Left2,
  LeftSize,
  Right1,
  Right2,
  RightSize,
  /** How many dependents the head has on each side. */
  LeftValency,
  RightValency,
  /**
   * The score that it adds to a join that makes it a dependent, or to the whole sentence: the treelet is complete
   * then.
   */
  Complete,
  Count,
}

/** How a treelet was made: a word alone, or by which of its two parts holds the head. */
export const LEAF = 0;
/** The left one: its head takes the right one's as its dependent. */
export const HEAD_LEFT = 1;
export const HEAD_RIGHT = 2;
export const BOTH_HEADS: readonly number[] = [HEAD_LEFT, HEAD_RIGHT];

/** All treelets of one search. */
export class TreeletEdges extends Edges {
  constructor() {
    super(TreeletField.Count);
  }

  /** The edge of a single word; of interchangeable words, of the first. Its scores are set later. */
  leaf(variant: number): number {
    const edge = this.newLeaf(variant, LEAF);
    const { data, problem } = this;
    const nothing = problem.variantCount;
    data[edge + TreeletField.BesideLeft] = nothing;
    data[edge + TreeletField.BesideRight] = nothing;
    data[edge + TreeletField.Left1] = nothing;
    data[edge + TreeletField.Left2] = nothing;
    data[edge + TreeletField.Right1] = nothing;
    data[edge + TreeletField.Right2] = nothing;
    return edge;
  }

  /** Whether an arc is possible between the heads of two edges. */
  mayBeLinked(one: number, other: number): boolean {
    const { data, problem } = this;
    const a = problem.variantWord[data[one + EdgeField.Head]];
    const b = problem.variantWord[data[other + EdgeField.Head]];
    const { head } = problem;
    return head[a] === b || head[b] === a || isFree(problem, a) || isFree(problem, b);
  }

  /** A hash of an edge's words and of its head. */
  kindOf(edge: number): number {
    // Spread, because `mix` of two small numbers is close to their exclusive or.
    return this.mixWords(edge, spread(this.data[edge + EdgeField.Head]));
  }

  /**
   * Whether two edges that are apart may be joined. A head takes its right dependents before its left ones, so that a
   * tree is made in one way; a word that becomes a dependent has all that it was given.
   */
  mayJoin(left: number, right: number, join: number): boolean {
    const { data, problem } = this;
    if (join === HEAD_LEFT && data[left + TreeletField.LeftValency] > 0) return false;
    const head = join === HEAD_LEFT ? left : right;
    const dependent = join === HEAD_LEFT ? right : left;
    const word = problem.variantWord[data[dependent + EdgeField.Head]];
    const headWord = problem.variantWord[data[head + EdgeField.Head]];
    if (problem.head[word] !== headWord && !isFree(problem, word)) return false;
    return this.holdsDependents(word, dependent) && this.mayFollow(left, right);
  }

  join(left: number, right: number, join: number): number {
    const isHeadLeft = join === HEAD_LEFT;
    const head = isHeadLeft ? left : right;
    const dependent = isHeadLeft ? right : left;
    const edge = this.newJoin(left, right, join, isHeadLeft);
    const { data, problem } = this;
    data[edge + TreeletField.Complete] = 0;
    const nothing = problem.variantCount;
    if (isHeadLeft) {
      if (data[head + TreeletField.BesideRight] === nothing) {
        data[edge + TreeletField.BesideRight] = data[dependent + EdgeField.First1];
      }
      data[edge + TreeletField.Right2] = data[head + TreeletField.Right1];
      data[edge + TreeletField.Right1] = data[dependent + EdgeField.Head];
      data[edge + TreeletField.RightSize] = data[right + EdgeField.Words];
      data[edge + TreeletField.RightValency]++;
    } else {
      if (data[head + TreeletField.BesideLeft] === nothing) {
        data[edge + TreeletField.BesideLeft] = data[dependent + EdgeField.Last1];
      }
      data[edge + TreeletField.Left2] = data[head + TreeletField.Left1];
      data[edge + TreeletField.Left1] = data[dependent + EdgeField.Head];
      data[edge + TreeletField.LeftSize] = data[left + EdgeField.Words];
      data[edge + TreeletField.LeftValency]++;
    }
    return edge;
  }
}
