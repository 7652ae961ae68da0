import type { Problem } from '../../problem/problem.ts';
import { NO_WORD } from '../../problem/problem.ts';
import { ArcFeatures } from '../../scoring/arcs.ts';
import { FluencyFeatures } from '../../scoring/fluency.ts';
import { Lookahead } from '../../scoring/kin.ts';
import { ShiftFeatures } from '../../scoring/shift.ts';
import { Field, tagOf, wordOf, type States } from './states.ts';
import { h1, WeightSum, type WeightTable } from '../../scoring/weight-sum.ts';
import type { WordScores } from '../../scoring/word-scores.ts';

/**
 * All features of an action in a state, hashed into a table of 2^n weights: what each group of them says
 * is in a file of its own.
 */
export class Features {
  /** The state that was entered. */
  state = 0;

  readonly #weights: WeightSum;
  readonly #shift: ShiftFeatures;
  readonly #arc: ArcFeatures;
  readonly #lookahead: Lookahead;
  readonly #fluency: FluencyFeatures | null;
  #problem!: Problem;
  #states!: States;

  // What `shift` last summed in this state for a word, whatever its tag.
  #summedWord = NO_WORD;
  #wordSum = 0;

  /** @param scores of the language model that the weights were learned with, if any */
  constructor(weights: WeightTable, scores: WordScores | null) {
    this.#weights = new WeightSum(weights);
    this.#shift = new ShiftFeatures(this.#weights);
    this.#arc = new ArcFeatures(this.#weights);
    this.#lookahead = new Lookahead(this.#weights);
    this.#fluency = scores === null ? null : new FluencyFeatures(this.#weights, scores);
  }

  /** Where set, `shift` and `arc` add the places of their weights to it: for training. */
  set collected(places: number[] | null) {
    this.#weights.collected = places;
  }

  /** The language model's evidence for the word that `shift` was asked for last; 0 without one. */
  get evidence(): number {
    return this.#fluency === null ? 0 : this.#fluency.evidence;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem, states: States): void {
    this.#problem = problem;
    this.#states = states;
    this.#shift.begin(problem, states);
    this.#arc.begin(problem, states);
    if (problem.hasArcs) this.#lookahead.begin(problem, states);
    this.#fluency?.begin(problem);
  }

  /** Speaks of a state from now on. */
  enter(state: number): void {
    const { data } = this.#states;
    const left = this.#wordsLeft(state);
    this.state = state;
    this.#summedWord = NO_WORD;
    this.#shift.enter(state, left);
    this.#arc.enter(state, left);
    this.#lookahead.enter(state);
    if (left > 0) this.#fluency?.enter(data[state + Field.Context], left === 1);
  }

  /** The score of SHIFT of a node. */
  shift(node: number): number {
    const t = wordOf(node);
    const tag = tagOf(node);
    const weights = this.#weights;
    const { hasArcs, word } = this.#problem;
    // A word's tags are asked for one after the other.
    if (t !== this.#summedWord || weights.collected !== null) {
      weights.sum = 0;
      this.#shift.word(t);
      if (hasArcs) this.#lookahead.word(t);
      this.#fluency?.word(t);
      this.#summedWord = t;
      this.#wordSum = weights.sum;
    }
    weights.sum = this.#wordSum;
    this.#shift.tag(tag);
    weights.add(h1(65, weights.wordKey(word[t])), tag);
    if (hasArcs) this.#lookahead.tag(t, tag);
    this.#fluency?.tag(tag);
    return weights.sum;
  }

  /** The score of LEFTARC or RIGHTARC. */
  arc(action: number): number {
    this.#weights.sum = 0;
    this.#arc.add(action);
    return this.#weights.sum;
  }

  #wordsLeft(state: number): number {
    const { data, problem } = this.#states;
    let left = 0;
    for (let i = 0; i < problem.maskLength; i++) left += bitCount(data[state + Field.Masks + i]);
    return left;
  }
}

function bitCount(bits: number): number {
  let v = bits - ((bits >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
