import { mix } from '../../util/hash.ts';
import { Field, type States } from '../arc-standard/states.ts';

/** Larger subtrees look alike: the highest bucket of `Field.Span` begins here (`bucket`). */
const LARGE_SPAN = 6;
const FIRST_SLOTS = 1 << 10;

/**
 * The states that a number of actions leads to. Of those with the same future the best one is kept, which is
 * exact: whatever may still be done in one of them may be done in the other, for the same score. For what is
 * legal and what it scores are functions of
 *
 * - the stack: of each word its variant, outermost two dependents on each side, how many they are, and the
 *   bucket of its span (a larger one stays in the highest); the words alone are what `Legality` reads of it,
 *   with whether they have a left dependent;
 * - the words still to come;
 * - the last three words and tags of the string and the language model's context, as long as there are words
 *   to come; afterwards arcs read the last word and tag alone.
 *
 * `test/unit/search/exact.test.ts` holds it against all derivations of small bags.
 */
export class Layer {
  /** The first `size` entries count. */
  readonly kept: number[] = [];
  readonly #states: States;
  /** Places in `kept`, counted from 1, by hash; 0 where there is none. */
  #slots = new Int32Array(FIRST_SLOTS);

  /** @param states of one problem */
  constructor(states: States) {
    this.#states = states;
  }

  clear(): void {
    this.kept.length = 0;
    this.#slots.fill(0);
  }

  /** Keeps the state that was built last, or gives it back if another with the same future is as good. */
  add(state: number): void {
    const { kept } = this;
    const slot = this.#slotOf(state);
    const place = this.#slots[slot] - 1;
    if (place < 0) {
      this.#slots[slot] = kept.push(state);
      if (2 * kept.length > this.#slots.length) this.#grow();
      return;
    }
    const { data } = this.#states;
    if (data[state + Field.Score] > data[kept[place] + Field.Score]) kept[place] = state;
    else this.#states.release(state);
  }

  /** The slot of a state with the same future, or the empty one where it belongs. */
  #slotOf(state: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hash(state) & mask;
    while (slots[slot] > 0 && !this.#areAlike(this.kept[slots[slot] - 1], state)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const { kept } = this;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < kept.length; place++) {
      this.#slots[this.#slotOf(kept[place])] = place + 1;
    }
  }

  #hash(state: number): number {
    const { data } = this.#states;
    let hash = mix(data[state + Field.Word1], data[state + Field.Masks]);
    hash = mix(hash, data[state + Field.Word2]);
    hash = mix(hash, data[state + Field.Word3]);
    const depth = data[state + Field.Depth];
    for (let i = 0, at = state; i < depth; i++, at = data[at + Field.Below]) {
      for (let field: number = Field.Top; field < Field.Span; field++) {
        hash = mix(hash, data[at + field]);
      }
    }
    return hash ^ (hash >>> 13);
  }

  #areAlike(one: number, other: number): boolean {
    const { data, problem } = this.#states;
    let areWordsLeft = false;
    for (let i = 0; i < problem.maskLength; i++) {
      const left = data[one + Field.Masks + i];
      if (left !== data[other + Field.Masks + i]) return false;
      if (left !== 0) areWordsLeft = true;
    }
    const depth = data[one + Field.Depth];
    return (
      depth === data[other + Field.Depth] &&
      this.#areStringsAlike(one, other, areWordsLeft) &&
      this.#areStacksAlike(one, other, depth)
    );
  }

  #areStringsAlike(one: number, other: number, areWordsLeft: boolean): boolean {
    const { data } = this.#states;
    if (data[one + Field.Word1] !== data[other + Field.Word1]) return false;
    if (data[one + Field.Tag1] !== data[other + Field.Tag1]) return false;
    return (
      !areWordsLeft ||
      (data[one + Field.Word2] === data[other + Field.Word2] &&
        data[one + Field.Word3] === data[other + Field.Word3] &&
        data[one + Field.Class1] === data[other + Field.Class1] &&
        data[one + Field.Tag2] === data[other + Field.Tag2] &&
        data[one + Field.Tag3] === data[other + Field.Tag3] &&
        data[one + Field.Context] === data[other + Field.Context])
    );
  }

  #areStacksAlike(one: number, other: number, depth: number): boolean {
    const { data } = this.#states;
    for (let i = 0; i < depth && one !== other; i++) {
      for (let field: number = Field.Top; field < Field.Span; field++) {
        if (data[one + field] !== data[other + field]) return false;
      }
      const spans = Math.min(LARGE_SPAN, data[one + Field.Span]);
      if (spans !== Math.min(LARGE_SPAN, data[other + Field.Span])) return false;
      one = data[one + Field.Below];
      other = data[other + Field.Below];
    }
    return true;
  }
}
