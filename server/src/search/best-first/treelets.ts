import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { DerivationBuilder } from '../derivation.ts';
import type { Derivation, Move } from '../search.ts';
import { EdgeSystem } from './edge-system.ts';
import {
  EdgeField,
  HEAD_LEFT,
  HEAD_RIGHT,
  TreeletField,
} from '../../scoring/best-first/records.ts';
import { firstTwin } from './edges.ts';
import { BOTH_HEADS, TreeletEdges } from './treelet-edges.ts';
import { TreeletScores } from '../../scoring/best-first/treelet-scores.ts';

/**
 * Best-first search for dependency trees. It joins treelets: the head of one treelet becomes a
 * dependent of the head of the other.
 */
export class Treelets extends EdgeSystem {
  readonly edges = new TreeletEdges();
  readonly scores: TreeletScores;

  constructor(scoring: Scoring) {
    super(scoring);
    this.scores = new TreeletScores(scoring);
  }

  protected start(problem: Problem, isLearning: boolean): readonly number[] {
    const { edges } = this;
    edges.begin(problem);
    this.scores.begin(edges, isLearning);
    const leaves: number[] = [];
    for (let variant = 0; variant < problem.variantCount; variant++) {
      const word = problem.variantWord[variant];
      if (firstTwin(problem, word) === word) leaves.push(edges.leaf(variant));
    }
    return leaves;
  }

  joinsOf(): readonly number[] {
    return BOTH_HEADS;
  }

  anyJoinsOf(): readonly number[] {
    return BOTH_HEADS;
  }

  arcJoin(isHeadLeft: boolean): number {
    return isHeadLeft ? HEAD_LEFT : HEAD_RIGHT;
  }

  leafOf(variant: number): number {
    const { problem, data } = this.edges;
    const word = problem.variantWord[variant];
    const first = firstTwin(problem, word);
    const own = problem.variantStart[first] + variant - problem.variantStart[word];
    return this.leaves.find((leaf) => data[leaf + EdgeField.Head] === own)!;
  }

  stepOf({ variants, steps }: Derivation, step: number): { leaf: number } | { join: number } {
    const { kind, dependent } = steps[step];
    if (kind === 'SHIFT') return { leaf: this.leafOf(variants[dependent - 1]) };
    return { join: this.arcJoin(kind === 'RIGHTARC') };
  }

  nameOf(join: number): Move['action'] {
    return join === HEAD_LEFT ? 'RIGHTARC' : 'LEFTARC';
  }

  derivationOf(whole: number): Derivation {
    const { edges } = this;
    const { data } = edges;
    const variants = edges.variantsOf(whole).values();
    const builder = new DerivationBuilder();
    const derive = (edge: number): void => {
      const own = data[edge + EdgeField.Own];
      if (edges.isLeaf(edge)) {
        builder.shift(variants.next().value!, own);
        return;
      }
      derive(data[edge + EdgeField.Left]);
      derive(data[edge + EdgeField.Right]);
      const join: number = data[edge + EdgeField.Join];
      if (join === HEAD_LEFT) builder.rightArc(own);
      else builder.leftArc(own);
    };
    derive(whole);
    return builder.finish();
  }

  protected override setScores(edge: number, sum: number): void {
    super.setScores(edge, sum);
    this.edges.data[edge + TreeletField.Complete] = this.scores.complete(edge);
  }
}
