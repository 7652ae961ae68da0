import type { Problem } from '../problem/problem.ts';

/**
 * A known sentence, as a string of surface words. A search with a target spells only this string,
 * and so finds the best derivation of the string (forced decoding).
 */
export class Target {
  readonly problem: Problem;
  /** The string's surface words, as numbers (`Problem.surfaceForm`). */
  readonly forms: Int32Array;

  private constructor(problem: Problem, forms: Int32Array) {
    this.problem = problem;
    this.forms = forms;
  }

  /**
   * @returns null if the words are not a permutation of the problem's surface words. If the problem
   *   has lemmas, checks only the number of words, and whether each is a surface word of the
   *   problem
   */
  static of(problem: Problem, words: readonly string[]): Target | null {
    const { surfaceText, surfaceForm, hasOpenForms } = problem;
    if (words.length !== lengthOf(problem)) return null;
    const numbers = new Map(surfaceText.map((text, i) => [text, surfaceForm[i]]));
    const left = new Map<number, number>();
    for (const form of surfaceForm) left.set(form, (left.get(form) ?? 0) + 1);
    const forms = new Int32Array(words.length);
    for (const [i, word] of words.entries()) {
      const form = numbers.get(word);
      const count = form === undefined ? 0 : left.get(form)!;
      if (form === undefined || count === 0) return null;
      if (!hasOpenForms) left.set(form, count - 1);
      forms[i] = form;
    }
    return new Target(problem, forms);
  }

  /**
   * Counts the surface words that a state has already spelled.
   *
   * @param isToCome whether a word is still in the state's buffer
   */
  countSpelled(isToCome: (word: number) => boolean): number {
    const { problem } = this;
    let spelled = this.forms.length;
    for (let word = 0; word < problem.size; word++) {
      if (isToCome(word)) spelled -= surfaceLength(problem, word);
    }
    return spelled;
  }

  /** Whether the string has one of a word's forms at index `place`. */
  hasWordAt(place: number, word: number): boolean {
    const { variantForm, variantStart } = this.problem;
    for (let variant = variantStart[word]; variant < variantStart[word + 1]; variant++) {
      if (this.hasAt(place, variantForm[variant])) return true;
    }
    return false;
  }

  /** Whether the string has the surface words of a form at index `place`. */
  hasAt(place: number, form: number): boolean {
    const { surfaceStart, surfaceForm } = this.problem;
    const { forms } = this;
    const start = surfaceStart[form];
    const end = surfaceStart[form + 1];
    for (let i = start; i < end; i++) {
      if (surfaceForm[i] !== forms[place + i - start]) return false;
    }
    return true;
  }

  /** Whether the string begins with the surface words of these variants, in this order. */
  beginsWith(variants: readonly number[]): boolean {
    return this.#hasAllAt(0, variants);
  }

  /**
   * Whether the string contains the surface words of these variants, in this order and without a
   * gap.
   */
  has(variants: readonly number[]): boolean {
    for (let place = 0; place < this.forms.length; place++) {
      if (this.#hasAllAt(place, variants)) return true;
    }
    return false;
  }

  #hasAllAt(place: number, variants: readonly number[]): boolean {
    const { variantForm, surfaceStart } = this.problem;
    for (const variant of variants) {
      const form = variantForm[variant];
      if (!this.hasAt(place, form)) return false;
      place += surfaceStart[form + 1] - surfaceStart[form];
    }
    return true;
  }
}

/** Counts the surface words of a word. All forms of a word have equally many. */
function surfaceLength(problem: Problem, word: number): number {
  const form = problem.likelyForm(word);
  return problem.surfaceStart[form + 1] - problem.surfaceStart[form];
}

function lengthOf(problem: Problem): number {
  let length = 0;
  for (let word = 0; word < problem.size; word++) length += surfaceLength(problem, word);
  return length;
}
