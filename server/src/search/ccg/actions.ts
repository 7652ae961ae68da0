import { leavesOf, postorder, type CcgDerivation } from '../../grammar/ccg/derivation.ts';
import { NO_CATEGORY, NO_CHAIN, type Grammar } from '../../grammar/ccg/grammar.ts';
import type { SeldomChains } from '../../grammar/ccg/seldom-chains.ts';
import type { Problem } from '../../problem/problem.ts';
import { FIRST_SHIFT, LEFTARC } from '../../scoring/arc-standard/records.ts';
import { FIRST_COMBINE, GLUE_LEFT_GOVERNS, GLUE_RIGHT_GOVERNS } from '../../scoring/ccg/records.ts';

/**
 * Numbers the actions of shift-reduce parsing over categories. First come two actions that glue
 * parts together. Then comes COMBINE, for each rule and each chain of unary rules that may follow
 * it. Last comes SHIFT, for each variant and each chain.
 */
export class Actions {
  readonly firstShift: number;
  /**
   * The shifts of variant `v` are the actions from `firstShift + shiftStart[v]` up to `firstShift +
   * shiftStart[v + 1]`, exclusive.
   */
  readonly shiftStart: Int32Array;
  readonly shiftVariant: Int32Array;
  readonly shiftChain: Int32Array;
  /** Null if the model does not say which chains of unary rules are seldom right for a word. */
  readonly seldomChains: SeldomChains | null;
  /**
   * Indexed by SHIFT action minus `firstShift`: 1 if its chain is seldom right for the shifted
   * word.
   */
  readonly #seldom: Uint8Array | null;
  readonly count: number;
  readonly #grammar: Grammar;

  constructor(problem: Problem, grammar: Grammar) {
    this.#grammar = grammar;
    this.firstShift = FIRST_COMBINE + grammar.combineCount;
    const { variantCount, variantEntry, variantForm, variantTag, wordId } = problem;
    const seldomChains = problem.entries?.seldomChains ?? null;
    this.seldomChains = seldomChains;
    this.shiftStart = new Int32Array(variantCount + 1);
    const variants: number[] = [];
    const chains: number[] = [];
    const seldom: number[] = [];
    for (let variant = 0; variant < variantCount; variant++) {
      const category = grammar.entryCategory[variantEntry[variant]];
      variants.push(variant);
      chains.push(NO_CHAIN);
      seldom.push(0);
      const start = grammar.chainStart[category];
      const end = grammar.chainStart[category + 1];
      const word = wordId[variantForm[variant]];
      const isSeldom = seldomChains?.seldomOf(word, variantTag[variant], category);
      for (let chain = start; chain < end; chain++) {
        variants.push(variant);
        chains.push(chain);
        seldom.push(isSeldom?.[chain - start] ?? 0);
      }
      this.shiftStart[variant + 1] = variants.length;
    }
    this.shiftVariant = Int32Array.from(variants);
    this.shiftChain = Int32Array.from(chains);
    this.#seldom = seldomChains && Uint8Array.from(seldom);
    this.count = this.firstShift + variants.length;
  }

  isShift(action: number): boolean {
    return action >= this.firstShift;
  }

  variantOf(action: number): number {
    return this.shiftVariant[action - this.firstShift];
  }

  chainOf(action: number): number {
    return this.shiftChain[action - this.firstShift];
  }

  /**
   * Whether a SHIFT's chain is seldom right for the shifted word. Null if the model does not say.
   */
  isSeldom(action: number): boolean | null {
    return this.#seldom && this.#seldom[action - this.firstShift] === 1;
  }

  /**
   * Returns the SHIFT of a variant with a chain; -1 if the chain does not fit the variant's
   * category.
   */
  shiftOf(variant: number, chain: number): number {
    for (let i = this.shiftStart[variant]; i < this.shiftStart[variant + 1]; i++) {
      if (this.shiftChain[i] === chain) return this.firstShift + i;
    }
    return -1;
  }

  /**
   * Returns the action that corresponds to an arc-standard action and uses no rule of the grammar:
   * a SHIFT without unary rules, or an action that glues parts together.
   */
  gluing(action: number): number {
    if (action >= FIRST_SHIFT) return this.firstShift + this.shiftStart[action - FIRST_SHIFT];
    return action === LEFTARC ? GLUE_RIGHT_GOVERNS : GLUE_LEFT_GOVERNS;
  }

  /**
   * @param variants in the order of the sentence
   * @returns the actions; null if the grammar lacks a rule of the derivation
   */
  actionsOf(derivation: CcgDerivation, variants: readonly number[]): number[] | null {
    const grammar = this.#grammar;
    const taken: number[] = [];
    const leaves = leavesOf(derivation);
    let shifted = 0;
    const chains = chainsOf(derivation);
    for (const node of postorder(derivation)) {
      if (node.kind === 'unary') continue;
      const chain = this.#chainOf(node, chains.get(node) ?? []);
      if (chain === null) return null;
      if (node.kind === 'leaf') {
        const action = this.shiftOf(variants[leaves[shifted++].word], chain);
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
      let combine = grammar.combineStart[rule];
      while (grammar.combineChain[combine] !== chain) combine++;
      taken.push(FIRST_COMBINE + combine);
    }
    return taken;
  }

  /**
   * Returns the id of the chain that makes the categories `made`; null if the grammar does not have
   * this chain.
   */
  #chainOf({ category }: CcgDerivation, made: readonly string[]): number | null {
    const grammar = this.#grammar;
    if (made.length === 0) return NO_CHAIN;
    if (made.length > 2) return null;
    const ids = made.map((text) => grammar.idOf(text));
    const between = ids.length === 2 ? ids[0] : NO_CATEGORY;
    const chain = grammar.chainOf(grammar.idOf(category.text), between, ids[ids.length - 1]);
    return chain === NO_CHAIN ? null : chain;
  }
}

/**
 * Maps each leaf and each binary node to the chain of unary rules above it: the categories that the
 * rules make, the lowest first.
 */
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
