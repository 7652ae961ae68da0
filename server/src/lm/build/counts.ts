import { grown } from '../../util/grown.ts';
import { PairIndex, sortPairs } from './pair-index.ts';
import type { Vocabulary } from '../query/vocabulary.ts';
import type { LowerCaseStart } from './usual-case.ts';

/** The counted n-grams of one order, sorted by context, then by word. */
export interface OrderCounts {
  readonly size: number;
  /** The index of the n-gram without its last word, in the next lower order; 0 for unigrams. */
  readonly context: Int32Array;
  /** The id of the last word. */
  readonly word: Int32Array;
  /** The index of the n-gram without its first word, in the next lower order; 0 for unigrams. */
  readonly suffix: Int32Array;
  readonly occurrences: Int32Array;
  /**
   * The count for Kneser-Ney smoothing. For the highest order, and for n-grams that begin with
   * `<s>`, it is the number of occurrences. For all others, it is the number of distinct words that
   * occur before the n-gram (its continuation count).
   */
  readonly adjusted: Int32Array;
}

export interface NgramCounts {
  readonly vocabulary: Vocabulary;
  /** Indexed by order, from unigrams. A unigram's index is its word id. */
  readonly orders: readonly OrderCounts[];
  /** Words and sentence ends. */
  readonly tokens: number;
}

/** Numbers and counts the n-grams of one order. */
class Counter {
  readonly pairs = new PairIndex();
  suffix = new Int32Array(1024);
  occurrences = new Int32Array(1024);
  continuations = new Int32Array(1024);
  /** Indexed by n-gram: 1 if it begins with `<s>`. */
  initial = new Int32Array(1024);

  reserve(index: number): void {
    if (index < this.suffix.length) return;
    const length = 2 * this.suffix.length;
    this.suffix = grown(this.suffix, length);
    this.occurrences = grown(this.occurrences, length);
    this.continuations = grown(this.continuations, length);
    this.initial = grown(this.initial, length);
  }
}

export interface CountOptions {
  /**
   * Returns the first word of a sentence in lower case. N-grams with this word are counted as
   * written and in lower case. Null to count the sentence only as written.
   */
  readonly startOf?: ((sentence: readonly string[]) => LowerCaseStart | null) | undefined;
  readonly onSentence?: () => void;
}

/** Counts the n-grams of up to `order` words. */
export function countNgrams(
  sentences: Iterable<readonly string[]>,
  vocabulary: Vocabulary,
  order: number,
  { startOf = () => null, onSentence }: CountOptions = {},
): NgramCounts {
  const ids = new Map<string, number>();
  const idOf = (form: string): number => {
    const id = ids.get(form) ?? vocabulary.id(form);
    ids.set(form, id);
    return id;
  };
  const counters = Array.from({ length: order }, () => new Counter());
  for (let id = 0; id < vocabulary.size; id++) {
    counters[0].pairs.add(0, id);
    counters[0].reserve(id);
  }
  let tokens = 0;
  for (const sentence of sentences) {
    const words = [...sentence.map(idOf), vocabulary.end];
    countSentence(counters, words, vocabulary.begin, null);
    tokens += words.length;
    const start = startOf(sentence);
    if (start !== null) {
      words[start.place] = idOf(start.form);
      countSentence(counters, words, vocabulary.begin, start.place);
    }
    onSentence?.();
  }
  return { vocabulary, orders: sortOrders(counters, vocabulary.size), tokens };
}

/**
 * Counts the n-grams of a sentence.
 *
 * @param words the ids of the words and of the end of the sentence
 * @param begin the id of `<s>`
 * @param place null to count all n-grams. Otherwise counts only the n-grams that contain this
 *   place: the sentence has been counted before, with another word there
 */
function countSentence(
  counters: readonly Counter[],
  words: readonly number[],
  begin: number,
  place: number | null,
): void {
  const order = counters.length;
  // At index `n`: which n-gram of `n + 1` words (its number in `counters[n]`) ends at the previous
  // word (`last`) or at the current word (`current`).
  let last = new Int32Array(order);
  let current = new Int32Array(order);
  last[0] = begin;
  const end = place === null ? words.length : Math.min(words.length, place + order);
  for (let t = 0; t < end; t++) {
    const longest = Math.min(order, t + 2);
    for (let n = 0; n < longest; n++) {
      const isNew = place === null || (t - n <= place && place <= t);
      current[n] = isNew
        ? count(counters, n, last, current, words[t], n === t + 1)
        : find(counters, n, last, words[t]);
    }
    [last, current] = [current, last];
  }
}

/**
 * Counts the n-gram of `n + 1` words that ends in `word`, and returns its number. `last` and
 * `current` are those of `countSentence`.
 *
 * @param initial whether the n-gram begins with `<s>`
 */
function count(
  counters: readonly Counter[],
  n: number,
  last: Int32Array,
  current: Int32Array,
  word: number,
  initial: boolean,
): number {
  const counter = counters[n];
  const index = n === 0 ? word : counter.pairs.add(last[n - 1], word);
  counter.reserve(index);
  if (counter.occurrences[index]++ === 0 && n > 0) {
    counter.suffix[index] = current[n - 1];
    counter.initial[index] = initial ? 1 : 0;
    counters[n - 1].continuations[current[n - 1]]++;
  }
  return index;
}

/** Returns the number of an n-gram that was counted before. The parameters are those of `count`. */
function find(counters: readonly Counter[], n: number, last: Int32Array, word: number): number {
  return n === 0 ? word : counters[n].pairs.find(last[n - 1], word);
}

function sortOrders(counters: readonly Counter[], words: number): OrderCounts[] {
  const orders: OrderCounts[] = [];
  let below = Int32Array.of(0);
  counters.forEach((counter, n) => {
    const { pairs } = counter;
    const { size } = pairs;
    const context = pairs.context.subarray(0, size).map((index) => below[index]);
    const contexts = n === 0 ? 1 : orders[n - 1].size;
    const sorted = sortPairs(context, pairs.word.subarray(0, size), contexts, words);
    const isHighest = n === counters.length - 1;
    const take = (array: Int32Array): Int32Array => sorted.map((index) => array[index]);
    const rank = below;
    orders.push({
      size,
      context: take(context),
      word: take(pairs.word),
      suffix: sorted.map((index) => rank[counter.suffix[index]]),
      occurrences: take(counter.occurrences),
      adjusted: sorted.map((index) =>
        isHighest || counter.initial[index] === 1
          ? counter.occurrences[index]
          : counter.continuations[index],
      ),
    });
    below = new Int32Array(size);
    sorted.forEach((index, place) => (below[index] = place));
  });
  return orders;
}
