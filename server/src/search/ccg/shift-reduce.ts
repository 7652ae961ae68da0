import { leavesOf, postorder, type CcgDerivation } from '../../grammar/ccg/derivation.ts';
import { NO_CATEGORY, NO_CHAIN, type Grammar } from '../../grammar/ccg/grammar.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import { Fluency } from '../../scoring/fluency.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { TransitionSystem } from '../beam.ts';
import { Candidates } from '../candidates.ts';
import { GivenArcs } from '../given-arcs.ts';
import type { Derivation, Hypothesis, Move, Part, Step, StepObserver } from '../search.ts';
import type { Target } from '../target.ts';
import { FIRST_REDUCE, GLUE_LEFT_GOVERNS, GLUE_RIGHT_GOVERNS } from './actions.ts';
import { ActionScores } from './action-scores.ts';
import { Field, NO_STATE, States } from './states.ts';

/**
 * Shift-reduce parsing over categories with an unordered buffer: SHIFT takes any word that is still to come as one of
 * its lexical categories, COMBINE joins the two top parts of the stack by a rule that was seen; unary rules belong to
 * the action below them. Where no rule joins two parts, they are glued together at a high cost, so that no word is lost.
 * A bag of n words takes exactly 2n - 1 actions.
 */
export class ShiftReduce implements TransitionSystem {
  readonly states: States;
  readonly grammar: Grammar;
  readonly #scores: ActionScores;
  readonly #fluency: Fluency | null;
  #problem!: Problem;
  #given!: GivenArcs;
  /** The string that is to be spelled; null for any. */
  #target: Target | null = null;

  constructor({ weights, leftOut, fluency }: Scoring, grammar: Grammar) {
    this.grammar = grammar;
    this.#fluency = fluency === null ? null : new Fluency(weights, fluency, leftOut);
    this.states = new States(grammar, this.#fluency);
    this.#scores = new ActionScores(weights, leftOut, grammar, this.#fluency);
  }

  get steps(): number {
    return 2 * this.#problem.size - 1;
  }

  /** @param target where given, words are shifted as it spells them */
  begin(problem: Problem, target: Target | null = null): number {
    this.#problem = problem;
    this.#target = target;
    this.#fluency?.begin(problem);
    const first = this.states.reset(problem);
    this.#given = new GivenArcs(problem);
    this.#scores.begin(problem, this.states);
    return first;
  }

  apply(state: number, action: number, score: number): number {
    return this.states.apply(state, action, score);
  }

  scoreOf(state: number): number {
    return this.states.data[state + Field.Score];
  }

  parentOf(state: number): number {
    return this.states.data[state + Field.Parent];
  }

  actionOf(state: number): number {
    return this.states.data[state + Field.Action];
  }

  expand(state: number, candidates: Candidates): void {
    const { states } = this;
    const { data } = states;
    const mayWait = data[state + Field.PivotMayWait] === 1;
    this.#given.enter(data, state + Field.Masks, data[state + Field.Pivot], mayWait);
    this.#scores.enter(state);
    const score = data[state + Field.Score];
    if (data[state + Field.Depth] > 1) this.#expandJoins(state, score, candidates);
    const spelled = this.#target === null ? 0 : this.#spelled(state);
    for (let i = 0; i < this.#problem.maskLength; i++) {
      let bits = data[state + Field.Masks + i];
      for (; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        // All variants of a word have its form.
        if (this.#target !== null && !this.#target.hasAt(spelled, word)) continue;
        if (this.#given.shift(word)) this.#expandShifts(state, word, score, candidates);
      }
    }
  }

  describe(action: number): Pick<Hypothesis, 'action' | 'added' | 'number'> {
    const { actions } = this.states;
    if (actions.isShift(action)) {
      return { action: 'SHIFT', added: [actions.variantOf(action)], number: action };
    }
    return { action: action < FIRST_REDUCE ? 'GLUE' : 'COMBINE', added: [], number: action };
  }

  /** The score that an action adds, its features reported to an observer. */
  observe(state: number, action: number, observer: FeatureObserver): number {
    this.#scores.enter(state);
    return this.#scores.observe(action, observer);
  }

  /** Takes a derivation's actions again, and reports their features and what else was legal. */
  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    let state = this.begin(problem);
    for (const [i, action] of (derivation.actions ?? []).entries()) {
      const before = state;
      const legal = (): Move[] => this.#movesFrom(before);
      const arcs = this.#arcsOf(state, action);
      observer.onStep(i, { head: NO_WORD, taken: this.describe(action), arcs, legal });
      const score = this.observe(state, action, observer);
      state = this.apply(state, action, this.scoreOf(state) + score);
    }
  }

  #arcsOf(state: number, action: number): { head: number; dependent: number }[] {
    if (this.states.actions.isShift(action)) return [];
    const { roots, dependents, dependentCount } = this.states.join(state, action);
    return Array.from(dependents.subarray(0, dependentCount), (dependent) => ({
      head: roots[0],
      dependent,
    }));
  }

  /** How a state was built. */
  derivationOf(final: number): Derivation {
    const { data } = this.states;
    const path: number[] = [];
    for (let at = final; this.parentOf(at) !== NO_STATE; at = this.parentOf(at)) path.push(at);
    path.reverse();
    const builder = new DerivationReader(this.states);
    for (const state of path) {
      const parent = this.parentOf(state);
      builder.add(parent, this.actionOf(state), data[state + Field.Score] - this.scoreOf(parent));
    }
    return builder.finish(data[final + Field.Score]);
  }

  /**
   * The actions of a derivation.
   *
   * @param variants of the problem that was begun, in the order of the sentence
   * @returns null where the grammar lacks one of its rules
   */
  actionsOf(derivation: CcgDerivation, variants: readonly number[]): number[] | null {
    const { grammar } = this;
    const { actions } = this.states;
    const taken: number[] = [];
    const leaves = leavesOf(derivation);
    let shifted = 0;
    const chains = chainsOf(derivation);
    for (const node of postorder(derivation)) {
      if (node.kind === 'unary') continue;
      const chain = this.#chainOf(node, chains.get(node) ?? []);
      if (chain === null) return null;
      if (node.kind === 'leaf') {
        const action = actions.shiftOf(variants[leaves[shifted++].word], chain);
        if (action < 0) return null;
        taken.push(action);
        continue;
      }
      const [left, right, result] = [node.left, node.right, node].map(({ category }) =>
        grammar.idOf(category.text),
      );
      let rule = grammar.firstRule(left, right);
      while (rule >= 0 && grammar.ruleResult[rule] !== result) rule = grammar.nextRule(rule);
      if (rule < 0) return null;
      let reduce = grammar.reduceStart[rule];
      while (grammar.reduceChain[reduce] !== chain) reduce++;
      taken.push(FIRST_REDUCE + reduce);
    }
    return taken;
  }

  /** The chain of the categories that unary rules make of a node; null where it was not seen. */
  #chainOf({ category }: CcgDerivation, made: readonly string[]): number | null {
    const { grammar } = this;
    if (made.length === 0) return NO_CHAIN;
    if (made.length > 2) return null;
    const ids = made.map((text) => grammar.idOf(text));
    const between = ids.length === 2 ? ids[0] : NO_CATEGORY;
    const chain = grammar.chainOf(grammar.idOf(category.text), between, ids[ids.length - 1]);
    return chain === NO_CHAIN ? null : chain;
  }

  #expandJoins(state: number, score: number, candidates: Candidates): void {
    const { states, grammar } = this;
    const { data } = states;
    const left = data[data[state + Field.Below] + Field.Category];
    const right = data[state + Field.Category];
    this.#offerJoin(state, GLUE_LEFT_GOVERNS, score, candidates);
    this.#offerJoin(state, GLUE_RIGHT_GOVERNS, score, candidates);
    let rule = grammar.firstRule(left, right);
    for (; rule >= 0; rule = grammar.nextRule(rule)) {
      for (let i = grammar.reduceStart[rule]; i < grammar.reduceStart[rule + 1]; i++) {
        this.#offerJoin(state, FIRST_REDUCE + i, score, candidates);
      }
    }
  }

  #offerJoin(state: number, action: number, score: number, candidates: Candidates): void {
    const { variantWord } = this.#problem;
    const joined = this.states.join(state, action);
    if (joined.isCrossed) return;
    const governor = variantWord[joined.roots[0]];
    for (let i = 0; i < joined.dependentCount; i++) {
      if (!this.#given.mayDepend(variantWord[joined.dependents[i]], governor)) return;
    }
    candidates.offer(score + this.#scores.scoreJoin(action), state, action);
  }

  #expandShifts(state: number, word: number, score: number, candidates: Candidates): void {
    const { actions } = this.states;
    const { variantStart } = this.#problem;
    const scores = this.#scores;
    scores.enterWord(word);
    for (let variant = variantStart[word]; variant < variantStart[word + 1]; variant++) {
      const ofVariant = score + scores.scoreVariant(variant);
      for (let i = actions.shiftStart[variant]; i < actions.shiftStart[variant + 1]; i++) {
        const ofChain = scores.scoreChain(variant, actions.shiftChain[i]);
        candidates.offer(ofVariant + ofChain, state, actions.firstShift + i);
      }
    }
  }

  #movesFrom(state: number): Move[] {
    const candidates = new Candidates();
    candidates.begin(this.states.actions.count);
    this.expand(state, candidates);
    candidates.sort();
    const before = this.scoreOf(state);
    return Array.from({ length: candidates.size }, (_, i) => ({
      ...this.describe(candidates.action[i]),
      score: candidates.score[i] - before,
    }));
  }

  /** How many surface words a state's string has. */
  #spelled(state: number): number {
    const { size, surfaceStart, variantForm, variantStart } = this.#problem;
    let spelled = surfaceStart[size];
    for (let word = 0; word < size; word++) {
      if (!this.states.isInBuffer(state, word)) continue;
      const form = variantForm[variantStart[word]];
      spelled -= surfaceStart[form + 1] - surfaceStart[form];
    }
    return spelled;
  }
}

/** By leaf or binary node: the categories that unary rules make of it, one after the other. */
function chainsOf(derivation: CcgDerivation): Map<CcgDerivation, string[]> {
  const chains = new Map<CcgDerivation, string[]>();
  for (const node of postorder(derivation)) {
    if (node.kind !== 'unary') continue;
    let below = node.child;
    while (below.kind === 'unary') below = below.child;
    chains.set(below, [...(chains.get(below) ?? []), node.category.text]);
  }
  return chains;
}

/** Reads a derivation off states, the first one first. */
class DerivationReader {
  readonly #states: States;
  readonly #variants: number[] = [];
  readonly #steps: Step[] = [];
  readonly #actions: number[] = [];
  readonly #parts: Part[] = [];
  /** Places in `#parts` of the parts on the stack. */
  readonly #stack: number[] = [];
  /** By variant its place, from 1. */
  readonly #placeOf = new Map<number, number>();
  readonly #heads: number[] = [];

  constructor(states: States) {
    this.#states = states;
  }

  add(state: number, action: number, score: number): void {
    const { actions } = this.#states;
    this.#actions.push(action);
    if (actions.isShift(action)) this.#shift(actions.variantOf(action), action, score);
    else this.#join(state, action, score);
  }

  finish(score: number): Derivation {
    return {
      score,
      variants: this.#variants,
      heads: this.#heads,
      steps: this.#steps,
      actions: this.#actions,
      parts: this.#parts,
      isBroken: this.#parts.some(({ category }) => category === NO_CATEGORY),
    };
  }

  #shift(variant: number, action: number, score: number): void {
    const { grammar, problem, actions } = this.#states;
    const place = this.#variants.push(variant);
    this.#placeOf.set(variant, place);
    this.#heads.push(0);
    const category = grammar.entryCategory[problem.variantEntry[variant]];
    this.#push({ category, first: place - 1, last: place - 1, head: place - 1, children: [] });
    this.#addChain(category, actions.shiftChain[action - actions.firstShift]);
    this.#steps.push({ kind: 'SHIFT', head: 0, dependent: place, score });
  }

  #join(state: number, action: number, score: number): void {
    const { grammar } = this.#states;
    const joined = this.#states.join(state, action);
    const head = this.#placeOf.get(joined.roots[0])!;
    for (let i = 0; i < joined.dependentCount; i++) {
      this.#heads[this.#placeOf.get(joined.dependents[i])! - 1] = head;
    }
    const right = this.#stack.pop()!;
    const left = this.#stack.pop()!;
    const parts = this.#parts;
    const isGlue = action < FIRST_REDUCE;
    const rule = isGlue ? -1 : grammar.reduceRule[action - FIRST_REDUCE];
    const category = isGlue ? NO_CATEGORY : grammar.ruleResult[rule];
    const { first } = parts[left];
    const { last } = parts[right];
    this.#push({ category, first, last, head: head - 1, children: [left, right] });
    if (!isGlue) this.#addChain(category, grammar.reduceChain[action - FIRST_REDUCE]);
    const other = parts[left].head === head - 1 ? right : left;
    const dependent = parts[other].head + 1;
    this.#steps.push({ kind: isGlue ? 'GLUE' : 'COMBINE', head, dependent, score });
  }

  #addChain(category: number, chain: number): void {
    if (chain === NO_CHAIN) return;
    const { grammar } = this.#states;
    const between = grammar.betweenOf(chain);
    if (between !== NO_CATEGORY) this.#addUnary(between);
    this.#addUnary(grammar.categoryAfter(category, chain));
  }

  #addUnary(category: number): void {
    const child = this.#stack.pop()!;
    const { first, last, head } = this.#parts[child];
    this.#push({ category, first, last, head, children: [child] });
  }

  #push(part: Part): void {
    this.#stack.push(this.#parts.push(part) - 1);
  }
}
