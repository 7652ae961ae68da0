import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { GivenArcs } from '../given-arcs.ts';
import { ArcStandardField } from '../../scoring/arc-standard/records.ts';
import type { ArcStandardStates } from './states.ts';

/**
 * Decides which transitions are legal under the given arcs, the given root and the order
 * constraints.
 *
 * A sequence of legal transitions can end in a dead end only if the bag gives an order and only
 * some of the arcs (`completable.ts`).
 *
 * Each tree has only one legal derivation: a head takes its right dependents before its left
 * dependents, as in the oracle of Liu et al. (2015). Otherwise, equal trees would fill the beam.
 */
export class Legality {
  readonly #states: ArcStandardStates;
  readonly #problem: Problem;
  readonly #given: GivenArcs;

  // The state that `enter` set, and values computed from it.
  #data = new Int32Array(0);
  #state = 0;
  /** NO_WORD if the stack has no such word. */
  #top = NO_WORD;
  #second = NO_WORD;
  #topHasLeft = false;
  #canShift = false;

  /** @param states already reset for the problem */
  constructor(states: ArcStandardStates) {
    this.#states = states;
    this.#problem = states.problem;
    this.#given = new GivenArcs(states.problem);
  }

  enter(state: number): void {
    const problem = this.#problem;
    const { data } = this.#states;
    this.#data = data;
    this.#state = state;
    const depth = data[state + ArcStandardField.Depth];
    const below = data[state + ArcStandardField.Below];
    this.#top = depth > 0 ? problem.variantWord[data[state + ArcStandardField.Top]] : NO_WORD;
    this.#second = depth > 1 ? problem.variantWord[data[below + ArcStandardField.Top]] : NO_WORD;
    this.#topHasLeft = data[state + ArcStandardField.LeftValency] > 0;
    this.#given.enter(data, state + ArcStandardField.Masks, data[state + ArcStandardField.Pivot]);
    this.#canShift = this.#shiftKeepsTopCanonical();
  }

  leftArc(): boolean {
    const top = this.#top;
    if (this.#second === NO_WORD || !this.#given.mayDepend(this.#second, top)) return false;
    if (this.#topHasLeft) return true;
    if (this.#given.awaitsDependents(top)) return false;
    return top !== this.#problem.root || this.#given.isBufferEmpty();
  }

  rightArc(): boolean {
    if (this.#second === NO_WORD) return false;
    const below = this.#data[this.#state + ArcStandardField.Below];
    const secondHasLeft = this.#data[below + ArcStandardField.LeftValency] > 0;
    return !secondHasLeft && this.#given.mayDepend(this.#top, this.#second);
  }

  shift(word: number): boolean {
    return this.#canShift && this.#given.shift(word);
  }

  /**
   * Whether a word may be shifted onto the top word. A top word with a left dependent gets no
   * further right dependents. It can only become a dependent itself, of the shifted word or of a
   * later one. So it must not be the root, it must have all its given dependents, and its given
   * head must not be on the stack.
   */
  #shiftKeepsTopCanonical(): boolean {
    if (!this.#topHasLeft) return true;
    const top = this.#top;
    const head = this.#problem.head[top];
    return (
      top !== this.#problem.root &&
      this.#given.isDone(top) &&
      (head === NO_WORD || !this.#given.isOnStack(head))
    );
  }
}
