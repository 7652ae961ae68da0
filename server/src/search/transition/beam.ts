import { Legality } from '../../constraints/legal.ts';
import type { Problem } from '../../constraints/problem.ts';
import { Features } from './features.ts';
import { unitsByWord, type Scoring } from './scoring.ts';
import { Field, FIRST_SHIFT, LEFTARC, nodeOf, RIGHTARC, States, wordOf } from './states.ts';
import { WordScores } from './word-scores.ts';

/** Evidence comes in thousandths. */
const MILLI = 1000;

/**
 * Beam search over the arc-standard system with an unordered buffer (Liu et al. 2015, Algorithm 1): a
 * bag of n words takes exactly 2n - 1 steps, and each keeps the `width` best states. One object serves
 * any number of problems, one after the other, and allocates nothing a step.
 */
export class Beam {
  readonly states: States;
  readonly features: Features;
  /** The states kept by the last step, best first; the first `size` entries count. */
  kept = new Int32Array(0);
  size = 0;

  readonly #scoring: Scoring;
  readonly #wordScores: WordScores | null;
  #problem!: Problem;
  #unitsPerNat: Int32Array = new Int32Array(0);
  #legality!: Legality;
  #width = 0;

  // Candidates of a step: a heap of at most `width`, the worst at its root.
  #candidates = 0;
  #generated = 0;
  #score = new Int32Array(0);
  #parent = new Int32Array(0);
  #action = new Int32Array(0);
  #order = new Int32Array(0);

  constructor(scoring: Scoring) {
    this.#scoring = scoring;
    const { weights, fluency } = scoring;
    this.#wordScores = fluency === null ? null : new WordScores(fluency.languageModel);
    this.states = new States(this.#wordScores);
    this.features = new Features(weights, this.#wordScores);
  }

  start(problem: Problem, width: number): void {
    this.#problem = problem;
    this.#legality = new Legality(problem);
    this.#wordScores?.begin(problem);
    const { fluency } = this.#scoring;
    if (fluency !== null) this.#unitsPerNat = unitsByWord(problem, fluency.unitsPerNat);
    this.setWidth(width);
    this.kept[0] = this.states.reset(problem, this.#legality);
    this.size = 1;
    this.features.begin(problem, this.states);
  }

  /** How many states the following steps keep. */
  setWidth(width: number): void {
    this.#width = width;
    this.size = Math.min(this.size, width);
    if (this.kept.length >= width) return;
    const kept = new Int32Array(width);
    kept.set(this.kept);
    this.kept = kept;
    this.#score = new Int32Array(width);
    this.#parent = new Int32Array(width);
    this.#action = new Int32Array(width);
    this.#order = new Int32Array(width);
  }

  /** Advances every kept state by all its legal actions, and keeps the best of what they lead to. */
  step(): void {
    this.#candidates = 0;
    this.#generated = 0;
    for (let i = 0; i < this.size; i++) this.#expand(this.kept[i]);
    this.size = this.#candidates;
    for (let i = this.size - 1; i >= 0; i--) {
      const { states } = this;
      this.kept[i] = states.apply(this.#parent[0], this.#action[0], this.#score[0]);
      this.#removeWorst();
    }
  }

  /** The score that an action adds in a state, which `features.enter` must have been called for. */
  scoreOf(action: number): number {
    if (action >= FIRST_SHIFT) return this.#scoreOfShift(action - FIRST_SHIFT);
    return this.features.arc(action);
  }

  #scoreOfShift(node: number): number {
    const { features } = this;
    const score = features.shift(node);
    if (this.#wordScores === null) return score;
    return score + Math.round((features.evidence * this.#unitsPerNat[wordOf(node)]) / MILLI);
  }

  #expand(state: number): void {
    const { states, features } = this;
    const problem = this.#problem;
    const legality = this.#legality;
    const score = states.data[state + Field.Score];
    states.enter(state);
    features.enter(state);
    if (legality.leftArc()) this.#propose(score + this.scoreOf(LEFTARC), state, LEFTARC);
    if (legality.rightArc()) this.#propose(score + this.scoreOf(RIGHTARC), state, RIGHTARC);
    for (let w = 0; w < problem.size; w++) {
      if (!states.isInBuffer(state, w) || !legality.shift(w)) continue;
      for (let i = problem.tagStart[w]; i < problem.tagStart[w + 1]; i++) {
        const action = FIRST_SHIFT + nodeOf(w, problem.tags[i]);
        this.#propose(score + this.scoreOf(action), state, action);
      }
    }
  }

  /** Of two candidates with the same score the one generated first is the better. */
  #propose(score: number, parent: number, action: number): void {
    const order = this.#generated++;
    if (this.#candidates < this.#width) {
      let at = this.#candidates++;
      while (at > 0) {
        const above = (at - 1) >>> 1;
        if (!this.#isWorse(score, order, above)) break;
        this.#move(above, at);
        at = above;
      }
      this.#place(at, score, parent, action, order);
    } else if (score > this.#score[0]) {
      this.#sink(score, parent, action, order);
    }
  }

  #removeWorst(): void {
    const last = --this.#candidates;
    this.#sink(this.#score[last], this.#parent[last], this.#action[last], this.#order[last]);
  }

  /** Puts a candidate in the place of the worst, and restores the heap. */
  #sink(score: number, parent: number, action: number, order: number): void {
    const count = this.#candidates;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      const right = child + 1;
      if (right < count && this.#isWorse(this.#score[right], this.#order[right], child)) {
        child = right;
      }
      if (this.#isWorse(score, order, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#place(at, score, parent, action, order);
  }

  #isWorse(score: number, order: number, than: number): boolean {
    const other = this.#score[than];
    return score < other || (score === other && order > this.#order[than]);
  }

  #move(from: number, to: number): void {
    this.#score[to] = this.#score[from];
    this.#parent[to] = this.#parent[from];
    this.#action[to] = this.#action[from];
    this.#order[to] = this.#order[from];
  }

  #place(at: number, score: number, parent: number, action: number, order: number): void {
    this.#score[at] = score;
    this.#parent[at] = parent;
    this.#action[at] = action;
    this.#order[at] = order;
  }
}
