import { grown } from '../util/grown.ts';
import type { CandidateArcs } from './candidate-arcs.ts';

/** The parts that each word of a tree has: its arc, its sibling part, its inner and its outer grandchild part. */
export const PARTS_A_WORD = 4;

/**
 * The scores of the parts of one sentence. Each array is indexed by part, and may be longer than the number of parts.
 * An arc of score −Infinity is forbidden; other scores are finite.
 */
export interface SecondOrderScores {
  readonly arcs: Float64Array;
  readonly siblings: Float64Array;
  readonly inner: Float64Array;
  readonly outer: Float64Array;
}

/**
 * The second-order parts of one sentence (Carreras 2007). Each arc h → m of a projective tree has four parts:
 *
 * - the arc itself;
 * - a sibling part: the arc, and the next modifier of h on the same side that is closer to h, or none;
 * - an inner grandchild part: the arc, and the farthest modifier of m on the side of h, or none;
 * - an outer grandchild part: the arc, and the farthest modifier of m on the other side, or none.
 *
 * The sibling parts of arc a are siblingFirst[a]…siblingFirst[a + 1]−1; `siblings` holds the other arc of each, −1 for
 * none. The part with none comes first, then the others by ascending arc. Inner and outer parts likewise. One object
 * serves many sentences, and allocates only when its arrays must grow.
 */
export class SecondOrderParts {
  siblingFirst = new Int32Array(1);
  siblings = new Int32Array(0);
  innerFirst = new Int32Array(1);
  inner = new Int32Array(0);
  outerFirst = new Int32Array(1);
  outer = new Int32Array(0);
  /** The arcs of head h are byHead[headFirst[h]]…byHead[headFirst[h + 1]−1], by ascending modifier. */
  headFirst = new Int32Array(2);
  byHead = new Int32Array(0);
  #arcs: CandidateArcs | null = null;
  // The farthest modifiers of each word on its left and on its right, and the next sibling of each word, for `partsOf`.
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  #closer = new Int32Array(0);
  #parts = new Int32Array(0);

  /** The arcs of this sentence. Throws before the first `build`. */
  get arcs(): CandidateArcs {
    if (this.#arcs === null) throw new Error('No sentence yet');
    return this.#arcs;
  }

  get siblingCount(): number {
    return this.siblingFirst[this.arcs.count];
  }

  get innerCount(): number {
    return this.innerFirst[this.arcs.count];
  }

  get outerCount(): number {
    return this.outerFirst[this.arcs.count];
  }

  /** Lists the parts of a sentence. @param arcs sealed; must not change while the parts are used */
  build(arcs: CandidateArcs): void {
    const { count, length: n, heads, modifiers } = arcs;
    this.#arcs = arcs;
    this.#sortByHead(arcs);
    if (this.siblingFirst.length <= count) {
      this.siblingFirst = new Int32Array(2 * count + 1);
      this.innerFirst = new Int32Array(2 * count + 1);
      this.outerFirst = new Int32Array(2 * count + 1);
    }
    const { headFirst, byHead } = this;
    let [siblings, inner, outer] = [0, 0, 0];
    for (let arc = 0; arc < count; arc++) {
      const h = heads[arc];
      const m = modifiers[arc];
      this.#reserve(siblings + inner + outer + 3 * (n + 1));
      this.siblingFirst[arc] = siblings;
      this.innerFirst[arc] = inner;
      this.outerFirst[arc] = outer;
      this.siblings[siblings++] = -1;
      this.inner[inner++] = -1;
      this.outer[outer++] = -1;
      const low = Math.min(h, m);
      const high = Math.max(h, m);
      // The root has one child, so that its arcs have no siblings.
      for (let i = headFirst[h]; h > 0 && i < headFirst[h + 1]; i++) {
        const c = modifiers[byHead[i]];
        if (c > low && c < high) this.siblings[siblings++] = byHead[i];
      }
      for (let i = headFirst[m]; i < headFirst[m + 1]; i++) {
        const c = modifiers[byHead[i]];
        if (c > low && c < high) this.inner[inner++] = byHead[i];
        else if (c > m === m > h && c !== h) this.outer[outer++] = byHead[i];
      }
    }
    this.siblingFirst[count] = siblings;
    this.innerFirst[count] = inner;
    this.outerFirst[count] = outer;
  }

  /**
   * Lists the parts of a tree. The four parts of word m are written at 4(m − 1): its arc, sibling part, inner part and
   * outer part, each an index into the scores of its kind.
   *
   * @param heads a projective tree whose root has one child: heads[m] for m in 1…n
   * @param into at least 4n long
   * @returns whether all arcs are candidates; if not, `into` is not valid
   */
  partsOf(heads: Int32Array, into: Int32Array): boolean {
    const { arcs } = this;
    const n = arcs.length;
    if (this.#left.length <= n) {
      this.#left = new Int32Array(2 * (n + 1));
      this.#right = new Int32Array(2 * (n + 1));
      this.#closer = new Int32Array(2 * (n + 1));
    }
    this.#left.fill(-1, 0, n + 1);
    this.#right.fill(-1, 0, n + 1);
    for (let m = 1; m <= n; m++) {
      const h = heads[m];
      const arc = arcs.find(h, m);
      if (arc < 0) return false;
      into[PARTS_A_WORD * (m - 1)] = arc;
      if (m < h) continue;
      this.#closer[m] = this.#right[h];
      this.#right[h] = arc;
    }
    for (let m = n; m >= 1; m--) {
      const h = heads[m];
      if (m > h) continue;
      this.#closer[m] = this.#left[h];
      this.#left[h] = into[PARTS_A_WORD * (m - 1)];
    }
    for (let m = 1, at = 0; m <= n; m++, at += PARTS_A_WORD) {
      const arc = into[at];
      const [inside, outside] =
        heads[m] < m ? [this.#left[m], this.#right[m]] : [this.#right[m], this.#left[m]];
      into[at + 1] = find(this.siblings, this.siblingFirst, arc, this.#closer[m]);
      into[at + 2] = find(this.inner, this.innerFirst, arc, inside);
      into[at + 3] = find(this.outer, this.outerFirst, arc, outside);
    }
    return true;
  }

  /** Returns the sum of the scores of a tree's parts, −Infinity if it has an arc that is no candidate. */
  scoreOf(heads: Int32Array, scores: SecondOrderScores): number {
    const size = PARTS_A_WORD * this.arcs.length;
    if (this.#parts.length < size) this.#parts = new Int32Array(2 * size);
    const parts = this.#parts;
    if (!this.partsOf(heads, parts)) return -Infinity;
    let sum = 0;
    for (let at = 0; at < size; at += PARTS_A_WORD) {
      sum += scores.arcs[parts[at]] + scores.siblings[parts[at + 1]];
      sum += scores.inner[parts[at + 2]] + scores.outer[parts[at + 3]];
    }
    return sum;
  }

  #sortByHead({ length: n, count, heads }: CandidateArcs): void {
    if (this.headFirst.length < n + 2) this.headFirst = new Int32Array(2 * (n + 2));
    if (this.byHead.length < count) this.byHead = new Int32Array(2 * count);
    const { headFirst, byHead } = this;
    headFirst.fill(0);
    for (let arc = 0; arc < count; arc++) headFirst[heads[arc] + 1]++;
    for (let h = 0; h <= n; h++) headFirst[h + 1] += headFirst[h];
    // Fills each head's range from its end, in descending order of modifiers, and moves the starts back afterwards.
    for (let arc = count - 1; arc >= 0; arc--) byHead[--headFirst[heads[arc] + 1]] = arc;
    for (let h = 0; h <= n; h++) headFirst[h] = headFirst[h + 1];
    headFirst[n + 1] = count;
  }

  #reserve(size: number): void {
    if (this.siblings.length < size) this.siblings = grown(this.siblings, 2 * size);
    if (this.inner.length < size) this.inner = grown(this.inner, 2 * size);
    if (this.outer.length < size) this.outer = grown(this.outer, 2 * size);
  }
}

/** Returns the part of an arc with another arc. */
function find(others: Int32Array, first: Int32Array, arc: number, other: number): number {
  let part = first[arc];
  while (others[part] !== other) part++;
  return part;
}

/**
 * Forces an arc: forbids all other arcs of its modifier.
 *
 * @param scores by arc
 */
export function forceArc(arcs: CandidateArcs, arc: number, scores: Float64Array): void {
  const m = arcs.modifiers[arc];
  for (let other = arcs.first[m]; other < arcs.first[m + 1]; other++) {
    if (other !== arc) scores[other] = -Infinity;
  }
}

/**
 * Finds the projective tree with the highest sum of part scores, with one child of the root: Eisner's dynamic program
 * with the parts of Carreras (2007). Its loops run over parts and the ends of spans, not over all pairs of words.
 *
 * An open span of an arc h → m covers the words from h to m. A closed span of an arc h → m with an end e covers the
 * words from h to e, at m or beyond, and m is the farthest modifier of h in it.
 */
export class SecondOrderProgram {
  /** The best tree of the last run: heads[m] for m in 1…n. */
  heads = new Int32Array(0);
  /** The score of the best tree of the last run. −Infinity if there is none. */
  score = -Infinity;

  /**
   * Finds the best tree. Among trees of equal score, the choice depends on the sentence and scores alone.
   *
   * @returns whether there is a tree without a forbidden arc
   */
  run(parts: SecondOrderParts, scores: SecondOrderScores): boolean {
    void parts;
    void scores;
    throw new Error('Not written yet');
  }
}
