import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { Grammar } from '../../grammar/ccg/grammar.ts';
import type { Problem } from '../../problem/problem.ts';
import { Fluency } from '../../scoring/fluency.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { StackSystem } from '../stack-system.ts';
import { StateField } from '../state-records.ts';
import type { Candidates } from '../candidates.ts';
import { GivenArcs } from '../given-arcs.ts';
import type { Derivation, Hypothesis, StepArcs } from '../search.ts';
import type { Target } from '../target.ts';
import {
  FIRST_COMBINE,
  GLUE_LEFT_GOVERNS,
  GLUE_RIGHT_GOVERNS,
  ShiftReduceField,
} from '../../scoring/ccg/records.ts';
import { ShiftReduceScores } from '../../scoring/ccg/shift-reduce-scores.ts';
import { DerivationReader } from './derivation-reader.ts';
import { ShiftReduceStates } from './states.ts';

/**
 * Shift-reduce parsing over categories with an unordered buffer: SHIFT takes a word with a lexical
 * category, and COMBINE joins the two top parts of the stack by a rule. Each action may apply unary
 * rules to the part that it makes. At a high cost, two parts can be glued together without a rule,
 * so that every word is used.
 */
export class ShiftReduce extends StackSystem<ShiftReduceStates, ShiftReduceScores> {
  readonly #grammar: Grammar;
  #given!: GivenArcs;

  constructor({ weights, leftOut, fluency: model }: Scoring, grammar: Grammar) {
    const fluency = model === null ? null : new Fluency(weights, model, leftOut);
    const scores = new ShiftReduceScores(weights, leftOut, grammar, fluency);
    super(new ShiftReduceStates(grammar, fluency), scores, fluency);
    this.#grammar = grammar;
  }

  override begin(problem: Problem, target: Target | null = null): number {
    this.#given = new GivenArcs(problem);
    return super.begin(problem, target);
  }

  expand(state: number, candidates: Candidates): void {
    const { states } = this;
    const { data } = states;
    const mayWait = data[state + ShiftReduceField.PivotMayWait] === 1;
    this.#given.enter(
      data,
      state + ShiftReduceField.Masks,
      data[state + ShiftReduceField.Pivot],
      mayWait,
    );
    this.scores.enter(state);
    const score = data[state + StateField.Score];
    if (data[state + ShiftReduceField.Depth] > 1) this.#expandJoins(state, score, candidates);
    const spelled = this.target?.countSpelled((word) => states.isInBuffer(state, word)) ?? 0;
    for (let i = 0; i < this.problem.maskLength; i++) {
      let bits = data[state + ShiftReduceField.Masks + i];
      for (; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        if (this.target !== null && !this.target.hasWordAt(spelled, word)) continue;
        if (this.#given.shift(word)) this.#expandShifts(state, word, spelled, candidates);
      }
    }
  }

  describe(action: number): Pick<Hypothesis, 'action' | 'added' | 'number'> {
    const { actions } = this.states;
    if (actions.isShift(action)) {
      return { action: 'SHIFT', added: [actions.variantOf(action)], number: action };
    }
    return { action: action < FIRST_COMBINE ? 'GLUE' : 'COMBINE', added: [], number: action };
  }

  protected get actionCount(): number {
    return this.states.actions.count;
  }

  protected actionsTaken({ actions }: Derivation): readonly number[] {
    return actions ?? [];
  }

  protected arcsOf(state: number, action: number): StepArcs {
    if (this.states.actions.isShift(action)) return [];
    const { roots, dependents, dependentCount } = this.states.join(state, action);
    return Array.from(dependents.subarray(0, dependentCount), (dependent) => ({
      head: roots[0],
      dependent,
    }));
  }

  derivationOf(final: number): Derivation {
    const reader = new DerivationReader(this.states);
    for (const state of this.pathTo(final)) {
      const parent = this.parentOf(state);
      const score = this.scoreOf(state) - this.scoreOf(parent);
      reader.add(parent, this.actionOf(state), score);
    }
    return reader.finish(this.scoreOf(final));
  }

  actionsOf(derivation: CcgDerivation, variants: readonly number[]): number[] | null {
    return this.states.actions.actionsOf(derivation, variants);
  }

  #expandJoins(state: number, score: number, candidates: Candidates): void {
    const grammar = this.#grammar;
    const { data } = this.states;
    const left = data[data[state + ShiftReduceField.Below] + ShiftReduceField.Category];
    const right = data[state + ShiftReduceField.Category];
    this.#offerJoins(state, GLUE_LEFT_GOVERNS, GLUE_LEFT_GOVERNS + 1, score, candidates);
    this.#offerJoins(state, GLUE_RIGHT_GOVERNS, GLUE_RIGHT_GOVERNS + 1, score, candidates);
    let rule = grammar.firstRule(left, right);
    for (; rule >= 0; rule = grammar.nextRule(rule)) {
      const first = FIRST_COMBINE + grammar.combineStart[rule];
      const end = FIRST_COMBINE + grammar.combineStart[rule + 1];
      this.#offerJoins(state, first, end, score, candidates);
    }
  }

  /**
   * Offers the joins from `first` up to `end`, exclusive. They make the same arcs, but differ in
   * the chain of unary rules that follows.
   */
  #offerJoins(
    state: number,
    first: number,
    end: number,
    score: number,
    candidates: Candidates,
  ): void {
    const { variantWord } = this.problem;
    const joined = this.states.join(state, first);
    if (joined.isCrossed) return;
    const head = joined.roots[0];
    for (let i = 0; i < joined.dependentCount; i++) {
      if (!this.#given.mayDepend(variantWord[joined.dependents[i]], variantWord[head])) return;
    }
    for (let action = first; action < end; action++) {
      candidates.offer(score + this.scores.scoreJoin(action, head), state, action);
    }
  }

  #expandShifts(state: number, word: number, spelled: number, candidates: Candidates): void {
    const { actions, data } = this.states;
    const { variantStart, variantForm } = this.problem;
    const { scores, target } = this;
    const score = data[state + StateField.Score];
    let entered = -1;
    for (let variant = variantStart[word]; variant < variantStart[word + 1]; variant++) {
      const form = variantForm[variant];
      if (target !== null && !target.hasAt(spelled, form)) continue;
      if (form !== entered) scores.enterForm(word, (entered = form));
      const ofVariant = score + scores.scoreVariant(variant);
      for (let i = actions.shiftStart[variant]; i < actions.shiftStart[variant + 1]; i++) {
        const action = actions.firstShift + i;
        candidates.offer(ofVariant + scores.scoreChain(action), state, action);
      }
    }
  }
}
