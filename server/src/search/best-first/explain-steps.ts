import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { Derivation, Edge, Move, StepObserver } from '../search.ts';
import { BOTH_HEADS, Field, HEAD_LEFT, HEAD_RIGHT, LEAF } from './edges.ts';
import type { Treelets } from './treelets.ts';

/** Takes a derivation's steps again: a leaf for each word, and the joins, as a stack takes them. */
export function explainSteps(
  treelets: Treelets,
  problem: Problem,
  { variants, steps }: Derivation,
  observer: StepObserver,
): void {
  treelets.begin(problem);
  const { scores } = treelets;
  const stack: number[] = [];
  for (const [i, { kind, dependent }] of steps.entries()) {
    let edge: number;
    let legal: () => Move[];
    if (kind === 'SHIFT') {
      const variant = variants[dependent - 1];
      edge = treelets.leafOf(variant);
      legal = () => leavesOf(treelets, problem, variant);
    } else {
      const right = stack.pop()!;
      const left = stack.pop()!;
      const join = kind === 'RIGHTARC' ? HEAD_LEFT : HEAD_RIGHT;
      edge = treelets.join(left, right, join, treelets.sumOf(left, right, join));
      legal = () =>
        BOTH_HEADS.filter((one) => treelets.mayJoin(left, right, one))
          .map((one) => ({
            action: one === HEAD_LEFT ? ('RIGHTARC' as const) : ('LEFTARC' as const),
            added: [],
            score: scores.join(left, right, one),
          }))
          .sort((a, b) => b.score - a.score);
    }
    stack.push(edge);
    const added = kind === 'SHIFT' ? [variants[dependent - 1]] : [];
    observer.onStep(i, { head: NO_WORD, taken: { action: kind, added }, legal });
    treelets.observe(edge, observer);
    observer.onEdge?.(describeEdge(treelets, edge));
  }
}

/** An edge, for an observer. */
export function describeEdge(treelets: Treelets, edge: number): Edge {
  const { edges } = treelets;
  const { data } = edges;
  const isLeaf = data[edge + Field.Join] === LEAF;
  const left: number = data[edge + Field.Left];
  const right: number = data[edge + Field.Right];
  return {
    id: edge,
    parts: isLeaf ? null : [left, right],
    isGiven: !isLeaf && edges.isGiven(left, right),
    variants: treelets.edges.variantsOf(edge),
    head: data[edge + Field.Before],
    score: data[edge + Field.Score],
    value: treelets.valueAtFirst(edge),
  };
}

/** What a word could be used as. */
function leavesOf(treelets: Treelets, problem: Problem, variant: number): Move[] {
  const word = problem.variantWord[variant];
  const moves: Move[] = [];
  for (let one = problem.variantStart[word]; one < problem.variantStart[word + 1]; one++) {
    const score = treelets.edges.data[treelets.leafOf(one) + Field.Score];
    moves.push({ action: 'SHIFT', added: [one], score });
  }
  return moves.sort((a, b) => b.score - a.score);
}
