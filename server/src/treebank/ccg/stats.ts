import { headsOf } from '../../grammar/ccg/dependencies.ts';
import { type CcgDerivation, leavesOf, postorder } from '../../grammar/ccg/derivation.ts';
import { binaryRule, type Rule, unaryRule } from '../../grammar/ccg/rules.ts';
import { checkDerivation, type CheckedNode } from '../../grammar/ccg/checker.ts';
import type { SourcedSentence } from './derive.ts';

/**
 * The results of checking and converting derivations. Numbers are of sentences, unless they say
 * otherwise.
 */
export interface Soundness {
  readonly derivations: number;
  readonly refused: number;
  /** The first of them, with the reason. */
  readonly refusals: readonly { readonly id: string; readonly message: string }[];
  /** With type-changing rules that the grammar does not list. */
  readonly unlisted: number;
  /** With a guessed category; null for derivations that were read from a file. */
  readonly fallBacks: number | null;
  /** With coordination of unlike categories. */
  readonly unlike: number;
  /**
   * The number of words with the treebank's head, and of all words; null for derivations that were
   * read from a file.
   */
  readonly arcs: { readonly right: number; readonly all: number } | null;
}

/** The mean numbers of categories of words. */
export interface Ambiguity {
  readonly perWordType: number;
  /** The categories of a token's word. */
  readonly perToken: number;
  /** The categories of its tag. */
  readonly perTokenByTag: number;
}

const MOST_TOLD = 20;

/** Checks derivations, and counts their errors. */
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
    // A derivation that the checker refuses has no heads.
    if (source === null) continue;
    if (source.fallBacks > 0) ofTreebank.fallBacks++;
    ofTreebank.all += words.length;
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

/** A derivation in the form that the checker reads. */
export function plainNode(derivation: CcgDerivation, words: readonly string[]): CheckedNode {
  const made: CheckedNode[] = [];
  // Children precede their parents, so they are on top of the stack.
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

/** How often each rule was used; `null` for a result that no rule gives. */
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

/** The rule of a node; `null` for a word, and if no rule gives its category. */
export function ruleOf(node: CcgDerivation): Rule | null {
  if (node.kind === 'leaf') return null;
  if (node.kind === 'unary') return unaryRule(node.child.category, node.category);
  return binaryRule(node.left.category, node.right.category, node.category);
}

/** The number of categories of words and tags, as in a dictionary of them. */
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

/** By key: the categories seen with it. */
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
