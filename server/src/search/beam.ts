import { NEVER, type Stop } from '../util/stop.ts';
import { workOfStep } from './budget.ts';
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
  /** What an action does, for an observer. */
  describe(action: number): Pick<Hypothesis, 'action' | 'added'>;
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
  /** Whether a step since `start` was asked to stop. */
  isStopped = false;
  /** Whether a step since `start` cut something off. */
  isCut = false;
  /** What the steps since `start` took, in units of work. */
  work = 0;
  #width = 0;
  readonly #candidates: Candidates;

  constructor(system: System, candidates = new Candidates()) {
    this.system = system;
    this.#candidates = candidates;
  }

  /** @param first the state to begin with */
  start(first: number, width: number): void {
    this.#setWidth(width);
    this.kept[0] = first;
    this.size = 1;
    this.isStopped = false;
    this.isCut = false;
    this.work = 0;
  }

  /**
   * Advances every kept state by all its legal actions, and keeps the best of what they lead to. Once it is
   * asked to stop, it goes on with the best state alone: a few milliseconds more, whatever the width was.
   */
  step(stop: Stop = NEVER, observer: Observer | null = null): void {
    if (stop.requested) this.#stop();
    const { size } = this;
    this.#expand(this.#width + (observer?.cutOff ?? 0), stop);
    if (observer === null) this.#keep();
    else this.#keepObserved(observer);
    const { offered } = this.#candidates;
    if (offered > this.#width) this.isCut = true;
    this.work += workOfStep(size, offered);
  }

  /** How many states the following steps keep. */
  #setWidth(width: number): void {
    this.#width = width;
    this.size = Math.min(this.size, width);
    if (this.kept.length >= width) return;
    const kept = new Int32Array(width);
    kept.set(this.kept);
    this.kept = kept;
  }

  #stop(): void {
    this.isStopped = true;
    this.#setWidth(1);
  }

  #expand(width: number, stop: Stop): void {
    const candidates = this.#candidates;
    candidates.begin(width);
    for (let i = 0; i < this.size; i++) {
      // The best states were advanced: the rest of a wide beam would take too long.
      if (i > 0 && stop.requested) {
        this.isStopped = true;
        break;
      }
      this.system.expand(this.kept[i], candidates);
    }
  }

  #keepObserved(observer: Observer): void {
    const candidates = this.#candidates;
    const places = new Map<number, number>();
    for (let i = 0; i < this.size; i++) places.set(this.kept[i], i);
    const hypothesis = (): Hypothesis => {
      const { parent, action, score } = candidates;
      return { parent: places.get(parent)!, ...this.system.describe(action), score };
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
