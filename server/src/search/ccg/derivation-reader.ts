import { NO_CATEGORY, NO_CHAIN } from '../../grammar/ccg/grammar.ts';
import type { Derivation, DerivationPart, Step } from '../search.ts';
import { FIRST_COMBINE } from '../../scoring/ccg/records.ts';
import type { ShiftReduceStates } from './states.ts';

/**
 * Builds a derivation from its actions. They must be added in order, each with the state before it.
 */
export class DerivationReader {
  readonly #states: ShiftReduceStates;
  readonly #variants: number[] = [];
  readonly #steps: Step[] = [];
  readonly #actions: number[] = [];
  readonly #parts: DerivationPart[] = [];
  /** Indices in `#parts`. */
  readonly #stack: number[] = [];
  /** Maps a variant to its position in the sentence, from 1. */
  readonly #placeOf = new Map<number, number>();
  readonly #heads: number[] = [];

  constructor(states: ShiftReduceStates) {
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
    this.#addChain(category, actions.chainOf(action), actions.isSeldom(action));
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
    const isGlue = action < FIRST_COMBINE;
    const rule = isGlue ? -1 : grammar.combineRule[action - FIRST_COMBINE];
    const category = isGlue ? NO_CATEGORY : grammar.ruleResult[rule];
    const { first } = parts[left];
    const { last } = parts[right];
    this.#push({ category, first, last, head: head - 1, children: [left, right] });
    if (!isGlue) {
      const chain = grammar.combineChain[action - FIRST_COMBINE];
      const { seldomChains } = this.#states.actions;
      const isSeldom = chain !== NO_CHAIN && seldomChains?.isSeldomOfPhrases(chain) === true;
      this.#addChain(category, chain, isSeldom || null);
    }
    const other = parts[left].head === head - 1 ? right : left;
    const dependent = parts[other].head + 1;
    this.#steps.push({ kind: isGlue ? 'GLUE' : 'COMBINE', head, dependent, score });
  }

  /**
   * @param isSeldom whether the chain is seldom right here (`SeldomChains`); null if this is not
   *   known. In a chain that is seldom right, only the last rule is marked as such
   */
  #addChain(category: number, chain: number, isSeldom: boolean | null): void {
    if (chain === NO_CHAIN) return;
    const { grammar } = this.#states;
    const between = grammar.betweenOf(chain);
    if (between !== NO_CATEGORY) this.#addUnary(between, isSeldom && false);
    this.#addUnary(grammar.categoryAfter(category, chain), isSeldom);
  }

  #addUnary(category: number, isSeldom: boolean | null): void {
    const child = this.#stack.pop()!;
    const { first, last, head } = this.#parts[child];
    const rest = isSeldom === null ? {} : { isSeldom };
    this.#push({ category, first, last, head, children: [child], ...rest });
  }

  #push(part: DerivationPart): void {
    this.#stack.push(this.#parts.push(part) - 1);
  }
}
