import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { GivenArcs } from '../given-arcs.ts';
import { ArcStandardField } from '../../scoring/arc-standard/records.ts';
import type { ArcStandardStates } from './states.ts';

/**
 * Which transitions are legal under the given arcs, the given root and the order constraints. Without order
 * constraints these are exactly the transitions after which every given arc can still be built, so no derivation
 * meets a dead end; the same rule covers no arcs, a partial forest and a full tree. With order constraints it is
 * exact as well, except for a partial forest: each kind of constraint is enforced, but both together may lead into a
 * dead end (`completable.ts`).
 *
 * A tree has only one derivation, right-first: a head takes its right dependents before its left dependents. This is
 * the order of the oracle of Liu et al. (2015); without it, equal trees would fill the beam.
 */
export class Legality {
  readonly #states: ArcStandardStates;
  readonly #problem: Problem;
  readonly #given: GivenArcs;

  // Of the state that was entered.
  #data = new Int32Array(0);
  #state = 0;
  /** The top word of the stack, and the word below it; NO_WORD if absent. */
  #top = NO_WORD;
  #second = NO_WORD;
  #topHasLeft = false;
  #canShift = false;

  /** @param states of the problem that they were last reset for */
  constructor(states: ArcStandardStates) {
    this.#states = states;
    this.#problem = states.problem;
    this.#given = new GivenArcs(states.problem);
  }

  /** Sets the state that the questions below are about. */
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

  /** LEFTARC: the top becomes the head of the second. */
  leftArc(): boolean {
    const top = this.#top;
    if (this.#second === NO_WORD || !this.#given.mayDepend(this.#second, top)) return false;
    if (this.#topHasLeft) return true;
    if (this.#given.awaitsDependents(top)) return false;
    return top !== this.#problem.root || this.#given.isBufferEmpty();
  }

  /** RIGHTARC: the second becomes the head of the top. */
  rightArc(): boolean {
    if (this.#second === NO_WORD) return false;
    const below = this.#data[this.#state + ArcStandardField.Below];
    const secondHasLeft = this.#data[below + ArcStandardField.LeftValency] > 0;
    return !secondHasLeft && this.#given.mayDepend(this.#top, this.#second);
  }

  /** SHIFT of a word that is still to come. */
  shift(word: number): boolean {
    return this.#canShift && this.#given.shift(word);
  }

  /**
   * A top with a left dependent takes no further right dependent. So a word shifted onto it must not need it as its
   * head, and must not separate it from its own head.
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
