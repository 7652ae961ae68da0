import type { Problem } from '../problem/problem.ts';
import { h1, h2, type WeightSum } from './weight-sum.ts';
import type { ScoreRow, WordScores } from './word-scores.ts';

/** Scores, in thousandths of a nat, are told apart in steps of so many, to a last. */
const SCORE_STEP = 400;
const LAST_SCORE_STEP = 40;
/** In `ContextRow.ngram`: not asked for yet. */
const UNKNOWN = 1;

/** What the language model says of the words of a problem after one context. */
interface ContextRow {
  readonly scores: ScoreRow;
  readonly trigram: ScoreRow;
  readonly bigram: ScoreRow;
  /** By word: the sum of its features' weights, and its score, in thousandths of a nat. */
  readonly sums: Int32Array;
  readonly ngram: Int32Array;
}

/**
 * The features of a language model's scores of a word that would be shifted, in steps, alone and in
 * pairs. They depend on the language model's context and the word alone, and are kept by them.
 */
export class FluencyFeatures {
  /**
   * What the language model adds to SHIFT beside its features: how much likelier the word is after the
   * words before it than anywhere, in thousandths of a nat; with the sentence's end after the last word.
   */
  evidence = 0;
  readonly #weights: WeightSum;
  readonly #scores: WordScores;
  #problem!: Problem;
  readonly #rows = new Map<number, ContextRow>();
  #unigram!: ScoreRow;
  #context = 0;
  #row!: ContextRow;
  #isLastWord = false;
  #ngram = 0;

  constructor(weights: WeightSum, scores: WordScores) {
    this.#weights = weights;
    this.#scores = scores;
  }

  /** Prepares for one problem, which the scores have begun. */
  begin(problem: Problem): void {
    this.#problem = problem;
    this.#rows.clear();
    this.#unigram = this.#scores.alone();
  }

  /** Speaks of the words after a context from now on. */
  enter(context: number, isLastWord: boolean): void {
    this.#context = context;
    this.#isLastWord = isLastWord;
    this.#row = this.#rowOf(context);
  }

  /** Adds what does not depend on the tag that a word would be shifted with. */
  word(t: number): void {
    const { sums, ngram } = this.#row;
    if (ngram[t] === UNKNOWN || this.#weights.collected !== null) this.#score(t);
    else this.#weights.sum += sums[t];
    this.#ngram = ngram[t];
    this.evidence = ngram[t] - this.#scores.score(this.#unigram, t);
    if (!this.#isLastWord) return;
    const end = this.#scores.end(this.#context, t);
    this.evidence += end;
    this.#weights.add(h1(207, step(end)), 0);
  }

  /** Adds what depends on the tag of the word that `word` was asked for last. */
  tag(tag: number): void {
    this.#weights.add(h1(204, step(this.#ngram)), tag);
  }

  #score(t: number): void {
    const row = this.#row;
    const scores = this.#scores;
    const weights = this.#weights;
    const before = weights.sum;
    const ngram = scores.score(row.scores, t) + scores.inside(this.#context, t);
    const ngramStep = step(ngram);
    const trigramStep = step(scores.score(row.trigram, t));
    const bigramStep = step(scores.score(row.bigram, t));
    const unigramStep = step(scores.score(this.#unigram, t));
    weights.add(h2(201, ngramStep, this.#problem.hasArcs ? 1 : 0), 0);
    weights.add(h1(202, trigramStep), 0);
    weights.add(h1(203, bigramStep), 0);
    weights.add(h2(205, ngramStep, unigramStep), 0);
    weights.add(h2(206, bigramStep, unigramStep), 0);
    row.ngram[t] = ngram;
    row.sums[t] = weights.sum - before;
  }

  #rowOf(context: number): ContextRow {
    const known = this.#rows.get(context);
    if (known !== undefined) return known;
    const scores = this.#scores;
    const lastTwo = scores.truncate(context, 2);
    const row = {
      scores: scores.after(context),
      trigram: scores.after(lastTwo),
      bigram: scores.after(scores.truncate(lastTwo, 1)),
      sums: new Int32Array(this.#problem.size),
      ngram: new Int32Array(this.#problem.size).fill(UNKNOWN),
    };
    this.#rows.set(context, row);
    return row;
  }
}

function step(score: number): number {
  return Math.min(LAST_SCORE_STEP, Math.floor(-score / SCORE_STEP));
}
