import type { Completability } from './completable.ts';
import { Legality } from './legal.ts';
import type { Problem } from '../../problem/problem.ts';
import { NONE } from '../../model/lexicon.ts';
import { Candidates } from '../candidates.ts';
import { Features } from './features.ts';
import { unitsByWord, type Scoring } from '../../scoring/scoring.ts';
import { Field, FIRST_SHIFT, LEFTARC, nodeOf, RIGHTARC, States, wordOf } from './states.ts';
import { WordScores } from '../../scoring/word-scores.ts';

/** Evidence comes in thousandths. */
const MILLI = 1000;

/**
 * Beam search over the arc-standard system with an unordered buffer (Liu et al. 2015, Algorithm 1): a
 * bag of n words takes exactly 2n - 1 steps, and each keeps the `width` best states. One object serves
 * any number of problems, one after the other. A step allocates nothing but a row of scores for a context
 * that is new, unless it looks ahead (`Completability`).
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
  /** Where set, actions that lead into dead ends are not taken. */
  #completability: Completability | null = null;
  #width = 0;

  readonly #candidates = new Candidates();

  constructor(scoring: Scoring) {
    this.#scoring = scoring;
    const { weights, fluency } = scoring;
    this.#wordScores = fluency === null ? null : new WordScores(fluency.languageModel);
    this.states = new States(this.#wordScores);
    this.features = new Features(weights, this.#wordScores);
  }

  /**
   * @param completability to look ahead with, where legal actions may lead into dead ends: slow, so only
   *   after a search without it found nothing
   */
  start(problem: Problem, width: number, completability: Completability | null = null): void {
    this.#problem = problem;
    this.#completability = completability;
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
  }

  /** Advances every kept state by all its legal actions, and keeps the best of what they lead to. */
  step(): void {
    const candidates = this.#candidates;
    candidates.begin(this.#width);
    for (let i = 0; i < this.size; i++) this.#expand(this.kept[i]);
    this.size = candidates.size;
    for (let i = this.size - 1; i >= 0; i--) {
      const { parent, action, score } = candidates;
      this.kept[i] = this.states.apply(parent, action, score);
      candidates.removeWorst();
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
    const candidates = this.#candidates;
    const score = states.data[state + Field.Score];
    states.enter(state);
    features.enter(state);
    if (legality.leftArc() && this.#leadsOn(state, LEFTARC)) {
      candidates.offer(score + this.scoreOf(LEFTARC), state, LEFTARC);
    }
    if (legality.rightArc() && this.#leadsOn(state, RIGHTARC)) {
      candidates.offer(score + this.scoreOf(RIGHTARC), state, RIGHTARC);
    }
    for (let w = 0; w < problem.size; w++) {
      if (!states.isInBuffer(state, w) || !legality.shift(w)) continue;
      if (!this.#leadsOn(state, FIRST_SHIFT + nodeOf(w, NONE))) continue;
      for (let i = problem.tagStart[w]; i < problem.tagStart[w + 1]; i++) {
        const action = FIRST_SHIFT + nodeOf(w, problem.tags[i]);
        candidates.offer(score + this.scoreOf(action), state, action);
      }
    }
  }

  /** Whether a legal action leads to a whole sentence, as far as is looked ahead. */
  #leadsOn(state: number, action: number): boolean {
    if (this.#completability === null) return true;
    return this.#completability.decide(this.states.positionAfter(state, action)) !== 'no';
  }
}
