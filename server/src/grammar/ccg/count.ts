import { leavesOf, postorder, type CcgDerivation } from './derivation.ts';

/** How often the parts of a grammar occur in derivations. */
export interface Inventory {
  readonly derivations: number;
  readonly tokens: number;
  readonly categories: ReadonlyMap<string, number>;
  /** Keyed by `ruleKey`, as is `unary`. */
  readonly binary: ReadonlyMap<string, number>;
  readonly unary: ReadonlyMap<string, number>;
  /** How often each category spans a whole sentence. */
  readonly roots: ReadonlyMap<string, number>;
}

/**
 * Counts of words and rules in some derivations. The fields `known…` count those that a given
 * inventory contains.
 */
export interface Coverage {
  readonly derivations: number;
  readonly tokens: number;
  /** Words with a known lexical category. */
  readonly knownTokens: number;
  readonly binary: number;
  readonly knownBinary: number;
  readonly unary: number;
  readonly knownUnary: number;
  /** Derivations in which every rule is known. Their lexical categories may be new. */
  readonly knownDerivations: number;
}

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

/** An instance of a rule: the categories of the children and of the result. */
function ruleKey(node: Exclude<CcgDerivation, { kind: 'leaf' }>): string {
  const children = node.kind === 'unary' ? [node.child] : [node.left, node.right];
  return `${children.map(({ category }) => category.text).join(' ')} ⇒ ${node.category.text}`;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
