import { grown } from '../../util/grown.ts';
import { spread } from '../../util/hash.ts';

const EMPTY = -1;
const LARGEST_LOAD = 0.6;

/**
 * Numbers pairs of a context and a word from 0, in the order of their first use. The pairs are in
 * an open-addressed hash table of typed arrays.
 */
export class PairIndex {
  context = new Int32Array(1024);
  word = new Int32Array(1024);
  size = 0;
  #slots = new Int32Array(2048).fill(EMPTY);

  /** Returns the number of a pair; -1 if it has none. */
  find(context: number, word: number): number {
    return this.#slots[this.#slotOf(context, word)];
  }

  /** Returns the number of a pair. A new pair gets the number `size`. */
  add(context: number, word: number): number {
    const slot = this.#slotOf(context, word);
    const found = this.#slots[slot];
    if (found !== EMPTY) return found;
    if (this.size === this.context.length) {
      this.context = grown(this.context, 2 * this.size);
      this.word = grown(this.word, 2 * this.size);
    }
    const index = this.size++;
    this.context[index] = context;
    this.word[index] = word;
    this.#slots[slot] = index;
    if (this.size > this.#slots.length * LARGEST_LOAD) this.#rehash();
    return index;
  }

  #slotOf(context: number, word: number): number {
    const mask = this.#slots.length - 1;
    let slot = (spread(context) + Math.imul(spread(word), 31)) & mask;
    for (;;) {
      const index = this.#slots[slot];
      if (index === EMPTY) return slot;
      if (this.word[index] === word && this.context[index] === context) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    for (let i = 0; i < this.size; i++) {
      this.#slots[this.#slotOf(this.context[i], this.word[i])] = i;
    }
  }
}

/**
 * Returns the numbers of all pairs, sorted by context, then by word. Two counting sorts take linear
 * time.
 */
export function sortPairs(
  context: Int32Array,
  word: Int32Array,
  contexts: number,
  words: number,
): Int32Array {
  const identity = Int32Array.from(context.keys());
  return countingSort(countingSort(identity, word, words), context, contexts);
}

function countingSort(order: Int32Array, keys: Int32Array, keyCount: number): Int32Array {
  const start = new Int32Array(keyCount + 1);
  for (const index of order) start[keys[index] + 1]++;
  for (let k = 0; k < keyCount; k++) start[k + 1] += start[k];
  const sorted = new Int32Array(order.length);
  for (const index of order) sorted[start[keys[index]]++] = index;
  return sorted;
}
