import type { ShownCcgDerivation, ShownCcgNode, Token } from '../../../server/src/lsp/protocol.ts';

export type Words = readonly Pick<Token, 'form'>[];

/** For each node, the index of its parent. */
export function parentsOf({ nodes }: ShownCcgDerivation): (number | null)[] {
  const parents: (number | null)[] = nodes.map(() => null);
  nodes.forEach(({ children }, place) => {
    for (const child of children) parents[child] = place;
  });
  return parents;
}

/**
 * The nodes without a parent, from left to right. If no derivation spans the sentence, there are
 * several.
 */
export function topsOf(derivation: ShownCcgDerivation): number[] {
  const { nodes } = derivation;
  const parents = parentsOf(derivation);
  return [...nodes.keys()]
    .filter((place) => parents[place] === null)
    .sort((a, b) => nodes[a].first - nodes[b].first);
}

export function partsOf({ nodes }: ShownCcgDerivation, place: number): Set<number> {
  const parts = new Set([place]);
  // The loop also visits the nodes that it adds to the set.
  for (const part of parts) {
    for (const child of nodes[part].children) parts.add(child);
  }
  return parts;
}

/** Describes a node for users who cannot see the drawing. */
export function nodeText({ nodes }: ShownCcgDerivation, words: Words, place: number): string {
  const { category, children, ruleName } = nodes[place];
  const span = spanText(words, nodes[place]);
  const made = children.map((child) => nodes[child].category);
  const rule = ruleName === null ? '' : `, ${ruleName}`;
  if (made.length === 0) return `${span}: ${category}`;
  if (made.length === 1) return `${span}: ${made[0]} ⇒ ${category}${rule}`;
  return `${span}: ${made.join(' and ')} make ${category}${rule}`;
}

/** Describes a derivation for users who cannot see the drawing. */
export function derivationText(derivation: ShownCcgDerivation, words: Words): string {
  const nodes = derivation.nodes.map((_, place) => nodeText(derivation, words, place));
  return `Derivation. ${nodes.join('. ')}.`;
}

function spanText(words: Words, { first, last }: ShownCcgNode): string {
  return words
    .slice(first, last + 1)
    .map(({ form }) => form)
    .join(' ');
}
