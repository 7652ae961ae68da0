import type { Grammar } from '../../grammar/ccg/grammar.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { EdgeSystem } from '../best-first/edge-system.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';
import { firstTwin } from '../best-first/edges.ts';
import type { Derivation, Move } from '../search.ts';
import {
  FIRST_COMBINE,
  GLUE_LEFT_GOVERNS,
  GLUE_RIGHT_GOVERNS,
  ConstituentField,
} from '../../scoring/ccg/records.ts';
import { ConstituentEdges } from './constituent-edges.ts';
import { ConstituentScores } from '../../scoring/ccg/constituent-scores.ts';
import { DerivationReader } from './derivation-reader.ts';
import { ShiftReduceStates } from './states.ts';

const glue: readonly number[] = [GLUE_LEFT_GOVERNS, GLUE_RIGHT_GOVERNS];
const none: readonly number[] = [];

/** Best-first search over categories. */
export class Constituents extends EdgeSystem {
  readonly edges: ConstituentEdges;
  readonly scores: ConstituentScores;
  override readonly mayLackSentence = true;
  /**
   * Indexed by SHIFT action minus `firstShift`: the edge of the shifted word. Of several
   * interchangeable words, only the first has edges.
   */
  readonly #leafOf: number[] = [];
  /**
   * Cache of `joinsOf`, indexed by the first rule that joins two categories (`Grammar.firstRule`).
   */
  readonly #joins: (readonly number[] | undefined)[] = [];
  readonly #states: ShiftReduceStates;

  constructor(scoring: Scoring, grammar: Grammar) {
    super(scoring);
    this.edges = new ConstituentEdges(grammar);
    this.scores = new ConstituentScores(scoring);
    this.#states = new ShiftReduceStates(grammar, null);
  }

  protected start(problem: Problem, isLearning: boolean): readonly number[] {
    const { edges } = this;
    edges.begin(problem);
    this.scores.begin(edges, isLearning);
    const { actions } = edges;
    const leaves: number[] = [];
    this.#leafOf.length = 0;
    for (let action = actions.firstShift; action < actions.count; action++) {
      const word = problem.variantWord[actions.variantOf(action)];
      if (firstTwin(problem, word) !== word) continue;
      const leaf = edges.leaf(action);
      this.#leafOf[action - actions.firstShift] = leaf;
      leaves.push(leaf);
    }
    return leaves;
  }

  joinsOf(left: number, right: number): readonly number[] {
    const { data, grammar } = this.edges;
    const ofLeft = data[left + ConstituentField.Category];
    const first = grammar.firstRule(ofLeft, data[right + ConstituentField.Category]);
    if (first < 0) return none;
    return (this.#joins[first] ??= this.#joinsBy(first));
  }

  anyJoinsOf(left: number, right: number): readonly number[] {
    return [...this.joinsOf(left, right), ...glue];
  }

  arcJoin(isHeadLeft: boolean): number {
    return isHeadLeft ? GLUE_LEFT_GOVERNS : GLUE_RIGHT_GOVERNS;
  }

  /** Returns the best leaf of a variant. A variant has a leaf for each chain of unary rules. */
  leafOf(variant: number): number {
    const { actions, data } = this.edges;
    const own = this.#firstLike(variant);
    const leaves = this.#leafOf.slice(actions.shiftStart[own], actions.shiftStart[own + 1]);
    return leaves.reduce((best, leaf) =>
      data[leaf + EdgeField.Score] > data[best + EdgeField.Score] ? leaf : best,
    );
  }

  stepOf({ actions: taken = [] }: Derivation, step: number): { leaf: number } | { join: number } {
    return this.stepOfAction(taken[step]);
  }

  stepOfAction(action: number): { leaf: number } | { join: number } {
    const { actions } = this.edges;
    if (!actions.isShift(action)) return { join: action };
    const variant = this.#firstLike(actions.variantOf(action));
    const shift = actions.shiftOf(variant, actions.chainOf(action));
    return { leaf: this.#leafOf[shift - actions.firstShift] };
  }

  nameOf(join: number): Move['action'] {
    return join < FIRST_COMBINE ? 'GLUE' : 'COMBINE';
  }

  derivationOf(whole: number): Derivation {
    const { edges } = this;
    const { data, actions, problem } = edges;
    const states = this.#states;
    let state = states.reset(problem);
    const variants = edges.variantsOf(whole).values();
    const reader = new DerivationReader(states);
    const derive = (edge: number): void => {
      let action: number = data[edge + EdgeField.Join];
      if (edges.isLeaf(edge)) {
        action = actions.shiftOf(variants.next().value!, actions.chainOf(action));
      } else {
        derive(data[edge + EdgeField.Left]);
        derive(data[edge + EdgeField.Right]);
      }
      reader.add(state, action, data[edge + EdgeField.Own]);
      state = states.apply(state, action, 0);
    };
    derive(whole);
    return reader.finish(data[whole + EdgeField.Score]);
  }

  /**
   * A word uses the edges of the first word interchangeable with it. Returns the first word's
   * variant that corresponds to `variant`.
   */
  #firstLike(variant: number): number {
    const { problem } = this.edges;
    const word = problem.variantWord[variant];
    return problem.variantStart[firstTwin(problem, word)] + variant - problem.variantStart[word];
  }

  #joinsBy(first: number): number[] {
    const { grammar } = this.edges;
    const joins: number[] = [];
    for (let rule = first; rule >= 0; rule = grammar.nextRule(rule)) {
      for (let i = grammar.combineStart[rule]; i < grammar.combineStart[rule + 1]; i++) {
        joins.push(FIRST_COMBINE + i);
      }
    }
    return joins;
  }
}
