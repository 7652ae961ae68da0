import { isNatural, isObject } from '../../model/file.ts';
import { spread } from '../../util/hash.ts';

/**
 * How the n-grams of one order are packed into a hash table. An n-gram consists of a word and a
 * context: the index of the first n − 1 words among the (n − 1)-grams. An n-gram's bucket is
 * numbered by the context's low bits plus a hash of the word. An n-gram's key is the word and the
 * context's high bits. No two n-grams have the same bucket and key, so a look-up is exact although
 * only the key is stored.
 *
 * A cell is 32 bits: the key and the probability code of an n-gram. The cells of a bucket are
 * neighbours, so a look-up reads two neighbouring bucket starts and usually one cache line.
 */
export interface Layout {
  /** The base-2 logarithm of the number of buckets. */
  readonly bucketBits: number;
  /** How many bits of a key hold the word. */
  readonly wordBits: number;
}

export interface Order {
  /** Indexed by code: the log-probability. */
  readonly probBook: Int32Array;
  /**
   * Indexed by n-gram: the code of its back-off weight, or NO_CONTEXT. Empty for the highest order.
   */
  readonly backoff: Uint8Array;
  /** Indexed by code: the logarithm of the back-off weight. */
  readonly backoffBook: Int32Array;
  /**
   * The node (number) of the order's first n-gram. All n-grams are numbered in one series, order
   * after order.
   */
  readonly firstNode: number;
}

/** The unigrams. The place of a unigram is its word id. */
export interface Unigrams extends Order {
  /** Indexed by word id: the code of the log-probability. */
  readonly codes: Uint8Array;
}

/** The n-grams of one order above 1. */
export interface Ngrams extends Order {
  readonly layout: Layout;
  /** Indexed by bucket: its first cell. The last element is the number of cells. */
  readonly start: Uint32Array;
  readonly cells: Uint32Array;
}

/** The number of bits of the probability's code in a cell, which is `key << PROB_BITS | code`. */
export const PROB_BITS = 8;
const KEY_BITS = 32 - PROB_BITS;

/**
 * On average, a bucket has at least this many cells, and less than twice as many. If keys need more
 * buckets, it has fewer.
 */
const CELLS_A_BUCKET = 4;

/**
 * The limit on the number of words. A word id takes at least 4 bits less than a key, so that the
 * key also has bits for the context.
 */
export const MAX_WORDS = 2 ** (KEY_BITS - 4);
/** The limit on the number of n-grams of one order. */
export const MAX_NGRAMS = 2 ** KEY_BITS;
/**
 * The limit on the order of a model. Longer n-grams would make files larger and queries slower, and
 * gain nothing.
 */
export const MAX_ORDER = 5;

export function layoutFor(ngrams: number, contexts: number, words: number): Layout {
  const wordBits = bitsFor(words);
  const bySize = Math.floor(Math.log2(Math.max(1, ngrams / CELLS_A_BUCKET)));
  // The bits of the context that do not fit into the key must be in the number of the bucket.
  const byKey = bitsFor(contexts) - (KEY_BITS - wordBits);
  return { bucketBits: Math.max(bySize, byKey, 0), wordBits };
}

/** Whether a value is the layout of a table of n-grams. The value comes from a file, which may be forged. */
export function isLayout(value: unknown): value is Layout {
  const isIn = (bits: unknown): boolean => isNatural(bits) && bits <= KEY_BITS;
  return isObject(value) && isIn(value.bucketBits) && isIn(value.wordBits);
}

export function bucketOf({ bucketBits }: Layout, context: number, word: number): number {
  return (context + spread(word)) & ((1 << bucketBits) - 1);
}

export function keyOf({ bucketBits, wordBits }: Layout, context: number, word: number): number {
  return ((context >>> bucketBits) << wordBits) | word;
}

/** Stands for the place of an n-gram that the model lacks. */
export const NOT_FOUND = -1;

/** Returns the place of an n-gram; NOT_FOUND if the model lacks it. */
export function find({ layout, start, cells }: Ngrams, context: number, word: number): number {
  const bucket = bucketOf(layout, context, word);
  const key = keyOf(layout, context, word);
  const end = start[bucket + 1];
  for (let place = start[bucket]; place < end; place++) {
    if (cells[place] >>> PROB_BITS === key) return place;
  }
  return NOT_FOUND;
}

/** Returns the log-probability of the n-gram at a place. */
export function logProbAt({ probBook, cells }: Ngrams, place: number): number {
  return probBook[cells[place] & ((1 << PROB_BITS) - 1)];
}

function bitsFor(values: number): number {
  return Math.ceil(Math.log2(Math.max(2, values)));
}
