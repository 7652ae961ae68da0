import { Heap } from 'heap-js';
import { NEVER, type Stop } from '../util/stop.ts';
import type { Factors } from './factors.ts';
import { Fixed, fixIn, fixOut } from './fixed-arcs.ts';
import { Relaxation } from './relaxation.ts';
import {
  SecondOrderProgram,
  type SecondOrderParts,
  type SecondOrderScores,
} from './second-order.ts';

/**
 * The most runs of the dynamic program for a node (a set of trees). A run is called a step. If a
 * node may have more steps, the search needs fewer nodes, but more runs for each node.
 */
const STEPS = 8;
/** `#fixWorse` is called each time that a node has had this many more steps. */
const STEPS_A_LOOK = 4;
/** The cost of `#fixWorse` in runs: its outside pass takes about twice the time of a run. */
const CALLS_A_LOOK = 2;
/**
 * If scores are fractions, the score of a tree has a rounding error. It is at most ROUNDING ×
 * largest absolute score × (number of words + 1).
 */
const ROUNDING = 1e-10;

export interface SearchOptions {
  /**
   * Ends the search after this many runs of the dynamic program. An outside pass
   * (`SecondOrderProgram.marginals`) counts as two runs.
   */
  readonly maxCalls: number;
  /** Indexed by arc: a value of `Fixed`. By default, all arcs are free. */
  readonly fixed?: Int8Array;
  /** The score that a tree must exceed. By default, any score is enough. */
  readonly above?: number;
  /** Ends the search when requested. It is read before each run of the dynamic program. */
  readonly stop?: Stop;
}

export interface ParsedTree {
  /** heads[m] for m in 1…n, and heads[0] = 0. The caller may keep the array. */
  readonly heads: Int32Array;
  /** The sum of the scores of the tree's parts and factors. Fractions have rounding errors. */
  readonly score: number;
}

export interface SearchResult {
  /** Null if no tree was found that scores more than `above`. */
  readonly best: ParsedTree | null;
  /** No tree scores more than this. */
  readonly bound: number;
  /**
   * Whether it is proven that no tree scores more than `best`, or than `above` if `best` is null.
   */
  readonly isProven: boolean;
  /** The runs of the dynamic program, counted as for `maxCalls`. */
  readonly calls: number;
  readonly nodes: number;
}

/** A set of trees: all trees that agree with the fixed arcs. */
interface Node {
  /** No tree of the node scores more than this. */
  readonly bound: number;
  /** Indexed by arc. */
  readonly fixed: Int8Array;
  /**
   * The initial weights of the `Relaxation`: the weights that gave the parent its lowest bound.
   * Several nodes share the array, so it never changes.
   */
  readonly weights: Float64Array;
  /** Higher for newer nodes. Among nodes with equal bounds, the newest is taken first. */
  readonly order: number;
}

/**
 * Finds the projective tree with the highest sum of part scores and factor scores, by branch and
 * bound (Qian and Liu 2013). There are three differences from the paper:
 *
 * - The node with the highest bound is searched next.
 * - An arc is ruled out if no tree with this arc can beat the best tree so far, according to the
 *   bounds of the factors.
 * - All grandparent pairs with the same lower arc share one bound (`GrandparentBound`).
 *
 * One object serves many sentences.
 */
export class BranchAndBound {
  readonly #program = new SecondOrderProgram();
  readonly #relaxation = new Relaxation();
  readonly #queue = new Heap<Node>((a, b) => b.bound - a.bound || b.order - a.order);
  #parts!: SecondOrderParts;
  #scores!: SecondOrderScores;
  /** Like `#scores`, but the arc scores include the bounds of the factors. */
  #bounded!: SecondOrderScores;
  #marginals = new Float64Array(0);
  #stop: Stop = NEVER;
  #maxCalls = 0;
  #calls = 0;
  #nodes = 0;
  #order = 0;
  #best: ParsedTree | null = null;
  /** The search ignores trees that score less than this. */
  #least = -Infinity;
  /** A tree is better than another only if it scores at least this much more. */
  #margin = 0;

  /**
   * If all scores of parts and factors are whole and less than 2³², the search is exact. Otherwise
   * scores of trees have rounding errors (`ROUNDING`).
   */
  search(
    parts: SecondOrderParts,
    scores: SecondOrderScores,
    factors: Factors,
    options: SearchOptions,
  ): SearchResult {
    const { arcs } = parts;
    const { above = -Infinity } = options;
    const { largest, isWhole } = sizeOf(parts, scores, factors);
    this.#parts = parts;
    this.#scores = scores;
    this.#stop = options.stop ?? NEVER;
    this.#maxCalls = options.maxCalls;
    this.#calls = 0;
    this.#nodes = 0;
    this.#order = 0;
    this.#best = null;
    this.#margin = isWhole ? 1 : ROUNDING * largest * (arcs.length + 1);
    this.#least = above + this.#margin;
    this.#relaxation.begin(parts, factors, isWhole);
    this.#bounded = { ...scores, arcs: this.#relaxation.arcScores };
    if (this.#marginals.length < arcs.count) this.#marginals = new Float64Array(2 * arcs.count);
    this.#queue.clear();
    const fixed = startOf(parts, scores, options.fixed);
    if (fixed) {
      const weights = this.#relaxation.copyWeights();
      this.#queue.push({ bound: Infinity, fixed, weights, order: this.#order++ });
    }
    const left = this.#searchNodes();
    const best = this.#best as ParsedTree | null;
    const most = best?.score ?? above;
    const bound = Math.max(most, isWhole ? Math.floor(left) : left);
    return { best, bound, isProven: bound === most, calls: this.#calls, nodes: this.#nodes };
  }

  /**
   * Searches the nodes in the queue. Returns −Infinity if no tree can beat the best tree any more.
   * If the search must stop early, returns an upper bound of the scores of the trees that were not
   * searched.
   */
  #searchNodes(): number {
    for (;;) {
      const node = this.#queue.pop();
      if (!node || node.bound < this.#least) return -Infinity;
      const left = this.#searchNode(node);
      if (left > -Infinity) return Math.max(left, this.#queue.peek()?.bound ?? -Infinity);
    }
  }

  /**
   * Searches a node: runs the dynamic program again and again to find better trees and to lower the
   * node's bound. After `STEPS` runs, splits the node (`#branch`). Returns the node's bound if the
   * search must stop early, otherwise −Infinity.
   */
  #searchNode(node: Node): number {
    const relaxation = this.#relaxation;
    const arcScores = this.#scores.arcs;
    const fixed = node.fixed.slice();
    relaxation.setWeights(node.weights);
    relaxation.load(arcScores, fixed);
    this.#nodes++;
    let { bound, weights } = node;
    let widest = -1;
    let before = Infinity;
    let rises = 0;
    for (let step = 1; step <= STEPS; step++) {
      if (this.#calls >= this.#maxCalls || this.#stop.requested) return bound;
      this.#calls++;
      if (!this.#program.run(this.#parts, this.#bounded)) return -Infinity;
      const { tree } = this.#program;
      const most = this.#program.score + relaxation.constant;
      const gap = relaxation.gapOf(tree);
      this.#offer(most - gap);
      if (most < bound || widest < 0) {
        bound = Math.min(bound, most);
        weights = relaxation.copyWeights();
        widest = relaxation.widestArc(tree);
      }
      if (gap === 0 || bound < this.#least) return -Infinity;
      const isLook = step % STEPS_A_LOOK === 0 && this.#calls + CALLS_A_LOOK <= this.#maxCalls;
      const fixes = isLook ? this.#fixWorse(fixed) : 0;
      if (fixes < 0) return -Infinity;
      if (fixes > 0) {
        relaxation.load(arcScores, fixed);
        continue;
      }
      if (most > before) rises++;
      before = most;
      relaxation.step(1 / (1 + rises), tree);
    }
    this.#branch(bound, fixed, weights, widest);
    return -Infinity;
  }

  /**
   * Rules out each arc with which no tree of the node can beat the best tree so far. Must follow a
   * run of the program.
   *
   * @param fixed indexed by arc; changed
   * @returns the number of arcs that were ruled out; −1 if the node has no better tree
   */
  #fixWorse(fixed: Int8Array): number {
    const { arcs } = this.#parts;
    const { constant } = this.#relaxation;
    this.#calls += CALLS_A_LOOK;
    const least = this.#least - constant;
    this.#program.marginals(this.#parts, this.#bounded, least, this.#marginals);
    let fixes = 0;
    for (let arc = 0; arc < arcs.count; arc++) {
      if (fixed[arc] === Fixed.Out || this.#marginals[arc] >= least) continue;
      if (!fixOut(arcs, arc, fixed)) return -1;
      fixes++;
    }
    return fixes;
  }

  /**
   * Splits a node by an arc: adds its trees with the arc and its trees without the arc to the
   * queue, as two new nodes. If the arc is not free, adds all trees as one new node.
   */
  #branch(bound: number, fixed: Int8Array, weights: Float64Array, arc: number): void {
    const { arcs } = this.#parts;
    if (fixed[arc] !== Fixed.Free) {
      this.#queue.push({ bound, fixed, weights, order: this.#order++ });
      return;
    }
    for (const fix of [fixIn, fixOut]) {
      const half = fixed.slice();
      if (!fix(arcs, arc, half)) continue;
      this.#queue.push({ bound, fixed: half, weights, order: this.#order++ });
    }
  }

  /** Keeps the tree of the program's last run if it is the best so far. */
  #offer(score: number): void {
    if (score < this.#least) return;
    const heads = this.#program.heads.slice(0, this.#parts.arcs.length + 1);
    this.#best = { heads, score };
    this.#least = score + this.#margin;
  }
}

/**
 * Returns how the search treats each arc at first (`Fixed`): as given, but arcs with the score
 * −Infinity are ruled out. Null if no tree agrees with the fixed arcs.
 */
function startOf(
  { arcs }: SecondOrderParts,
  scores: SecondOrderScores,
  given: Int8Array | undefined,
): Int8Array | null {
  const fixed = new Int8Array(arcs.count);
  for (let arc = 0; arc < arcs.count; arc++) {
    if (given?.[arc] === Fixed.In && !fixIn(arcs, arc, fixed)) return null;
    const isOut = given?.[arc] === Fixed.Out || scores.arcs[arc] === -Infinity;
    if (isOut && !fixOut(arcs, arc, fixed)) return null;
  }
  return fixed;
}

function sizeOf(
  { arcs, siblingCount, innerCount, outerCount }: SecondOrderParts,
  scores: SecondOrderScores,
  factors: Factors,
): { readonly largest: number; readonly isWhole: boolean } {
  let largest = 0;
  let isWhole = true;
  const look = (all: Float64Array, count: number): void => {
    for (let i = 0; i < count; i++) {
      if (all[i] === -Infinity) continue;
      largest = Math.max(largest, Math.abs(all[i]));
      isWhole &&= Number.isInteger(all[i]);
    }
  };
  look(scores.arcs, arcs.count);
  look(scores.siblings, siblingCount);
  look(scores.inner, innerCount);
  look(scores.outer, outerCount);
  look(factors.scores, factors.count);
  return { largest, isWhole };
}
