import { NO_CHAIN, type Grammar } from '../../grammar/ccg/grammar.ts';
import type { Problem } from '../../problem/problem.ts';

/** The top part and the one below become parts of a whole that no rule makes: one's head governs the other. */
export const GLUE_LEFT_GOVERNS = 0;
export const GLUE_RIGHT_GOVERNS = 1;
/** From here on: the top part and the one below are joined by a rule, with a chain of unary rules (`Grammar`). */
export const FIRST_REDUCE = 2;

/**
 * The actions of shift-reduce parsing over categories, as numbers: two that glue parts together, REDUCE with each rule and
 * chain of unary rules, and SHIFT of each variant of a problem with each chain.
 */
export class Actions {
  readonly firstShift: number;
  /** The shifts of variant `v` are those from `shiftStart[v]` up to `shiftStart[v + 1]`, without `firstShift`. */
  readonly shiftStart: Int32Array;
  readonly shiftVariant: Int32Array;
  readonly shiftChain: Int32Array;
  readonly count: number;

  constructor(problem: Problem, grammar: Grammar) {
    this.firstShift = FIRST_REDUCE + grammar.reduceCount;
    const { variantCount, variantEntry } = problem;
    this.shiftStart = new Int32Array(variantCount + 1);
    const variants: number[] = [];
    const chains: number[] = [];
    for (let variant = 0; variant < variantCount; variant++) {
      const category = grammar.entryCategory[variantEntry[variant]];
      variants.push(variant);
      chains.push(NO_CHAIN);
      const end = grammar.chainStart[category + 1];
      for (let chain = grammar.chainStart[category]; chain < end; chain++) {
        variants.push(variant);
        chains.push(chain);
      }
      this.shiftStart[variant + 1] = variants.length;
    }
    this.shiftVariant = Int32Array.from(variants);
    this.shiftChain = Int32Array.from(chains);
    this.count = this.firstShift + variants.length;
  }

  isShift(action: number): boolean {
    return action >= this.firstShift;
  }

  variantOf(action: number): number {
    return this.shiftVariant[action - this.firstShift];
  }

  /** The SHIFT of a variant with a chain; -1 where the chain does not go with its category. */
  shiftOf(variant: number, chain: number): number {
    for (let i = this.shiftStart[variant]; i < this.shiftStart[variant + 1]; i++) {
      if (this.shiftChain[i] === chain) return this.firstShift + i;
    }
    return -1;
  }
}
