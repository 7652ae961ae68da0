/**
 * A PQ-tree (Booth & Lueker 1976). It represents all orders of items in which certain sets of items
 * stay together. The children of a P-node may stand in any order, the children of a Q-node only in
 * their order or the reverse order. Adding a set takes time linear in the number of items.
 */
export type PqNode =
  | { readonly kind: 'leaf'; readonly item: number; readonly size: 1 }
  | {
      readonly kind: 'P' | 'Q';
      readonly children: readonly PqNode[];
      /** The number of items under the node. */
      readonly size: number;
    };

export function leaf(item: number): PqNode {
  return { kind: 'leaf', item, size: 1 };
}

/** Makes a P-node. If there is only one child, returns the child instead. */
export function pNode(children: readonly PqNode[]): PqNode {
  return children.length === 1 ? children[0] : inner('P', children);
}

/** Makes the tree of all orders of the items 0 to `count - 1`; `count` must be at least 1. */
export function universalTree(count: number): PqNode {
  return pNode(Array.from({ length: count }, (_, item) => leaf(item)));
}

/**
 * Restricts a tree to the orders in which the items of a set stand together. Null if there is no
 * such order.
 */
export function consecutive(tree: PqNode, set: ReadonlySet<number>): PqNode | null {
  return set.size < 2 ? tree : reduce(tree, new Marks(set));
}

/** Lists the items under a node, in an order that the tree allows. */
export function itemsOf(node: PqNode): number[] {
  const items: number[] = [];
  const visit = (one: PqNode): void => {
    if (one.kind === 'leaf') items.push(one.item);
    else one.children.forEach(visit);
  };
  visit(node);
  return items;
}

/** How many of a node's items are in the set. The values ascend: `fullAtEnd` compares them. */
const enum SetShare {
  None,
  Some,
  All,
}

/** Counts the items of a set under each node. */
class Marks {
  readonly #set: ReadonlySet<number>;
  readonly #counts = new Map<PqNode, number>();

  constructor(set: ReadonlySet<number>) {
    this.#set = set;
  }

  shareOf(node: PqNode): SetShare {
    const count = this.#countIn(node);
    if (count === 0) return SetShare.None;
    return count === node.size ? SetShare.All : SetShare.Some;
  }

  #countIn(node: PqNode): number {
    if (node.kind === 'leaf') return this.#set.has(node.item) ? 1 : 0;
    let count = this.#counts.get(node);
    if (count === undefined) {
      count = 0;
      for (const child of node.children) count += this.#countIn(child);
      this.#counts.set(node, count);
    }
    return count;
  }
}

/** Does the work of `consecutive`. All items of the set must be under the node. */
function reduce(node: PqNode, marks: Marks): PqNode | null {
  if (node.kind === 'leaf') return node;
  const shares = node.children.map((child) => marks.shareOf(child));
  const at = shares.findIndex((share) => share !== SetShare.None);
  if (shares.findLastIndex((share) => share !== SetShare.None) === at) {
    if (shares[at] === SetShare.All) return node;
    const below = reduce(node.children[at], marks);
    return below === null ? null : inner(node.kind, node.children.with(at, below));
  }
  return node.kind === 'P'
    ? gatherInP(node.children, shares, marks)
    : gatherInQ(node.children, shares, marks);
}

/**
 * Puts the items of the set together, under one new child of a P-node. Null if this is impossible.
 */
function gatherInP(
  children: readonly PqNode[],
  shares: readonly SetShare[],
  marks: Marks,
): PqNode | null {
  const [none, some, all] = byShare(children, shares);
  if (some.length > 2) return null;
  const ends = some.map((child) => fullAtEnd(child, marks));
  if (!ends.every((parts) => parts !== null)) return null;
  const [left = [], right = []] = ends;
  const middle = all.length > 0 ? [pNode(all)] : [];
  return pNode([...none, qNode([...left, ...middle, ...right.toReversed()])]);
}

/**
 * Restricts a Q-node. The children that contain items of the set must be neighbours. Of these, only
 * the first and the last may also contain other items. Null if this is impossible.
 */
function gatherInQ(
  children: readonly PqNode[],
  shares: readonly SetShare[],
  marks: Marks,
): PqNode | null {
  const first = shares.findIndex((share) => share !== SetShare.None);
  const last = shares.findLastIndex((share) => share !== SetShare.None);
  const gathered: PqNode[] = [];
  for (const [i, child] of children.entries()) {
    if (i < first || i > last || shares[i] === SetShare.All) {
      gathered.push(child);
      continue;
    }
    if (i > first && i < last) return null;
    const parts = fullAtEnd(child, marks);
    if (parts === null) return null;
    gathered.push(...(i === first ? parts : parts.toReversed()));
  }
  return qNode(gathered);
}

/**
 * Turns a node that contains some items of the set into a list of children for a Q-node. The items
 * of the set come last. Null if they cannot stand at one end of the node.
 */
function fullAtEnd(node: PqNode, marks: Marks): readonly PqNode[] | null {
  if (node.kind === 'leaf') return [node];
  let { children } = node;
  let shares = children.map((child) => marks.shareOf(child));
  if (node.kind === 'P') {
    const [none, some, all] = byShare(children, shares);
    if (some.length > 1) return null;
    const parts = some.length === 0 ? [] : fullAtEnd(some[0], marks);
    if (parts === null) return null;
    return [
      ...(none.length > 0 ? [pNode(none)] : []),
      ...parts,
      ...(all.length > 0 ? [pNode(all)] : []),
    ];
  }
  if (shares[0] > shares[shares.length - 1]) {
    children = children.toReversed();
    shares = shares.toReversed();
  }
  const parts: PqNode[] = [];
  for (const [i, child] of children.entries()) {
    if (i > 0 && shares[i] < shares[i - 1]) return null;
    if (shares[i] !== SetShare.Some) {
      parts.push(child);
      continue;
    }
    if (i > 0 && shares[i - 1] === SetShare.Some) return null;
    const below = fullAtEnd(child, marks);
    if (below === null) return null;
    parts.push(...below);
  }
  return parts;
}

/** The result is indexed by `SetShare`. */
function byShare(children: readonly PqNode[], shares: readonly SetShare[]): PqNode[][] {
  const found: PqNode[][] = [[], [], []];
  children.forEach((child, i) => found[shares[i]].push(child));
  return found;
}

/** Two children become a P-node, which allows the same two orders. */
function qNode(children: readonly PqNode[]): PqNode {
  return children.length <= 2 ? pNode(children) : inner('Q', children);
}

function inner(kind: 'P' | 'Q', children: readonly PqNode[]): PqNode {
  return { kind, children, size: children.reduce((sum, { size }) => sum + size, 0) };
}
