import type { ShownCcgNode } from '../../../server/src/lsp/protocol.ts';
import { rowsOf } from './columns.ts';
import { parentsOf } from './derivation.ts';

/**
 * Finds the node to which a key moves the focus; null if there is none. The down arrow leads to the
 * parent, since a parent is drawn below its children.
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
 * Finds the nearest node to the left or to the right of a node. Prefers nodes in the same row.
 *
 * @param distance returns the distance of another node in words, counted in the direction of the
 *   search. An adjacent node has the distance 1. A node that is not in this direction has a
 *   distance below 1
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
