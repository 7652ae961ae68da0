import { StateField, NO_STATE } from '../state-records.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { bucket } from '../../scoring/contexts.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { bitCount } from '../../util/bits.ts';
import type { Stop } from '../../util/stop.ts';
import { ArcStandardField, FIRST_SHIFT } from '../../scoring/arc-standard/records.ts';
import type { ArcStandardStates } from '../arc-standard/states.ts';
import { ShiftTerms } from './shift-terms.ts';
import { StackBound, type OnStack } from './stack-bound.ts';
import { BUCKETS, StringBound, type StringScores } from './string-bound.ts';
import { LOWEST } from './terms.ts';

/**
 * A tail is the last words of the string so far. To save memory, it has at most this many words.
 */
const LONGEST_TAIL = 3;
/** The table of bounds has at most this many cells (32 MB). */
const MOST_CELLS = 1 << 23;
/**
 * For a problem with more variants, no bound is computed. It would take too long to try all
 * combinations of four variants.
 */
const MOST_VARIANTS = 48;
/** The prover checks for a stop each time it has scored this many tails. */
const TAILS_A_LOOK = 1 << 10;

/**
 * An upper bound of the score that the remaining shifts of a state can add: the score of the best
 * order of the remaining words. Dynamic programming finds this order for every set of remaining
 * words and every tail, the last words of the string so far (Held & Karp 1962).
 *
 * What the stack adds, and what words before the tail add, is not known exactly. So upper bounds
 * are used (`StackBound`, `StringBound`).
 */
export class ShiftBound {
  readonly #terms: ShiftTerms;
  readonly #stacks: StackBound;
  readonly #strings: StringBound;
  #problem!: Problem;
  #states!: ArcStandardStates;

  /**
   * The number of words in a tail. A tail is a number in base `#radix`: its digits are variants,
   * and the lowest digit is the last word.
   */
  #tail = 0;
  #radix = 0;
  /**
   * Indexed by the set of remaining words and by tail: the highest score of the remaining shifts.
   */
  #rest = new Int32Array(0);
  #tails = 0;
  #tailsOfPlaced = new Int32Array(0);

  readonly #mostCells: number;

  /**
   * @param mostCells the limit on the cells of `#rest`. If necessary, tails get shorter to obey it
   */
  constructor(scoring: Scoring, mostCells = MOST_CELLS) {
    this.#mostCells = mostCells;
    this.#terms = new ShiftTerms(scoring);
    this.#stacks = new StackBound(scoring, this.#terms);
    this.#strings = new StringBound(scoring, this.#terms);
  }

  /** @returns false if the problem is too large or the stop came */
  begin(problem: Problem, states: ArcStandardStates, stop: Stop): boolean {
    this.#problem = problem;
    this.#states = states;
    const { size, variantCount, maskLength } = problem;
    if (maskLength > 1 || variantCount > MOST_VARIANTS || size > 20) return false;
    this.#radix = variantCount + 1;
    this.#tail = LONGEST_TAIL;
    while (this.#tail > 1 && 2 ** size * this.#radix ** this.#tail > this.#mostCells) this.#tail--;
    this.#tails = this.#radix ** this.#tail;
    if (2 ** size * this.#tails > this.#mostCells) return false;
    this.#terms.begin(problem);
    const onStack = this.#stacks.score(problem, stop);
    if (onStack === null) return false;
    const strings = this.#strings.score(problem, this.#tails, stop);
    return strings !== null && this.#orderRest(onStack, strings, stop);
  }

  /**
   * Returns an upper bound of the score of all shifts after a state; `LOWEST` if the words cannot
   * all be shifted.
   */
  of(state: number): number {
    const { data } = this.#states;
    let tail = 0;
    let found = 0;
    let digit = 1;
    for (let at = state; found < this.#tail; at = data[at + StateField.Parent]) {
      if (data[at + StateField.Parent] === NO_STATE) {
        for (; found < this.#tail; found++, digit *= this.#radix) tail += digit * (this.#radix - 1);
        break;
      }
      const action = data[at + StateField.Action];
      if (action < FIRST_SHIFT) continue;
      tail += digit * (action - FIRST_SHIFT);
      digit *= this.#radix;
      found++;
    }
    return this.#rest[data[state + ArcStandardField.Masks] * this.#tails + tail];
  }

  /**
   * Fills `#rest`: finds the score of the best order in which the remaining words can follow each
   * tail.
   *
   * @param onStack the result of `StackBound.score`
   * @returns false after a stop
   */
  #orderRest(onStack: readonly (readonly OnStack[])[], strings: StringScores, stop: Stop): boolean {
    const { size, variantCount: none, variantWord, twinBefore } = this.#problem;
    const radix = this.#radix;
    const tails = this.#tails;
    const all = 2 ** size - 1;
    const cells = 2 ** size * tails;
    if (this.#rest.length < cells) this.#rest = new Int32Array(cells);
    const rest = this.#rest;
    rest.fill(0, 0, tails);
    if (this.#tailsOfPlaced.length < tails) this.#tailsOfPlaced = new Int32Array(tails);
    const highTail = tails / radix;
    const bestOnStack = new Int32Array(none * radix);
    for (let toCome = 1; toCome <= all; toCome++) {
      const placed = all & ~toCome;
      const next: number[] = [];
      for (let variant = 0; variant < none; variant++) {
        const word = variantWord[variant];
        if ((toCome & (1 << word)) === 0) continue;
        const twin = twinBefore[word];
        if (twin !== NO_WORD && (toCome & (1 << twin)) !== 0) continue;
        if (stop.requested) return false;
        next.push(variant);
        for (let before = 0; before <= none; before++) {
          const stacks = onStack[variant * radix + before];
          const best = stacks.find(({ words }) => (words & ~placed) === 0);
          bestOnStack[variant * radix + before] = best?.score ?? LOWEST;
        }
      }
      const isLast = (toCome & (toCome - 1)) === 0;
      const ofStrings = isLast ? strings.last : strings.inner;
      const left = bucket(bitCount(toCome));
      const row = toCome * tails;
      const count = this.#tailsOver(placed);
      for (let i = 0; i < count; i++) {
        if (i % TAILS_A_LOOK === 0 && stop.requested) return false;
        const tail = this.#tailsOfPlaced[i];
        const before = tail % radix;
        let best = LOWEST;
        for (const variant of next) {
          const after = (tail % highTail) * radix + variant;
          const behind = (toCome & ~(1 << variantWord[variant])) * tails + after;
          const score =
            ofStrings[tail * none + variant] +
            strings.left[(before * none + variant) * BUCKETS + left] +
            bestOnStack[variant * radix + before] +
            rest[behind];
          if (score > best) best = score;
        }
        rest[row + tail] = best;
      }
    }
    return true;
  }

  /**
   * Writes the tails of all strings that consist of the words in the mask `placed` into
   * `#tailsOfPlaced`.
   *
   * @returns the number of tails
   */
  #tailsOver(placed: number): number {
    const { variantCount: none, variantWord } = this.#problem;
    const radix = this.#radix;
    const found = this.#tailsOfPlaced;
    let count = 0;
    const lengthen = (tail: number, length: number, digit: number, left: number): void => {
      if (length === this.#tail) {
        found[count++] = tail;
      } else if (left === 0) {
        lengthen(tail + digit * none, length + 1, digit * radix, left);
      } else {
        for (let variant = 0; variant < none; variant++) {
          const bit = 1 << variantWord[variant];
          if ((left & bit) === 0) continue;
          lengthen(tail + digit * variant, length + 1, digit * radix, left & ~bit);
        }
      }
    };
    lengthen(0, 0, 1, placed);
    return count;
  }
}
