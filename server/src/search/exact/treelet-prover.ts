import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { mix } from '../../util/hash.ts';
import type { Stop } from '../../util/stop.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';
import { NO_EDGE } from '../best-first/edges.ts';
import { BOTH_HEADS } from '../best-first/treelet-edges.ts';
import { Treelets } from '../best-first/treelets.ts';
import type { StateBudget } from '../../bag/satisfiability.ts';
import type { Derivation } from '../search.ts';
import type { Proof, Prover } from './exact-search.ts';

/** For bags with more words, nothing is proven. Without arcs, they have too many strings. */
export const MOST_WORDS = 8;
/** Later joins read only this field of an edge, and the fields after it. */
const FIRST_READ: number = EdgeField.Words;
/** The prover checks for a stop each time it has made this many joins. */
const JOINS_PER_READ = 256;

/**
 * Proves which sentence scores highest under the weights of best-first search. It makes all edges
 * of a bag (strings of words with a head), the smallest first. A bag without arcs has an edge for
 * each string of each set of words, so the default budget is enough for six words at most.
 */
export class TreeletProver implements Prover {
  readonly #treelets: Treelets;

  constructor(scoring: Scoring) {
    this.#treelets = new Treelets(scoring);
  }

  prove(problem: Problem, known: Derivation | null, budget: StateBudget, stop: Stop): Proof {
    if (problem.size > MOST_WORDS) return { better: null, isProven: false };
    const treelets = this.#treelets;
    treelets.begin(problem);
    const ofSize: (readonly number[])[] = [[], treelets.leaves];
    for (let size = 2; size <= problem.size; size++) {
      const best = this.#makeAll(ofSize, size, budget, stop);
      if (best === null) return { better: null, isProven: false };
      ofSize.push(best);
    }
    const { data } = treelets.edges;
    let best = NO_EDGE;
    for (const whole of ofSize[problem.size]) {
      if (best === NO_EDGE || data[whole + EdgeField.Score] > data[best + EdgeField.Score])
        best = whole;
    }
    const isBetter = best !== NO_EDGE && data[best + EdgeField.Score] > (known?.score ?? -Infinity);
    return { better: isBetter ? treelets.derivationOf(best) : null, isProven: true };
  }

  /**
   * @returns the edges with `size` words, without those that `AlikeEdges` drops; null after a stop,
   *   or if the budget was too small
   */
  #makeAll(
    ofSize: readonly (readonly number[])[],
    size: number,
    budget: StateBudget,
    stop: Stop,
  ): readonly number[] | null {
    const treelets = this.#treelets;
    const { edges } = treelets;
    const alike = new AlikeEdges(treelets);
    let joins = 0;
    for (let ofLeft = 1; ofLeft < size; ofLeft++) {
      for (const left of ofSize[ofLeft]) {
        for (const right of ofSize[size - ofLeft]) {
          if (!edges.mayBeLinked(left, right) || !edges.areApart(left, right)) continue;
          for (const join of BOTH_HEADS) {
            if (!treelets.mayJoin(left, right, join)) continue;
            if (budget.states-- <= 0) return null;
            if (++joins % JOINS_PER_READ === 0 && stop.requested) return null;
            const sum = treelets.sumOf(left, right, join);
            alike.add(treelets.join(left, right, join, sum));
          }
        }
      }
    }
    return alike.best;
  }
}

/**
 * Collects edges of one size. Of several edges that later joins cannot distinguish, it keeps only
 * the best.
 */
class AlikeEdges {
  readonly #treelets: Treelets;
  readonly #byHash = new Map<number, number[]>();

  constructor(treelets: Treelets) {
    this.#treelets = treelets;
  }

  /** Adds the edge that was made last. If it is not kept, its record is freed. */
  add(edge: number): void {
    const { edges } = this.#treelets;
    const { data } = edges;
    const hash = this.#hashOf(edge);
    const others = this.#byHash.get(hash) ?? [];
    const place = others.findIndex((other) => this.#areAlike(edge, other));
    if (place < 0) this.#byHash.set(hash, [...others, edge]);
    else if (data[edge + EdgeField.Score] > data[others[place] + EdgeField.Score])
      others[place] = edge;
    else edges.release(edge);
  }

  get best(): readonly number[] {
    return [...this.#byHash.values()].flat();
  }

  #hashOf(edge: number): number {
    const { data, stride } = this.#treelets.edges;
    let hash = 0;
    for (let at = FIRST_READ; at < stride; at++) hash = mix(hash, data[edge + at]);
    return hash;
  }

  #areAlike(one: number, other: number): boolean {
    const { edges } = this.#treelets;
    const { data, problem } = edges;
    for (let at = FIRST_READ; at < edges.stride; at++) {
      if (data[one + at] !== data[other + at]) return false;
    }
    // Under order constraints, later joins may depend on the order of any two words.
    if (problem.precedence === null) return true;
    const others = edges.variantsOf(other);
    return edges.variantsOf(one).every((variant, i) => variant === others[i]);
  }
}
