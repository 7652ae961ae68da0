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

/** The most steps at a node. */
const MOST_STEPS = 30;
/** A relative margin for the rounding of sums of fractions. */
const ROUNDING = 1e-10;

export interface SearchOptions {
  /** Ends the search after this many runs of the dynamic program. */
  readonly maxCalls: number;
  /** Arcs that are fixed from the start (`Fixed`), by arc. Without it, all are free. */
  readonly fixed?: Int8Array;
  /** Looks only for trees that score more than this. */
  readonly above?: number;
  /** Read before each run of the dynamic program. */
  readonly stop?: Stop;
}

export interface ParsedTree {
  /** heads[m] for m in 1…n; heads[0] is 0. A copy, which the caller may keep. */
  readonly heads: Int32Array;
  /** The sum of the tree's parts and factors. */
  readonly score: number;
}

export interface SearchResult {
  /** The best tree found, or null if there is none that scores more than `above`. */
  readonly best: ParsedTree | null;
  /** No tree scores more than this. If the best tree is proven, this is its score; without a best one, `above`. */
  readonly bound: number;
  /** Whether no tree scores more than the best one; without a best one, whether no tree scores more than `above`. */
  readonly isProven: boolean;
  /** The number of runs of the dynamic program. */
  readonly calls: number;
  /** The number of nodes for which the program was run. */
  readonly nodes: number;
}

/** A set of trees: those that fit the fixed arcs. */
interface Node {
  /** No tree of the node scores more than this. */
  readonly bound: number;
  /** By arc. Shared, not changed. */
  readonly fixed: Int8Array;
  /** The weights of the parent's bound, null at the root. Shared, not changed. */
  readonly p: Float64Array | null;
  /** Decides between nodes of equal bounds. */
  readonly order: number;
}

/** Finds the best projective tree by parts and factors, by branch and bound (Qian and Liu 2013). */
export class BranchAndBound {
  readonly #program = new SecondOrderProgram();
  readonly #relaxation = new Relaxation();
  #parts!: SecondOrderParts;
  #scores!: SecondOrderScores;
  #stop: Stop = NEVER;
  #maxCalls = 0;
  #calls = 0;
  #nodes = 0;
  #above = -Infinity;
  #best: ParsedTree | null = null;
  /** Only trees that score at least this are of interest. */
  #least = -Infinity;
  #margin = 0;
  #heap = new Heap<Node>((a, b) => b.bound - a.bound || b.order - a.order);
  #order = 0;
  #marg = new Float64Array(0);

  /**
   * @param parts built for the sentence
   * @param scores of the parts; not changed. An arc of score −Infinity is forbidden.
   * @param factors of the same arcs
   */
  search(
    parts: SecondOrderParts,
    scores: SecondOrderScores,
    factors: Factors,
    options: SearchOptions,
  ): SearchResult {
    const { arcs } = parts;
    this.#parts = parts;
    this.#scores = scores;
    this.#stop = options.stop ?? NEVER;
    this.#maxCalls = options.maxCalls;
    this.#calls = 0;
    this.#nodes = 0;
    this.#order = 0;
    this.#best = null;
    this.#above = options.above ?? -Infinity;
    const largest = largestOf(parts, scores, factors);
    this.#margin = largest.isWhole ? 1 : ROUNDING * largest.size * (arcs.length + 1);
    this.#least = this.#above + this.#margin;
    this.#relaxation.begin(parts, factors);
    this.#heap.clear();
    const fixed = startOf(parts, scores, options.fixed);
    let open = -Infinity;
    if (fixed) {
      this.#heap.push({ bound: Infinity, fixed, p: null, order: this.#order++ });
      open = this.#searchNodes();
    }
    const known = this.#best as ParsedTree | null;
    const most = known?.score ?? this.#above;
    const bound = Math.max(most, open);
    return {
      best: known,
      bound,
      isProven: bound === most,
      calls: this.#calls,
      nodes: this.#nodes,
    };
  }

  /** Returns an upper bound of the trees that were not searched, −Infinity if all were. */
  #searchNodes(): number {
    for (;;) {
      const node = this.#heap.pop();
      if (!node || node.bound < this.#least) return -Infinity;
      const bound = this.#searchNode(node);
      // If a node was left early, the others have bounds as low as the node had.
      if (bound > -Infinity) return Math.max(bound, this.#heap.peek()?.bound ?? -Infinity);
    }
  }

  /** Returns the bound of a node that was left early, else −Infinity. */
  #searchNode(node: Node): number {
    const relaxation = this.#relaxation;
    const program = this.#program;
    const fixed = node.fixed.slice();
    if (node.p) relaxation.p.set(node.p);
    else relaxation.setStart();
    relaxation.load(this.#scores.arcs, fixed);
    const scores = { ...this.#scores, arcs: relaxation.arcScores };
    this.#nodes++;
    let { bound } = node;
    let p: Float64Array | null = null;
    let widest = -1;
    let before = Infinity;
    let rises = 0;
    for (let step = 0; step < TUNE.steps; step++) {
      if (this.#calls >= this.#maxCalls || this.#stop.requested) return bound;
      this.#calls++;
      if (!program.run(this.#parts, scores)) return -Infinity;
      const most = program.score + relaxation.constant;
      const gap = relaxation.gapOf(program.tree);
      this.#offer(most - gap);
      if (most < bound || p === null) {
        bound = Math.min(bound, most);
        p = relaxation.copy();
        widest = relaxation.widestArc(program.tree);
      }
      if (bound < this.#least || gap === 0) return -Infinity;
      if (TUNE.every > 0 && step % TUNE.every === TUNE.every - 1) {
        this.#calls += 2;
        const { arcs } = this.#parts;
        if (this.#marg.length < arcs.count) this.#marg = new Float64Array(2 * arcs.count);
        program.marginals(this.#parts, scores, this.#least - relaxation.constant, this.#marg);
        let c = 0;
        for (let arc = 0; arc < arcs.count; arc++) {
          if (fixed[arc] === Fixed.Out || this.#marg[arc] + relaxation.constant >= this.#least) continue;
          c++;
          if (!fixOut(arcs, arc, fixed)) return -Infinity;
        }
        if (c > 0) {
          relaxation.load(this.#scores.arcs, fixed);
          continue;
        }
      }
      if (most > before) rises++;
      before = most;
      const norm = relaxation.norm;
      relaxation.step(
        TUNE.alpha > 0 ? TUNE.alpha / (1 + rises) : (TUNE.theta * (most - (this.#best?.score ?? most - gap))) / norm / (1 + rises),
        program.tree,
      );
    }
    if (widest < 0) return -Infinity;
    for (const fix of [fixIn, fixOut]) {
      const child = fixed.slice();
      if (!fix(this.#parts.arcs, widest, child)) continue;
      this.#heap.push({ bound, fixed: child, p, order: this.#order++ });
    }
    return -Infinity;
  }

  /** Keeps the tree of the program's last run if it is the best so far. @param score of parts and factors */
  #offer(score: number): void {
    if (score < this.#least) return;
    const heads = this.#program.heads.slice(0, this.#parts.arcs.length + 1);
    this.#best = { heads, score };
    this.#least = score + this.#margin;
  }
}

/** Returns the arcs that are fixed at the start, null if they leave no tree. */
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

/** Returns the largest size of any score, and whether all scores are whole. */
function largestOf(
  { arcs, siblingCount, innerCount, outerCount }: SecondOrderParts,
  scores: SecondOrderScores,
  factors: Factors,
): { readonly size: number; readonly isWhole: boolean } {
  let size = 0;
  let isWhole = true;
  const look = (all: Float64Array, count: number): void => {
    for (let i = 0; i < count; i++) {
      if (all[i] === -Infinity) continue;
      size = Math.max(size, Math.abs(all[i]));
      isWhole &&= Number.isInteger(all[i]);
    }
  };
  look(scores.arcs, arcs.count);
  look(scores.siblings, siblingCount);
  look(scores.inner, innerCount);
  look(scores.outer, outerCount);
  look(factors.scores, factors.count);
  return { size, isWhole };
}
export const TUNE = { steps: 10, alpha: 0.002, theta: 1, every: 5 };
