import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { Field, isDone, isFree, type States } from './states.ts';

/**
 * Which transitions are legal under the given arcs, the given root and what is asked of the order:
 * without the last exactly those after which every given arc can still be built, so no derivation meets
 * a dead end; one rule serves no arcs, a partial forest and a full tree. With the order it is exact too,
 * but for a partial forest: there each of the two is kept to, and both together may meet a dead end
 * (`completable.ts`).
 *
 * A tree has one derivation only, right-first: a head takes its right dependents before its left
 * ones. It is the order of the oracle of Liu et al. (2015); without it, equal trees would fill the
 * beam.
 */
export class Legality {
  readonly #states: States;
  readonly #problem: Problem;
  readonly #length: number;

  // Of the state that was entered.
  #data = new Int32Array(0);
  #state = 0;
  /** Offsets of the words still to come and the words on the stack: masks. */
  #buffer = 0;
  #stack = 0;
  /** The top word of the stack, and the one below; NO_WORD where there is none. */
  #top = NO_WORD;
  #second = NO_WORD;
  #pivot = NO_WORD;
  #topHasLeft = false;
  #canShift = false;
  #isPivotDone = false;
  /** The pivot's given head where that is still to come; NO_WORD otherwise. */
  #pivotHead = NO_WORD;

  /** What `Precedence` reads: the words still to come, and those of them that keep together what has begun. */
  readonly #inBuffer: Int32Array;
  readonly #open: Int32Array;

  /** @param states of the problem that they were last reset for */
  constructor(states: States) {
    this.#states = states;
    this.#problem = states.problem;
    this.#length = states.problem.maskLength;
    this.#inBuffer = new Int32Array(this.#length);
    this.#open = new Int32Array(this.#length);
  }

  /** Sets the state that the questions below are about. */
  enter(state: number): void {
    const problem = this.#problem;
    const { data } = this.#states;
    this.#data = data;
    this.#state = state;
    this.#buffer = state + Field.Masks;
    this.#stack = this.#buffer + this.#length;
    const depth = data[state + Field.Depth];
    const below = data[state + Field.Below];
    this.#top = depth > 0 ? problem.variantWord[data[state + Field.Top]] : NO_WORD;
    this.#second = depth > 1 ? problem.variantWord[data[below + Field.Top]] : NO_WORD;
    this.#topHasLeft = data[state + Field.LeftValency] > 0;
    this.#canShift = this.#shiftKeepsTopCanonical();
    const pivot = data[state + Field.Pivot];
    this.#pivot = pivot;
    this.#isPivotDone = pivot !== NO_WORD && this.#isDone(pivot);
    const head = pivot === NO_WORD ? NO_WORD : problem.head[pivot];
    this.#pivotHead = head !== NO_WORD && this.#isToCome(head) ? head : NO_WORD;
    if (problem.precedence === null) return;
    for (let i = 0; i < this.#length; i++) this.#inBuffer[i] = data[this.#buffer + i];
    problem.precedence.findOpen(this.#inBuffer, this.#open);
  }

  /** LEFTARC: the top becomes the head of the second. */
  leftArc(): boolean {
    const top = this.#top;
    if (this.#second === NO_WORD || !this.#mayDepend(this.#second, top)) return false;
    if (this.#topHasLeft) return true;
    if (this.#meets(this.#problem.dependentMask, top, this.#buffer)) return false;
    return top !== this.#problem.root || this.#isBufferEmpty();
  }

  /** RIGHTARC: the second becomes the head of the top. */
  rightArc(): boolean {
    if (this.#second === NO_WORD) return false;
    const below = this.#data[this.#state + Field.Below];
    const secondHasLeft = this.#data[below + Field.LeftValency] > 0;
    return !secondHasLeft && this.#mayDepend(this.#top, this.#second);
  }

  /** SHIFT of a word that is still to come. */
  shift(word: number): boolean {
    if (!this.#canShift) return false;
    const problem = this.#problem;
    const pivot = this.#pivot;
    const twin = problem.twinBefore[word];
    if (twin !== NO_WORD && this.#isToCome(twin)) return false;
    if (problem.precedence?.allows(word, this.#inBuffer, this.#open) === false) return false;
    if (!this.#meets(problem.treeMask, word, this.#stack)) {
      return pivot === NO_WORD || problem.treeHoldsRoot[word] === 0;
    }
    if (this.#isAncestor(pivot, word)) return true;
    const head = this.#pivotHead;
    return this.#isPivotDone && head !== NO_WORD && (head === word || this.#isAncestor(head, word));
  }

  #mayDepend(word: number, head: number): boolean {
    const problem = this.#problem;
    return (problem.head[word] === head || isFree(problem, word)) && this.#isDone(word);
  }

  #isDone(word: number): boolean {
    return isDone(this.#problem, this.#data, this.#state, word);
  }

  /**
   * A top that has a left dependent takes no right one any more, so what is shifted over it must
   * never have to become its dependent, nor keep it from its own head.
   */
  #shiftKeepsTopCanonical(): boolean {
    if (!this.#topHasLeft) return true;
    const top = this.#top;
    const head = this.#problem.head[top];
    return (
      top !== this.#problem.root &&
      this.#isDone(top) &&
      (head === NO_WORD || !this.#hasBit(this.#stack, head))
    );
  }

  #isToCome(word: number): boolean {
    return this.#hasBit(this.#buffer, word);
  }

  #hasBit(mask: number, word: number): boolean {
    return ((this.#data[mask + (word >>> 5)] >>> (word & 31)) & 1) === 1;
  }

  /** Whether a word is above another in the given arcs. */
  #isAncestor(ancestor: number, word: number): boolean {
    const at = word * this.#length + (ancestor >>> 5);
    return ((this.#problem.ancestorMask[at] >>> (ancestor & 31)) & 1) === 1;
  }

  /** Whether a word's mask has a word in common with a mask of the state. */
  #meets(masks: Int32Array, word: number, mask: number): boolean {
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) {
      if (masks[start + i] & this.#data[mask + i]) return true;
    }
    return false;
  }

  #isBufferEmpty(): boolean {
    for (let i = 0; i < this.#length; i++) {
      if (this.#data[this.#buffer + i] !== 0) return false;
    }
    return true;
  }
}
