import { isNatural, isObject } from '../../model/file.ts';
import { spread } from '../../util/hash.ts';

/**
 * How the n-grams of order n are packed into a hash table. An n-gram consists of a context (its
 * first n − 1 words) and a word (its last). The context is given by the index of its n-gram of
 * order n − 1.
 *
 * The bucket of an n-gram is the low bits of the sum of the context and a hash of the word. Its key
 * is the word together with the high bits of the context. No two n-grams have the same bucket and
 * key, so a look-up is exact although only the key is stored.
 *
 * The cells of a bucket are neighbours. So a look-up reads two adjacent bucket starts and usually
 * one cache line.
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
   * The number of the order's first n-gram. The n-grams of all orders are numbered together, from
   * 1, unigrams first. The node of a context (`LanguageModel`) is its number.
   */
  readonly firstNode: number;
}

/** The index of a unigram is its word id. */
export interface Unigrams extends Order {
  /** Indexed by word id: the code of the log-probability. */
  readonly codes: Uint8Array;
}

/** The n-grams of one order above 1. */
export interface Ngrams extends Order {
  readonly layout: Layout;
  /** Indexed by bucket: the index of its first cell. The last element is the number of cells. */
  readonly start: Uint32Array;
  readonly cells: Uint32Array;
}

/** A cell is `key << PROB_BITS | code`. The code is an index of `probBook`. */
export const PROB_BITS = 8;
const KEY_BITS = 32 - PROB_BITS;

/**
 * A bucket has on average at least this many cells. Only if the key has too few bits for the
 * context, `layoutFor` makes more buckets, so that they have fewer cells.
 */
const CELLS_A_BUCKET = 4;

/** This limit leaves at least 4 bits of a key for the context. */
export const MAX_WORDS = 2 ** (KEY_BITS - 4);
/** The limit for one order. */
export const MAX_NGRAMS = 2 ** KEY_BITS;
/** Longer n-grams would make files larger and queries slower, and gain nothing. */
export const MAX_ORDER = 5;

export function layoutFor(ngrams: number, contexts: number, words: number): Layout {
  const wordBits = bitsFor(words);
  const bySize = Math.floor(Math.log2(Math.max(1, ngrams / CELLS_A_BUCKET)));
  // The bucket number must hold the bits of the context that do not fit into the key.
  const byKey = bitsFor(contexts) - (KEY_BITS - wordBits);
  return { bucketBits: Math.max(bySize, byKey, 0), wordBits };
}

/** The value may come from a forged file. */
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

export const NOT_FOUND = -1;

/** Returns the index of an n-gram's cell, or NOT_FOUND. */
export function find({ layout, start, cells }: Ngrams, context: number, word: number): number {
  const bucket = bucketOf(layout, context, word);
  const key = keyOf(layout, context, word);
  const end = start[bucket + 1];
  for (let place = start[bucket]; place < end; place++) {
    if (cells[place] >>> PROB_BITS === key) return place;
  }
  return NOT_FOUND;
}

export function logProbAt({ probBook, cells }: Ngrams, place: number): number {
  return probBook[cells[place] & ((1 << PROB_BITS) - 1)];
}

function bitsFor(values: number): number {
  return Math.ceil(Math.log2(Math.max(2, values)));
}
