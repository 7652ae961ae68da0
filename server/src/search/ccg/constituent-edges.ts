import type { Grammar } from '../../grammar/ccg/grammar.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { mix, spread } from '../../util/hash.ts';
import { Edges } from '../best-first/edges.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';
import { isFree } from '../given-arcs.ts';
import { Actions } from './actions.ts';
import { FIRST_COMBINE, ConstituentField } from '../../scoring/ccg/records.ts';
import { Joiner, NOTHING, type Joined } from './joiner.ts';

/**
 * All constituents of one search: strings of words with a category (Zhang & Clark 2015, Section
 * 3.2).
 */
export class ConstituentEdges extends Edges {
  readonly grammar: Grammar;
  actions!: Actions;
  readonly #joiner: Joiner;
  /** Whether any arc or the root is given. */
  #hasGiven = false;

  constructor(grammar: Grammar) {
    super(ConstituentField.Count);
    this.grammar = grammar;
    this.#joiner = new Joiner(grammar, {
      modes: ConstituentField.Modes,
      head: EdgeField.Head,
      waiting: ConstituentField.Waiting,
    });
  }

  override begin(problem: Problem): void {
    super.begin(problem);
    this.actions = new Actions(problem, this.grammar);
    this.#joiner.begin();
    this.#hasGiven = problem.hasArcs || problem.root !== NO_WORD;
  }

  leaf(action: number): number {
    const { grammar, actions, problem } = this;
    const variant = actions.variantOf(action);
    const edge = this.newLeaf(variant, action);
    const entry = problem.variantEntry[variant];
    const chain = actions.chainOf(action);
    const { data } = this;
    data[edge + ConstituentField.Category] = grammar.categoryAfter(
      grammar.entryCategory[entry],
      chain,
    );
    data[edge + ConstituentField.Modes] = grammar.modesAfter(grammar.entryModes[entry], chain);
    data[edge + ConstituentField.Waiting] = NOTHING;
    return edge;
  }

  /** @returns an object that the next call overwrites */
  joined(left: number, right: number, action: number): Joined {
    const { data, problem } = this;
    const isLast = data[left + EdgeField.Words] + data[right + EdgeField.Words] === problem.size;
    return this.#joiner.join(data, left, right, action, isLast);
  }

  mayBeLinked(one: number, other: number): boolean {
    const { data, grammar } = this;
    const a = data[one + ConstituentField.Category];
    const b = data[other + ConstituentField.Category];
    return grammar.firstRule(a, b) >= 0 || grammar.firstRule(b, a) >= 0;
  }

  /**
   * Whether two edges may be joined. The join must not make crossing arcs or break an order
   * constraint. If the result has all words, it must be glued or have the category of a sentence. A
   * word that becomes a dependent must get its given head, if it has one, must have all its given
   * dependents already, and must not be the given root.
   */
  mayJoin(left: number, right: number, action: number): boolean {
    const { data, problem, grammar } = this;
    if (action >= FIRST_COMBINE) {
      const isLast = data[left + EdgeField.Words] + data[right + EdgeField.Words] === problem.size;
      if (isLast && grammar.rootCount[grammar.combineResult[action - FIRST_COMBINE]] === 0)
        return false;
    }
    const joined = this.joined(left, right, action);
    if (joined.isCrossed || (this.#hasGiven && !this.#keepsGiven(left, right, joined)))
      return false;
    return this.mayFollow(left, right);
  }

  join(left: number, right: number, action: number): number {
    const joined = this.joined(left, right, action);
    const edge = this.newJoin(
      left,
      right,
      action,
      joined.roots[0] === this.data[left + EdgeField.Head],
    );
    const { data } = this;
    data[edge + ConstituentField.Category] = joined.category;
    data[edge + ConstituentField.Modes] = joined.modes;
    data[edge + ConstituentField.Waiting] = this.#joiner.wait(joined);
    return edge;
  }

  /**
   * Hashes an edge's signature: its words, its category, its head, and the outermost two words on
   * each side with their tags (Zhang & Clark 2015, Section 3.2).
   */
  kindOf(edge: number): number {
    const { data } = this;
    let hash = spread(data[edge + ConstituentField.Category]);
    hash = this.#mixWord(hash, data[edge + EdgeField.Head]);
    for (const field of [EdgeField.First1, EdgeField.First2, EdgeField.Last1, EdgeField.Last2]) {
      hash = mix(this.#mixWord(hash, data[edge + field]), field);
    }
    return this.mixWords(edge, hash);
  }

  #mixWord(hash: number, variant: number): number {
    const { variantWord, variantTag } = this.problem;
    return mix(mix(hash, variantWord[variant]), spread(variantTag[variant]));
  }

  #keepsGiven(left: number, right: number, joined: Joined): boolean {
    const { problem } = this;
    const { variantWord, head } = problem;
    const { roots, rootCount, dependents, dependentCount } = joined;
    const governor = variantWord[roots[0]];
    for (let i = 0; i < dependentCount; i++) {
      const word = variantWord[dependents[i]];
      if (head[word] !== governor && !isFree(problem, word)) return false;
      if (!this.holdsDependents(word, left, right)) return false;
      for (let j = 0; j < rootCount; j++) if (head[variantWord[roots[j]]] === word) return false;
    }
    return true;
  }
}
