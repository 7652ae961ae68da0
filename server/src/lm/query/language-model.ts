import type { ModelFile } from '../../model/file.ts';
import { normalise } from '../../text/normalise.ts';
import { otherCases } from '../../text/other-case.ts';
import { NO_CONTEXT, readLanguageModel } from './format.ts';
import { find, logProbAt, NOT_FOUND, type Ngrams, type Order, type Unigrams } from './packed.ts';
import type { Vocabulary } from './vocabulary.ts';

export const EMPTY_NODE = 0;

export interface FoundNgram {
  /** The log-probability of the last word, given the others, in thousandths of a nat. */
  logProb: number;
  /** The node of the n-gram; EMPTY_NODE if the n-gram is not a context. */
  node: number;
}

/**
 * A back-off language model. Scores are log-probabilities in thousandths of a nat. They are
 * integers, so their sums are the same on every machine.
 *
 * A context is an n-gram that begins longer n-grams or has a back-off weight. The number of a
 * context is called its node.
 *
 * A state is everything that the score of the next word depends on. It lists the nodes of the
 * contexts that are suffixes of the words so far, the longest first. The other elements are
 * EMPTY_NODE.
 */
export class LanguageModel {
  /** The number of words in the longest n-grams, and of elements in a state. */
  readonly order: number;
  readonly vocabulary: Vocabulary;
  /** The number of n-grams of each order, from unigrams. */
  readonly sizes: readonly number[];
  /** The word id of `</s>`. */
  readonly end: number;
  /** The node of `<s>`. */
  readonly start: number;

  readonly #unigrams: Unigrams;
  /** Indexed by order, from bigrams. */
  readonly #ngrams: readonly Ngrams[];
  /** Indexed by order, from unigrams. */
  readonly #orders: readonly Order[];

  /** @throws {ModelError} in the cases of `readLanguageModel` */
  constructor(source: ModelFile | Uint8Array) {
    const { vocabulary, unigrams, ngrams } = readLanguageModel(source);
    this.vocabulary = vocabulary;
    this.end = vocabulary.end;
    this.#unigrams = unigrams;
    this.#ngrams = ngrams;
    this.#orders = [unigrams, ...ngrams];
    this.order = this.#orders.length;
    this.sizes = [unigrams.codes.length, ...ngrams.map(({ cells }) => cells.length)];
    this.start = this.#nodeOf(1, vocabulary.begin);
  }

  /**
   * Returns the id of a form. Tries the form as it is, then with normalised quotes and brackets,
   * then in other cases. If the vocabulary has none of these, returns the id for unknown forms
   * (`Vocabulary.standIn`).
   */
  wordId(form: string): number {
    const { vocabulary } = this;
    const known = vocabulary.known(form) ?? vocabulary.known(normalise(form));
    if (known !== undefined) return known;
    for (const other of otherCases(form)) {
      const inOtherCase = vocabulary.known(other);
      if (inOtherCase !== undefined) return inOtherCase;
    }
    return vocabulary.standIn(form);
  }

  startState(): Int32Array<ArrayBuffer> {
    const state = new Int32Array(this.order);
    state[0] = this.start;
    return state;
  }

  /**
   * Returns the score of a word after a state (KenLM's `FullScore`; Heafield 2011, section 4.1).
   *
   * @param next receives the state after the word; must not be `state` itself
   */
  query(state: Int32Array, word: number, next: Int32Array): number {
    const found: FoundNgram = { logProb: 0, node: EMPTY_NODE };
    let score = 0;
    let isScored = false;
    let length = 0;
    for (let i = 0; ; i++) {
      const node = state[i];
      if (this.find(node, word, found)) {
        if (!isScored) score += found.logProb;
        isScored = true;
        if (found.node !== EMPTY_NODE) next[length++] = found.node;
      } else if (!isScored) {
        score += this.backoff(node);
      }
      if (node === EMPTY_NODE) break;
    }
    next.fill(EMPTY_NODE, length);
    return score;
  }

  /**
   * Looks up the n-gram of a context and a word, without backing off.
   *
   * @returns false if the model lacks the n-gram
   */
  find(node: number, word: number, found: FoundNgram): boolean {
    if (node === EMPTY_NODE) {
      const { codes, probBook } = this.#unigrams;
      found.logProb = probBook[codes[word]];
      found.node = this.#nodeOf(1, word);
      return true;
    }
    const length = this.#lengthOf(node);
    const ngrams = this.#ngrams[length - 1];
    const place = find(ngrams, node - this.#orders[length - 1].firstNode, word);
    if (place === NOT_FOUND) return false;
    found.logProb = logProbAt(ngrams, place);
    found.node = this.#nodeOf(length + 1, place);
    return true;
  }

  /** Returns the logarithm of a context's back-off weight. */
  backoff(node: number): number {
    const { backoff, backoffBook, firstNode } = this.#orders[this.#lengthOf(node) - 1];
    return backoffBook[backoff[node - firstNode]];
  }

  /** Returns the number of words in a context that is not empty. */
  #lengthOf(node: number): number {
    let length = 1;
    while (length + 1 < this.order && node >= this.#orders[length].firstNode) length++;
    return length;
  }

  /**
   * Returns the node of the n-gram of `length` words at index `place`; EMPTY_NODE if it is not a
   * context.
   */
  #nodeOf(length: number, place: number): number {
    if (length === this.order) return EMPTY_NODE;
    const { backoff, firstNode } = this.#orders[length - 1];
    return backoff[place] === NO_CONTEXT ? EMPTY_NODE : firstNode + place;
  }
}
