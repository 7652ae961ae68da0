import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { Derivation, Edge, Move, StepObserver } from '../search.ts';
import type { EdgeSystem } from './edge-system.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';

/**
 * Repeats a derivation's steps with a stack, and reports each step. A step pushes the edge of a
 * word, or joins the two top edges.
 */
export function explainSteps(
  system: EdgeSystem,
  problem: Problem,
  derivation: Derivation,
  observer: StepObserver,
): void {
  system.begin(problem);
  const { scores } = system;
  const stack: number[] = [];
  for (const [i, { kind, dependent }] of derivation.steps.entries()) {
    const step = system.stepOf(derivation, i);
    let edge: number;
    let legal: () => Move[];
    if ('leaf' in step) {
      edge = step.leaf;
      legal = () => leavesOf(system, problem, derivation.variants[dependent - 1]);
    } else {
      const right = stack.pop()!;
      const left = stack.pop()!;
      const { join } = step;
      edge = system.join(left, right, join, system.sumOf(left, right, join));
      const usual = system.joinsOf(left, right);
      const joins = usual.includes(join) ? usual : system.anyJoinsOf(left, right);
      legal = () =>
        joins
          .filter((one) => system.mayJoin(left, right, one))
          .map((one) => ({
            action: system.nameOf(one),
            added: [],
            score: scores.join(left, right, one),
          }))
          .sort((a, b) => b.score - a.score);
    }
    stack.push(edge);
    const added = kind === 'SHIFT' ? [derivation.variants[dependent - 1]] : [];
    observer.onStep(i, { head: NO_WORD, taken: { action: kind, added }, legal });
    system.observe(edge, observer);
    observer.onEdge?.(describeEdge(system, edge));
  }
}

export function describeEdge(system: EdgeSystem, edge: number): Edge {
  const { edges } = system;
  const { data } = edges;
  const isLeaf = edges.isLeaf(edge);
  const left: number = data[edge + EdgeField.Left];
  const right: number = data[edge + EdgeField.Right];
  return {
    id: edge,
    parts: isLeaf ? null : [left, right],
    join: data[edge + EdgeField.Join],
    kind: edges.kindOf(edge),
    isGiven: !isLeaf && edges.isGiven(left, right),
    variants: edges.variantsOf(edge),
    head: data[edge + EdgeField.Before],
    score: data[edge + EdgeField.Score],
    value: system.valueAtFirst(edge),
  };
}

/**
 * Lists the SHIFTs of a word, one for each of its variants, the best first.
 *
 * @param variant any variant of the word
 */
function leavesOf(system: EdgeSystem, problem: Problem, variant: number): Move[] {
  const { data } = system.edges;
  const word = problem.variantWord[variant];
  const moves: Move[] = [];
  for (let one = problem.variantStart[word]; one < problem.variantStart[word + 1]; one++) {
    const score = data[system.leafOf(one) + EdgeField.Score];
    moves.push({ action: 'SHIFT', added: [one], score });
  }
  return moves.sort((a, b) => b.score - a.score);
}
