/**
 * A PQ-tree (Booth & Lueker 1976): all orders of some items in which the items of each of some sets stand
 * next to each other. The children of a P-node may stand in any order, those of a Q-node in theirs or
 * its reverse. Built plainly, in time linear in the items for each set, not in Booth and Lueker's.
 */
export type PqNode =
  | { readonly kind: 'leaf'; readonly item: number }
  | { readonly kind: 'P' | 'Q'; readonly children: readonly PqNode[] };

/** The tree of all orders of `count` items, at least one. */
export function anyOrder(count: number): PqNode {
  return pNode(Array.from({ length: count }, (_, item) => ({ kind: 'leaf', item })));
}

/**
 * The tree of those of a tree's orders in which the items of a set stand next to each other; null if
 * there are none.
 */
export function consecutive(tree: PqNode, set: ReadonlySet<number>): PqNode | null {
  return set.size < 2 ? tree : reduce(tree, { set, known: new Map() });
}

/** The items under a node, in one of its orders. */
export function itemsOf(node: PqNode): number[] {
  return node.kind === 'leaf' ? [node.item] : node.children.flatMap(itemsOf);
}

/** How much of what is under a node is in the set. */
type Share = 'none' | 'some' | 'all';

/** A set, and how much of it is known to be under nodes. */
interface Marked {
  readonly set: ReadonlySet<number>;
  readonly known: Map<PqNode, Share>;
}

function shareOf(node: PqNode, marked: Marked): Share {
  if (node.kind === 'leaf') return marked.set.has(node.item) ? 'all' : 'none';
  const known = marked.known.get(node);
  if (known !== undefined) return known;
  const shares = new Set(node.children.map((child) => shareOf(child, marked)));
  const share = shares.size === 1 ? [...shares][0] : 'some';
  marked.known.set(node, share);
  return share;
}

/** Brings the set together somewhere under a node that has all of it. */
function reduce(node: PqNode, marked: Marked): PqNode | null {
  if (node.kind === 'leaf') return node;
  const shares = node.children.map((child) => shareOf(child, marked));
  const touched = shares.filter((share) => share !== 'none').length;
  if (touched === 1) {
    const at = shares.findIndex((share) => share !== 'none');
    if (shares[at] === 'all') return node;
    const below = reduce(node.children[at], marked);
    return below === null ? null : { ...node, children: node.children.with(at, below) };
  }
  return node.kind === 'P'
    ? gatherInP(node.children, shares, marked)
    : gatherInQ(node.children, shares, marked);
}

/** The set is spread over several children of a P-node: they become one child. */
function gatherInP(
  children: readonly PqNode[],
  shares: readonly Share[],
  marked: Marked,
): PqNode | null {
  const { none, some, all } = byShare(children, shares);
  if (some.length > 2) return null;
  const ends = some.map((child) => fullAtEnd(child, marked));
  if (!ends.every((parts) => parts !== null)) return null;
  const [left = [], right = []] = ends;
  const middle = all.length > 0 ? [pNode(all)] : [];
  const gathered = some.length === 0 ? middle[0] : qNode([...left, ...middle, ...reversed(right)]);
  return pNode([...none, gathered]);
}

/** The set is spread over several children of a Q-node: they must be neighbours, whole but for the ends. */
function gatherInQ(
  children: readonly PqNode[],
  shares: readonly Share[],
  marked: Marked,
): PqNode | null {
  const first = shares.findIndex((share) => share !== 'none');
  const last = shares.findLastIndex((share) => share !== 'none');
  const gathered: PqNode[] = [];
  for (let i = 0; i < children.length; i++) {
    if (i < first || i > last || shares[i] === 'all') {
      gathered.push(children[i]);
      continue;
    }
    if (shares[i] === 'none' || (i > first && i < last)) return null;
    const parts = fullAtEnd(children[i], marked);
    if (parts === null) return null;
    gathered.push(...(i === first ? parts : reversed(parts)));
  }
  return qNode(gathered);
}

/**
 * A node that has some of the set, as the children of a Q-node whose last ones are the set's; null if its
 * part of the set cannot stand at an end.
 */
function fullAtEnd(node: PqNode, marked: Marked): readonly PqNode[] | null {
  if (node.kind === 'leaf') return [node];
  let { children } = node;
  let shares = children.map((child) => shareOf(child, marked));
  if (node.kind === 'P') {
    const { none, some, all } = byShare(children, shares);
    if (some.length > 1) return null;
    const parts = some.length === 0 ? [] : fullAtEnd(some[0], marked);
    if (parts === null) return null;
    return [
      ...(none.length > 0 ? [pNode(none)] : []),
      ...parts,
      ...(all.length > 0 ? [pNode(all)] : []),
    ];
  }
  const rank = (share: Share): number => ['none', 'some', 'all'].indexOf(share);
  if (rank(shares[0]) > rank(shares[shares.length - 1])) {
    children = reversed(children);
    shares = shares.toReversed();
  }
  const parts: PqNode[] = [];
  for (const [i, child] of children.entries()) {
    if (i > 0 && rank(shares[i]) < rank(shares[i - 1])) return null;
    if (shares[i] !== 'some') {
      parts.push(child);
      continue;
    }
    if (i > 0 && shares[i - 1] === 'some') return null;
    const below = fullAtEnd(child, marked);
    if (below === null) return null;
    parts.push(...below);
  }
  return parts;
}

function byShare(children: readonly PqNode[], shares: readonly Share[]): Record<Share, PqNode[]> {
  const found: Record<Share, PqNode[]> = { none: [], some: [], all: [] };
  children.forEach((child, i) => found[shares[i]].push(child));
  return found;
}

/** The same children the other way round; what is below may turn as it likes. */
function reversed(nodes: readonly PqNode[]): readonly PqNode[] {
  return nodes.toReversed();
}

function pNode(children: readonly PqNode[]): PqNode {
  return children.length === 1 ? children[0] : { kind: 'P', children };
}

/** Two children stand either way in both kinds of node: the simpler one is a P-node. */
function qNode(children: readonly PqNode[]): PqNode {
  return children.length <= 2 ? pNode(children) : { kind: 'Q', children };
}
