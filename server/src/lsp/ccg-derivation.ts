import { ruleNames, type RealizedPart } from '../realize/realizer.ts';
import type { ShownCcgDerivation } from './protocol.ts';

/**
 * A derivation over categories, for the panel to draw. Glued parts, which no rule joins, are left
 * out: their own parts stand side by side.
 */
export function shownDerivation(parts: readonly RealizedPart[]): ShownCcgDerivation {
  const places = new Map<number, number>();
  const nodes: ShownCcgDerivation['nodes'][number][] = [];
  for (const [i, { category, rule, children, first, last, head }] of parts.entries()) {
    if (category === null) continue;
    places.set(i, nodes.length);
    nodes.push({
      ...{ category, rule, first, last, head },
      ruleName: rule === null ? null : ruleNames[rule],
      children: children.flatMap((child) => places.get(child) ?? []),
    });
  }
  return { nodes };
}
