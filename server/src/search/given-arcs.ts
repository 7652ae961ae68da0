import { NO_WORD, type Problem } from '../problem/problem.ts';

/** Whether a word has no given head and is not given as the root. */
export function isFree({ head, root }: Problem, word: number): boolean {
  return head[word] === NO_WORD && word !== root;
}

/**
 * Whether none of a word's given dependents is still on the stack or in the buffer.
 *
 * @param buffer the offset in `data` of two masks: of the buffer, then of the stack
 */
export function isDone(problem: Problem, data: Int32Array, buffer: number, word: number): boolean {
  const { maskLength, dependentMask } = problem;
  const dependents = word * maskLength;
  for (let i = 0; i < maskLength; i++) {
    const unplaced = data[buffer + i] | data[buffer + maskLength + i];
    if (dependentMask[dependents + i] & unplaced) return false;
  }
  return true;
}

/**
 * Decides which words may be shifted onto a stack, and which words of the stack may be joined,
 * under the given arcs, the given root and the order constraints. It assumes that a word stays on
 * the stack until it has its head, and that either of two neighbours on the stack may become the
 * head of the other.
 *
 * Without order constraints, a step is allowed if and only if every given arc can still be built
 * after it. With order constraints and only some given arcs, an allowed step may lead into a dead
 * end (`completable.ts`).
 */
export class GivenArcs {
  readonly #problem: Problem;
  readonly #length: number;

  // The stack that `enter` set, and values computed from it.
  #data: Int32Array = new Int32Array(0);
  /** Offsets in `#data` of the masks of the buffer and of the stack. */
  #buffer = 0;
  #stack = 0;
  #pivot = NO_WORD;
  #isPivotDone = false;
  /**
   * The given head of the pivot (`enter` says what the pivot is). Once the pivot has all its given
   * dependents, `shift` may allow this head, and also words that are below the head in the given
   * arcs. NO_WORD if the pivot has no given head. Without `mayWait`, also NO_WORD if the head has
   * left the buffer.
   */
  #pivotHead = NO_WORD;

  /**
   * Masks for `Precedence`: all words in the buffer, and the words that `Precedence.findOpen`
   * allows next.
   */
  readonly #inBuffer: Int32Array;
  readonly #open: Int32Array;

  constructor(problem: Problem) {
    this.#problem = problem;
    this.#length = problem.maskLength;
    this.#inBuffer = new Int32Array(this.#length);
    this.#open = new Int32Array(this.#length);
  }

  /**
   * Sets the stack for the methods below.
   *
   * @param buffer the offset in `data` of two masks: of the buffer, then of the stack
   * @param pivot the topmost word of the stack that has a given head, is the root, or lacks a given
   *   dependent; NO_WORD if there is none
   * @param mayWait only in a search over categories: whether the pivot may be joined with a word
   *   above it on the stack while both still wait for their heads. For example, *he* and *will* may
   *   be joined before *sleep*, the head of both, is shifted (`modes.ts`)
   */
  enter(data: Int32Array, buffer: number, pivot: number, mayWait = false): void {
    const problem = this.#problem;
    this.#data = data;
    this.#buffer = buffer;
    this.#stack = buffer + this.#length;
    this.#pivot = pivot;
    this.#isPivotDone = pivot !== NO_WORD && this.isDone(pivot);
    const head = pivot === NO_WORD ? NO_WORD : problem.head[pivot];
    this.#pivotHead = head !== NO_WORD && (mayWait || this.#isToCome(head)) ? head : NO_WORD;
    if (problem.precedence === null) return;
    for (let i = 0; i < this.#length; i++) this.#inBuffer[i] = data[buffer + i];
    problem.precedence.findOpen(this.#inBuffer, this.#open);
  }

  shift(word: number): boolean {
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

  /**
   * Whether `word`, which is on the stack, may become a dependent of `head`. A word with a head
   * gets no further dependents, so `word` must already have all its given dependents.
   */
  mayDepend(word: number, head: number): boolean {
    const problem = this.#problem;
    return (problem.head[word] === head || isFree(problem, word)) && this.isDone(word);
  }

  isDone(word: number): boolean {
    return isDone(this.#problem, this.#data, this.#buffer, word);
  }

  /** Whether a given dependent of a word is still in the buffer. */
  awaitsDependents(word: number): boolean {
    return this.#meets(this.#problem.dependentMask, word, this.#buffer);
  }

  isOnStack(word: number): boolean {
    return this.#hasBit(this.#stack, word);
  }

  isBufferEmpty(): boolean {
    for (let i = 0; i < this.#length; i++) {
      if (this.#data[this.#buffer + i] !== 0) return false;
    }
    return true;
  }

  #isToCome(word: number): boolean {
    return this.#hasBit(this.#buffer, word);
  }

  #hasBit(mask: number, word: number): boolean {
    return ((this.#data[mask + (word >>> 5)] >>> (word & 31)) & 1) === 1;
  }

  /** Whether `ancestor` is above `word` in the given arcs, directly or through other words. */
  #isAncestor(ancestor: number, word: number): boolean {
    const at = word * this.#length + (ancestor >>> 5);
    return ((this.#problem.ancestorMask[at] >>> (ancestor & 31)) & 1) === 1;
  }

  /**
   * Whether the mask of `word` in `masks` and the mask at offset `mask` of `#data` share a word.
   */
  #meets(masks: Int32Array, word: number, mask: number): boolean {
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) {
      if (masks[start + i] & this.#data[mask + i]) return true;
    }
    return false;
  }
}
