import type { Bag } from '../../../server/src/bag/bag.ts';
import { join, modesAfter, type Phrase } from '../../../server/src/grammar/ccg/dependencies.ts';
import { NO_CATEGORY, type Grammar } from '../../../server/src/grammar/ccg/grammar.ts';
import { combinationOf } from '../../../server/src/grammar/ccg/rules.ts';
import type { Problem } from '../../../server/src/problem/problem.ts';
import {
  constituentTemplates,
  meetingTemplates,
} from '../../../server/src/scoring/ccg/constituent-templates.ts';
import type { WeightTable } from '../../../server/src/scoring/feature-sum.ts';
import { spread } from '../../../server/src/util/hash.ts';
import { permutations } from './brute-force.ts';
import { sumOf, type Values } from './naive-sum.ts';

/*
 * The sentences of best-first search over categories, by definition (Zhang & Clark 2015, Table 1): tries all orders of
 * the words, all lexical entries and all rules, and looks up every weight.
 */

/** A constituent over words in order: its category, and its words without a head. */
interface Node {
  readonly category: number;
  /** The variants without a head, and the modes of its arguments. */
  readonly phrase: Phrase;
  readonly variants: readonly number[];
  readonly score: number;
  /** By word: its head, if it has one. */
  readonly arcs: ReadonlyMap<number, number>;
}

export class NaiveConstituents {
  readonly #problem: Problem;
  readonly #grammar: Grammar;
  readonly #weights: WeightTable;

  constructor(problem: Problem, grammar: Grammar, weights: WeightTable) {
    this.#problem = problem;
    this.#grammar = grammar;
    this.#weights = weights;
  }

  /** The best score of every sentence that a bag allows, by its text. */
  bestScores(bag: Bag, isAllowed: (order: readonly number[]) => boolean): Map<string, number> {
    const scores = new Map<string, number>();
    const { places, size } = this.#problem;
    const wordAt = new Map(places.map((place, word) => [place, word]));
    for (const order of permutations([...bag.words.keys()])) {
      if (!isAllowed(order)) continue;
      const text = order.map((word) => bag.words[word].form).join(' ');
      const words = order.map((word) => wordAt.get(word)!);
      for (const { category, score, phrase, arcs } of this.#parses(words, size)) {
        if (this.#grammar.rootCount[category] === 0) continue;
        const heads = new Map(arcs);
        const [root, ...waiting] = phrase.roots.map((one) => this.#word(one));
        for (const word of waiting) heads.set(word, root);
        if (!this.#keepsGiven(root, heads)) continue;
        scores.set(text, Math.max(score, scores.get(text) ?? -Infinity));
      }
    }
    return scores;
  }

  #keepsGiven(root: number, heads: ReadonlyMap<number, number>): boolean {
    const { head, root: given } = this.#problem;
    if (given >= 0 && given !== root) return false;
    return [...head].every((one, word) => one < 0 || heads.get(word) === one);
  }

  /** All constituents over words in this order. */
  #parses(words: readonly number[], whole: number): readonly Node[] {
    if (words.length === 1) return [...this.#leaves(words[0], whole === 1)];
    const nodes: Node[] = [];
    for (let split = 1; split < words.length; split++) {
      const rights = this.#parses(words.slice(split), whole);
      for (const left of this.#parses(words.slice(0, split), whole)) {
        for (const right of rights) {
          nodes.push(...this.#joins(left, right, words.length === whole));
        }
      }
    }
    return nodes;
  }

  *#leaves(word: number, isWhole: boolean): Generator<Node> {
    const problem = this.#problem;
    const { entryCategory, entryModes } = this.#grammar.columns;
    for (let v = problem.variantStart[word]; v < problem.variantStart[word + 1]; v++) {
      const entry = problem.variantEntry[v];
      const lexical = entryCategory[entry - 1];
      const modes = entryModes[entry - 1];
      for (const { category, chain, modes: after } of this.#chained(lexical, modes)) {
        const values = { ...this.#headValues(v), size: 1, cost: problem.variantCost[v] };
        let score = this.#sum('category', values, category);
        score += this.#sum('lexical category', values, lexical);
        if (chain >= 0) score += this.#sum('unary rules', values, this.#key(chain));
        if (isWhole) score += this.#sentence([v], v, category);
        const phrase = { roots: [v], modes: after };
        yield { category, phrase, variants: [v], score, arcs: new Map() };
      }
    }
  }

  *#joins(left: Node, right: Node, isWhole: boolean): Generator<Node> {
    const grammar = this.#grammar;
    const { binaries } = grammar.columns;
    for (let rule = 0; 3 * rule < binaries.length; rule++) {
      const [ofLeft, ofRight, result] = binaries.subarray(3 * rule, 3 * rule + 3);
      if (ofLeft !== left.category || ofRight !== right.category) continue;
      const [a, b, c] = [ofLeft, ofRight, result].map((id) => grammar.categoryOf(id));
      const arcs = new Map([...left.arcs, ...right.arcs]);
      let isCrossed = false as boolean;
      const phrase = join(combinationOf(a, b, c)!, left.phrase, right.phrase, (head, dependent) => {
        arcs.set(this.#word(dependent), this.#word(head));
        const governor = left.phrase.roots.includes(head) ? left : right;
        if (governor.phrase.roots.length > 1) isCrossed = true;
      });
      // At the end the head governs all waiting words, so no arc can cross.
      if (isCrossed && !isWhole) continue;
      const head = phrase.roots[0];
      const other = left.phrase.roots[0] === head ? right.phrase.roots[0] : left.phrase.roots[0];
      const variants = [...left.variants, ...right.variants];
      for (const { category, chain, modes } of this.#chained(result, phrase.modes)) {
        const values = {
          ...this.#headValues(head),
          ...{ ow: this.#form(other), ot: this.#tag(other), oc: this.#class(other) },
          ...{ size: variants.length, ...this.#ends(variants) },
        };
        let score = left.score + right.score;
        score += this.#sum('category', values, category);
        score += this.#sum('ends', values, category);
        score += this.#sum('rule', values, this.#key(rule + 2));
        if (chain >= 0) score += this.#sum('unary rules', values, this.#key(chain));
        score += this.#meeting(left.variants, right.variants);
        if (isWhole) score += this.#sentence(variants, head, category);
        yield { category, phrase: { roots: phrase.roots, modes }, variants, score, arcs };
      }
    }
  }

  /** The results of no, one or two unary rules. */
  *#chained(
    from: number,
    modes: string,
  ): Generator<{ category: number; chain: number; modes: string }> {
    yield { category: from, chain: -1, modes };
    const { chains } = this.#grammar.columns;
    for (let chain = 0; 3 * chain < chains.length; chain++) {
      const [child, between, result] = chains.subarray(3 * chain, 3 * chain + 3);
      if (child !== from) continue;
      const path = between === NO_CATEGORY ? [child, result] : [child, between, result];
      let after = modes;
      for (let i = 1; i < path.length; i++) {
        const [before, made] = [path[i - 1], path[i]].map((id) => this.#grammar.categoryOf(id));
        after = modesAfter(before, after, made);
      }
      yield { category: result, chain, modes: after };
    }
  }

  #meeting(left: readonly number[], right: readonly number[]): number {
    const [l2, l1] = [left.at(-2), left.at(-1)!];
    const [r1, r2] = [right[0], right.at(1)];
    return sumOf(
      this.#weights,
      meetingTemplates,
      'meeting',
      {
        ...{ 'w-2': this.#form(l2), 'w-1': this.#form(l1) },
        ...{ w: this.#form(r1), 'w+1': this.#form(r2) },
        ...{ 't-2': this.#tag(l2), 't-1': this.#tag(l1), t: this.#tag(r1), 't+1': this.#tag(r2) },
        ...{ 'k-2': this.#lexical(l2), 'k-1': this.#lexical(l1) },
        ...{ k: this.#lexical(r1), 'k+1': this.#lexical(r2) },
        ...{ 'c-1': this.#class(l1), c: this.#class(r1) },
        casing: this.#problem.casing[this.#word(r1)],
      },
      0,
    );
  }

  #sentence(variants: readonly number[], head: number, category: number): number {
    const casing = this.#problem.casing[this.#word(variants[0])];
    const values = { ...this.#headValues(head), ...this.#ends(variants), casing };
    return this.#sum('sentence', values, category);
  }

  #headValues(head: number): Values {
    return { hw: this.#form(head), ht: this.#tag(head), hc: this.#class(head) };
  }

  #ends(variants: readonly number[]): Values {
    return {
      ...{ w1: this.#form(variants[0]), 'w-1': this.#form(variants.at(-1)) },
      ...{ t1: this.#tag(variants[0]), t2: this.#tag(variants.at(1)) },
      ...{ 't-1': this.#tag(variants.at(-1)), 't-2': this.#tag(variants.at(-2)) },
    };
  }

  #sum(section: string, values: Values, key: number): number {
    return sumOf(this.#weights, constituentTemplates, section, values, key);
  }

  #key(number: number): number {
    return spread(number) >>> (32 - Math.log2(this.#weights.length));
  }

  #word(variant: number): number {
    return this.#problem.variantWord[variant];
  }

  #form(variant: number | undefined): number {
    return variant === undefined ? 0 : this.#problem.wordId[this.#word(variant)];
  }

  #tag(variant: number | undefined): number {
    return variant === undefined ? 0 : this.#problem.variantTag[variant];
  }

  #class(variant: number): number {
    return this.#problem.wordClass[this.#word(variant)];
  }

  #lexical(variant: number | undefined): number {
    if (variant === undefined) return 0;
    return this.#grammar.columns.entryCategory[this.#problem.variantEntry[variant] - 1];
  }
}
