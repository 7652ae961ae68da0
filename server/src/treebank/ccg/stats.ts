import { headsOf } from '../../grammar/ccg/dependencies.ts';
import { type CcgDerivation, leavesOf, postorder } from '../../grammar/ccg/derivation.ts';
import { binaryRule, type Rule, unaryRule } from '../../grammar/ccg/rules.ts';
import { checkDerivation, type CheckedNode } from '../../grammar/ccg/checker.ts';
import type { SourcedSentence } from './derive.ts';

/**
 * The results of checking and converting derivations. `refusals` says why the first refused
 * derivations are refused. Each other field without a comment counts sentences.
 */
export interface Soundness {
  readonly derivations: number;
  readonly refused: number;
  readonly refusals: readonly { readonly id: string; readonly message: string }[];
  /** Derivations with a type-changing rule that the grammar does not list. */
  readonly unlisted: number;
  /** Derivations with a guessed category; null if they were read from a file. */
  readonly fallBacks: number | null;
  /** Derivations with a coordination of unlike categories. */
  readonly unlike: number;
  /**
   * `right` counts the words with the same head as in the treebank, and `all` counts all words.
   * Null if the derivations were read from a file.
   */
  readonly arcs: { readonly right: number; readonly all: number } | null;
}

/** The average number of categories of a word or tag. */
export interface Ambiguity {
  /** Each distinct word counts once. */
  readonly perWordType: number;
  /** Each word counts as often as it occurs. */
  readonly perToken: number;
  /** Categories of tags. Each tag counts as often as it occurs. */
  readonly perTokenByTag: number;
}

const MOST_TOLD = 20;

export function soundnessOf(sentences: Iterable<SourcedSentence>): Soundness {
  const refusals: { id: string; message: string }[] = [];
  const counts = { derivations: 0, refused: 0, unlisted: 0, unlike: 0 };
  const ofTreebank = { fallBacks: 0, right: 0, all: 0 };
  for (const { id, words, derivation, source } of sentences) {
    counts.derivations++;
    const found = checkDerivation(plainNode(derivation, words), words);
    const wrong = found.find(({ kind }) => kind !== 'unlisted');
    if (wrong !== undefined) {
      counts.refused++;
      if (refusals.length < MOST_TOLD) refusals.push({ id, message: wrong.message });
    }
    if (found.some(({ kind }) => kind === 'unlisted')) counts.unlisted++;
    if (postorder(derivation).some((node) => ruleOf(node) === 'Φ*')) counts.unlike++;
    if (source === null) continue;
    if (source.fallBacks > 0) ofTreebank.fallBacks++;
    ofTreebank.all += words.length;
    // The words of a refused derivation count in `all`, but never in `right`.
    if (wrong !== undefined) continue;
    const heads = headsOf(derivation);
    ofTreebank.right += source.heads.filter((head, word) => head === heads[word]).length;
  }
  const { fallBacks, ...arcs } = ofTreebank;
  const isTreebank = arcs.all > 0;
  return {
    ...counts,
    refusals,
    fallBacks: isTreebank ? fallBacks : null,
    arcs: isTreebank ? arcs : null,
  };
}

export function plainNode(derivation: CcgDerivation, words: readonly string[]): CheckedNode {
  const made: CheckedNode[] = [];
  // The children of a node are on top of the stack.
  for (const node of postorder(derivation)) {
    const category = node.category.text;
    if (node.kind === 'leaf') {
      made.push({ category, word: words[node.word], children: [] });
    } else {
      const children = made.splice(node.kind === 'unary' ? -1 : -2);
      made.push({ category, word: null, children });
    }
  }
  return made[0];
}

/**
 * Counts how often derivations use each rule. The key `null` stands for categories that no rule
 * gives.
 */
export function rulesOf(sentences: Iterable<SourcedSentence>): Map<Rule | null, number> {
  const counts = new Map<Rule | null, number>();
  for (const { derivation } of sentences) {
    for (const node of postorder(derivation)) {
      if (node.kind === 'leaf') continue;
      const rule = ruleOf(node);
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns `null` for a word, or if no rule gives the category. */
export function ruleOf(node: CcgDerivation): Rule | null {
  if (node.kind === 'leaf') return null;
  if (node.kind === 'unary') return unaryRule(node.child.category, node.category);
  return binaryRule(node.left.category, node.right.category, node.category);
}

export function ambiguityOf(sentences: Iterable<SourcedSentence>): Ambiguity {
  const [byWord, byTag] = [new Seen(), new Seen()];
  for (const { words, tags, derivation } of sentences) {
    for (const { word, category } of leavesOf(derivation)) {
      byWord.add(words[word], category.text);
      byTag.add(tags[word], category.text);
    }
  }
  return {
    perWordType: byWord.perType(),
    perToken: byWord.perToken(),
    perTokenByTag: byTag.perToken(),
  };
}

/** A key is a word or a tag. */
class Seen {
  readonly #categories = new Map<string, Set<string>>();
  readonly #tokens = new Map<string, number>();

  add(key: string, category: string): void {
    const categories = this.#categories.get(key);
    if (categories === undefined) this.#categories.set(key, new Set([category]));
    else categories.add(category);
    this.#tokens.set(key, (this.#tokens.get(key) ?? 0) + 1);
  }

  perType(): number {
    return this.#mean(() => 1);
  }

  perToken(): number {
    return this.#mean((key) => this.#tokens.get(key) ?? 0);
  }

  #mean(weightOf: (key: string) => number): number {
    let [sum, weights] = [0, 0];
    for (const [key, { size }] of this.#categories) {
      const weight = weightOf(key);
      sum += weight * size;
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights;
  }
}
