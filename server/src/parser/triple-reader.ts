import { PairValue } from './arc-templates.ts';
import { PADDING, type ParserTokens } from './parser-tokens.ts';

/** Two arcs that share a word have three words. This class reads the values of these words for templates. */
export class TripleReader {
  readonly #values: Int32Array;
  #tokens: ParserTokens | null = null;

  /** @param values the array to fill. It belongs to a template group that reads `PairValue`s */
  constructor(values: Int32Array) {
    this.#values = values;
  }

  /** Begins a sentence. Its words must have their tags. */
  begin(tokens: ParserTokens): void {
    this.#tokens = tokens;
  }

  /**
   * Returns the values of three words.
   *
   * @param first the place of the head of the first arc; 0 is the root
   * @param second,third the places of the other two words; 0 for no word, whose values are NONE
   */
  read(first: number, second: number, third: number): Int32Array {
    const tokens = this.#tokens!;
    const values = this.#values;
    tokens.readWord(PADDING + first, values, PairValue.First);
    tokens.readWord(second === 0 ? 0 : PADDING + second, values, PairValue.Second);
    tokens.readWord(third === 0 ? 0 : PADDING + third, values, PairValue.Third);
    return values;
  }
}
