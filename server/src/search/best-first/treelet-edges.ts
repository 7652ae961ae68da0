import { spread } from '../../util/hash.ts';
import { isFree } from '../given-arcs.ts';
import { Edges } from './edges.ts';
import {
  EdgeField,
  HEAD_LEFT,
  HEAD_RIGHT,
  LEAF,
  TreeletField,
} from '../../scoring/best-first/records.ts';

export const BOTH_HEADS: readonly number[] = [HEAD_LEFT, HEAD_RIGHT];

/** Treelets: a treelet is a head with some of its dependents and their subtrees. */
export class TreeletEdges extends Edges {
  constructor() {
    super(TreeletField.Count);
  }

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

  mayBeLinked(one: number, other: number): boolean {
    const { data, problem } = this;
    const a = problem.variantWord[data[one + EdgeField.Head]];
    const b = problem.variantWord[data[other + EdgeField.Head]];
    const { head } = problem;
    return head[a] === b || head[b] === a || isFree(problem, a) || isFree(problem, b);
  }

  kindOf(edge: number): number {
    // `mix` of two small numbers is close to their exclusive or, so hashes would often collide.
    // `spread` makes the head a large number.
    return this.mixWords(edge, spread(this.data[edge + EdgeField.Head]));
  }

  /**
   * Whether two edges without common words may be joined. A head takes its right dependents before
   * its left dependents, so that each tree is made in only one way. A word must have all its given
   * dependents before it becomes a dependent itself.
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
