import { LOG_ZERO, startsOf, type BackoffModel, type NgramTable } from './backoff-model.ts';
import type { NgramCounts, OrderCounts } from './counts.ts';

/** The amounts to subtract from adjusted counts of one, two, and three or more. */
export type Discounts = readonly [number, number, number];

/** For a text that is too small for estimates. */
const DISCOUNTS_OF_SMALL_TEXT: Discounts = [0.5, 1, 1.5];

/**
 * Estimates the discounts of an order from the numbers of n-grams with adjusted counts of one to
 * four (Chen and Goodman 1998, section 3.1, equation 26). If one of these numbers is 0, or an
 * estimate is out of range, returns `DISCOUNTS_OF_SMALL_TEXT`.
 */
export function estimateDiscounts({ adjusted }: Pick<OrderCounts, 'adjusted'>): Discounts {
  const n = [0, 0, 0, 0, 0];
  for (const count of adjusted) if (count >= 1 && count <= 4) n[count]++;
  if (n.slice(1).includes(0)) return DISCOUNTS_OF_SMALL_TEXT;
  const y = n[1] / (n[1] + 2 * n[2]);
  const discount = (count: number): number => count - ((count + 1) * y * n[count + 1]) / n[count];
  const discounts = [discount(1), discount(2), discount(3)] as const;
  return discounts.every((d, i) => d > 0 && d <= i + 1) ? discounts : DISCOUNTS_OF_SMALL_TEXT;
}

/**
 * Estimates a model by interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998, section
 * 3.1). Unigrams are interpolated with the uniform distribution over the vocabulary without `<s>`,
 * so that unseen words and `<unk>` have some probability.
 */
export function estimateKneserNey(counts: NgramCounts): BackoffModel {
  const tables: NgramTable[] = [];
  // The probabilities (not their logarithms) of the next lower order.
  let lower: Float64Array = Float64Array.of(1 / (counts.vocabulary.size - 1));
  counts.orders.forEach((order, n) => {
    const contexts = n === 0 ? 1 : counts.orders[n - 1].size;
    const { prob, backoff } = estimateOrder(order, contexts, lower);
    if (n > 0) tables[n - 1].logBackoff.set(backoff.map(Math.log10));
    const logProb = prob.map(Math.log10);
    if (n === 0) logProb[counts.vocabulary.begin] = LOG_ZERO;
    tables.push({
      context: order.context,
      word: order.word,
      logProb,
      logBackoff: new Float64Array(order.size),
    });
    lower = prob;
  });
  return { vocabulary: counts.vocabulary, tables };
}

function estimateOrder(
  order: OrderCounts,
  contexts: number,
  lower: Float64Array,
): { prob: Float64Array; backoff: Float64Array } {
  const discounts = estimateDiscounts(order);
  const start = startsOf(order, contexts);
  const prob = new Float64Array(order.size);
  const backoff = new Float64Array(contexts).fill(1);
  for (let c = 0; c < contexts; c++) {
    let total = 0;
    let discounted = 0;
    for (let i = start[c]; i < start[c + 1]; i++) {
      total += order.adjusted[i];
      discounted += discountOf(order.adjusted[i], discounts);
    }
    // No word follows this context in the text.
    if (total === 0) continue;
    backoff[c] = discounted / total;
    for (let i = start[c]; i < start[c + 1]; i++) {
      const count = order.adjusted[i];
      const own = (count - discountOf(count, discounts)) / total;
      prob[i] = own + backoff[c] * lower[order.suffix[i]];
    }
  }
  return { prob, backoff };
}

function discountOf(count: number, discounts: Discounts): number {
  return count === 0 ? 0 : discounts[Math.min(count, 3) - 1];
}
