import { EMPTY_CONTEXT } from '../../lm/query/contexts.ts';
import { NO_WORD } from '../../problem/problem.ts';
import { mix } from '../../util/hash.ts';
import { NONE } from '../../model/lexicon.ts';
import { formScore } from '../../scoring/fluency.ts';
import type { BoundaryFluency } from '../../scoring/bottom-up/boundary-fluency.ts';
import { BEGIN, HEAD, type FullTree } from '../../scoring/bottom-up/full-tree.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';

export const NO_LINEARIZATION = -1;

/** `release` cuts the array down to this many integers (4 MB). Few problems need more. */
const MOST_KEPT = 1 << 20;

/**
 * All linearizations of one search, in one array that the next search reuses. A linearization is a
 * sequence of words: a head and some or all of its dependents with their subtrees.
 */
export class Linearizations {
  data = new Int32Array(1 << 16);
  readonly #fluency: BoundaryFluency | null;
  #tree!: FullTree;
  #stride = 0;
  #end = 0;

  /** @param fluency null without a language model */
  constructor(fluency: BoundaryFluency | null) {
    this.#fluency = fluency;
  }

  begin(tree: FullTree): void {
    this.#tree = tree;
    this.#stride = LinearizationField.Mask + tree.problem.maskLength;
    this.#end = 0;
  }

  /** Frees memory. After this, no linearization may be read. */
  release(): void {
    if (this.data.length > MOST_KEPT) this.data = new Int32Array(MOST_KEPT);
  }

  /** Makes the linearization with which the ordering of a head begins: no word is placed yet. */
  empty(head: number): number {
    const next = this.#allocate();
    const { data } = this;
    data.fill(0, next, next + this.#stride);
    data[next + LinearizationField.Parent] = NO_LINEARIZATION;
    data[next + LinearizationField.Placed] = NO_LINEARIZATION;
    data[next + LinearizationField.Head] = head;
    data[next + LinearizationField.Variant] = this.#tree.problem.variantStart[head];
    data[next + LinearizationField.Last] = NO_WORD;
    data[next + LinearizationField.BeforeLast] = NO_WORD;
    if (this.#tree.problem.head[head] === NO_WORD) {
      for (let i = 0; i < 3; i++) data[next + LinearizationField.Last1 + i] = BEGIN;
      data[next + LinearizationField.Context] = this.#fluency?.start ?? EMPTY_CONTEXT;
    }
    return next;
  }

  /**
   * Makes the linearization of a single word. Its score says how much less likely the form is than
   * the word's likeliest form.
   */
  alone(variant: number): number {
    const { problem, tag } = this.#tree;
    const { casing, variantWord, variantForm, variantStart, variantWeight } = problem;
    const word = variantWord[variant];
    const next = this.empty(word);
    const { data } = this;
    const form = variantForm[variant];
    data[next + LinearizationField.Variant] = variant;
    data[next + LinearizationField.Score] = formScore(
      variantWeight[variant] - variantWeight[variantStart[word]],
      this.#fluency?.unitsPerNat,
    );
    const start = problem.surfaceStart[form];
    const length = problem.surfaceStart[form + 1] - start;
    // The templates learned to order words, not to choose forms. So they read each word's likeliest
    // form, and only the language model chooses between forms.
    const read = problem.surfaceStart[problem.likelyForm(word)];
    const fluency = this.#fluency;
    data[next + LinearizationField.Length] = length;
    data[next + LinearizationField.FirstCasing] = casing[problem.likelyForm(word)];
    for (let i = 0; i < 3; i++) {
      const isThere = i < length;
      data[next + LinearizationField.First1 + i] = isThere ? problem.surface[read + i] : NONE;
      data[next + LinearizationField.FirstTag1 + i] = isThere ? tag[word] : NONE;
      data[next + LinearizationField.Last1 + i] = isThere
        ? problem.surface[read + length - 1 - i]
        : NONE;
      data[next + LinearizationField.LastTag1 + i] = isThere ? tag[word] : NONE;
      if (fluency !== null && isThere) {
        data[next + LinearizationField.FirstColumn1 + i] = fluency.columnOf(start + i);
      }
    }
    if (fluency === null) return next;
    let context = EMPTY_CONTEXT;
    for (let i = 0; i < length; i++) {
      context = fluency.advance(context, fluency.columnOf(start + i));
    }
    data[next + LinearizationField.Context] = context;
    return next;
  }

  /**
   * Makes a linearization: the words of `before`, then the words of `placed`.
   *
   * @param own the score of this placement alone
   */
  place(before: number, placed: number, score: number, own: number): number {
    const next = this.#allocate();
    const { data } = this;
    const { label, tag } = this.#tree;
    data.copyWithin(next, before, before + this.#stride);
    data[next + LinearizationField.Parent] = before;
    data[next + LinearizationField.Placed] = placed;
    data[next + LinearizationField.Score] = score;
    data[next + LinearizationField.Own] = own;
    data[next + LinearizationField.BeforeLast] = data[before + LinearizationField.Last];
    const word = data[placed + LinearizationField.Head];
    const head = data[before + LinearizationField.Head];
    const isHead = word === head;
    if (isHead) data[next + LinearizationField.Variant] = data[placed + LinearizationField.Variant];
    data[next + LinearizationField.Last] = word;
    if (!isHead)
      data[
        next + (this.has(before, head) ? LinearizationField.Rights : LinearizationField.Lefts)
      ]++;
    data[next + LinearizationField.Mask + (word >>> 5)] |= 1 << (word & 31);
    this.#joinWords(next, before, placed);
    data[next + LinearizationField.Labels] = mix(
      data[before + LinearizationField.Labels],
      (isHead ? HEAD : label[word]) + 1,
    );
    data[next + LinearizationField.Tags] = mix(
      data[before + LinearizationField.Tags],
      (isHead ? HEAD : tag[word]) + 1,
    );
    return next;
  }

  isAlone(linearization: number): boolean {
    return this.data[linearization + LinearizationField.Parent] === NO_LINEARIZATION;
  }

  has(linearization: number, word: number): boolean {
    return (
      ((this.data[linearization + LinearizationField.Mask + (word >>> 5)] >>> (word & 31)) & 1) ===
      1
    );
  }

  /**
   * Lists the linearizations that were made on the way to a linearization, which comes last. The
   * first has one placed item, the second has two, and so on.
   */
  statesTo(linearization: number): number[] {
    const { data } = this;
    const states: number[] = [];
    for (let at = linearization; data[at + LinearizationField.Parent] !== NO_LINEARIZATION;) {
      states.push(at);
      at = data[at + LinearizationField.Parent];
    }
    return states.reverse();
  }

  #joinWords(next: number, before: number, placed: number): void {
    const { data } = this;
    const lengthBefore = data[before + LinearizationField.Length];
    const length = data[placed + LinearizationField.Length];
    data[next + LinearizationField.Length] = lengthBefore + length;
    if (lengthBefore === 0)
      data[next + LinearizationField.FirstCasing] = data[placed + LinearizationField.FirstCasing];
    for (let i = lengthBefore; i < 3; i++) {
      const from = placed + (i - lengthBefore);
      data[next + LinearizationField.First1 + i] = data[from + LinearizationField.First1];
      data[next + LinearizationField.FirstTag1 + i] = data[from + LinearizationField.FirstTag1];
      data[next + LinearizationField.FirstColumn1 + i] =
        data[from + LinearizationField.FirstColumn1];
    }
    for (let i = 0; i < 3; i++) {
      const from = i < length ? placed + i : before + (i - length);
      data[next + LinearizationField.Last1 + i] = data[from + LinearizationField.Last1];
      data[next + LinearizationField.LastTag1 + i] = data[from + LinearizationField.LastTag1];
    }
    if (this.#fluency !== null) this.#joinContext(this.#fluency, next, before, placed);
  }

  #joinContext(fluency: BoundaryFluency, next: number, before: number, placed: number): void {
    const { data } = this;
    const length = data[placed + LinearizationField.Length];
    let context = data[placed + LinearizationField.Context];
    // A context has at most three words. So if `placed` has three or more, the words before it do
    // not matter.
    if (length < 3) {
      context = data[before + LinearizationField.Context];
      for (let i = 0; i < length; i++) {
        context = fluency.advance(context, data[placed + LinearizationField.FirstColumn1 + i]);
      }
    }
    data[next + LinearizationField.Context] = context;
  }

  #allocate(): number {
    const next = this.#end;
    this.#end += this.#stride;
    if (this.#end > this.data.length) {
      const grown = new Int32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    return next;
  }
}
