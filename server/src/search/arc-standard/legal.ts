import { NO_WORD, type Problem } from '../../problem/problem.ts';

/**
 * What legality asks of a parser state. `inBuffer` and `onStack` are the words still to come and the
 * words on the stack, as bit masks of `problem.maskLength` integers.
 */
export interface Configuration {
  /** The top word of the stack, and the one below; NO_WORD where there is none. */
  top: number;
  second: number;
  /** The topmost stack word that is not both free and done (`isPivot`); NO_WORD if there is none. */
  pivot: number;
  topHasLeftDependent: boolean;
  secondHasLeftDependent: boolean;
  readonly inBuffer: Int32Array;
  readonly onStack: Int32Array;
}

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
 *
 * A word is *free* if it has no given head and is not the given root, and *done* if none of its given
 * dependents is on the stack or still to come.
 */
export class Legality {
  readonly #problem: Problem;
  readonly #length: number;
  #state!: Configuration;
  /** The words that what has begun goes on with: a mask (`Precedence.findOpen`). */
  readonly #open: Int32Array;
  #canShift = false;
  #pivotDone = false;
  /** The pivot's given head where that is still to come; NO_WORD otherwise. */
  #pivotHead = NO_WORD;

  constructor(problem: Problem) {
    this.#problem = problem;
    this.#length = problem.maskLength;
    this.#open = new Int32Array(problem.maskLength);
  }

  /** Sets the state that the questions below are about. */
  enter(state: Configuration): void {
    this.#state = state;
    this.#canShift = this.#shiftKeepsTopCanonical();
    const { pivot } = state;
    const problem = this.#problem;
    this.#pivotDone = pivot !== NO_WORD && this.#isDone(pivot);
    const head = pivot === NO_WORD ? NO_WORD : problem.head[pivot];
    this.#pivotHead = head !== NO_WORD && has(state.inBuffer, 0, head) ? head : NO_WORD;
    problem.precedence?.findOpen(state.inBuffer, this.#open);
  }

  /** LEFTARC: the top becomes the head of the second. */
  leftArc(): boolean {
    const { top, second, topHasLeftDependent, inBuffer } = this.#state;
    if (second === NO_WORD || !this.#mayDepend(second, top)) return false;
    if (topHasLeftDependent) return true;
    if (this.#meets(this.#problem.dependentMask, top, inBuffer)) return false;
    return top !== this.#problem.root || isEmpty(inBuffer);
  }

  /** RIGHTARC: the second becomes the head of the top. */
  rightArc(): boolean {
    const { top, second, secondHasLeftDependent } = this.#state;
    return second !== NO_WORD && !secondHasLeftDependent && this.#mayDepend(top, second);
  }

  /** SHIFT of a word that is still to come. */
  shift(word: number): boolean {
    if (!this.#canShift) return false;
    const problem = this.#problem;
    const { pivot, onStack, inBuffer } = this.#state;
    const twin = problem.twinBefore[word];
    if (twin !== NO_WORD && has(inBuffer, 0, twin)) return false;
    if (problem.precedence?.allows(word, inBuffer, this.#open) === false) return false;
    if (!this.#meets(problem.treeMask, word, onStack)) {
      return pivot === NO_WORD || problem.treeHoldsRoot[word] === 0;
    }
    const ancestors = word * this.#length;
    if (has(problem.ancestorMask, ancestors, pivot)) return true;
    const head = this.#pivotHead;
    return (
      this.#pivotDone &&
      head !== NO_WORD &&
      (head === word || has(problem.ancestorMask, ancestors, head))
    );
  }

  /** Whether a word on top of the stack is not both free and done. */
  isPivot(word: number, inBuffer: Int32Array, onStack: Int32Array): boolean {
    return (
      !this.#isFree(word) ||
      this.#meets(this.#problem.dependentMask, word, inBuffer) ||
      this.#meets(this.#problem.dependentMask, word, onStack)
    );
  }

  #mayDepend(word: number, head: number): boolean {
    return (this.#problem.head[word] === head || this.#isFree(word)) && this.#isDone(word);
  }

  #isFree(word: number): boolean {
    return this.#problem.head[word] === NO_WORD && word !== this.#problem.root;
  }

  #isDone(word: number): boolean {
    const { inBuffer, onStack } = this.#state;
    const mask = this.#problem.dependentMask;
    return !this.#meets(mask, word, inBuffer) && !this.#meets(mask, word, onStack);
  }

  /**
   * A top that has a left dependent takes no right one any more, so what is shifted over it must
   * never have to become its dependent, nor keep it from its own head.
   */
  #shiftKeepsTopCanonical(): boolean {
    const { top, topHasLeftDependent, onStack } = this.#state;
    if (!topHasLeftDependent) return true;
    const head = this.#problem.head[top];
    return (
      top !== this.#problem.root &&
      this.#isDone(top) &&
      (head === NO_WORD || !has(onStack, 0, head))
    );
  }

  #meets(masks: Int32Array, word: number, set: Int32Array): boolean {
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) if (masks[start + i] & set[i]) return true;
    return false;
  }
}

function has(mask: Int32Array, start: number, word: number): boolean {
  return ((mask[start + (word >>> 5)] >>> (word & 31)) & 1) === 1;
}

function isEmpty(mask: Int32Array): boolean {
  for (let i = 0; i < mask.length; i++) if (mask[i] !== 0) return false;
  return true;
}
