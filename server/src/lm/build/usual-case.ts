import { firstWordOf, lowerCased } from '../../text/first-word.ts';

/** The first word of a sentence in lower case, and its place in the sentence. */
export interface LowerCaseStart {
  readonly place: number;
  readonly form: string;
}

/** Knows from sentences which words are written in lower case within sentences. */
export class UsualCase {
  /** Keyed by form: how often it occurs after the first word of a sentence. */
  readonly #counts = new Map<string, number>();

  constructor(sentences: Iterable<readonly string[]>) {
    for (const sentence of sentences) {
      for (let i = firstWordOf(sentence) + 1; i < sentence.length; i++) {
        this.#counts.set(sentence[i], (this.#counts.get(sentence[i]) ?? 0) + 1);
      }
    }
  }

  /**
   * Returns the first word of a sentence in lower case; null if the word has no capital, or is written with a capital
   * within sentences too. A word that does not occur within sentences is likely to be a name.
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
