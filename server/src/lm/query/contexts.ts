import { grown } from '../../util/grown.ts';
import { EMPTY_NODE, type FoundNgram, type LanguageModel } from './language-model.ts';

export const EMPTY_CONTEXT = 0;

/** In `#scores`: not looked up yet. No score is so low. */
const UNKNOWN = -(2 ** 31);
/**
 * In `#next`: the context and the word do not form a context of the model. Then the next context is
 * that of the shorter context (`#shorter`) with the same word.
 */
const OF_SHORTER = ~EMPTY_NODE;

const FEW_CONTEXTS = 64;
/** Tables with more cells are not kept for the next problem. */
const MOST_CELLS_KEPT = 2 ** 20;

/**
 * Caches scores of the language model during a search, so that each n-gram is looked up only once.
 * Two tables have a row for each context and a column for each word of the problem. One table
 * contains the score of the word after the context. The other table contains the next context, the
 * context after this word.
 *
 * Contexts are numbered in the order of their first use; 0 is the empty context. A state of the
 * search stores the number of its context.
 */
export class Contexts {
  /** The context `<s>`. */
  start = EMPTY_CONTEXT;

  readonly #languageModel: LanguageModel;
  /** Indexed by column: the word id. */
  #words: Int32Array = new Int32Array(0);
  #size = 0;

  /** Indexed by context: its node in the language model. */
  #node = new Int32Array(FEW_CONTEXTS);
  /** Indexed by context: its number of words. */
  #length = new Int32Array(FEW_CONTEXTS);
  /** Indexed by context: the longest shorter context that is a suffix of it. */
  #shorter = new Int32Array(FEW_CONTEXTS);
  readonly #ofNode = new Map<number, number>();

  /** Indexed by context and column: the score of the word after the context, or UNKNOWN. */
  #scores = new Int32Array(0);
  /**
   * Indexed by context and column: the next context. `#lookUp` first writes a negative number: if
   * the context and the word form a context, `~node` with the node of that context, otherwise
   * OF_SHORTER. When `advance` first needs the next context, it replaces this number.
   */
  #next = new Int32Array(0);

  readonly #found: FoundNgram = { logProb: 0, node: EMPTY_NODE };

  constructor(languageModel: LanguageModel) {
    this.#languageModel = languageModel;
  }

  /** Forgets all contexts, and prepares for these words (word ids, indexed by column). */
  begin(words: Int32Array): void {
    this.#words = words;
    if (this.#scores.length > MOST_CELLS_KEPT) {
      this.#scores = new Int32Array(0);
      this.#next = new Int32Array(0);
    }
    this.#ofNode.clear();
    this.#size = 0;
    this.#contextOf(EMPTY_NODE, 0, EMPTY_CONTEXT);
    this.start = this.#contextOf(this.#languageModel.start, 1, EMPTY_CONTEXT);
  }

  /** Returns the score of a column's word after a context, in thousandths of a nat. */
  score(context: number, column: number): number {
    const score = this.#scores[context * this.#words.length + column];
    return score === UNKNOWN ? this.#lookUp(context, column) : score;
  }

  /**
   * Appends the word of a column to a context. Returns the longest suffix of the result that is a
   * context.
   */
  advance(context: number, column: number): number {
    const cell = context * this.#words.length + column;
    if (this.#scores[cell] === UNKNOWN) this.#lookUp(context, column);
    const known = this.#next[cell];
    if (known >= 0) return known;
    // `shorter` is the next context of `#shorter[context]` with the same word. If the model has a
    // context of `context` and the word, this is the next context, and `shorter` becomes its
    // `#shorter`. Otherwise `shorter` itself is the next context.
    const shorter =
      context === EMPTY_CONTEXT ? EMPTY_CONTEXT : this.advance(this.#shorter[context], column);
    const next =
      known === OF_SHORTER ? shorter : this.#contextOf(~known, this.#length[context] + 1, shorter);
    return (this.#next[cell] = next);
  }

  /**
   * Returns the context itself if it has at most `length` words. Otherwise returns its longest
   * suffix that has at most `length` words and is a context.
   */
  truncate(context: number, length: number): number {
    while (this.#length[context] > length) context = this.#shorter[context];
    return context;
  }

  #lookUp(context: number, column: number): number {
    const found = this.#found;
    const node = this.#node[context];
    const cell = context * this.#words.length + column;
    let score: number;
    if (this.#languageModel.find(node, this.#words[column], found)) {
      score = found.logProb;
      this.#next[cell] = ~found.node;
    } else {
      score = this.#languageModel.backoff(node) + this.score(this.#shorter[context], column);
      this.#next[cell] = OF_SHORTER;
    }
    return (this.#scores[cell] = score);
  }

  /**
   * Returns the context of a node of the language model. A node that has none yet gets a new
   * context with the next free number.
   */
  #contextOf(node: number, length: number, shorter: number): number {
    const known = this.#ofNode.get(node);
    if (known !== undefined) return known;
    const context = this.#size++;
    const stride = this.#words.length;
    if (context === this.#node.length) {
      this.#node = grown(this.#node, 2 * context);
      this.#shorter = grown(this.#shorter, 2 * context);
      this.#length = grown(this.#length, 2 * context);
    }
    const end = this.#size * stride;
    if (end > this.#scores.length) {
      const cells = Math.max(2 * this.#scores.length, FEW_CONTEXTS * stride);
      this.#scores = grown(this.#scores, cells);
      this.#next = grown(this.#next, cells);
    }
    this.#scores.fill(UNKNOWN, end - stride, end);
    this.#node[context] = node;
    this.#length[context] = length;
    this.#shorter[context] = shorter;
    this.#ofNode.set(node, context);
    return context;
  }
}
