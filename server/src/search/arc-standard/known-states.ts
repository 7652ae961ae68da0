import { mix } from '../../util/hash.ts';
import { ArcStandardField } from '../../scoring/arc-standard/records.ts';
import type { ArcStandardStates } from './states.ts';

/**
 * The outcomes of a state. OPEN: not decided yet. COMPLETABLE: a whole sentence can be reached.
 * DEAD_END: none can be reached.
 */
export const OPEN = 0;
export const COMPLETABLE = 1;
export const DEAD_END = 2;

const EMPTY = -1;
const FIRST_SLOTS = 1 << 10;

/**
 * Remembers the outcomes of states. Two states are equal if they have the same stack and the same
 * buffer, and if the same words of the stack have a left dependent.
 *
 * The outcomes are in a hash table with open addressing. An entry has the outcome, the depth of the
 * stack, the words of the stack from the top, and the mask of the buffer. A word is written as
 * twice its number, plus 1 if it has a left dependent.
 */
export class KnownStates {
  readonly #states: ArcStandardStates;
  #entries = new Int32Array(1 << 12);
  #end = 0;
  /** The hash table: each slot has the offset of an entry, or EMPTY. */
  #slots = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  #size = 0;

  constructor(states: ArcStandardStates) {
    this.#states = states;
  }

  /** Finds the entry of an equal state, or adds an OPEN entry. */
  entryOf(state: number): number {
    const entry = this.#end;
    const length = this.#write(state);
    const slot = this.#slotOf(entry, length);
    if (this.#slots[slot] !== EMPTY) return this.#slots[slot];
    this.#slots[slot] = entry;
    this.#end += length;
    if (2 * ++this.#size > this.#slots.length) this.#grow();
    return entry;
  }

  outcomeOf(entry: number): number {
    return this.#entries[entry];
  }

  setOutcome(entry: number, outcome: number): void {
    this.#entries[entry] = outcome;
  }

  /** @returns the entry's length */
  #write(state: number): number {
    const { data, problem } = this.#states;
    const depth = data[state + ArcStandardField.Depth];
    const length = 2 + depth + problem.maskLength;
    if (this.#end + length > this.#entries.length) {
      const grown = new Int32Array(2 * (this.#end + length));
      grown.set(this.#entries);
      this.#entries = grown;
    }
    const entries = this.#entries;
    let at = this.#end;
    entries[at++] = OPEN;
    entries[at++] = depth;
    for (let i = 0, below = state; i < depth; i++, below = data[below + ArcStandardField.Below]) {
      const word = problem.variantWord[data[below + ArcStandardField.Top]];
      entries[at++] = 2 * word + (data[below + ArcStandardField.LeftValency] > 0 ? 1 : 0);
    }
    const mask = state + ArcStandardField.Masks;
    for (let i = 0; i < problem.maskLength; i++) entries[at++] = data[mask + i];
    return length;
  }

  /** Finds the slot of an equal state's entry, or else an empty slot. */
  #slotOf(entry: number, length: number): number {
    const slots = this.#slots;
    let hash = length;
    for (let i = 1; i < length; i++) hash = mix(hash, this.#entries[entry + i]);
    let slot = hash & (slots.length - 1);
    while (slots[slot] !== EMPTY && !this.#areEqual(slots[slot], entry, length)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  /**
   * The depth is compared first. Entries of different lengths have different depths, so the
   * comparison never reads beyond the shorter entry.
   */
  #areEqual(one: number, other: number, length: number): boolean {
    for (let i = 1; i < length; i++) {
      if (this.#entries[one + i] !== this.#entries[other + i]) return false;
    }
    return true;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(EMPTY);
    const { maskLength } = this.#states.problem;
    for (let entry = 0; entry < this.#end;) {
      const length = 2 + this.#entries[entry + 1] + maskLength;
      this.#slots[this.#slotOf(entry, length)] = entry;
      entry += length;
    }
  }
}
