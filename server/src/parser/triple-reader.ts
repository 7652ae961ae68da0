import { mix } from '../util/hash.ts';
import { PairValue } from './arc-templates.ts';
import { PADDING, type ParserTokens } from './parser-tokens.ts';

/** Reads the values of two arcs that share a word, for the templates: the values of their three words. */
export class TripleReader {
  readonly #values: Int32Array;
  #tokens: ParserTokens | null = null;
  /** By index of a place (`ParserTokens`): the word and its tag as one value. */
  #pairs = new Int32Array(0);

  /** @param values an array for the values, of a group whose values are `PairValue` */
  constructor(values: Int32Array) {
    this.#values = values;
  }

  /** Begins a sentence. Its words must have their tags. */
  begin(tokens: ParserTokens): void {
    this.#tokens = tokens;
    const size = tokens.length + 1 + 2 * PADDING;
    if (this.#pairs.length < size) this.#pairs = new Int32Array(2 * size);
    for (let i = 0; i < size; i++) this.#pairs[i] = mix(tokens.words[i], tokens.xpos[i]);
  }

  /**
   * Returns the values of three words.
   *
   * @param first the place of the head of the first arc; 0 is the root
   * @param second,third places from 1; 0 for no word, whose values are NONE
   */
  read(first: number, second: number, third: number): Int32Array {
    const { words, classes, xpos, upos } = this.#tokens!;
    const v = this.#values;
    const a = PADDING + first;
    const b = second === 0 ? 0 : PADDING + second;
    const c = third === 0 ? 0 : PADDING + third;
    v[PairValue.First] = this.#pairs[a];
    v[PairValue.FirstWord] = words[a];
    v[PairValue.FirstTag] = xpos[a];
    v[PairValue.FirstUniversal] = upos[a];
    v[PairValue.FirstClass] = classes[a];
    v[PairValue.Second] = this.#pairs[b];
    v[PairValue.SecondWord] = words[b];
    v[PairValue.SecondTag] = xpos[b];
    v[PairValue.SecondUniversal] = upos[b];
    v[PairValue.SecondClass] = classes[b];
    v[PairValue.Third] = this.#pairs[c];
    v[PairValue.ThirdWord] = words[c];
    v[PairValue.ThirdTag] = xpos[c];
    v[PairValue.ThirdUniversal] = upos[c];
    v[PairValue.ThirdClass] = classes[c];
    return v;
  }
}
