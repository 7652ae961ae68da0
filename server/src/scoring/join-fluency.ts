import { Contexts, EMPTY_CONTEXT } from '../lm/query/contexts.ts';
import type { Problem } from '../problem/problem.ts';
import { columnsOf, formScore, MILLI, unitsByWord, type WeightedLanguageModel } from './fluency.ts';
import type { FeatureObserver } from './feature-sum.ts';
import { MemoTable } from './memo-table.ts';

/** The number of words to read on each side of a join. */
const REACH = 3;
const SLOT_BITS = 14;

/**
 * A language model's scores of joins, in units of the weights. A join puts two strings of words
 * together. Its score says how much likelier the words before the join make the words after it. The
 * scores of a sentence's joins, beginning and end add up to its evidence: how much likelier each
 * word is after the preceding words than alone.
 *
 * Zhang, Blackwood & Clark (2012, Section 4) add the log-probabilities of the n-grams that a join
 * makes. In their sum, a rare word costs nothing if no word precedes it. So sentences would begin
 * with the rarest words of their bags.
 */
export class JoinFluency {
  observer: FeatureObserver | null = null;
  readonly #weighted: WeightedLanguageModel;
  readonly #contexts: Contexts;
  readonly #memo = new MemoTable();
  readonly #scores = new Int32Array(1 << SLOT_BITS);
  #problem!: Problem;
  /** Indexed by surface word: its column in `#contexts`. */
  #columns = new Int32Array(0);
  #end = 0;
  #units = new Int32Array(0);
  // The surface words before and after the join, as columns, the nearest word first.
  readonly #before = new Int32Array(REACH);
  readonly #behind = new Int32Array(REACH);
  readonly #unitsBehind = new Int32Array(REACH);

  constructor(weighted: WeightedLanguageModel) {
    this.#weighted = weighted;
    this.#contexts = new Contexts(weighted.languageModel);
  }

  begin(problem: Problem): void {
    this.#problem = problem;
    const { languageModel, unitsPerNat } = this.#weighted;
    const { words, ofSurface, end } = columnsOf(problem, languageModel);
    this.#columns = ofSurface;
    this.#end = end;
    this.#contexts.begin(words);
    this.#units = unitsByWord(problem, unitsPerNat);
    this.#memo.begin(2 * REACH, SLOT_BITS);
  }

  /**
   * Returns the score of a variant's form, never above 0: how much less likely the form is than the
   * likeliest form of its lemma. For a word that is no lemma, returns 0.
   */
  form(variant: number): number {
    const { variantWeight, variantWord } = this.#problem;
    return formScore(variantWeight[variant], this.#units[variantWord[variant]]);
  }

  /**
   * @param variants the variants near the join; `variantCount` stands for a missing one
   * @param last the index of the last variant before the join; the second last and the third last
   *   follow
   * @param first the index of the first of the three variants after the join
   */
  score(variants: Int32Array, last: number, first: number): number {
    const { key } = this.#memo;
    for (let i = 0; i < REACH; i++) {
      key[i] = variants[last + i] + 1;
      key[REACH + i] = variants[first + i];
    }
    if (!this.#memo.find()) this.#scores[this.#memo.slot] = this.#scoreAnew();
    const score = this.#scores[this.#memo.slot];
    this.observer?.onEvidence?.(score);
    return score;
  }

  /**
   * Returns the score of the beginning and the end of a sentence.
   *
   * @param variants the variants at both ends; `variantCount` stands for a missing one
   * @param last the index of the sentence's last variant; the second last and the third last follow
   * @param first the index of the first of the sentence's first three variants
   */
  ends(variants: Int32Array, last: number, first: number): number {
    const { key } = this.#memo;
    const contexts = this.#contexts;
    for (let i = 0; i < REACH; i++) {
      key[i] = variants[last + i] + 1;
      key[REACH + i] = variants[first + i];
    }
    const behind = this.#readBehind(key);
    let sum = this.#gain(contexts.start, behind);
    // For a sentence of fewer than REACH words, the context of the end includes the beginning.
    const before = this.#contextBefore(behind < REACH ? contexts.start : EMPTY_CONTEXT, key);
    sum +=
      contexts.score(before, this.#end) * this.#units[this.#problem.variantWord[variants[last]]];
    const score = Math.round(sum / MILLI);
    this.observer?.onEvidence?.(score);
    return score;
  }

  #scoreAnew(): number {
    const { key } = this.#memo;
    const behind = this.#readBehind(key);
    return Math.round(this.#gain(this.#contextBefore(EMPTY_CONTEXT, key), behind) / MILLI);
  }

  /**
   * Returns how much likelier `context` makes the words after the join than an empty context does,
   * in thousandths of a unit of the weights.
   */
  #gain(context: number, behind: number): number {
    const contexts = this.#contexts;
    let without = EMPTY_CONTEXT;
    let sum = 0;
    for (let at = 0; at < behind; at++) {
      const column = this.#behind[at];
      const gain = contexts.score(context, column) - contexts.score(without, column);
      sum += gain * this.#unitsBehind[at];
      context = contexts.advance(context, column);
      without = contexts.advance(without, column);
    }
    return sum;
  }

  /** Extends `context` by the words before the join. */
  #contextBefore(context: number, key: Int32Array): number {
    for (let i = this.#readBefore(key) - 1; i >= 0; i--) {
      context = this.#contexts.advance(context, this.#before[i]);
    }
    return context;
  }

  /** Fills `#before` from the key. Returns the number of surface words. */
  #readBefore(key: Int32Array): number {
    const { variantCount, variantForm, surfaceStart } = this.#problem;
    let count = 0;
    for (let i = 0; i < REACH; i++) {
      const variant = key[i] - 1;
      if (variant === variantCount) break;
      const form = variantForm[variant];
      for (let at = surfaceStart[form + 1] - 1; at >= surfaceStart[form]; at--) {
        if (count < REACH) this.#before[count++] = this.#columns[at];
      }
    }
    return count;
  }

  #readBehind(key: Int32Array): number {
    const { variantCount, variantForm, variantWord, surfaceStart } = this.#problem;
    let count = 0;
    for (let i = REACH; i < 2 * REACH; i++) {
      const variant = key[i];
      if (variant === variantCount) break;
      const form = variantForm[variant];
      for (let at = surfaceStart[form]; at < surfaceStart[form + 1]; at++) {
        if (count === REACH) break;
        this.#unitsBehind[count] = this.#units[variantWord[variant]];
        this.#behind[count++] = this.#columns[at];
      }
    }
    return count;
  }
}
