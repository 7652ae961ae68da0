import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { mix } from '../../util/hash.ts';
import { NONE } from '../../model/lexicon.ts';

/**
 * A record's fields: offsets. A record is an order of a head and some of its dependents, each with what
 * is below it in an order of its own; with all of them it is an order of the head's subtree.
 */
export const enum Field {
  /** The order that this one continues; NO_ORDER for the first, which has placed nothing. */
  Parent,
  /** What was placed last: an order of a dependent's subtree, or of the head alone; else NO_ORDER. */
  Placed,
  /** The sum of what was added so far, of inner orders only what they are behind the best. */
  Score,
  /** What placing the last added by itself; in a finished order also what the end did. */
  Own,
  /** The head, and the last two words that were placed, each with what is below it; or NO_WORD. */
  Head,
  Last,
  BeforeLast,
  /** Dependents on each side of the head so far. */
  Lefts,
  Rights,
  /** How many words and words of phrases. */
  Length,
  /** Lexicon ids and likely tags of the first three of them; NONE where there are none. */
  First1,
  First2,
  First3,
  FirstTag1,
  FirstTag2,
  FirstTag3,
  /** Of the last three, the last one first; at the beginning of a sentence BEGIN. */
  Last1,
  Last2,
  Last3,
  LastTag1,
  LastTag2,
  LastTag3,
  FirstCasing,
  /** Hashes of the labels and the tags of what was placed, in its order. */
  Labels,
  Tags,
  /** For training: everything in it is as in the reference. */
  IsReference,
  /** Here the mask begins of the words that were placed, the head and its dependents. */
  Mask,
}

export const NO_ORDER = -1;
/** Stands among labels and tags for the head itself. */
export const HEAD = 253;
/** Stands for the words before a sentence, and for its end. No word has these ids. */
export const BEGIN = 0x3ffffffe;
export const END = 0x3fffffff;

/** All orders of one search, in one array that grows and is used again by the next. */
export class Orders {
  data = new Int32Array(1 << 16);
  #problem!: Problem;
  #stride = 0;
  #end = 0;

  /** Forgets all orders. */
  begin(problem: Problem): void {
    this.#problem = problem;
    this.#stride = Field.Mask + problem.maskLength;
    this.#end = 0;
  }

  /** A new order of a head, of nothing yet. */
  empty(head: number): number {
    const order = this.#allocate();
    const { data } = this;
    data.fill(0, order, order + this.#stride);
    data[order + Field.Parent] = NO_ORDER;
    data[order + Field.Placed] = NO_ORDER;
    data[order + Field.Head] = head;
    data[order + Field.Last] = NO_WORD;
    data[order + Field.BeforeLast] = NO_WORD;
    data[order + Field.IsReference] = 1;
    if (this.#problem.head[head] === NO_WORD) {
      for (const field of [Field.Last1, Field.Last2, Field.Last3]) data[order + field] = BEGIN;
    }
    return order;
  }

  /** A word alone, as an order that can be placed. */
  alone(word: number): number {
    const order = this.empty(word);
    const { data } = this;
    const { surfaceStart, surface, casing } = this.#problem;
    const tag = this.#problem.likelyTag(word);
    const start = surfaceStart[word];
    const length = surfaceStart[word + 1] - start;
    data[order + Field.Length] = length;
    data[order + Field.FirstCasing] = casing[word];
    for (let i = 0; i < 3; i++) {
      const isThere = i < length;
      data[order + Field.First1 + i] = isThere ? surface[start + i] : NONE;
      data[order + Field.FirstTag1 + i] = isThere ? tag : NONE;
      data[order + Field.Last1 + i] = isThere ? surface[start + length - 1 - i] : NONE;
      data[order + Field.LastTag1 + i] = isThere ? tag : NONE;
    }
    return order;
  }

  /** The order that placing another behind one makes. */
  place(before: number, placed: number, score: number, own: number, isReference: boolean): number {
    const next = this.#allocate();
    const { data } = this;
    data.copyWithin(next, before, before + this.#stride);
    data[next + Field.Parent] = before;
    data[next + Field.Placed] = placed;
    data[next + Field.Score] = score;
    data[next + Field.Own] = own;
    data[next + Field.BeforeLast] = data[before + Field.Last];
    const word = data[placed + Field.Head];
    const head = data[before + Field.Head];
    data[next + Field.Last] = word;
    if (word !== head) {
      data[next + (this.has(before, head) ? Field.Rights : Field.Lefts)]++;
    }
    data[next + Field.Mask + (word >>> 5)] |= 1 << (word & 31);
    this.#joinWords(next, before, placed);
    const isHead = word === head;
    const label = isHead ? HEAD : this.#problem.label[word];
    data[next + Field.Labels] = mix(data[before + Field.Labels], label + 1);
    data[next + Field.Tags] = mix(
      data[before + Field.Tags],
      (isHead ? HEAD : this.#problem.likelyTag(word)) + 1,
    );
    data[next + Field.IsReference] = isReference ? 1 : 0;
    return next;
  }

  /** Whether an order has placed a word. */
  has(order: number, word: number): boolean {
    return ((this.data[order + Field.Mask + (word >>> 5)] >>> (word & 31)) & 1) === 1;
  }

  #joinWords(next: number, before: number, placed: number): void {
    const { data } = this;
    const lengthBefore = data[before + Field.Length];
    const length = data[placed + Field.Length];
    data[next + Field.Length] = lengthBefore + length;
    if (lengthBefore === 0) data[next + Field.FirstCasing] = data[placed + Field.FirstCasing];
    for (let i = lengthBefore; i < 3; i++) {
      const from = placed + (i - lengthBefore);
      data[next + Field.First1 + i] = data[from + Field.First1];
      data[next + Field.FirstTag1 + i] = data[from + Field.FirstTag1];
    }
    for (let i = 0; i < 3; i++) {
      const from = i < length ? placed + i : before + (i - length);
      data[next + Field.Last1 + i] = data[from + Field.Last1];
      data[next + Field.LastTag1 + i] = data[from + Field.LastTag1];
    }
  }

  #allocate(): number {
    const order = this.#end;
    this.#end += this.#stride;
    if (this.#end > this.data.length) {
      const grown = new Int32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    return order;
  }
}
