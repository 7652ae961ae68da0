import { spread } from '../../util/hash.ts';

/**
 * How the n-grams of one order are packed. An n-gram is a context (the place of its first words in the
 * order below) and a word. Its bucket is the context's low bits plus a hash of the word, its key the
 * word and the context's high bits: bucket and key together give context and word back, so look-up is
 * exact although only the key is stored.
 *
 * A cell holds key and probability code in 32 bits, and the cells of a bucket lie side by side: a
 * look-up reads two neighbouring bucket starts and, mostly, one line of memory.
 */
export interface Layout {
  /** There are `2 ** bucketBits` buckets. */
  readonly bucketBits: number;
  readonly wordBits: number;
}

/** A cell: `key << PROB_BITS | code`. */
export const PROB_BITS = 8;
const KEY_BITS = 32 - PROB_BITS;

/** A bucket has between this and twice as many cells on average. */
const CELLS_A_BUCKET = 4;

/** Ids take at least 4 bits less than a key, so that contexts have some. */
export const MAX_WORDS = 2 ** (KEY_BITS - 4);
/** N-grams of one order. */
export const MAX_NGRAMS = 2 ** KEY_BITS;
/** The longest n-grams of a model: longer ones gain nothing, and make files and queries larger. */
export const MAX_ORDER = 5;

export function layoutFor(ngrams: number, contexts: number, words: number): Layout {
  const wordBits = bitsFor(words);
  const bySize = Math.floor(Math.log2(Math.max(1, ngrams / CELLS_A_BUCKET)));
  // What of the context the key has no room for, the bucket must tell.
  const byKey = bitsFor(contexts) - (KEY_BITS - wordBits);
  return { bucketBits: Math.max(bySize, byKey, 0), wordBits };
}

/** Whether a value is the layout of an order: what a file says may be anything. */
export function isLayout({ bucketBits, wordBits }: Layout): boolean {
  const isIn = (bits: number): boolean => Number.isInteger(bits) && bits >= 0 && bits <= KEY_BITS;
  return isIn(bucketBits) && isIn(wordBits);
}

export function bucketOf({ bucketBits }: Layout, context: number, word: number): number {
  return (context + spread(word)) & ((1 << bucketBits) - 1);
}

export function keyOf({ bucketBits, wordBits }: Layout, context: number, word: number): number {
  return ((context >>> bucketBits) << wordBits) | word;
}

export function wordOf({ wordBits }: Layout, key: number): number {
  return key & ((1 << wordBits) - 1);
}

export function contextOf(layout: Layout, bucket: number, key: number): number {
  const { bucketBits, wordBits } = layout;
  const low = (bucket - spread(wordOf(layout, key))) & ((1 << bucketBits) - 1);
  return ((key >>> wordBits) << bucketBits) | low;
}

function bitsFor(values: number): number {
  return Math.ceil(Math.log2(Math.max(2, values)));
}
