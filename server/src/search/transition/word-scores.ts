import type { Problem } from '../../constraints/problem.ts';
import { EMPTY_CONTEXT, type LanguageModel } from '../../lm/language-model.ts';

/**
 * A language model's scores of the words of one problem, in thousandths of a nat. Many states of a
 * search end in the same few words: the scores of all words after a context are looked up together,
 * once, and kept in rows.
 */
export class WordScores {
  readonly #languageModel: LanguageModel;
  #problem!: Problem;
  /** The language model's word ids, beside the problem's surface words. */
  #surface = new Int32Array(0);
  /** Of each word of the problem, the first surface word. */
  #first = new Int32Array(0);
  /** Rows by context. */
  readonly #rows = new Map<number, Int32Array>();

  constructor(languageModel: LanguageModel) {
    this.#languageModel = languageModel;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem): void {
    this.#problem = problem;
    this.#surface = Int32Array.from(problem.surfaceText, (form) =>
      this.#languageModel.wordId(form),
    );
    this.#first = Int32Array.from(
      { length: problem.size },
      (_, word) => this.#surface[problem.surfaceStart[word]],
    );
    this.#rows.clear();
  }

  /** The context at the beginning of a sentence. */
  get start(): number {
    return this.#languageModel.start;
  }

  /** The context after a word or phrase of the problem. */
  advance(context: number, word: number): number {
    const { surfaceStart } = this.#problem;
    for (let i = surfaceStart[word]; i < surfaceStart[word + 1]; i++) {
      context = this.#languageModel.advance(context, this.#surface[i]);
    }
    return context;
  }

  /** The last `length` words of a context. */
  truncate(context: number, length: number): number {
    return this.#languageModel.truncate(context, length);
  }

  /** By word of the problem, the score of its first surface word after a context. */
  after(context: number): Int32Array {
    const known = this.#rows.get(context);
    if (known !== undefined) return known;
    const row = new Int32Array(this.#first.length);
    const shorter =
      context === EMPTY_CONTEXT ? row : this.after(this.#languageModel.suffix(context));
    this.#languageModel.scoreAll(context, this.#first, shorter, row);
    this.#rows.set(context, row);
    return row;
  }

  /** By word of the problem, the score of its first surface word whatever is before it. */
  alone(): Int32Array {
    return this.after(EMPTY_CONTEXT);
  }

  /** The sum of the scores of a phrase's words after its first; 0 for a single word. */
  inside(context: number, phrase: number): number {
    const { surfaceStart } = this.#problem;
    const end = surfaceStart[phrase + 1];
    let score = 0;
    let node = context;
    for (let i = surfaceStart[phrase] + 1; i < end; i++) {
      node = this.#languageModel.advance(node, this.#surface[i - 1]);
      score += this.#languageModel.score(node, this.#surface[i]);
    }
    return score;
  }

  /** The score of the end of the sentence after a context and a last word or phrase. */
  end(context: number, word: number): number {
    return this.#languageModel.score(this.advance(context, word), this.#languageModel.end);
  }
}
