import { BackoffQuery, startsOf, type BackoffModel, type NgramTable } from './backoff-model.ts';
import type { NgramCounts } from './counts.ts';
import { NgramWords } from './ngram-words.ts';

export interface Pruning {
  /**
   * Indexed by order, from unigrams: n-grams that occur less often are removed. The last number
   * also applies to all higher orders. Unigrams are always kept.
   */
  readonly cutoffs: readonly number[];
  /**
   * Indexed by order, from unigrams: an n-gram is removed if its removal raises the training
   * perplexity by a smaller share than this. The last number also applies to all higher orders. The
   * threshold 0 removes nothing.
   */
  readonly thresholds: readonly number[];
}

/**
 * Removes n-grams that occur too rarely, and n-grams that change the model's distribution too
 * little (relative entropy; Stolcke 1998, section 3). The beginnings of a kept n-gram are kept,
 * too. New back-off weights make the probabilities after every context sum to one again.
 *
 * The probability of a context is computed from its occurrences, not from the model: the lower
 * orders of Kneser-Ney are not marginal distributions (Chelba, Brants, Neveitt and Xu 2010).
 *
 * @param model made by `estimateKneserNey` from these counts
 */
export function prune(model: BackoffModel, counts: NgramCounts, pruning: Pruning): BackoffModel {
  const kept: Uint8Array[] = model.tables.map((table) => new Uint8Array(table.word.length).fill(1));
  for (let n = model.tables.length - 1; n > 0; n--) {
    keepFrequent(counts, n, ofOrder(pruning.cutoffs, n) ?? 1, kept[n]);
    const threshold = ofOrder(pruning.thresholds, n) ?? 0;
    if (threshold > 0) keepInformative(model, counts, n, threshold, kept[n]);
    if (n + 1 < model.tables.length) keepContexts(model.tables[n + 1], kept[n + 1], kept[n]);
  }
  if (kept.every((flags) => !flags.includes(0))) return model;
  return renormalise({ vocabulary: model.vocabulary, tables: compact(model.tables, kept) });
}

function ofOrder(list: readonly number[], n: number): number | undefined {
  return list.at(n) ?? list.at(-1);
}

function keepFrequent(counts: NgramCounts, n: number, cutoff: number, kept: Uint8Array): void {
  counts.orders[n].occurrences.forEach((count, i) => {
    if (count < cutoff) kept[i] = 0;
  });
}

/**
 * Removes each n-gram whose removal would hardly change the model (Stolcke 1998, equations 3 to 7).
 * Each n-gram is judged as if no other were removed.
 */
function keepInformative(
  model: BackoffModel,
  counts: NgramCounts,
  n: number,
  threshold: number,
  kept: Uint8Array,
): void {
  const table = model.tables[n];
  const below = model.tables[n - 1];
  const { suffix } = counts.orders[n];
  const start = startsOf(table, below.word.length);
  for (let c = 0; c < below.word.length; c++) {
    // Consider the words that have no n-gram with this context in the table. `left` is their total
    // probability after the context. `lowerLeft` is their total probability after the context
    // without its first word.
    let left = 1;
    let lowerLeft = 1;
    for (let i = start[c]; i < start[c + 1]; i++) {
      left -= 10 ** table.logProb[i];
      lowerLeft -= 10 ** below.logProb[suffix[i]];
    }
    const contextProb = contextProbability(counts, n, c);
    for (let i = start[c]; i < start[c + 1]; i++) {
      const prob = 10 ** table.logProb[i];
      const lowerProb = 10 ** below.logProb[suffix[i]];
      const newBackoff = Math.log((left + prob) / (lowerLeft + lowerProb));
      const oldBackoff = Math.LN10 * below.logBackoff[c];
      const change =
        prob * (Math.log(lowerProb) + newBackoff - Math.log(prob)) +
        Math.max(0, left) * (newBackoff - oldBackoff);
      if (Math.expm1(-contextProb * change) < threshold) kept[i] = 0;
    }
  }
}

/**
 * Returns the number of occurrences of a context, divided by the number of tokens. The occurrences
 * of `<s>` are not counted. Since `<s>` and `</s>` both occur once in each sentence, those of
 * `</s>` are used.
 */
function contextProbability(counts: NgramCounts, n: number, context: number): number {
  const { occurrences, word } = counts.orders[n - 1];
  const isBegin = n === 1 && word[context] === counts.vocabulary.begin;
  const sentenceEnds = counts.orders[0].occurrences[counts.vocabulary.end];
  return (isBegin ? sentenceEnds : occurrences[context]) / counts.tokens;
}

function keepContexts(longer: NgramTable, longerKept: Uint8Array, kept: Uint8Array): void {
  longer.context.forEach((context, i) => {
    if (longerKept[i] === 1) kept[context] = 1;
  });
}

function compact(tables: readonly NgramTable[], kept: readonly Uint8Array[]): NgramTable[] {
  let places = Int32Array.of(0);
  return tables.map((table, n) => {
    const flags = kept[n];
    const keep = (_: number, i: number): boolean => flags[i] === 1;
    const rank = places;
    const compacted = {
      context: table.context.filter(keep).map((context) => rank[context]),
      word: table.word.filter(keep),
      logProb: table.logProb.filter(keep),
      logBackoff: table.logBackoff.filter(keep),
    };
    places = new Int32Array(flags.length);
    for (let i = 0, place = 0; i < flags.length; i++) if (flags[i] === 1) places[i] = place++;
    return compacted;
  });
}

/** Sets the back-off weights so that the probabilities after each context sum to one. */
function renormalise(model: BackoffModel): BackoffModel {
  const query = new BackoffQuery(model);
  // Shorter contexts come first, since longer contexts back off to them.
  for (let n = 1; n < model.tables.length; n++) {
    const below = model.tables[n - 1];
    const contexts = new NgramWords(model);
    for (let c = 0; c < below.word.length; c++) {
      const [from, to] = [query.childStart[n][c], query.childStart[n][c + 1]];
      below.logBackoff[c] =
        from === to ? 0 : logBackoff(query, n, contexts.of(n - 1, c).slice(1), from, to);
    }
  }
  return model;
}

/** @param shorter the context without its first word */
function logBackoff(
  query: BackoffQuery,
  n: number,
  shorter: readonly number[],
  from: number,
  to: number,
): number {
  const table = query.model.tables[n];
  let left = 1;
  let lowerLeft = 1;
  for (let i = from; i < to; i++) {
    left -= 10 ** table.logProb[i];
    lowerLeft -= 10 ** query.logProb(table.word[i], shorter);
  }
  // If every word has an n-gram with this context in the table, no word backs off, and the back-off
  // weight has no effect.
  return left > 1e-12 ? Math.log10(left / lowerLeft) : 0;
}
