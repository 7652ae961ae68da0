import type { Position } from './completable.ts';
import type { Configuration, Legality } from './legal.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { NONE } from '../../model/lexicon.ts';
import type { WordScores } from '../../scoring/word-scores.ts';

/** A state's fields: offsets into its record. */
export const enum Field {
  /** The state that this one was built from; NO_STATE for the first. */
  Parent,
  /** The action that led from the parent here. */
  Action,
  /** Sum of the scores of the actions so far. */
  Score,
  /**
   * The state whose top is the second word of the stack here: stacks share their tails. Below the
   * first state, whose stack is empty, is itself.
   */
  Below,
  /** How many words the stack holds. */
  Depth,
  /** The node on top of the stack, and its outermost two dependents on each side. */
  Top,
  Left1,
  Left2,
  Right1,
  Right2,
  /** How many dependents the top has on each side. */
  LeftValency,
  RightValency,
  /** How many words the top's subtree holds so far, itself included. */
  Span,
  /** The topmost stack word that is not both free and done, or NO_WORD (`Legality`). */
  Pivot,
  /** Lexicon ids of the last three words of the string so far, the latest first. */
  Word1,
  Word2,
  Word3,
  /** The class of the last of them. */
  Class1,
  /** Tags of the last three words or phrases of the string so far. */
  Tag1,
  Tag2,
  Tag3,
  /** The language model's context after the words of the string so far; 0 without a language model. */
  Context,
  /** Here the two bit masks begin: words still to come, words on the stack. */
  Masks,
}

export const NO_STATE = -1;

/** A node is a word with the tag that it was shifted with: `word << 8 | tag`. */
export const nodeOf = (word: number, tag: number): number => (word << 8) | tag;
export const wordOf = (node: number): number => node >>> 8;
export const tagOf = (node: number): number => node & 255;

/** An action is a number: an arc, or the node that SHIFT puts on the stack, from FIRST_SHIFT on. */
export const LEFTARC = 0;
export const RIGHTARC = 1;
export const FIRST_SHIFT = 2;

/**
 * All states of one search, in one array that grows and is used again by the next: building a state
 * allocates nothing. States are referred to by the offset of their record, and stay until `reset`, so
 * that derivations can be read back and stacks can share their tails.
 */
export class States {
  data = new Int32Array(1 << 16);
  problem!: Problem;
  /** The node that stands where there is none: its word is `problem.size`, its tag NONE. */
  nothing = 0;
  readonly #scores: WordScores | null;
  #legality!: Legality;
  #stride = 0;
  #end = 0;
  /** Scratch: what `Legality` reads. */
  #configuration!: Configuration;

  constructor(scores: WordScores | null) {
    this.#scores = scores;
  }

  /** Forgets all states, and makes the first one: an empty stack, all words still to come. */
  reset(problem: Problem, legality: Legality): number {
    this.problem = problem;
    this.nothing = nodeOf(problem.size, NONE);
    this.#legality = legality;
    this.#stride = Field.Masks + 2 * problem.maskLength;
    this.#end = 0;
    this.#configuration = {
      top: NO_WORD,
      second: NO_WORD,
      pivot: NO_WORD,
      topHasLeftDependent: false,
      secondHasLeftDependent: false,
      inBuffer: new Int32Array(problem.maskLength),
      onStack: new Int32Array(problem.maskLength),
    };
    const first = this.#allocate();
    this.data.fill(0, first, first + this.#stride);
    this.data[first + Field.Parent] = NO_STATE;
    this.data[first + Field.Below] = first;
    this.data[first + Field.Pivot] = NO_WORD;
    this.data[first + Field.Context] = this.#scores?.start ?? 0;
    this.#setTop(first, this.nothing);
    for (let w = 0; w < problem.size; w++) {
      this.data[first + Field.Masks + (w >>> 5)] |= 1 << (w & 31);
    }
    return first;
  }

  /** Tells the legality which state its next questions are about. */
  enter(state: number): void {
    const { data } = this;
    const configuration = this.#configuration;
    const below = data[state + Field.Below];
    const depth = data[state + Field.Depth];
    configuration.top = depth > 0 ? wordOf(data[state + Field.Top]) : NO_WORD;
    configuration.second = depth > 1 ? wordOf(data[below + Field.Top]) : NO_WORD;
    configuration.pivot = data[state + Field.Pivot];
    configuration.topHasLeftDependent = data[state + Field.LeftValency] > 0;
    configuration.secondHasLeftDependent = depth > 1 && data[below + Field.LeftValency] > 0;
    this.#readMasks(state);
    this.#legality.enter(configuration);
  }

  isInBuffer(state: number, word: number): boolean {
    return ((this.data[state + Field.Masks + (word >>> 5)] >>> (word & 31)) & 1) === 1;
  }

  /** Builds the state that an action leads to. The action must be legal. */
  apply(state: number, action: number, score: number): number {
    const next = this.#allocate();
    const { data } = this;
    if (action >= FIRST_SHIFT) this.#shift(state, next, action - FIRST_SHIFT);
    else this.#arc(state, next, action);
    data[next + Field.Parent] = state;
    data[next + Field.Action] = action;
    data[next + Field.Score] = score;
    return next;
  }

  /** Where an action leads, for `Completability`. */
  positionAfter(state: number, action: number): Position {
    const { data } = this;
    const stack: number[] = [];
    const hasLeft: boolean[] = [];
    let at = state;
    for (let depth = data[state + Field.Depth]; depth > 0; depth--) {
      stack.unshift(wordOf(data[at + Field.Top]));
      hasLeft.unshift(data[at + Field.LeftValency] > 0);
      at = data[at + Field.Below];
    }
    const masks = state + Field.Masks;
    const inBuffer = data.slice(masks, masks + this.problem.maskLength);
    if (action === LEFTARC) {
      stack.splice(-2, 1);
      hasLeft.splice(-2, 2, true);
    } else if (action === RIGHTARC) {
      stack.pop();
      hasLeft.pop();
    } else {
      const word = wordOf(action - FIRST_SHIFT);
      stack.push(word);
      hasLeft.push(false);
      inBuffer[word >>> 5] &= ~(1 << (word & 31));
    }
    return { stack, hasLeft, inBuffer };
  }

  #shift(state: number, next: number, node: number): void {
    const { data, problem } = this;
    const word = wordOf(node);
    data.copyWithin(next, state, state + this.#stride);
    data[next + Field.Below] = state;
    data[next + Field.Depth]++;
    this.#setTop(next, node);
    const bit = 1 << (word & 31);
    data[next + Field.Masks + (word >>> 5)] &= ~bit;
    data[next + Field.Masks + problem.maskLength + (word >>> 5)] |= bit;
    for (let i = problem.surfaceStart[word]; i < problem.surfaceStart[word + 1]; i++) {
      data[next + Field.Word3] = data[next + Field.Word2];
      data[next + Field.Word2] = data[next + Field.Word1];
      data[next + Field.Word1] = problem.surface[i];
      data[next + Field.Class1] = problem.surfaceClass[i];
    }
    data[next + Field.Tag3] = data[next + Field.Tag2];
    data[next + Field.Tag2] = data[next + Field.Tag1];
    data[next + Field.Tag1] = tagOf(node);
    if (this.#scores !== null) {
      data[next + Field.Context] = this.#scores.advance(data[state + Field.Context], word);
    }
    this.#setPivot(next, word, data[state + Field.Pivot]);
  }

  #arc(state: number, next: number, action: number): void {
    const { data, problem } = this;
    const second = data[state + Field.Below];
    const under = data[second + Field.Below];
    data.copyWithin(next, state, state + this.#stride);
    const dependent = data[(action === LEFTARC ? second : state) + Field.Top];
    if (action === LEFTARC) {
      data[next + Field.Left2] = data[state + Field.Left1];
      data[next + Field.Left1] = dependent;
      data[next + Field.LeftValency]++;
    } else {
      data.copyWithin(next + Field.Top, second + Field.Top, second + Field.Span);
      data[next + Field.Right2] = data[second + Field.Right1];
      data[next + Field.Right1] = dependent;
      data[next + Field.RightValency]++;
    }
    data[next + Field.Span] = data[state + Field.Span] + data[second + Field.Span];
    data[next + Field.Below] = under;
    data[next + Field.Depth]--;
    const word = wordOf(dependent);
    data[next + Field.Masks + problem.maskLength + (word >>> 5)] &= ~(1 << (word & 31));
    this.#setPivot(next, wordOf(data[next + Field.Top]), data[under + Field.Pivot]);
  }

  #setTop(state: number, node: number): void {
    const { data, nothing } = this;
    data[state + Field.Top] = node;
    data[state + Field.Left1] = nothing;
    data[state + Field.Left2] = nothing;
    data[state + Field.Right1] = nothing;
    data[state + Field.Right2] = nothing;
    data[state + Field.LeftValency] = 0;
    data[state + Field.RightValency] = 0;
    data[state + Field.Span] = 1;
  }

  #setPivot(state: number, top: number, pivotBelow: number): void {
    this.#readMasks(state);
    const { inBuffer, onStack } = this.#configuration;
    const isPivot = this.#legality.isPivot(top, inBuffer, onStack);
    this.data[state + Field.Pivot] = isPivot ? top : pivotBelow;
  }

  #readMasks(state: number): void {
    const { inBuffer, onStack } = this.#configuration;
    const length = this.problem.maskLength;
    for (let i = 0; i < length; i++) {
      inBuffer[i] = this.data[state + Field.Masks + i];
      onStack[i] = this.data[state + Field.Masks + length + i];
    }
  }

  #allocate(): number {
    const state = this.#end;
    this.#end += this.#stride;
    if (this.#end > this.data.length) {
      const grown = new Int32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    return state;
  }
}
