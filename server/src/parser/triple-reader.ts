import { PairValue } from './arc-templates.ts';
import { PADDING, type ParserTokens } from './parser-tokens.ts';

/** Reads the values of the three words of two arcs that share a word (`PairValue`). */
export class TripleReader {
  readonly #values: Int32Array;
  #tokens: ParserTokens | null = null;

  /** @param values indexed by `PairValue`; the reader fills it */
  constructor(values: Int32Array) {
    this.#values = values;
  }

  begin(tokens: ParserTokens): void {
    this.#tokens = tokens;
  }

  /**
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
