import { Candidates } from './candidates.ts';
import type { Hypothesis, Observer } from './search.ts';

/**
 * What a beam searches: states, which are numbers, the actions that are legal in them, and what those lead to.
 * A derivation takes a fixed number of actions.
 */
export interface TransitionSystem {
  /** Actions of a derivation. */
  readonly steps: number;
  /** Offers every legal action of a state, with the score of what it leads to. */
  expand(state: number, candidates: Candidates): void;
  /** Builds the state that a legal action leads to. */
  apply(state: number, action: number, score: number): number;
}

/**
 * Beam search over a transition system (Liu et al. 2015, Algorithm 1): each step keeps the `width` best states.
 * `step()` does not allocate, unless it is observed.
 */
export class Beam<System extends TransitionSystem> {
  readonly system: System;
  /** The states kept by the last step, best first; the first `size` entries count. */
  kept = new Int32Array(0);
  size = 0;
  #width = 0;
  readonly #candidates: Candidates;

  constructor(system: System, candidates = new Candidates()) {
    this.system = system;
    this.#candidates = candidates;
  }

  /** @param first the state to begin with */
  start(first: number, width: number): void {
    this.setWidth(width);
    this.kept[0] = first;
    this.size = 1;
  }

  /** How many states the following steps keep. */
  setWidth(width: number): void {
    this.#width = width;
    this.size = Math.min(this.size, width);
    if (this.kept.length >= width) return;
    const kept = new Int32Array(width);
    kept.set(this.kept);
    this.kept = kept;
  }

  /** Advances every kept state by all its legal actions, and keeps the best of what they lead to. */
  step(): void {
    this.#expand(this.#width);
    this.#keep();
  }

  /** The same, reported to an observer. */
  stepObserved(observer: Observer): void {
    const candidates = this.#candidates;
    this.#expand(this.#width + observer.cutOff);
    const places = new Map<number, number>();
    for (let i = 0; i < this.size; i++) places.set(this.kept[i], i);
    const hypothesis = (): Hypothesis => {
      const { parent, action, score } = candidates;
      return { parent: places.get(parent)!, action, score };
    };
    const cutOff: Hypothesis[] = [];
    while (candidates.size > this.#width) {
      cutOff.push(hypothesis());
      candidates.removeWorst();
    }
    const kept: Hypothesis[] = [];
    this.#keep(() => kept.push(hypothesis()));
    observer.onStep(kept.reverse(), cutOff.reverse());
  }

  #expand(width: number): void {
    const candidates = this.#candidates;
    candidates.begin(width);
    for (let i = 0; i < this.size; i++) this.system.expand(this.kept[i], candidates);
  }

  #keep(onKept?: () => void): void {
    const candidates = this.#candidates;
    this.size = candidates.size;
    for (let i = this.size - 1; i >= 0; i--) {
      onKept?.();
      const { parent, action, score } = candidates;
      this.kept[i] = this.system.apply(parent, action, score);
      candidates.removeWorst();
    }
  }
}
