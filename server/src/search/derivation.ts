import type { Problem } from '../problem/problem.ts';
import { mix } from '../util/hash.ts';
import { Beginnings } from './rows.ts';
import type { Derivation, Spelled, Step } from './search.ts';

/** Builds a derivation from its transitions. */
export class DerivationBuilder {
  readonly #variants: number[] = [];
  readonly #heads: number[] = [];
  readonly #steps: Step[] = [];
  /** Positions in the sentence, from 1. */
  readonly #stack: number[] = [];
  #score = 0;

  shift(variant: number, score: number): void {
    const place = this.#variants.push(variant);
    this.#heads.push(0);
    this.#stack.push(place);
    this.#add({ kind: 'SHIFT', head: 0, dependent: place, score });
  }

  /** LEFTARC makes the top word of the stack the head of the word below it. */
  leftArc(score: number): void {
    const head = this.#stack.pop()!;
    const dependent = this.#stack.pop()!;
    this.#arc({ kind: 'LEFTARC', head, dependent, score });
  }

  /** RIGHTARC makes the word below the top the head of the top word. */
  rightArc(score: number): void {
    const dependent = this.#stack.pop()!;
    const head = this.#stack.pop()!;
    this.#arc({ kind: 'RIGHTARC', head, dependent, score });
  }

  finish(): Derivation {
    return {
      score: this.#score,
      variants: this.#variants,
      heads: this.#heads,
      steps: this.#steps,
    };
  }

  #arc(step: Step): void {
    this.#heads[step.dependent - 1] = step.head;
    this.#stack.push(step.head);
    this.#add(step);
  }

  #add(step: Step): void {
    this.#steps.push(step);
    this.#score += step.score;
  }
}

/**
 * Keeps the best derivation of each string, until the strings fill `rows` rows. This may take more
 * than `rows` strings, since at most half of the rows may begin alike (`rowsOf`).
 *
 * @param derivations best first
 */
export function distinct<D extends Spelled>(
  derivations: Iterable<D>,
  problem: Problem,
  rows: number,
): D[] {
  const kept: D[] = [];
  const strings: number[][] = [];
  const seen = new Sequences();
  const beginnings = new Beginnings(rows);
  let left = rows;
  let counted = 0;
  for (const derivation of derivations) {
    const forms = surfaceFormsOf(derivation.variants, problem);
    if (!seen.add(forms)) continue;
    kept.push(derivation);
    strings.push(forms);
    // The beginnings of the strings decide how many rows are filled (`rowsOf`). Fewer than `rows`
    // strings cannot fill `rows` rows, so counting starts when `rows` strings are kept.
    if (kept.length < rows) continue;
    while (counted < kept.length) if (beginnings.add(strings[counted++])) left--;
    if (left === 0) break;
  }
  return kept;
}

/**
 * Returns the surface words of a sentence, as numbers (`Problem.surfaceForm`). A variant that is a
 * phrase, such as *New York*, has several.
 */
export function surfaceFormsOf(
  variants: readonly number[],
  { variantForm, surfaceStart, surfaceForm }: Problem,
): number[] {
  // This runs for each sentence of a beam. Loops take a tenth of the time of `flatMap`.
  const forms: number[] = [];
  for (const variant of variants) {
    const form = variantForm[variant];
    for (let i = surfaceStart[form]; i < surfaceStart[form + 1]; i++) forms.push(surfaceForm[i]);
  }
  return forms;
}

export class Sequences {
  readonly #byHash = new Map<number, (readonly number[])[]>();

  /** @returns whether the sequence is new */
  add(sequence: readonly number[]): boolean {
    const hash = sequence.reduce(mix, sequence.length);
    const alike = this.#byHash.get(hash);
    if (alike === undefined) this.#byHash.set(hash, [sequence]);
    else if (alike.some((one) => compareSequences(one, sequence) === 0)) return false;
    else alike.push(sequence);
    return true;
  }
}

/** Compares lexicographically. A sequence comes after its proper prefixes. */
export function compareSequences(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
