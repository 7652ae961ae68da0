import type { Problem } from '../problem/problem.ts';

/**
 * A string of surface words. If a search may spell only this string, it finds the best derivation
 * of a known sentence (forced decoding).
 */
export class Target {
  readonly problem: Problem;
  /** The `surfaceForm` of each surface word of the string, in order. */
  readonly forms: Int32Array;

  private constructor(problem: Problem, forms: Int32Array) {
    this.problem = problem;
    this.forms = forms;
  }

  /**
   * Makes the target that spells surface words.
   *
   * @returns the target; null if the words are not a permutation of the problem's surface words
   */
  static of(problem: Problem, words: readonly string[]): Target | null {
    const { surfaceText, surfaceForm } = problem;
    if (words.length !== surfaceText.length) return null;
    const numbers = new Map(surfaceText.map((text, i) => [text, surfaceForm[i]]));
    const left = new Map<number, number>();
    for (const form of surfaceForm) left.set(form, (left.get(form) ?? 0) + 1);
    const forms = new Int32Array(words.length);
    for (const [i, word] of words.entries()) {
      const form = numbers.get(word);
      const count = form === undefined ? 0 : left.get(form)!;
      if (form === undefined || count === 0) return null;
      left.set(form, count - 1);
      forms[i] = form;
    }
    return new Target(problem, forms);
  }

  /**
   * Counts the surface words that a state has spelled.
   *
   * @param isToCome whether a word of the problem is still in the buffer
   */
  countSpelled(isToCome: (word: number) => boolean): number {
    const { size, surfaceStart, variantForm, variantStart } = this.problem;
    let spelled = surfaceStart[size];
    for (let word = 0; word < size; word++) {
      if (!isToCome(word)) continue;
      const form = variantForm[variantStart[word]];
      spelled -= surfaceStart[form + 1] - surfaceStart[form];
    }
    return spelled;
  }

  /** Whether the surface words of a form stand in the string, from index `place` on. */
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

  /** Whether the string begins with the surface words of variants, in their order. */
  beginsWith(variants: readonly number[]): boolean {
    return this.#hasAllAt(0, variants);
  }

  /** Whether the string contains the surface words of variants, in their order and without a gap. */
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
