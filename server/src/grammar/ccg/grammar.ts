import type { Category } from './category.ts';
import { argumentsOf, isModifier, parseCategory, targetOf } from './category.ts';
import { modesAfter } from './dependencies.ts';
import { modeCount, MOST_ARGUMENTS, packModes } from './modes.ts';
import { combinationOf } from './rules.ts';

export const NO_CATEGORY = 0;

/** A grammar as a model stores it. The ids of categories and entries start at 1. */
export interface GrammarColumns {
  /** The category `id` is at index `id - 1`. */
  readonly categories: readonly string[];
  /**
   * A lexical entry is a category with modes (see `Leaf`). The category of entry `id` is at index
   * `id - 1`.
   */
  readonly entryCategory: Uint16Array;
  readonly entryModes: readonly string[];
  /** How often training has seen each entry; at least 1. */
  readonly entryCount: Uint32Array;
  /**
   * Three category ids for each binary rule: left, right, result. The rules are sorted by these
   * ids.
   */
  readonly binaries: Uint16Array;
  readonly binaryCount: Uint32Array;
  /**
   * Chains of one or two unary rules. Each chain has three category ids: first, middle (0 in a
   * chain of one rule), last.
   */
  readonly chains: Uint16Array;
  readonly chainCount: Uint32Array;
  /** The categories of whole sentences. */
  readonly roots: Uint16Array;
  readonly rootCount: Uint32Array;
  /**
   * The prepositional phrases that count as arguments, not modifiers. New trees must be converted
   * with the same list as the training trees.
   */
  readonly subcategorized: readonly string[];
}

/** The categories of lexical entries, in the order of the entries. */
export function lexicalCategoriesOf({ categories, entryCategory }: GrammarColumns): Set<string> {
  return new Set(Array.from(entryCategory, (category) => categories[category - 1]));
}

export const NO_CHAIN = -1;
/** A value of `#chainKeeps`: the chain always replaces the modes. */
const KEEPS_NONE = -1;

/**
 * A grammar as integers, for searches. Each leaf and each binary rule is followed by a chain of
 * zero to two unary rules. The chain is part of the same step, so a derivation of n words always
 * takes 2n - 1 steps.
 */
export class Grammar {
  readonly columns: GrammarColumns;
  /** The number of categories, and so the highest id. */
  readonly size: number;
  /** Indexed by entry id, as is `entryModes`. */
  readonly entryCategory: Int32Array;
  readonly entryModes: Int32Array;

  /** The arrays from `ruleLeft` to `keepsOther` are indexed by rule. */
  readonly ruleCount: number;
  readonly ruleLeft: Int32Array;
  readonly ruleRight: Int32Array;
  readonly ruleResult: Int32Array;
  /**
   * 1 if the main part is on the right. The main part is the functor. If the rule fills no
   * argument, it is the part that passes its own arguments on to the result.
   */
  readonly isMainRight: Uint8Array;
  /**
   * How many arguments of the other part (not the main part) the result still takes. -1 if the rule
   * fills no argument.
   */
  readonly ruleDegree: Int8Array;
  /**
   * 1 if the main part is a modifier. Then the result takes all arguments of the modified phrase.
   */
  readonly keepsOther: Uint8Array;

  /**
   * The chains after category `c` run from `chainStart[c]` to `chainStart[c + 1]`, end exclusive.
   */
  readonly chainStart: Int32Array;
  readonly chainResult: Int32Array;

  /**
   * A combination is a binary rule with one of the chains that may follow it. The combinations of a
   * rule begin at `combineStart[rule]`; the first one has the empty chain.
   */
  readonly combineStart: Int32Array;
  readonly combineRule: Int32Array;
  readonly combineChain: Int32Array;
  /** Indexed by combination. */
  readonly combineResult: Int32Array;
  readonly combineCount: number;

  /**
   * Indexed by category: its class. The class is the category without its arguments: `S[dcl]` for
   * `(S[dcl]\NP)/NP`. N belongs to the class of NP. Modifiers have the class 0.
   */
  readonly supplyOf: Int32Array;
  /** The number of classes, including class 0. */
  readonly supplies: number;
  /**
   * Indexed by category: the class of words that can fill the first argument to the right; 0 if
   * there is none.
   */
  readonly demandOf: Int32Array;

  /** Indexed by category: how often it was the category of a whole sentence. */
  readonly rootCount: Int32Array;

  readonly #entryIds: ReadonlyMap<string, number>;
  /**
   * Indexed by chain: a phrase with this many modes keeps its modes. Other phrases get the modes in
   * `#chainModes`.
   */
  readonly #chainKeeps: Int32Array;
  readonly #chainModes: Int32Array;
  readonly #ids: ReadonlyMap<string, number>;
  /** Indexed by category id; filled on first use. */
  readonly #read: (Category | undefined)[] = [];
  /**
   * A hash table with open addressing, keyed by pairs of categories. A slot contains 1 + the first
   * rule that joins the pair; 0 if the slot is free.
   */
  readonly #slots: Int32Array;

  /** @throws {RangeError} if a category cannot be read */
  constructor(columns: GrammarColumns) {
    this.columns = columns;
    const { categories, entryCategory, entryModes, binaries, chains, roots } = columns;
    this.size = categories.length;
    this.#ids = new Map(categories.map((text, i) => [text, i + 1]));
    this.entryCategory = Int32Array.from([NO_CATEGORY, ...entryCategory]);
    this.entryModes = Int32Array.from([0, ...entryModes.map(packModes)]);
    this.#entryIds = new Map(entryModes.map((modes, i) => [`${entryCategory[i]} ${modes}`, i + 1]));

    this.ruleCount = binaries.length / 3;
    const column = (i: number): Int32Array =>
      Int32Array.from({ length: this.ruleCount }, (_, rule) => binaries[3 * rule + i]);
    this.ruleLeft = column(0);
    this.ruleRight = column(1);
    this.ruleResult = column(2);
    this.isMainRight = new Uint8Array(this.ruleCount);
    this.ruleDegree = new Int8Array(this.ruleCount);
    this.keepsOther = new Uint8Array(this.ruleCount);
    for (let rule = 0; rule < this.ruleCount; rule++) this.#describe(rule);
    this.#slots = this.#index();

    const chainCount = chains.length / 3;
    this.chainStart = new Int32Array(this.size + 2);
    this.chainResult = Int32Array.from({ length: chainCount }, (_, i) => chains[3 * i + 2]);
    for (let i = 0; i < chainCount; i++) this.chainStart[chains[3 * i] + 1]++;
    for (let id = 1; id < this.chainStart.length; id++) {
      this.chainStart[id] += this.chainStart[id - 1];
    }
    this.#chainKeeps = new Int32Array(chainCount);
    this.#chainModes = new Int32Array(chainCount);
    for (let chain = 0; chain < chainCount; chain++) this.#describeChain(chain);

    this.combineStart = new Int32Array(this.ruleCount + 1);
    const combineRule: number[] = [];
    const combineChain: number[] = [];
    for (let rule = 0; rule < this.ruleCount; rule++) {
      combineRule.push(rule);
      combineChain.push(NO_CHAIN);
      const result = this.ruleResult[rule];
      for (let chain = this.chainStart[result]; chain < this.chainStart[result + 1]; chain++) {
        combineRule.push(rule);
        combineChain.push(chain);
      }
      this.combineStart[rule + 1] = combineRule.length;
    }
    this.combineRule = Int32Array.from(combineRule);
    this.combineChain = Int32Array.from(combineChain);
    this.combineResult = Int32Array.from(combineRule, (rule, i) =>
      this.categoryAfter(this.ruleResult[rule], combineChain[i]),
    );
    this.combineCount = combineRule.length;

    this.supplyOf = new Int32Array(this.size + 1);
    this.demandOf = new Int32Array(this.size + 1);
    this.supplies = this.#matchUp();

    this.rootCount = new Int32Array(this.size + 1);
    roots.forEach((id, i) => (this.rootCount[id] = columns.rootCount[i]));
  }

  idOf(text: string): number {
    return this.#ids.get(text) ?? NO_CATEGORY;
  }

  /** Returns the id of a lexical entry; 0 if the grammar does not have the entry. */
  entryOf(category: string, modes: string): number {
    return this.#entryIds.get(`${this.idOf(category)} ${modes}`) ?? 0;
  }

  textOf(category: number): string {
    return this.columns.categories[category - 1];
  }

  categoryOf(id: number): Category {
    return (this.#read[id] ??= parseCategory(this.textOf(id)));
  }

  /** The first rule that joins two categories; -1 if there is none. `nextRule` gives the others. */
  firstRule(left: number, right: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let slot = slotOf(left, right) & last; slots[slot] !== 0; slot = (slot + 1) & last) {
      const rule = slots[slot] - 1;
      if (this.ruleLeft[rule] === left && this.ruleRight[rule] === right) return rule;
    }
    return -1;
  }

  /** Returns the next rule that joins the same categories; -1 if there is none. */
  nextRule(rule: number): number {
    const next = rule + 1;
    const isSame =
      next < this.ruleCount &&
      this.ruleLeft[next] === this.ruleLeft[rule] &&
      this.ruleRight[next] === this.ruleRight[rule];
    return isSame ? next : -1;
  }

  /** @param between the result of the first rule; NO_CATEGORY if the chain has only one rule */
  chainOf(from: number, between: number, to: number): number {
    const { chains } = this.columns;
    for (let chain = this.chainStart[from]; chain < this.chainStart[from + 1]; chain++) {
      if (chains[3 * chain + 1] === between && chains[3 * chain + 2] === to) return chain;
    }
    return NO_CHAIN;
  }

  /** The middle category; NO_CATEGORY for a chain of one rule. */
  betweenOf(chain: number): number {
    return this.columns.chains[3 * chain + 1];
  }

  categoryAfter(category: number, chain: number): number {
    return chain === NO_CHAIN ? category : this.chainResult[chain];
  }

  /** Like `modesAfter` of `dependencies.ts`, for packed modes and a whole chain. */
  modesAfter(modes: number, chain: number): number {
    if (chain === NO_CHAIN || modeCount(modes) === this.#chainKeeps[chain]) return modes;
    return this.#chainModes[chain];
  }

  /** Fills `supplyOf` and `demandOf`; returns the number of classes. */
  #matchUp(): number {
    const classes = new Map<string, number>();
    const classOf = (category: Category): number => {
      if (isModifier(category)) return 0;
      const { text } = targetOf(category);
      // N and NP share a class, since a unary rule turns N into NP.
      const name = text === 'N' ? 'NP' : text;
      const known = classes.get(name) ?? classes.size + 1;
      classes.set(name, known);
      return known;
    };
    for (let id = 1; id <= this.size; id++) {
      const category = this.categoryOf(id);
      this.supplyOf[id] = classOf(category);
      const right = argumentsOf(category).find(({ slash }) => slash === '/');
      this.demandOf[id] = right === undefined ? 0 : classOf(right.argument);
    }
    return classes.size + 1;
  }

  #describe(rule: number): void {
    const [left, right, result] = [this.ruleLeft, this.ruleRight, this.ruleResult].map((column) =>
      this.categoryOf(column[rule]),
    );
    const combination = combinationOf(left, right, result);
    // A grammar from another source may have rules that `combinationOf` does not know. They count
    // as filling no argument.
    this.isMainRight[rule] = combination?.main === 'right' ? 1 : 0;
    this.ruleDegree[rule] = combination?.degree ?? -1;
    this.keepsOther[rule] = combination?.keepsOther === true ? 1 : 0;
  }

  #describeChain(chain: number): void {
    const { chains } = this.columns;
    const path = [0, 1, 2]
      .map((i) => chains[3 * chain + i])
      .filter((id) => id !== NO_CATEGORY)
      .map((id) => this.categoryOf(id));
    const after = (modes: string): string =>
      path.slice(1).reduce((made, result, i) => modesAfter(path[i], made, result), modes);
    // A rule can keep the modes of a phrase only if there are as many of them as the rule's result
    // has arguments. The phrase's own category does not matter: `X[conj]` has no arguments, but a
    // phrase with this category has the modes of X.
    const { length } = argumentsOf(path[1]);
    const kept = 'w'.repeat(length);
    this.#chainKeeps[chain] = after(kept) === kept ? Math.min(length, MOST_ARGUMENTS) : KEEPS_NONE;
    this.#chainModes[chain] = packModes(after(`${kept}w`));
  }

  #index(): Int32Array {
    let length = 4;
    while (length < 2 * this.ruleCount) length *= 2;
    const slots = new Int32Array(length);
    const last = length - 1;
    for (let rule = this.ruleCount - 1; rule >= 0; rule--) {
      const left = this.ruleLeft[rule];
      const right = this.ruleRight[rule];
      let slot = slotOf(left, right) & last;
      while (slots[slot] !== 0) {
        const other = slots[slot] - 1;
        if (this.ruleLeft[other] === left && this.ruleRight[other] === right) break;
        slot = (slot + 1) & last;
      }
      slots[slot] = rule + 1;
    }
    return slots;
  }
}

function slotOf(left: number, right: number): number {
  return Math.imul(Math.imul(left, 0x9e3779b1) + right, 0x85ebca6b) >>> 7;
}
