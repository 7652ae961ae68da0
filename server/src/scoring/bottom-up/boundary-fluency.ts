import { Contexts, EMPTY_CONTEXT } from '../../lm/query/contexts.ts';
import type { Problem } from '../../problem/problem.ts';
import { columnsOf, MILLI, type WeightedLanguageModel } from '../fluency.ts';

/** The number of words that a score reads on each side of a boundary. */
const REACH = 3;

/**
 * A language model's scores of boundaries. A boundary is the place where an ordered subtree follows
 * the words before it. The first boundary is after the sentence's beginning. A score says how much
 * likelier the words before the boundary make the words after it. The scores of a sentence's
 * boundaries and of its end add up to its evidence: how much likelier each word is after the
 * preceding words than without context.
 */
export class BoundaryFluency {
  readonly #weighted: WeightedLanguageModel;
  readonly #contexts: Contexts;
  #columns = new Int32Array(0);
  #end = 0;

  constructor(weighted: WeightedLanguageModel) {
    this.#weighted = weighted;
    this.#contexts = new Contexts(weighted.languageModel);
  }

  /** The contexts of earlier problems become invalid. */
  begin(problem: Problem): void {
    const { words, ofSurface, end } = columnsOf(problem, this.#weighted.languageModel);
    this.#columns = ofSurface;
    this.#end = end;
    this.#contexts.begin(words);
  }

  /**
   * How much one nat of evidence is worth, in units of the weights. In a full tree, each word has a
   * given head or is the root, so `UnitsPerNat.given` applies to all words.
   */
  get unitsPerNat(): number {
    return this.#weighted.unitsPerNat.given;
  }

  /** The context at the beginning of a sentence. */
  get start(): number {
    return this.#contexts.start;
  }

  /**
   * Returns the column of a surface word in the tables of `Contexts`. The other methods take
   * columns instead of words.
   *
   * @param surface an index of `Problem.surface`
   */
  columnOf(surface: number): number {
    return this.#columns[surface];
  }

  /** Returns the context after a word, cut to at most `REACH` words. */
  advance(context: number, column: number): number {
    return this.#contexts.truncate(this.#contexts.advance(context, column), REACH);
  }

  /**
   * Returns the score of a boundary, in units of the weights.
   *
   * @param context the context before the boundary
   * @param columns holds the columns of the words after the boundary, from index `at`
   * @param count how many words follow the boundary; only the first three are read
   */
  score(context: number, columns: Int32Array, at: number, count: number): number {
    let without = EMPTY_CONTEXT;
    let gain = 0;
    const end = at + Math.min(REACH, count);
    for (let i = at; i < end; i++) {
      if (i > at) {
        context = this.advance(context, columns[i - 1]);
        without = this.advance(without, columns[i - 1]);
      }
      if (context === without) break;
      gain += this.gain(context, without, columns[i]);
    }
    return Math.round((gain * this.unitsPerNat) / MILLI);
  }

  /**
   * Returns how much likelier a word is after `context` than after `without`, in thousandths of a
   * nat.
   */
  gain(context: number, without: number, column: number): number {
    return this.#contexts.score(context, column) - this.#contexts.score(without, column);
  }

  /** Returns the score of the sentence's end, in units of the weights. */
  end(context: number): number {
    return Math.round((this.#contexts.score(context, this.#end) * this.unitsPerNat) / MILLI);
  }
}
