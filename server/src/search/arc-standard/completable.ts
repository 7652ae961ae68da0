import { Legality, type Configuration } from './legal.ts';
import type { Budget, Verdict } from '../budget.ts';
import type { Stop } from '../stop.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';

/** A parser state as far as what may follow depends on it. */
export interface Position {
  /** Words, the top last. */
  readonly stack: readonly number[];
  /** For each of them whether it has a left dependent. */
  readonly hasLeft: readonly boolean[];
  /** The words still to come: a mask. */
  readonly inBuffer: Int32Array;
}

/**
 * Decides whether legal actions lead from a state to a whole sentence, by trying them. It is for a partial
 * forest with constraints on the order, where single legal actions may lead into dead ends; no exact
 * rule that is quick is known, so it gives up after a number of states.
 */
export class Completability {
  readonly #problem: Problem;
  readonly #legality: Legality;
  readonly #known = new Map<string, boolean>();
  readonly #budget: Budget;
  readonly #stop: Stop | null;

  /**
   * @param budget shared with other questions; used up, it leaves this one undecided
   * @param stop ends the search too, where there is one
   */
  constructor(problem: Problem, budget: Budget, stop: Stop | null = null) {
    this.#problem = problem;
    this.#legality = new Legality(problem);
    this.#budget = budget;
    this.#stop = stop;
  }

  /** The state before the first action. */
  get first(): Position {
    const inBuffer = new Int32Array(this.#problem.maskLength);
    for (let w = 0; w < this.#problem.size; w++) inBuffer[w >>> 5] |= 1 << (w & 31);
    return { stack: [], hasLeft: [], inBuffer };
  }

  decide(position: Position): Verdict {
    const found = this.#search(position);
    if (found) return 'yes';
    return this.#isExhausted() ? 'undecided' : 'no';
  }

  /** Whether a way on was found; while the budget lasts, false means that there is none. */
  #search(position: Position): boolean {
    const { stack, inBuffer } = position;
    if (stack.length === 1 && inBuffer.every((bits) => bits === 0)) return true;
    const key = keyOf(position);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#isExhausted()) return false;
    const next = this.#next(position);
    this.#budget.states -= 1 + next.length;
    const found = next.some((one) => this.#search(one));
    if (found || !this.#isExhausted()) this.#known.set(key, found);
    return found;
  }

  #isExhausted(): boolean {
    if (this.#stop?.requested === true) this.#budget.states = 0;
    return this.#budget.states <= 0;
  }

  #next(position: Position): Position[] {
    const { stack, hasLeft, inBuffer } = position;
    const legality = this.#legality;
    legality.enter(this.#configurationOf(position));
    const next: Position[] = [];
    const last = stack.length - 1;
    if (legality.leftArc()) {
      next.push({
        stack: stack.toSpliced(last - 1, 1),
        hasLeft: [...hasLeft.slice(0, last - 1), true],
        inBuffer,
      });
    }
    if (legality.rightArc()) {
      next.push({ stack: stack.slice(0, last), hasLeft: hasLeft.slice(0, last), inBuffer });
    }
    for (let word = 0; word < this.#problem.size; word++) {
      const bit = 1 << (word & 31);
      if ((inBuffer[word >>> 5] & bit) === 0 || !legality.shift(word)) continue;
      const left = inBuffer.slice();
      left[word >>> 5] &= ~bit;
      next.push({ stack: [...stack, word], hasLeft: [...hasLeft, false], inBuffer: left });
    }
    return next;
  }

  #configurationOf({ stack, hasLeft, inBuffer }: Position): Configuration {
    const onStack = new Int32Array(this.#problem.maskLength);
    for (const word of stack) onStack[word >>> 5] |= 1 << (word & 31);
    const isPivot = (word: number): boolean => this.#legality.isPivot(word, inBuffer, onStack);
    return {
      top: stack.at(-1) ?? NO_WORD,
      second: stack.at(-2) ?? NO_WORD,
      pivot: stack.findLast(isPivot) ?? NO_WORD,
      topHasLeftDependent: hasLeft.at(-1) ?? false,
      secondHasLeftDependent: hasLeft.at(-2) ?? false,
      inBuffer,
      onStack,
    };
  }
}

function keyOf({ stack, hasLeft, inBuffer }: Position): string {
  return `${stack.map((word, i) => (hasLeft[i] ? -word - 1 : word)).join()};${inBuffer.join()}`;
}
