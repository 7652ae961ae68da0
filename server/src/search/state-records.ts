import type { Problem } from '../problem/problem.ts';
import { mix } from '../util/hash.ts';

/** What the first state of a search was built from. */
export const NO_STATE = -1;

/** The language model's contexts, which states carry: what leads to the same one has the same future. */
export interface LmContexts {
  /** At the beginning of a sentence. */
  readonly start: number;
  /** After a form of the problem. */
  advance(context: number, form: number): number;
}

/** An array that has grown longer is given back when the next problem begins: 64 MB. */
const MOST_KEPT = 1 << 24;

/**
 * All states of one search, as records of one array that grows and is used again by the next: building a state does not
 * allocate. States are referred to by the offset of their record, and stay until the next problem, so that derivations
 * can be read back and stacks can share their tails. Each spells the beginning of a sentence.
 */
export abstract class StateRecords {
  data = new Int32Array(1 << 16);
  problem!: Problem;
  #stride = 0;
  #end = 0;

  /**
   * Forgets all states.
   *
   * @param stride integers of a record
   * @returns the first record, all 0
   */
  protected begin(problem: Problem, stride: number): number {
    this.problem = problem;
    if (this.data.length > MOST_KEPT) this.data = new Int32Array(1 << 16);
    this.#stride = stride;
    this.#end = 0;
    const first = this.#allocate();
    this.data.fill(0, first, first + stride);
    return first;
  }

  /** @returns a new record with what is in another */
  protected copy(state: number): number {
    const next = this.#allocate();
    this.data.copyWithin(next, state, state + this.#stride);
    return next;
  }

  /**
   * Makes room for 64 MB of states, so that none are copied while they are built. Memory that they do not need is not
   * taken.
   *
   * @returns how many there is room for
   */
  reserve(): number {
    if (this.data.length < MOST_KEPT) this.#grow(MOST_KEPT);
    return Math.floor(MOST_KEPT / this.#stride);
  }

  /** Gives back a state and all that were built after it. */
  release(state: number): void {
    this.#end = state;
  }

  /** The hashes of the beginnings of a string of surface words, from none of them to all. */
  stringsOf(forms: Int32Array): ReadonlySet<number> {
    const strings = new Set([0]);
    let hash = 0;
    for (const form of forms) strings.add((hash = lengthen(hash, form)));
    return strings;
  }

  /** The hash of a string with the surface words of a variant behind it. */
  protected lengthen(hash: number, variant: number): number {
    const { variantForm, surfaceStart, surfaceForm } = this.problem;
    const form = variantForm[variant];
    const end = surfaceStart[form + 1];
    for (let i = surfaceStart[form]; i < end; i++) hash = lengthen(hash, surfaceForm[i]);
    return hash;
  }

  #allocate(): number {
    const state = this.#end;
    this.#end += this.#stride;
    if (this.#end > this.data.length) this.#grow(2 * this.data.length);
    return state;
  }

  #grow(length: number): void {
    const grown = new Int32Array(length);
    // Only what is used: a page that is not written to takes no memory.
    grown.set(this.data.subarray(0, Math.min(this.#end, this.data.length)));
    this.data = grown;
  }
}

/** The hash of a string with one surface word more. */
function lengthen(hash: number, form: number): number {
  return mix(hash, form + 1);
}
