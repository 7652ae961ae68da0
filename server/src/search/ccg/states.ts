import { mayWait } from '../../grammar/ccg/modes.ts';
import type { Grammar } from '../../grammar/ccg/grammar.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { isDone, isFree } from '../given-arcs.ts';
import { NO_STATE, StateField, StateRecords, type LmContexts } from '../state-records.ts';
import { Actions } from './actions.ts';
import { Joiner, NOTHING, type Joined } from './joiner.ts';
import { ShiftReduceField } from '../../scoring/ccg/records.ts';

/** The states of one search over categories. Each state has a stack of parts and a buffer. */
export class ShiftReduceStates extends StateRecords {
  actions!: Actions;
  readonly grammar: Grammar;
  readonly #contexts: LmContexts | null;
  readonly #joiner: Joiner;

  /** @param contexts null without a language model */
  constructor(grammar: Grammar, contexts: LmContexts | null) {
    super();
    this.grammar = grammar;
    this.#joiner = new Joiner(grammar, {
      modes: ShiftReduceField.Modes,
      head: ShiftReduceField.Head,
      waiting: ShiftReduceField.Waiting,
    });
    this.#contexts = contexts;
  }

  reset(problem: Problem): number {
    this.actions = new Actions(problem, this.grammar);
    this.#joiner.begin();
    const first = this.begin(problem, ShiftReduceField.Masks + 2 * problem.maskLength);
    const { data } = this;
    data[first + StateField.Parent] = NO_STATE;
    data[first + ShiftReduceField.Below] = first;
    data[first + ShiftReduceField.Waiting] = NOTHING;
    data[first + ShiftReduceField.Pivot] = NO_WORD;
    data[first + ShiftReduceField.Context] = this.#contexts?.start ?? 0;
    for (const field of [ShiftReduceField.Head, ShiftReduceField.First, ShiftReduceField.Last]) {
      data[first + field] = problem.variantCount;
    }
    for (let w = 0; w < problem.size; w++) {
      data[first + ShiftReduceField.Masks + (w >>> 5)] |= 1 << (w & 31);
    }
    return first;
  }

  apply(state: number, action: number, score: number): number {
    const next = this.copy(state);
    const { data } = this;
    if (this.actions.isShift(action)) this.#shift(state, next, action);
    else this.#joinTop(state, next, action);
    data[next + StateField.Parent] = state;
    data[next + StateField.Action] = action;
    data[next + StateField.Score] = score;
    return next;
  }

  /** Computes what an action other than SHIFT makes of the two top parts of the stack. */
  join(state: number, action: number): Joined {
    const { data } = this;
    const below = data[state + ShiftReduceField.Below];
    const isLast = data[below + ShiftReduceField.Depth] === 1 && this.#isBufferEmpty(state);
    return this.#joiner.join(data, below, state, action, isLast);
  }

  stringAfter(state: number, action: number): number {
    const hash = this.data[state + StateField.String];
    return this.actions.isShift(action)
      ? this.lengthen(hash, this.actions.variantOf(action))
      : hash;
  }

  isInBuffer(state: number, word: number): boolean {
    return ((this.data[state + ShiftReduceField.Masks + (word >>> 5)] >>> (word & 31)) & 1) === 1;
  }

  isFinal(state: number): boolean {
    return this.data[state + ShiftReduceField.Span] === this.problem.size;
  }

  #shift(state: number, next: number, action: number): void {
    const { data, problem, grammar, actions } = this;
    const at = action - actions.firstShift;
    const variant = actions.shiftVariant[at];
    const chain = actions.shiftChain[at];
    const word = problem.variantWord[variant];
    const form = problem.variantForm[variant];
    const entry = problem.variantEntry[variant];
    const lexical = grammar.entryCategory[entry];
    data[next + ShiftReduceField.Below] = state;
    data[next + ShiftReduceField.Depth]++;
    data[next + ShiftReduceField.Category] = grammar.categoryAfter(lexical, chain);
    data[next + ShiftReduceField.Modes] = grammar.modesAfter(grammar.entryModes[entry], chain);
    data[next + ShiftReduceField.Head] = variant;
    data[next + ShiftReduceField.First] = variant;
    data[next + ShiftReduceField.Last] = variant;
    data[next + ShiftReduceField.Waiting] = NOTHING;
    data[next + ShiftReduceField.Span] = 1;
    const bit = 1 << (word & 31);
    data[next + ShiftReduceField.Masks + (word >>> 5)] &= ~bit;
    data[next + ShiftReduceField.Masks + problem.maskLength + (word >>> 5)] |= bit;
    for (let i = problem.surfaceStart[form]; i < problem.surfaceStart[form + 1]; i++) {
      data[next + ShiftReduceField.Word2] = data[next + ShiftReduceField.Word1];
      data[next + ShiftReduceField.Word1] = problem.surface[i];
      data[next + ShiftReduceField.Class1] = problem.surfaceClass[i];
    }
    data[next + StateField.String] = this.lengthen(data[state + StateField.String], variant);
    data[next + ShiftReduceField.Tag3] = data[next + ShiftReduceField.Tag2];
    data[next + ShiftReduceField.Tag2] = data[next + ShiftReduceField.Tag1];
    data[next + ShiftReduceField.Tag1] = problem.variantTag[variant];
    data[next + ShiftReduceField.Category3] = data[next + ShiftReduceField.Category2];
    data[next + ShiftReduceField.Category2] = data[next + ShiftReduceField.Category1];
    data[next + ShiftReduceField.Category1] = lexical;
    if (this.#contexts !== null) {
      data[next + ShiftReduceField.Context] = this.#contexts.advance(
        data[state + ShiftReduceField.Context],
        form,
      );
    }
    this.#setPivot(next, state);
  }

  #joinTop(state: number, next: number, action: number): void {
    const { data, problem } = this;
    const joined = this.join(state, action);
    const below = data[state + ShiftReduceField.Below];
    const under = data[below + ShiftReduceField.Below];
    for (let i = 0; i < joined.dependentCount; i++) {
      const word = problem.variantWord[joined.dependents[i]];
      data[next + ShiftReduceField.Masks + problem.maskLength + (word >>> 5)] &= ~(
        1 <<
        (word & 31)
      );
    }
    data[next + ShiftReduceField.Below] = under;
    data[next + ShiftReduceField.Depth]--;
    data[next + ShiftReduceField.Category] = joined.category;
    data[next + ShiftReduceField.Modes] = joined.modes;
    data[next + ShiftReduceField.Head] = joined.roots[0];
    data[next + ShiftReduceField.First] = data[below + ShiftReduceField.First];
    data[next + ShiftReduceField.Span] =
      data[state + ShiftReduceField.Span] + data[below + ShiftReduceField.Span];
    data[next + ShiftReduceField.Waiting] = this.#joiner.wait(joined);
    this.#setPivot(next, under);
  }

  /**
   * Sets a state's pivot: the topmost word of the stack that has a given head, is the root, or
   * lacks a given dependent (`GivenArcs.enter`).
   *
   * @param below a state with the same stack, but without the top part
   */
  #setPivot(state: number, below: number): void {
    const { data, problem } = this;
    let pivot = NO_WORD;
    const { waiting } = this.#joiner;
    for (let at = data[state + ShiftReduceField.Waiting]; at !== NOTHING; at = waiting[at + 1]) {
      const word = problem.variantWord[waiting[at]];
      if (this.#isPivot(state, word)) pivot = word;
    }
    const head = problem.variantWord[data[state + ShiftReduceField.Head]];
    if (this.#isPivot(state, head)) pivot = head;
    const isOnTop = pivot !== NO_WORD;
    data[state + ShiftReduceField.Pivot] = isOnTop ? pivot : data[below + ShiftReduceField.Pivot];
    data[state + ShiftReduceField.PivotMayWait] = isOnTop
      ? Number(mayWait(data[state + ShiftReduceField.Modes]))
      : data[below + ShiftReduceField.PivotMayWait];
  }

  #isPivot(state: number, word: number): boolean {
    const { data, problem } = this;
    return !isFree(problem, word) || !isDone(problem, data, state + ShiftReduceField.Masks, word);
  }

  #isBufferEmpty(state: number): boolean {
    const masks = state + ShiftReduceField.Masks;
    for (let i = 0; i < this.problem.maskLength; i++) {
      if (this.data[masks + i] !== 0) return false;
    }
    return true;
  }
}
