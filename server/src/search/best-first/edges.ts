import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { bitCount } from '../../util/bits.ts';
import { grown } from '../../util/grown.ts';
import { mix } from '../../util/hash.ts';
import { EdgeField, END_WORDS } from '../../scoring/best-first/records.ts';

export const NO_EDGE = -1;

/**
 * If the array has grown beyond this many integers (16 MB), the next problem gets a small one, so
 * that one large problem does not keep the memory occupied.
 */
const MOST_KEPT = 1 << 22;

/** An edge takes one action for each word, and one for each join. */
export function actionsOf(words: number): number {
  return 2 * words - 1;
}

/**
 * All edges of one search, in one array that the next search reuses. An edge is named by the offset
 * of its record.
 *
 * Interchangeable words (`Problem.twinBefore`), such as two words `the`, form a group. An edge says
 * how many words of a group it has, but not which. With `n` of them, its mask has the group's first
 * `n` words, and its string repeats the group's first word `n` times. So one edge stands for all
 * edges that differ only in the words that they use of a group.
 */
export abstract class Edges {
  data: Int32Array = new Int32Array(1 << 14);
  problem!: Problem;
  /** The offset of the mask in a record. */
  readonly #mask: number;
  #stride = 0;
  #end = 0;
  #length = 0;
  /** A mask of the words that cannot be interchanged with any other word. */
  #single: Int32Array = new Int32Array(0);
  /** The groups of interchangeable words, each in order, and the mask of each group. */
  #twins: readonly Int32Array[] = [];
  #twinMasks: readonly Int32Array[] = [];
  // Working memory for `mayFollow`: the words of a string; and, indexed by word, how often the word
  // occurs in the string so far.
  #words = new Int32Array(0);
  #used = new Int32Array(0);

  constructor(fields: number) {
    this.#mask = fields;
  }

  /** Whether a rule may join two edges without common words (`areApart`), in either order. */
  abstract mayBeLinked(one: number, other: number): boolean;

  /** Whether a join of two edges without common words is allowed. */
  abstract mayJoin(left: number, right: number, join: number): boolean;

  /** Makes the edge of an allowed join, without its scores. */
  abstract join(left: number, right: number, join: number): number;

  /**
   * Returns the kind of an edge: a hash of the properties that similar edges share. A search
   * accepts only a few edges of one kind.
   */
  abstract kindOf(edge: number): number;

  begin(problem: Problem): void {
    this.problem = problem;
    if (this.data.length > MOST_KEPT) this.data = new Int32Array(1 << 14);
    this.#length = problem.maskLength;
    this.#stride = this.#mask + problem.maskLength;
    this.#end = 0;
    const twins = new Map<number, number[]>();
    for (let word = 0; word < problem.size; word++) {
      const first = firstTwin(problem, word);
      if (first === word) twins.set(word, [word]);
      else twins.get(first)!.push(word);
    }
    const several = [...twins.values()].filter((words) => words.length > 1);
    this.#twins = several.map((words) => Int32Array.from(words));
    this.#twinMasks = several.map((words) => this.#maskOf(words));
    this.#single = this.#maskOf([...twins.values()].filter(({ length }) => length === 1).flat());
    this.#words = new Int32Array(problem.size);
    this.#used = new Int32Array(problem.size);
  }

  /** The number of integers in a record. The records begin at offset 0, without gaps. */
  get stride(): number {
    return this.#stride;
  }

  get end(): number {
    return this.#end;
  }

  /** Frees the records of an edge and of all later edges. */
  release(edge: number): void {
    this.#end = edge;
  }

  isWhole(edge: number): boolean {
    return this.data[edge + EdgeField.Words] === this.problem.size;
  }

  isLeaf(edge: number): boolean {
    return this.data[edge + EdgeField.Left] === NO_EDGE;
  }

  /** Whether the bag gives an arc between the heads of two edges. */
  isGiven(one: number, other: number): boolean {
    const { data, problem } = this;
    const a = problem.variantWord[data[one + EdgeField.Head]];
    const b = problem.variantWord[data[other + EdgeField.Head]];
    return problem.head[a] === b || problem.head[b] === a;
  }

  /**
   * Whether one sentence can contain both edges: they have no word in common. Both may contain
   * `the`, for example, if the bag has enough interchangeable words `the`.
   */
  areApart(one: number, other: number): boolean {
    const { data } = this;
    const a = one + this.#mask;
    const b = other + this.#mask;
    for (let i = 0; i < this.#length; i++) {
      if (data[a + i] & data[b + i] & this.#single[i]) return false;
    }
    for (let kind = 0; kind < this.#twins.length; kind++) {
      if (this.#count(a, kind) + this.#count(b, kind) > this.#twins[kind].length) return false;
    }
    return true;
  }

  /**
   * Lists the variants of an edge's words, in the order of its string. The string may repeat the
   * first word of a group of interchangeable words. Each repetition becomes the next word of the
   * group, so that no word is listed twice.
   */
  variantsOf(edge: number): number[] {
    const { problem } = this;
    const heads: number[] = [];
    this.#writeHeads(edge, heads);
    const next = new Map(this.#twins.map((words) => [words[0], words.values()]));
    return heads.map((variant) => {
      const word = problem.variantWord[variant];
      const own = next.get(word)?.next().value ?? word;
      return problem.variantStart[own] + variant - problem.variantStart[word];
    });
  }

  /**
   * Takes the words of an edge away from the remaining words of the bag.
   *
   * @param left indexed by the first word of a group of interchangeable words: how many of them
   *   remain
   * @returns whether enough words remained; if not, no word is taken
   */
  take(edge: number, left: Int32Array): boolean {
    const { variantWord } = this.problem;
    const heads: number[] = [];
    this.#writeHeads(edge, heads);
    for (const [i, variant] of heads.entries()) {
      if (left[variantWord[variant]]-- > 0) continue;
      for (const taken of heads.slice(0, i + 1)) left[variantWord[taken]]++;
      return false;
    }
    return true;
  }

  /**
   * Makes the record of a single word. The fields from `EdgeField.Besides` up to the mask are 0
   * until a subclass sets them.
   */
  protected newLeaf(variant: number, join: number): number {
    const edge = this.#allocate();
    const { data, problem } = this;
    const word = problem.variantWord[variant];
    data.fill(0, edge, edge + this.#stride);
    data.fill(problem.variantCount, edge + EdgeField.First1, edge + EdgeField.Last3 + 1);
    data[edge + EdgeField.Left] = NO_EDGE;
    data[edge + EdgeField.Right] = NO_EDGE;
    data[edge + EdgeField.Join] = join;
    data[edge + EdgeField.Words] = 1;
    data[edge + EdgeField.Head] = variant;
    data[edge + EdgeField.First1] = variant;
    data[edge + EdgeField.Last1] = variant;
    data[edge + this.#mask + (word >>> 5)] |= 1 << (word & 31);
    return edge;
  }

  /**
   * Makes the record of two joined edges. The fields from `EdgeField.Besides` up to the mask are
   * those of the edge that contains the head.
   */
  protected newJoin(left: number, right: number, join: number, isHeadLeft: boolean): number {
    const edge = this.#allocate();
    const { data } = this;
    const head = isHeadLeft ? left : right;
    data.copyWithin(edge, head, head + this.#stride);
    data[edge + EdgeField.Left] = left;
    data[edge + EdgeField.Right] = right;
    data[edge + EdgeField.Join] = join;
    data[edge + EdgeField.Score] = 0;
    data[edge + EdgeField.Own] = 0;
    data[edge + EdgeField.Words] = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    if (!isHeadLeft) data[edge + EdgeField.Before] += data[left + EdgeField.Words];
    const leftWords = data[left + EdgeField.Words];
    const rightWords = data[right + EdgeField.Words];
    for (let i = 0; i < END_WORDS; i++) {
      const first = i < leftWords ? left + i : right + i - leftWords;
      const last = i < rightWords ? right + i : left + i - rightWords;
      data[edge + EdgeField.First1 + i] = data[first + EdgeField.First1];
      data[edge + EdgeField.Last1 + i] = data[last + EdgeField.Last1];
    }
    this.#unite(edge, left, right);
    return edge;
  }

  protected mixWords(edge: number, hash: number): number {
    for (let i = 0; i < this.#length; i++) hash = mix(hash, this.data[edge + this.#mask + i]);
    return hash;
  }

  /** Whether one edge, or two edges together, contain all given dependents of a word. */
  protected holdsDependents(word: number, one: number, other = one): boolean {
    const { data, problem } = this;
    const start = word * this.#length;
    for (let i = 0; i < this.#length; i++) {
      const held = data[one + this.#mask + i] | data[other + this.#mask + i];
      if (problem.dependentMask[start + i] & ~held) return false;
    }
    return true;
  }

  protected mayFollow(left: number, right: number): boolean {
    const { precedence } = this.problem;
    if (precedence === null) return true;
    this.#used.fill(0);
    const count = this.#write(right, this.#write(left, 0));
    return precedence.allowsPart(this.#words, count);
  }

  #writeHeads(edge: number, into: number[]): void {
    const { data } = this;
    if (this.isLeaf(edge)) into.push(data[edge + EdgeField.Head]);
    else {
      this.#writeHeads(data[edge + EdgeField.Left], into);
      this.#writeHeads(data[edge + EdgeField.Right], into);
    }
  }

  /**
   * Writes the words of an edge into `#words`, from index `at` on.
   *
   * @returns the index after the last word
   */
  #write(edge: number, at: number): number {
    const { data, problem } = this;
    if (!this.isLeaf(edge)) {
      return this.#write(
        data[edge + EdgeField.Right],
        this.#write(data[edge + EdgeField.Left], at),
      );
    }
    const word = problem.variantWord[data[edge + EdgeField.Head]];
    const used = this.#used[word]++;
    this.#words[at] = word;
    if (used > 0) {
      for (const words of this.#twins) if (words[0] === word) this.#words[at] = words[used];
    }
    return at + 1;
  }

  /**
   * Writes the union of two masks. Of a group of interchangeable words, each mask has the first
   * words. So the union gets as many words of the group as both masks have together.
   */
  #unite(edge: number, left: number, right: number): void {
    const { data } = this;
    const own = edge + this.#mask;
    const a = left + this.#mask;
    const b = right + this.#mask;
    for (let i = 0; i < this.#length; i++) data[own + i] = data[a + i] | data[b + i];
    for (let kind = 0; kind < this.#twins.length; kind++) {
      const count = this.#count(a, kind) + this.#count(b, kind);
      const words = this.#twins[kind];
      for (let i = 0; i < count; i++) {
        data[own + (words[i] >>> 5)] |= 1 << (words[i] & 31);
      }
    }
  }

  #count(mask: number, kind: number): number {
    const ofKind = this.#twinMasks[kind];
    let count = 0;
    for (let i = 0; i < this.#length; i++) count += bitCount(this.data[mask + i] & ofKind[i]);
    return count;
  }

  #maskOf(words: readonly number[]): Int32Array {
    const mask = new Int32Array(this.#length);
    for (const word of words) mask[word >>> 5] |= 1 << (word & 31);
    return mask;
  }

  #allocate(): number {
    const edge = this.#end;
    this.#end += this.#stride;
    if (this.#end > this.data.length) this.data = grown(this.data, 2 * this.data.length);
    return edge;
  }
}

/** Returns the first word of a word's group of interchangeable words. */
export function firstTwin({ twinBefore }: Problem, word: number): number {
  while (twinBefore[word] !== NO_WORD) word = twinBefore[word];
  return word;
}
