import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { isDone, isFree } from '../given-arcs.ts';
import { NO_STATE, StateField, StateRecords, type LmContexts } from '../state-records.ts';
import { ArcStandardField, FIRST_SHIFT, LEFTARC } from '../../scoring/arc-standard/records.ts';

/**
 * A state stores only the top of its stack, and names the state that has the rest
 * (`ArcStandardField.Below`). So the stacks of different states can share their lower parts.
 */
export class ArcStandardStates extends StateRecords {
  readonly #contexts: LmContexts | null;

  /** @param contexts null without a language model */
  constructor(contexts: LmContexts | null) {
    super();
    this.#contexts = contexts;
  }

  reset(problem: Problem): number {
    const first = this.begin(problem, ArcStandardField.Masks + 2 * problem.maskLength);
    this.data[first + StateField.Parent] = NO_STATE;
    this.data[first + ArcStandardField.Below] = first;
    this.data[first + ArcStandardField.Pivot] = NO_WORD;
    this.data[first + ArcStandardField.Context] = this.#contexts?.start ?? 0;
    this.#setTop(first, problem.variantCount);
    for (let w = 0; w < problem.size; w++) {
      this.data[first + ArcStandardField.Masks + (w >>> 5)] |= 1 << (w & 31);
    }
    return first;
  }

  apply(state: number, action: number, score: number): number {
    const next = this.copy(state);
    const { data } = this;
    if (action >= FIRST_SHIFT) this.#shift(state, next, action - FIRST_SHIFT);
    else this.#arc(state, next, action);
    data[next + StateField.Parent] = state;
    data[next + StateField.Action] = action;
    data[next + StateField.Score] = score;
    return next;
  }

  stringAfter(state: number, action: number): number {
    const hash = this.data[state + StateField.String];
    return action < FIRST_SHIFT ? hash : this.lengthen(hash, action - FIRST_SHIFT);
  }

  isInBuffer(state: number, word: number): boolean {
    return ((this.data[state + ArcStandardField.Masks + (word >>> 5)] >>> (word & 31)) & 1) === 1;
  }

  isFinal(state: number): boolean {
    return this.data[state + ArcStandardField.Span] === this.problem.size;
  }

  #shift(state: number, next: number, variant: number): void {
    const { data, problem } = this;
    const word = problem.variantWord[variant];
    const form = problem.variantForm[variant];
    data[next + ArcStandardField.Below] = state;
    data[next + ArcStandardField.Depth]++;
    this.#setTop(next, variant);
    const bit = 1 << (word & 31);
    data[next + ArcStandardField.Masks + (word >>> 5)] &= ~bit;
    data[next + ArcStandardField.Masks + problem.maskLength + (word >>> 5)] |= bit;
    for (let i = problem.surfaceStart[form]; i < problem.surfaceStart[form + 1]; i++) {
      data[next + ArcStandardField.Word3] = data[next + ArcStandardField.Word2];
      data[next + ArcStandardField.Word2] = data[next + ArcStandardField.Word1];
      data[next + ArcStandardField.Word1] = problem.surface[i];
      data[next + ArcStandardField.Class1] = problem.surfaceClass[i];
    }
    data[next + StateField.String] = this.lengthen(data[state + StateField.String], variant);
    data[next + ArcStandardField.Tag3] = data[next + ArcStandardField.Tag2];
    data[next + ArcStandardField.Tag2] = data[next + ArcStandardField.Tag1];
    data[next + ArcStandardField.Tag1] = problem.variantTag[variant];
    if (this.#contexts !== null) {
      data[next + ArcStandardField.Context] = this.#contexts.advance(
        data[state + ArcStandardField.Context],
        form,
      );
    }
    this.#setPivot(next, word, data[state + ArcStandardField.Pivot]);
  }

  #arc(state: number, next: number, action: number): void {
    const { data, problem } = this;
    const second = data[state + ArcStandardField.Below];
    const under = data[second + ArcStandardField.Below];
    const dependent = data[(action === LEFTARC ? second : state) + ArcStandardField.Top];
    if (action === LEFTARC) {
      data[next + ArcStandardField.Left2] = data[state + ArcStandardField.Left1];
      data[next + ArcStandardField.Left1] = dependent;
      data[next + ArcStandardField.LeftValency]++;
    } else {
      data.copyWithin(
        next + ArcStandardField.Top,
        second + ArcStandardField.Top,
        second + ArcStandardField.Span,
      );
      data[next + ArcStandardField.Right2] = data[second + ArcStandardField.Right1];
      data[next + ArcStandardField.Right1] = dependent;
      data[next + ArcStandardField.RightValency]++;
    }
    data[next + ArcStandardField.Span] =
      data[state + ArcStandardField.Span] + data[second + ArcStandardField.Span];
    data[next + ArcStandardField.Below] = under;
    data[next + ArcStandardField.Depth]--;
    const word = problem.variantWord[dependent];
    data[next + ArcStandardField.Masks + problem.maskLength + (word >>> 5)] &= ~(1 << (word & 31));
    const head = problem.variantWord[data[next + ArcStandardField.Top]];
    this.#setPivot(next, head, data[under + ArcStandardField.Pivot]);
  }

  #setTop(state: number, variant: number): void {
    const { data } = this;
    const nothing = this.problem.variantCount;
    data[state + ArcStandardField.Top] = variant;
    data[state + ArcStandardField.Left1] = nothing;
    data[state + ArcStandardField.Left2] = nothing;
    data[state + ArcStandardField.Right1] = nothing;
    data[state + ArcStandardField.Right2] = nothing;
    data[state + ArcStandardField.LeftValency] = 0;
    data[state + ArcStandardField.RightValency] = 0;
    data[state + ArcStandardField.Span] = 1;
  }

  #setPivot(state: number, top: number, pivotBelow: number): void {
    const { data, problem } = this;
    const isPivot =
      !isFree(problem, top) || !isDone(problem, data, state + ArcStandardField.Masks, top);
    data[state + ArcStandardField.Pivot] = isPivot ? top : pivotBelow;
  }
}
