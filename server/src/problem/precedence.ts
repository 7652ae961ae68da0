import { bitCount } from '../util/bits.ts';
import { NEVER, type Stop } from '../util/stop.ts';
import { consecutive, itemsOf, type PqNode } from './pq-tree.ts';

/** Constraints on the order of words. Words are numbered from 0. */
export interface OrderConstraints {
  /** A PQ-tree of all orders that are possible without `together` and `before`. */
  readonly orders: PqNode;
  readonly together: readonly ReadonlySet<number>[];
  /** The first word of a pair comes somewhere before the second word. */
  readonly before: readonly (readonly [number, number])[];
}

/** The number of sets to add to the PQ-tree between two checks of `Stop`. */
const SETS_PER_READ = 16;

/**
 * Decides which words may come next, so that all other words can still follow. The decision is
 * exact.
 *
 * A PQ-tree represents the sets of words that stand together. If word A must come before word B,
 * this restricts only the lowest node above both: its child above A must come before its child
 * above B. So each node can be ordered by itself (reordering a PQ-tree by a partial order: Klavík
 * et al. 2017, Section 2).
 */
export class Precedence {
  readonly #length: number;
  /** For each inner node of the PQ-tree, a bit mask (`#length` integers) of the words under it. */
  readonly #nodes: Int32Array;
  /** For each word, a bit mask (`#length` integers) of the words that must come before it. */
  readonly #before: Int32Array;
  /**
   * Indexed by word: two masks for each reversible Q-node above the word. They hold the words to
   * the left and to the right of the child that contains the word.
   */
  readonly #sides: readonly Sides[][];
  readonly #scratch: { readonly inPart: Int32Array; readonly before: Int32Array };

  private constructor(root: PqNode, order: ReadonlyMap<PqNode, NodeOrder>) {
    this.#length = Math.max(1, Math.ceil(root.size / 32));
    this.#before = new Int32Array(root.size * this.#length);
    this.#sides = Array.from({ length: root.size }, () => []);
    this.#scratch = {
      inPart: new Int32Array(this.#length),
      before: new Int32Array(this.#length),
    };
    const nodes: Int32Array[] = [];
    const visit = (node: PqNode): void => {
      if (node.kind === 'leaf') return;
      nodes.push(this.#maskOf(itemsOf(node)));
      this.#orderChildren(node.kind, node.children.map(itemsOf), order.get(node)!);
      node.children.forEach(visit);
    };
    visit(root);
    this.#nodes = new Int32Array(nodes.length * this.#length);
    nodes.forEach((mask, i) => this.#nodes.set(mask, i * this.#length));
  }

  /**
   * Makes the precedence of some constraints. Null if no order satisfies them, or if `stop` is
   * requested.
   */
  static of({ orders, together, before }: OrderConstraints, stop: Stop = NEVER): Precedence | null {
    let tree: PqNode | null = orders;
    for (const [i, set] of together.entries()) {
      if (i % SETS_PER_READ === SETS_PER_READ - 1 && stop.requested) return null;
      tree = consecutive(tree, set);
      if (tree === null) return null;
    }
    const order = orderNodes(tree, before);
    return order === null ? null : new Precedence(tree, order);
  }

  /**
   * Writes to `open` the mask of the remaining words that may come next without interrupting a set
   * of words that must stand together.
   *
   * @param inBuffer the mask of the remaining words
   */
  findOpen(inBuffer: Int32Array, open: Int32Array): void {
    const length = this.#length;
    open.set(inBuffer);
    for (let start = 0; start < this.#nodes.length; start += length) {
      let isBegun = false;
      let isComplete = true;
      for (let i = 0; i < length; i++) {
        const node = this.#nodes[start + i];
        if (node & ~inBuffer[i]) isBegun = true;
        if (node & inBuffer[i]) isComplete = false;
      }
      if (!isBegun || isComplete) continue;
      for (let i = 0; i < length; i++) open[i] &= this.#nodes[start + i];
    }
  }

  /**
   * Whether a remaining word may come next. Call `findOpen` first, to fill `open`. This method
   * allocates nothing, since it is called for every word in every state.
   */
  allows(word: number, inBuffer: Int32Array, open: Int32Array): boolean {
    if (((open[word >>> 5] >>> (word & 31)) & 1) === 0) return false;
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) {
      if (this.#before[start + i] & inBuffer[i]) return false;
    }
    const sides = this.#sides[word];
    for (let i = 0; i < sides.length; i++) {
      const { left, right } = sides[i];
      const stands =
        (isUsed(left, inBuffer) && isToCome(right, inBuffer)) ||
        (isUsed(right, inBuffer) && isToCome(left, inBuffer));
      if (!stands) return false;
    }
    return true;
  }

  /**
   * Finds the words of a set that must come before `word`, and returns whether all of them are
   * placed.
   *
   * @param among the mask of the set
   * @param placed holds the mask of the placed words, from index `at`
   */
  mayFollow(word: number, among: Int32Array, placed: Int32Array, at: number): boolean {
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) {
      if (this.#before[start + i] & among[i] & ~placed[at + i]) return false;
    }
    return true;
  }

  /**
   * Whether an allowed order can contain a sequence of words, without other words between them.
   * `false` is always certain. `true` is certain only if the sequence contains all words.
   *
   * @param words its first `count` entries are the sequence
   */
  allowsPart(words: Int32Array, count: number): boolean {
    const length = this.#length;
    const { inPart, before } = this.#scratch;
    inPart.fill(0);
    for (let i = 0; i < count; i++) inPart[words[i] >>> 5] |= 1 << (words[i] & 31);
    before.fill(0);
    for (let i = 0; i < count; i++) {
      const word = words[i];
      // No word that must come before this word may stand after it.
      const start = word * length;
      for (let j = 0; j < length; j++) {
        if (this.#before[start + j] & inPart[j] & ~before[j]) return false;
      }
      for (const { left, right } of this.#sides[word]) {
        if (!isOnOneSide(left, right, inPart, before)) return false;
      }
      before[word >>> 5] |= 1 << (word & 31);
    }
    for (let start = 0; start < this.#nodes.length; start += length) {
      if (!this.#keepsTogether(start, words, count)) return false;
    }
    return true;
  }

  /**
   * Whether a sequence of words, a part of a sentence, keeps the words under a node together. If
   * some words of the node are not in the sequence, the node's other words must stand at the
   * beginning or at the end of the sequence, so that the missing words can stand next to them.
   *
   * @param node where the node's mask begins in `#nodes`
   * @param words its first `count` entries are the sequence
   */
  #keepsTogether(node: number, words: Int32Array, count: number): boolean {
    let first = 0;
    let last = 0;
    let found = 0;
    for (let i = 0; i < count; i++) {
      if (((this.#nodes[node + (words[i] >>> 5)] >>> (words[i] & 31)) & 1) === 0) continue;
      if (found++ === 0) first = i;
      last = i;
    }
    if (found === 0) return true;
    if (last - first + 1 !== found) return false;
    if (first === 0 || last === count - 1) return true;
    let size = 0;
    for (let i = 0; i < this.#length; i++) size += bitCount(this.#nodes[node + i]);
    return size === found;
  }

  /** @param items indexed by child: the words under the child */
  #orderChildren(
    kind: 'P' | 'Q',
    items: readonly (readonly number[])[],
    { predecessors, direction }: NodeOrder,
  ): void {
    const masks = items.map((own) => this.#maskOf(own));
    if (kind === 'P') {
      for (const [child, own] of items.entries()) {
        if (predecessors[child].size === 0) continue;
        const before = this.#union([...predecessors[child]].map((one) => masks[one]));
        for (const word of own) this.#addBefore(word, before);
      }
      return;
    }
    for (const [child, own] of items.entries()) {
      const left = this.#union(masks.slice(0, child));
      const right = this.#union(masks.slice(child + 1));
      for (const word of own) {
        if (direction === 0) this.#sides[word].push({ left, right });
        else this.#addBefore(word, direction > 0 ? left : right);
      }
    }
  }

  #maskOf(words: readonly number[]): Int32Array {
    const mask = new Int32Array(this.#length);
    for (const word of words) mask[word >>> 5] |= 1 << (word & 31);
    return mask;
  }

  #union(masks: readonly Int32Array[]): Int32Array {
    const union = new Int32Array(this.#length);
    for (const mask of masks) for (let i = 0; i < mask.length; i++) union[i] |= mask[i];
    return union;
  }

  #addBefore(word: number, mask: Int32Array): void {
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) this.#before[start + i] |= mask[i];
  }
}

/**
 * Looks at a word in a part of a sentence. Returns whether the words of `left` stand on one side of
 * the word, and the words of `right` on the other side. Words that the part does not contain are
 * ignored.
 *
 * @param inPart the mask of the part
 * @param before the mask of the words of the part that stand before the word
 */
function isOnOneSide(
  left: Int32Array,
  right: Int32Array,
  inPart: Int32Array,
  before: Int32Array,
): boolean {
  let sides = 0;
  for (let i = 0; i < inPart.length; i++) {
    const behind = inPart[i] & ~before[i];
    if ((left[i] & before[i]) | (right[i] & behind)) sides |= 1;
    if ((left[i] & behind) | (right[i] & before[i])) sides |= 2;
  }
  return sides !== 3;
}

function isUsed(mask: Int32Array, inBuffer: Int32Array): boolean {
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] & inBuffer[i]) return false;
  }
  return true;
}

function isToCome(mask: Int32Array, inBuffer: Int32Array): boolean {
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] & ~inBuffer[i]) return false;
  }
  return true;
}

interface Sides {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

interface NodeOrder {
  /** For a P-node, indexed by child: the children that must come before it. */
  readonly predecessors: readonly ReadonlySet<number>[];
  /** For a Q-node: 1 for the order of the children, -1 for the reverse order, 0 for both. */
  readonly direction: -1 | 0 | 1;
}

/**
 * Finds the allowed orders of each node's children. Null if pairs of words contradict each other.
 */
function orderNodes(
  root: PqNode,
  before: OrderConstraints['before'],
): ReadonlyMap<PqNode, NodeOrder> | null {
  const paths = pathsOf(root);
  const pairs = new Map<PqNode, [number, number][]>();
  for (const [first, second] of before) {
    const [one, other] = [paths[first], paths[second]];
    const depth = one.findIndex(({ child }, i) => child !== other[i].child);
    if (depth < 0) return null; // A word does not come before itself.
    const { node, child } = one[depth];
    const ofNode = pairs.get(node);
    const pair: [number, number] = [child, other[depth].child];
    if (ofNode === undefined) pairs.set(node, [pair]);
    else ofNode.push(pair);
  }
  const orders = new Map<PqNode, NodeOrder>();
  const visit = (node: PqNode): boolean => {
    if (node.kind === 'leaf') return true;
    const order = orderChildren(node.kind, node.children.length, pairs.get(node) ?? []);
    if (order === null) return false;
    orders.set(node, order);
    return node.children.every(visit);
  };
  return visit(root) ? orders : null;
}

function orderChildren(
  kind: 'P' | 'Q',
  count: number,
  pairs: readonly (readonly [number, number])[],
): NodeOrder | null {
  const predecessors = Array.from({ length: count }, () => new Set<number>());
  if (kind === 'P') {
    for (const [first, second] of pairs) predecessors[second].add(first);
    return isAcyclic(predecessors) ? { predecessors, direction: 0 } : null;
  }
  const directions = new Set(pairs.map(([first, second]) => (first < second ? 1 : -1)));
  if (directions.size > 1) return null;
  return { predecessors, direction: [...directions].at(0) ?? 0 };
}

/** Kahn's algorithm: removes items that have no predecessor left. The items of a cycle remain. */
function isAcyclic(predecessors: readonly ReadonlySet<number>[]): boolean {
  const successors = predecessors.map((): number[] => []);
  for (const [i, before] of predecessors.entries()) {
    for (const one of before) successors[one].push(i);
  }
  const left = predecessors.map(({ size }) => size);
  const ready = [...left.keys()].filter((i) => left[i] === 0);
  for (const done of ready) {
    for (const next of successors[done]) if (--left[next] === 0) ready.push(next);
  }
  return ready.length === predecessors.length;
}

interface PathStep {
  readonly node: PqNode;
  readonly child: number;
}

/** Returns an array indexed by item: the steps from the root down to it. */
function pathsOf(root: PqNode): readonly (readonly PathStep[])[] {
  const paths = new Array<readonly PathStep[]>(root.size);
  const visit = (node: PqNode, path: readonly PathStep[]): void => {
    if (node.kind === 'leaf') paths[node.item] = path;
    else node.children.forEach((next, child) => visit(next, [...path, { node, child }]));
  };
  visit(root, []);
  return paths;
}
