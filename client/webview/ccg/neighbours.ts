import type { ShownCcgNode } from '../../../server/src/lsp/protocol.ts';
import { rowsOf } from './columns.ts';
import { parentsOf } from './derivation.ts';

/**
 * The node to which a key moves the focus. The down arrow leads to the parent, since a parent is
 * drawn below its children.
 */
export function neighbour(
  nodes: readonly ShownCcgNode[],
  from: number,
  key: string,
): number | null {
  switch (key) {
    case 'ArrowDown':
      return parentsOf({ nodes })[from];
    case 'ArrowUp':
      return nodes[from].children.at(0) ?? null;
    case 'ArrowLeft':
      return beside(nodes, from, (other) => nodes[from].first - other.last);
    case 'ArrowRight':
      return beside(nodes, from, (other) => other.first - nodes[from].last);
    case 'Home':
      return word(nodes, 0);
    case 'End':
      return word(nodes, Math.max(...nodes.map(({ last }) => last)));
    default:
      return null;
  }
}

/**
 * The nearest node to the left or to the right, preferably in the same row.
 *
 * @param distance counts words in the direction of the search: 1 for an adjacent node, less for a
 *   node that is not in this direction
 */
function beside(
  nodes: readonly ShownCcgNode[],
  from: number,
  distance: (other: ShownCcgNode) => number,
): number | null {
  const rows = rowsOf(nodes);
  const aside = (place: number): number => Math.abs(rows[place] - rows[from]);
  const others = [...nodes.keys()]
    .filter((place) => distance(nodes[place]) >= 1)
    .sort(
      (a, b) =>
        Number(aside(a) > 0) - Number(aside(b) > 0) ||
        distance(nodes[a]) - distance(nodes[b]) ||
        aside(a) - aside(b),
    );
  return others.at(0) ?? null;
}

function word(nodes: readonly ShownCcgNode[], place: number): number | null {
  const found = nodes.findIndex(({ first, children }) => first === place && children.length === 0);
  return found < 0 ? null : found;
}
