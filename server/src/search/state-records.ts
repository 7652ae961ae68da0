import type { Problem } from '../problem/problem.ts';
import { mix } from '../util/hash.ts';

export const NO_STATE = -1;

/** The first fields of a state's record, in every transition system, as offsets into the record. */
export const enum StateField {
  /** NO_STATE for the first state. */
  Parent,
  Action,
  /** The sum of the scores of the actions so far. */
  Score,
  /** A hash of all words of the string so far. */
  String,
}

/**
 * What a language model remembers of the words so far. After two strings with the same context,
 * every continuation scores the same.
 */
export interface LmContexts {
  readonly start: number;
  advance(context: number, form: number): number;
}

/**
 * If the array has grown beyond this many integers (64 MB), the next problem gets a small one, so
 * that one large problem does not keep the memory occupied.
 */
const MOST_KEPT = 1 << 24;

/**
 * All states of one search, as records in one array. A state is named by the offset of its record.
 * The words that a state has shifted are the beginning of a sentence. Earlier states are kept until
 * the next problem, for two reasons: derivations are read back from them, and later states refer to
 * them for the lower parts of their stacks.
 */
export abstract class StateRecords {
  data = new Int32Array(1 << 16);
  problem!: Problem;
  #stride = 0;
  #end = 0;

  /** Forgets all states, and makes the first one: an empty stack, and a buffer with all words. */
  abstract reset(problem: Problem): number;
  abstract apply(state: number, action: number, score: number): number;
  abstract stringAfter(state: number, action: number): number;
  /** Whether the state is complete: its stack holds all words, joined into one part. */
  abstract isFinal(state: number): boolean;

  /**
   * @param stride the number of integers in a record
   * @returns the first record, all zeros
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

  protected copy(state: number): number {
    const next = this.#allocate();
    this.data.copyWithin(next, state, state + this.#stride);
    return next;
  }

  /**
   * Makes room for 64 MB of states, so that the array does not grow during a search. Only the pages
   * that are written take memory.
   *
   * @returns the number of states that fit
   */
  reserve(): number {
    if (this.data.length < MOST_KEPT) this.#grow(MOST_KEPT);
    return Math.floor(MOST_KEPT / this.#stride);
  }

  /** Frees the records of a state and of all later states. */
  release(state: number): void {
    this.#end = state;
  }

  /** Hashes all beginnings of a string of surface words, the empty one included. */
  stringsOf(forms: Int32Array): ReadonlySet<number> {
    const strings = new Set([0]);
    let hash = 0;
    for (const form of forms) strings.add((hash = lengthen(hash, form)));
    return strings;
  }

  /** Appends the surface words of a variant to a string's hash. */
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
    // Copy only the used part, since an unwritten page takes no memory.
    grown.set(this.data.subarray(0, Math.min(this.#end, this.data.length)));
    this.data = grown;
  }
}

function lengthen(hash: number, form: number): number {
  return mix(hash, form + 1);
}
