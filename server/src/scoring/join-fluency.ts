import { Contexts, EMPTY_CONTEXT } from '../lm/query/contexts.ts';
import type { Problem } from '../problem/problem.ts';
import { unitsByWord, type WeightedLanguageModel } from './fluency.ts';
import type { FeatureObserver } from './feature-sum.ts';
import { MemoTable } from './memo-table.ts';

/**
 * What a language model says of the n-grams that a join makes: 0.8 of the log-probability of each new 4-gram, 0.16 of
 * each trigram, 0.04 of each bigram (Zhang, Blackwood & Clark 2012, Section 4), in twenty-fifths.
 */
const BY_LENGTH = [0, 0, 1, 4, 20];
const PARTS = 25;
/** Words on each side that new n-grams may have. */
const REACH = 3;
/** Scores come in thousandths of a nat. */
const MILLI = 1000;
const SLOT_BITS = 14;

/** The language model's part of joins, in units of the weights. */
export class JoinFluency {
  observer: FeatureObserver | null = null;
  readonly #weighted: WeightedLanguageModel;
  readonly #contexts: Contexts;
  readonly #memo = new MemoTable();
  readonly #scores = new Int32Array(1 << SLOT_BITS);
  #problem!: Problem;
  /** Columns of `#contexts`, beside the problem's surface words. */
  #columns = new Int32Array(0);
  #units = new Int32Array(0);
  // The surface words beside the join, the nearest first, and of those behind it the units of their words.
  readonly #before = new Int32Array(REACH);
  readonly #behind = new Int32Array(REACH);
  readonly #unitsBehind = new Int32Array(REACH);

  constructor(weighted: WeightedLanguageModel) {
    this.#weighted = weighted;
    this.#contexts = new Contexts(weighted.languageModel);
  }

  /** Prepares for the joins of one problem. */
  begin(problem: Problem): void {
    this.#problem = problem;
    const { languageModel, unitsPerNat } = this.#weighted;
    const columns = new Map<number, number>();
    this.#columns = Int32Array.from(problem.surfaceText, (form) => {
      const id = languageModel.wordId(form);
      const column = columns.get(id) ?? columns.size;
      columns.set(id, column);
      return column;
    });
    this.#contexts.begin(Int32Array.from(columns.keys()));
    this.#units = unitsByWord(problem, unitsPerNat);
    this.#memo.begin(2 * REACH, SLOT_BITS);
  }

  /**
   * What a join adds.
   *
   * @param variants holds the last three variants before the join, the last one first, from `last`, and the first three
   *   behind it from `first`; `variantCount` where there is none
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

  #scoreAnew(): number {
    const { key } = this.#memo;
    const contexts = this.#contexts;
    const before = this.#readBefore(key);
    const behind = this.#readBehind(key);
    let sum = 0;
    for (let at = 0; at < behind; at++) {
      const most = Math.min(before, REACH - at);
      let weighted = 0;
      // Contexts of `own` words before the join, and of those between it and the word.
      for (let own = 1; own <= most; own++) {
        let context = EMPTY_CONTEXT;
        for (let i = own - 1; i >= 0; i--) context = contexts.advance(context, this.#before[i]);
        for (let i = 0; i < at; i++) context = contexts.advance(context, this.#behind[i]);
        weighted += BY_LENGTH[own + at + 1] * contexts.score(context, this.#behind[at]);
      }
      sum += weighted * this.#unitsBehind[at];
    }
    return Math.round(sum / (PARTS * MILLI));
  }

  /** @returns how many surface words there are, three at most */
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
