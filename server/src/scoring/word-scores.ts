import type { Problem } from '../problem/problem.ts';
import { EMPTY_CONTEXT, NO_SCORE, type LanguageModel } from '../lm/query/language-model.ts';

/** A score that was not asked for yet; no log-probability is above 0. */
const UNKNOWN_SCORE = 1;

/** The scores of a problem's words after a context. */
export interface ScoreRow {
  readonly context: number;
  /** The row of the context's suffix; null for the empty context. */
  readonly shorter: ScoreRow | null;
  readonly scores: Int32Array;
}

/**
 * A language model's scores of the words of one problem, in thousandths of a nat. Many states of a
 * search end in the same few words: the score of a word after a context is looked up once, and kept in
 * the context's row.
 */
export class WordScores {
  readonly #languageModel: LanguageModel;
  #problem!: Problem;
  /** The language model's word ids, beside the problem's surface words. */
  #surface = new Int32Array(0);
  /** Of each word of the problem, the first surface word. */
  #first = new Int32Array(0);
  /** Rows by context. */
  readonly #rows = new Map<number, ScoreRow>();

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

  /** The row of a context. */
  after(context: number): ScoreRow {
    const known = this.#rows.get(context);
    if (known !== undefined) return known;
    const row = {
      context,
      shorter: context === EMPTY_CONTEXT ? null : this.after(this.#languageModel.suffix(context)),
      scores: new Int32Array(this.#first.length).fill(UNKNOWN_SCORE),
    };
    this.#rows.set(context, row);
    return row;
  }

  /** The row of no context at all. */
  alone(): ScoreRow {
    return this.after(EMPTY_CONTEXT);
  }

  /**
   * The score of the first surface word of a word of the problem. Where the context's own n-grams lack
   * it, it has its score after the shorter context, and the back-off weight.
   */
  score(row: ScoreRow, word: number): number {
    const known = row.scores[word];
    if (known !== UNKNOWN_SCORE) return known;
    const { context, shorter } = row;
    let score = this.#languageModel.ownScore(context, this.#first[word]);
    if (score === NO_SCORE) {
      score = this.#languageModel.backoff(context) + this.score(shorter!, word);
    }
    row.scores[word] = score;
    return score;
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
