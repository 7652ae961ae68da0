import { firstWordOf, lowerCased } from '../../text/first-word.ts';

/** The first word of a sentence in lower case, and its place in the sentence. */
export interface LowerCaseStart {
  readonly place: number;
  readonly form: string;
}

/** Finds out which first words of sentences are usually written in lower case. */
export class UsualCase {
  /** How often each form occurs, not counting first words. */
  readonly #counts = new Map<string, number>();

  constructor(sentences: Iterable<readonly string[]>) {
    for (const sentence of sentences) {
      for (let i = firstWordOf(sentence) + 1; i < sentence.length; i++) {
        this.#counts.set(sentence[i], (this.#counts.get(sentence[i]) ?? 0) + 1);
      }
    }
  }

  /**
   * Returns the first word of a sentence in lower case if this form occurs more often in the middle
   * of sentences than the written form. Otherwise returns null. So a word that occurs only as a
   * first word keeps its capital; it is likely to be a name.
   */
  startOf(sentence: readonly string[]): LowerCaseStart | null {
    const place = firstWordOf(sentence);
    if (place < 0) return null;
    const form = lowerCased(sentence[place]);
    if (form === null) return null;
    const lower = this.#counts.get(form) ?? 0;
    return lower > (this.#counts.get(sentence[place]) ?? 0) ? { place, form } : null;
  }
}
