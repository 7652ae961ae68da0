/**
 * The transition system with a bag's arcs, but without the rules of legality. It decides by search whether a state can
 * still be completed, for bags of at most six words.
 */
export class PlainSystem {
  /** By word: its given head; -1 for an open head. */
  readonly #heads: readonly number[];
  readonly #root: number;
  readonly #completable = new Map<number, boolean>();

  constructor(heads: readonly number[], root: number | null) {
    this.#heads = heads;
    this.#root = root ?? -1;
  }

  first(): PlainState {
    return { stack: [], hasLeft: [], buffer: this.#heads.map((_, word) => word) };
  }

  /** Whether a word may depend on a head: its head is given so, or is open. */
  #mayAttach(dependent: number, head: number): boolean {
    const given = this.#heads[dependent];
    return dependent !== this.#root && (given === -1 || given === head);
  }

  /** The state after LEFTARC; null if that breaks a given arc at once. */
  leftArc({ stack, hasLeft, buffer }: PlainState): PlainState | null {
    const [second, top] = stack.slice(-2);
    if (stack.length < 2 || !this.#mayAttach(second, top)) return null;
    return {
      stack: [...stack.slice(0, -2), top],
      hasLeft: [...hasLeft.slice(0, -2), true],
      buffer,
    };
  }

  /** The state after RIGHTARC; null if that breaks a given arc at once, or if the head has a left dependent. */
  rightArc({ stack, hasLeft, buffer }: PlainState): PlainState | null {
    const [second, top] = stack.slice(-2);
    if (stack.length < 2 || !this.#mayAttach(top, second)) return null;
    if (hasLeft[hasLeft.length - 2]) return null;
    return { stack: stack.slice(0, -1), hasLeft: hasLeft.slice(0, -1), buffer };
  }

  shift({ stack, hasLeft, buffer }: PlainState, word: number): PlainState {
    return {
      stack: [...stack, word],
      hasLeft: [...hasLeft, false],
      buffer: buffer.filter((other) => other !== word),
    };
  }

  /** Whether some sequence of transitions builds all given arcs and ends with one word. */
  isCompletable(state: PlainState): boolean {
    const { stack, buffer } = state;
    // All other words were attached as given. The last word must have no given head.
    if (buffer.length === 0 && stack.length === 1) return this.#heads[stack[0]] === -1;
    const key = keyOf(state);
    const known = this.#completable.get(key);
    if (known !== undefined) return known;
    const next = [this.leftArc(state), this.rightArc(state)];
    const completable =
      next.some((after) => after !== null && this.isCompletable(after)) ||
      buffer.some((word) => this.isCompletable(this.shift(state, word)));
    this.#completable.set(key, completable);
    return completable;
  }
}

export interface PlainState {
  readonly stack: readonly number[];
  /** By word on the stack: whether it has taken a left dependent. */
  readonly hasLeft: readonly boolean[];
  readonly buffer: readonly number[];
}

/** Four bits a stack word, then one bit a word of the buffer. */
export function keyOf({ stack, hasLeft, buffer }: PlainState): number {
  let key = 1;
  stack.forEach((word, i) => (key = key * 16 + word * 2 + (hasLeft[i] ? 1 : 0)));
  let mask = 0;
  for (const word of buffer) mask |= 1 << word;
  return key * 64 + mask;
}
