import { StateField } from '../state-records.ts';
import { mix } from '../../util/hash.ts';
import { ArcStandardField } from '../../scoring/arc-standard/records.ts';
import type { ArcStandardStates } from '../arc-standard/states.ts';
import type { Futures } from './layer.ts';

/**
 * A span is the number of words in a subtree. Features do not distinguish spans of this size or
 * more (`bucket`).
 */
const LARGE_SPAN = 6;

/** The fields that describe a word of the stack, without its span; the end is excluded. */
const FIRST_OF_TOP: number = ArcStandardField.Top;
const END_OF_TOP: number = ArcStandardField.Span;

/**
 * Decides which parser states have the same future: the same legal actions with the same scores,
 * now and later. They depend only on these facts:
 * - the stack: for each word its variant, its outermost two dependents and its number of dependents
 *   on each side, and its span. Spans only grow, so all from `LARGE_SPAN` on count as equal;
 * - the remaining words;
 * - the last word and tag of the string. While words remain, also the last word's class, the two
 *   words and tags before the last, and the language model's context.
 */
export class StateFutures implements Futures {
  readonly #states: ArcStandardStates;

  constructor(states: ArcStandardStates) {
    this.#states = states;
  }

  scoreOf(state: number): number {
    return this.#states.data[state + StateField.Score];
  }

  hashOf(state: number): number {
    const { data } = this.#states;
    let hash = mix(data[state + ArcStandardField.Word1], data[state + ArcStandardField.Masks]);
    if (this.#hasWordsLeft(state)) {
      hash = mix(hash, data[state + ArcStandardField.Word2]);
      hash = mix(hash, data[state + ArcStandardField.Word3]);
    }
    const depth = data[state + ArcStandardField.Depth];
    for (let i = 0, at = state; i < depth; i++, at = data[at + ArcStandardField.Below]) {
      for (let field = FIRST_OF_TOP; field < END_OF_TOP; field++) {
        hash = mix(hash, data[at + field]);
      }
    }
    return hash;
  }

  areAlike(one: number, other: number): boolean {
    const { data, problem } = this.#states;
    for (let i = 0; i < problem.maskLength; i++) {
      if (data[one + ArcStandardField.Masks + i] !== data[other + ArcStandardField.Masks + i])
        return false;
    }
    return this.#areStringsAlike(one, other) && this.#areStacksAlike(one, other);
  }

  #hasWordsLeft(state: number): boolean {
    const { data, problem } = this.#states;
    for (let i = 0; i < problem.maskLength; i++) {
      if (data[state + ArcStandardField.Masks + i] !== 0) return true;
    }
    return false;
  }

  #areStringsAlike(one: number, other: number): boolean {
    const { data } = this.#states;
    if (data[one + ArcStandardField.Word1] !== data[other + ArcStandardField.Word1]) return false;
    if (data[one + ArcStandardField.Tag1] !== data[other + ArcStandardField.Tag1]) return false;
    return (
      !this.#hasWordsLeft(one) ||
      (data[one + ArcStandardField.Word2] === data[other + ArcStandardField.Word2] &&
        data[one + ArcStandardField.Word3] === data[other + ArcStandardField.Word3] &&
        data[one + ArcStandardField.Class1] === data[other + ArcStandardField.Class1] &&
        data[one + ArcStandardField.Tag2] === data[other + ArcStandardField.Tag2] &&
        data[one + ArcStandardField.Tag3] === data[other + ArcStandardField.Tag3] &&
        data[one + ArcStandardField.Context] === data[other + ArcStandardField.Context])
    );
  }

  /**
   * Compares two stacks from the top, down to the first state that both share. The state with the
   * empty stack is always shared.
   */
  #areStacksAlike(one: number, other: number): boolean {
    const { data } = this.#states;
    while (one !== other) {
      for (let field = FIRST_OF_TOP; field < END_OF_TOP; field++) {
        if (data[one + field] !== data[other + field]) return false;
      }
      const spans = Math.min(LARGE_SPAN, data[one + ArcStandardField.Span]);
      if (spans !== Math.min(LARGE_SPAN, data[other + ArcStandardField.Span])) return false;
      one = data[one + ArcStandardField.Below];
      other = data[other + ArcStandardField.Below];
    }
    return true;
  }
}
