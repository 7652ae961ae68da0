import { leavesOf, postorder, type CcgDerivation } from './derivation.ts';

/** How often the parts of a grammar occur in derivations. */
export interface Inventory {
  readonly derivations: number;
  /** The number of words. */
  readonly tokens: number;
  /** How often each lexical category occurs. */
  readonly categories: ReadonlyMap<string, number>;
  /** How often each instance of a binary rule occurs, keyed by `ruleKey`. */
  readonly binary: ReadonlyMap<string, number>;
  readonly unary: ReadonlyMap<string, number>;
  /** How often each category spans a whole sentence. */
  readonly roots: ReadonlyMap<string, number>;
}

/**
 * Counts of words and rules in some derivations. The fields `known…` count only words and rules
 * that a given inventory contains.
 */
export interface Coverage {
  readonly derivations: number;
  readonly tokens: number;
  /** The number of words with a known lexical category. */
  readonly knownTokens: number;
  readonly binary: number;
  readonly knownBinary: number;
  readonly unary: number;
  readonly knownUnary: number;
  /**
   * The number of derivations in which every instance of a rule is known. Their lexical categories
   * may be new.
   */
  readonly knownDerivations: number;
}

/** Counts lexical categories, instances of rules and roots. */
export function inventoryOf(derivations: Iterable<CcgDerivation>): Inventory {
  const categories = new Map<string, number>();
  const binary = new Map<string, number>();
  const unary = new Map<string, number>();
  const roots = new Map<string, number>();
  let count = 0;
  let tokens = 0;
  for (const derivation of derivations) {
    count++;
    add(roots, derivation.category.text);
    for (const node of postorder(derivation)) {
      if (node.kind === 'leaf') {
        tokens++;
        add(categories, node.category.text);
      } else {
        add(node.kind === 'unary' ? unary : binary, ruleKey(node));
      }
    }
  }
  return { derivations: count, tokens, categories, binary, unary, roots };
}

/**
 * Counts the words and rules in derivations, and how many of them the inventory `known` contains.
 */
export function coverageOf(derivations: Iterable<CcgDerivation>, known: Inventory): Coverage {
  const counts = {
    derivations: 0,
    tokens: 0,
    knownTokens: 0,
    binary: 0,
    knownBinary: 0,
    unary: 0,
    knownUnary: 0,
    knownDerivations: 0,
  };
  for (const derivation of derivations) {
    counts.derivations++;
    for (const { category } of leavesOf(derivation)) {
      counts.tokens++;
      if (known.categories.has(category.text)) counts.knownTokens++;
    }
    let isKnown = true;
    for (const node of postorder(derivation)) {
      if (node.kind === 'leaf') continue;
      const has = known[node.kind].has(ruleKey(node));
      counts[node.kind]++;
      if (has) counts[node.kind === 'unary' ? 'knownUnary' : 'knownBinary']++;
      isKnown &&= has;
    }
    if (isKnown) counts.knownDerivations++;
  }
  return counts;
}

/** Returns the key of an instance of a rule: the categories of the children and of the result. */
function ruleKey(node: Exclude<CcgDerivation, { kind: 'leaf' }>): string {
  const children = node.kind === 'unary' ? [node.child] : [node.left, node.right];
  return `${children.map(({ category }) => category.text).join(' ')} ⇒ ${node.category.text}`;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
