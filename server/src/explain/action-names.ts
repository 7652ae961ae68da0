import { NO_CATEGORY, NO_CHAIN, type Grammar } from '../grammar/ccg/grammar.ts';
import { binaryRule } from '../grammar/ccg/rules.ts';
import type { Problem } from '../problem/problem.ts';
import { Actions } from '../search/ccg/actions.ts';
import { FIRST_COMBINE, GLUE_LEFT_GOVERNS } from '../scoring/ccg/records.ts';

/** Describes the actions of a search with a grammar as text for people. */
export class ActionNames {
  readonly #actions: Actions;
  readonly #grammar: Grammar;
  readonly #problem: Problem;

  constructor(problem: Problem, grammar: Grammar) {
    this.#actions = new Actions(problem, grammar);
    this.#grammar = grammar;
    this.#problem = problem;
  }

  /**
   * Returns the category on top of the stack after an action. Null if the action glues, that is,
   * joins two parts without a rule.
   */
  madeBy(action: number): string | null {
    if (!this.#isGlue(action)) return this.#categoriesOf(action).at(-1)!;
    return null;
  }

  /**
   * Describes an action: `N ⇒ NP` for a word, `> S[dcl]\NP` for a rule. If the action joins parts
   * without a rule, says which part governs.
   */
  nameOf(action: number): string {
    if (this.#isGlue(action)) {
      return `no rule, the ${action === GLUE_LEFT_GOVERNS ? 'left' : 'right'} part governs`;
    }
    const made = this.#categoriesOf(action).join(' ⇒ ');
    return this.#actions.isShift(action) ? made : `${this.#ruleOf(action)} ${made}`;
  }

  /** Returns the category that an action makes, then the results of the unary rules after it. */
  #categoriesOf(action: number): string[] {
    const grammar = this.#grammar;
    const actions = this.#actions;
    const isShift = actions.isShift(action);
    const first = isShift
      ? grammar.entryCategory[this.#problem.variantEntry[actions.variantOf(action)]]
      : grammar.ruleResult[grammar.combineRule[action - FIRST_COMBINE]];
    const chain = isShift
      ? actions.shiftChain[action - actions.firstShift]
      : grammar.combineChain[action - FIRST_COMBINE];
    if (chain === NO_CHAIN) return [grammar.textOf(first)];
    const path = [first, grammar.betweenOf(chain), grammar.categoryAfter(first, chain)];
    return path.filter((id) => id !== NO_CATEGORY).map((id) => grammar.textOf(id));
  }

  #ruleOf(action: number): string {
    const grammar = this.#grammar;
    const rule = grammar.combineRule[action - FIRST_COMBINE];
    const [left, right, result] = [grammar.ruleLeft, grammar.ruleRight, grammar.ruleResult].map(
      (column) => grammar.categoryOf(column[rule]),
    );
    return binaryRule(left, right, result) ?? '?';
  }

  #isGlue(action: number): boolean {
    return action < FIRST_COMBINE;
  }
}
