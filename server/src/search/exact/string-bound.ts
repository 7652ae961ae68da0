import type { Problem } from '../../problem/problem.ts';
import { bucket } from '../../scoring/contexts.ts';
import { Fluency } from '../../scoring/fluency.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { ShiftValue } from '../../scoring/arc-standard/shift-templates.ts';
import type { Stop } from '../../util/stop.ts';
import { ShiftTerm, type ShiftTerms } from './shift-terms.ts';
import { LOWEST } from './terms.ts';

/** The number of remaining words falls into one of this many buckets (`bucket`). */
export const BUCKETS = 5;

/**
 * Upper bounds of the score that the string so far adds to a SHIFT. A tail is the last words of
 * this string.
 */
export interface StringScores {
  /**
   * The bounds for a shifted variant that is not the last word of the sentence. Indexed by tail and
   * by this variant.
   */
  readonly inner: Int32Array;
  /** Like `inner`, but for variants that are the last word of the sentence. */
  readonly last: Int32Array;
  /**
   * The part of the score that depends on the number of remaining words, not included in `inner`
   * and `last`. Indexed by the last variant of the string, the shifted variant, and the bucket of
   * this number.
   */
  readonly left: Int32Array;
}

interface FluencyRows {
  /**
   * The language model's highest scores for variants that are not the last word of the sentence,
   * over all strings with the same last three forms. The index is `rowOf(…)` plus the variant.
   */
  readonly inner: Int32Array;
  /** Like `inner`, but for variants that are the last word of the sentence. */
  readonly last: Int32Array;
  /**
   * Returns the offset of the row for the last three forms of a string, the very last form first.
   * `formCount` stands for a missing form.
   */
  rowOf(first: number, second: number, third: number): number;
}

/**
 * Upper bounds of the score that the string adds to a word's SHIFT, one for each tail (the last
 * words of the string). A bound includes the language model's highest score over all strings with
 * this tail.
 */
export class StringBound {
  readonly #terms: ShiftTerms;
  readonly #fluency: Fluency | null;
  #problem!: Problem;

  /**
   * @param terms made with the same scoring. Before each call of `score`, the caller must set their
   *   problem (`ShiftTerms.begin`)
   */
  constructor({ weights, leftOut, fluency }: Scoring, terms: ShiftTerms) {
    this.#terms = terms;
    this.#fluency = fluency === null ? null : new Fluency(weights, fluency, leftOut);
  }

  /**
   * @param tails how many different tails the problem has
   * @returns null after a stop
   */
  score(problem: Problem, tails: number, stop: Stop): StringScores | null {
    this.#problem = problem;
    const { variantCount: none, variantForm, variantWord, size } = problem;
    const radix = none + 1;
    const terms = this.#terms;
    const { values } = terms;
    const fluency = this.#scoreFluency(stop);
    if (fluency === null) return null;
    const inner = new Int32Array(tails * none).fill(LOWEST);
    const final = new Int32Array(tails * none).fill(LOWEST);
    const left = new Int32Array(radix * none * BUCKETS);
    const areOther = (one: number, other: number): boolean =>
      one === none || other === none || variantWord[one] !== variantWord[other];
    const ofOne = new Int32Array(none);
    const ofTwo = new Int32Array(none);
    for (let first = 0; first <= none; first++) {
      terms.readString([first, none, none]);
      for (let variant = 0; variant < none; variant++) {
        terms.variant = variant;
        values[ShiftValue.OwnWord] = terms.keyNamed('word');
        ofOne[variant] = terms.add(ShiftTerm.Own) + terms.add(ShiftTerm.Last) + terms.others;
        for (let words = 1; words <= size; words++) {
          values[ShiftValue.Left] = bucket(words);
          left[(first * none + variant) * BUCKETS + bucket(words)] = terms.add(ShiftTerm.Left);
        }
      }
      for (let second = 0; second <= none; second++) {
        // If there is no last word, there is no second-last word either.
        if (!areOther(first, second) || (first === none && second < none)) continue;
        if (stop.requested) return null;
        terms.readString([first, second, none]);
        for (let variant = 0; variant < ofTwo.length; variant++) {
          terms.variant = variant;
          ofTwo[variant] = ofOne[variant] + terms.add(ShiftTerm.LastTwo);
        }
        for (let third = 0; third <= none; third++) {
          if (!areOther(first, third) || !areOther(second, third)) continue;
          if (second === none && third < none) continue;
          terms.readString([first, second, third]);
          const tail = (first + radix * (second + radix * third)) % tails;
          const ofLm = fluency.rowOf(variantForm[first], variantForm[second], variantForm[third]);
          for (let variant = 0; variant < none; variant++) {
            terms.variant = variant;
            const at = tail * none + variant;
            const sum = ofTwo[variant] + terms.add(ShiftTerm.LastThree);
            inner[at] = Math.max(inner[at], sum + fluency.inner[ofLm + variant]);
            final[at] = Math.max(final[at], sum + fluency.last[ofLm + variant]);
          }
        }
      }
    }
    return { inner, last: final, left };
  }

  /** @returns null after a stop */
  #scoreFluency(stop: Stop): FluencyRows | null {
    const { size: noForm, variantCount: none, variantForm } = this.#problem;
    const { variantWord } = this.#problem;
    const radix = noForm + 1;
    const fluency = this.#fluency;
    const rowOf = (first: number, second: number, third: number): number =>
      (first + radix * (second + radix * third)) * none;
    const cells = fluency === null ? 0 : radix ** 3 * none;
    const rows = {
      inner: new Int32Array(cells).fill(LOWEST),
      last: new Int32Array(cells).fill(LOWEST),
      rowOf: fluency === null ? () => 0 : rowOf,
    };
    if (fluency === null) {
      rows.inner = new Int32Array(none);
      rows.last = new Int32Array(none);
      return rows;
    }
    fluency.begin(this.#problem);
    // The pairs met so far. A pair is the last three forms of a string, and the language model's
    // context after this string.
    const seen = new Set<string>();
    const open: { readonly tail: readonly [number, number, number]; readonly context: number }[] =
      [];
    const meet = (tail: readonly [number, number, number], context: number): void => {
      const key = `${tail.join()} ${context}`;
      if (seen.has(key)) return;
      seen.add(key);
      open.push({ tail, context });
    };
    meet([noForm, noForm, noForm], fluency.start);
    for (const [i, { tail, context }] of open.entries()) {
      if ((i & 63) === 0 && stop.requested) return null;
      const row = rowOf(...tail);
      for (const [scores, isLast] of [
        [rows.inner, false],
        [rows.last, true],
      ] as const) {
        fluency.enter(context, isLast);
        for (let variant = 0; variant < none; variant++) {
          if (tail.includes(variantWord[variant])) continue;
          scores[row + variant] = Math.max(scores[row + variant], fluency.score(variant));
        }
      }
      for (let variant = 0; variant < none; variant++) {
        const form = variantForm[variant];
        if (tail.includes(form)) continue;
        meet([form, tail[0], tail[1]], fluency.advance(context, form));
      }
    }
    return rows;
  }
}
