import { NEVER, type Stop } from '../util/stop.ts';
import { workOfStep } from './budget.ts';
import { Candidates } from './candidates.ts';
import { KindCounts } from './kind-counts.ts';
import type { Hypothesis, Observer } from './search.ts';

/**
 * The space that a beam searches: states, which are numbers, and the legal actions of each state.
 * All derivations have the same number of actions.
 */
export interface TransitionSystem {
  readonly steps: number;
  /** Offers every legal action of a state, with the score of the next state. */
  expand(state: number, candidates: Candidates): void;
  apply(state: number, action: number, score: number): number;
  describe(action: number): Pick<Hypothesis, 'action' | 'added' | 'number'>;
}

/** Keeps the hypotheses of a beam from becoming too similar. */
export interface Diversity {
  /**
   * A step keeps at most this many hypotheses of one kind, as long as it has enough of other kinds.
   */
  readonly most: number;
  /**
   * A step chooses from a pool of the best candidates. The pool is this many times as large as the
   * number of candidates that the step keeps.
   */
  readonly pool: number;
  /** Returns the kind of the state that an action leads to, as a hash. */
  kindOf(state: number, action: number): number;
}

/**
 * Beam search over a transition system (Liu et al. 2015, Algorithm 1): each step keeps the `width`
 * best states. `step()` does not allocate, unless it is observed.
 */
export class Beam<System extends TransitionSystem> {
  readonly system: System;
  /** The states that the last step kept, best first. Only the first `size` elements are valid. */
  kept = new Int32Array(0);
  size = 0;
  isStopped = false;
  isCut = false;
  /** The work since `start`, in the units of `workOfStep`. */
  work = 0;
  #width = 0;
  readonly #candidates: Candidates;
  readonly #diversity: Diversity | null;

  /** Indexed by candidate of the last step, best first: 1 if the step keeps it, otherwise 0. */
  #isKept = new Uint8Array(0);
  readonly #kinds = new KindCounts();

  /** @param diversity null to keep the best hypotheses, however similar they are */
  constructor(system: System, candidates = new Candidates(), diversity: Diversity | null = null) {
    this.system = system;
    this.#candidates = candidates;
    this.#diversity = diversity;
  }

  start(first: number, width: number): void {
    this.#setWidth(width);
    this.kept[0] = first;
    this.size = 1;
    this.isStopped = false;
    this.isCut = false;
    this.work = 0;
  }

  /**
   * Advances every kept state by each of its legal actions, and keeps the best new states. After a
   * stop, it advances only the best state, so that the remaining steps take a few milliseconds.
   */
  step(stop: Stop = NEVER, observer: Observer | null = null): void {
    if (stop.requested) this.#stop();
    const { size } = this;
    this.#expand(this.#pool + (observer?.cutOff ?? 0), stop);
    this.#candidates.sort();
    this.#choose();
    if (observer !== null) this.#report(observer);
    this.#keep();
    const { offered } = this.#candidates;
    if (offered > this.#width) this.isCut = true;
    this.work += workOfStep(size, offered);
  }

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
      // After a stop, the remaining states of a wide beam would take too long.
      if (i > 0 && stop.requested) {
        this.isStopped = true;
        break;
      }
      this.system.expand(this.kept[i], candidates);
    }
  }

  get #pool(): number {
    return Math.ceil(this.#width * (this.#diversity?.pool ?? 1));
  }

  /** Marks the best candidates, but only a few of each kind (`Diversity`). */
  #choose(): void {
    const { size, parent, action } = this.#candidates;
    if (this.#isKept.length < size) this.#isKept = new Uint8Array(size);
    const isKept = this.#isKept;
    const diversity = this.#diversity;
    isKept.fill(0, 0, size);
    const from = Math.min(size, this.#pool);
    let left = Math.min(from, this.#width);
    if (diversity !== null && from > left) {
      this.#kinds.begin(from);
      for (let i = 0; i < from && left > 0; i++) {
        const kind = diversity.kindOf(parent[i], action[i]);
        if (this.#kinds.count(kind) > diversity.most) continue;
        isKept[i] = 1;
        left--;
      }
    }
    for (let i = 0; left > 0; i++) {
      if (isKept[i] === 1) continue;
      isKept[i] = 1;
      left--;
    }
  }

  #report(observer: Observer): void {
    const places = new Map<number, number>();
    for (let i = 0; i < this.size; i++) places.set(this.kept[i], i);
    const kept: Hypothesis[] = [];
    const cutOff: Hypothesis[] = [];
    const { size, parent, action, score } = this.#candidates;
    for (let i = 0; i < size; i++) {
      const hypothesis = {
        ...{ parent: places.get(parent[i])!, score: score[i] },
        ...this.system.describe(action[i]),
      };
      if (this.#isKept[i] === 1) kept.push(hypothesis);
      else if (cutOff.length < observer.cutOff) cutOff.push(hypothesis);
    }
    observer.onStep(kept, cutOff);
  }

  #keep(): void {
    const { size, parent, action, score } = this.#candidates;
    this.size = 0;
    for (let i = 0; i < size; i++) {
      if (this.#isKept[i] === 0) continue;
      this.kept[this.size++] = this.system.apply(parent[i], action[i], score[i]);
    }
  }
}
