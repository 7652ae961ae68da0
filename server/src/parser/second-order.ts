import { grown } from '../util/grown.ts';
import type { CandidateArcs } from './candidate-arcs.ts';

/** Each word of a tree has four parts (`SecondOrderParts`). */
export const PARTS_A_WORD = 4;

/**
 * The scores of the parts of one sentence, indexed by part. The arrays may be longer than the
 * number of parts. The score −Infinity forbids an arc. All other scores are finite.
 */
export interface SecondOrderScores {
  readonly arcs: Float64Array;
  readonly siblings: Float64Array;
  readonly inner: Float64Array;
  readonly outer: Float64Array;
}

/**
 * The second-order parts of one sentence (Carreras 2007). Each arc h → m of a projective tree has
 * four parts:
 *
 * - the arc itself;
 * - a sibling part: the arc h → m and the arc h → s. Of the modifiers of h between h and m, s is
 *   the one nearest to m;
 * - an inner grandchild part: the arc h → m and the arc m → g. Of the modifiers of m on the side of
 *   h, g is the one farthest from m;
 * - an outer grandchild part: the same, but g is on the other side of m.
 *
 * If there is no such s or g, the part has no second arc.
 *
 * The sibling parts of arc a have the numbers siblingFirst[a]…siblingFirst[a + 1]−1. `siblings`
 * contains the second arc of each part: first −1 (no second arc), then the arcs in ascending order.
 * Inner and outer parts are listed in the same way.
 *
 * One object serves many sentences.
 */
export class SecondOrderParts {
  siblingFirst = new Int32Array(1);
  siblings = new Int32Array(0);
  innerFirst = new Int32Array(1);
  inner = new Int32Array(0);
  outerFirst = new Int32Array(1);
  outer = new Int32Array(0);
  /** The arcs of head h, by ascending modifier: byHead[headFirst[h]]…byHead[headFirst[h + 1]−1]. */
  headFirst = new Int32Array(2);
  byHead = new Int32Array(0);
  /** Indexed by head: the start in `byHead` of the arcs that lead to the right. */
  rightFirst = new Int32Array(0);
  #arcs: CandidateArcs | null = null;
  // For `partsOf`, indexed by word: the arcs to the farthest modifiers on the left and right, and
  // the arc to the next sibling towards the head.
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  #closer = new Int32Array(0);
  #parts = new Int32Array(0);

  /** @throws if `build` was never called */
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

  /** @param arcs sealed; must not change as long as the parts are used */
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
      // The root has only one child, so its arcs have no siblings.
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
   * Lists the parts of a tree.
   *
   * @param heads heads[m] for m in 1…n: a projective tree with one child of the root
   * @param into receives four numbers for each word, from index 4(m − 1) for word m: its arc,
   *   sibling part, inner part and outer part
   * @returns whether all arcs of the tree are candidates; if not, `into` is not valid
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

  /** Returns the sum of the scores of a tree's parts. −Infinity if an arc is no candidate. */
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

  #sortByHead({ length: n, count, heads, modifiers }: CandidateArcs): void {
    if (this.headFirst.length < n + 2) {
      this.headFirst = new Int32Array(2 * (n + 2));
      this.rightFirst = new Int32Array(2 * (n + 2));
    }
    if (this.byHead.length < count) this.byHead = new Int32Array(2 * count);
    const { headFirst, rightFirst, byHead } = this;
    headFirst.fill(0);
    for (let arc = 0; arc < count; arc++) headFirst[heads[arc] + 1]++;
    for (let h = 0; h <= n; h++) headFirst[h + 1] += headFirst[h];
    // At first, headFirst[h + 1] is the end of the range of head h. The first loop fills each range
    // from its end, so that headFirst[h + 1] becomes its start.
    for (let arc = count - 1; arc >= 0; arc--) byHead[--headFirst[heads[arc] + 1]] = arc;
    for (let h = 0; h <= n; h++) headFirst[h] = headFirst[h + 1];
    headFirst[n + 1] = count;
    for (let h = 0; h <= n; h++) {
      let at = headFirst[h];
      while (at < headFirst[h + 1] && modifiers[byHead[at]] < h) at++;
      rightFirst[h] = at;
    }
  }

  #reserve(size: number): void {
    if (this.siblings.length < size) this.siblings = grown(this.siblings, 2 * size);
    if (this.inner.length < size) this.inner = grown(this.inner, 2 * size);
    if (this.outer.length < size) this.outer = grown(this.outer, 2 * size);
  }
}

/** Returns the part of `arc` with the second arc `other` (−1 for none). */
function find(others: Int32Array, first: Int32Array, arc: number, other: number): number {
  let part = first[arc];
  while (others[part] !== other) part++;
  return part;
}

/** Forces an arc into every tree: gives all other arcs of its modifier the score −Infinity. */
export function forceArc(arcs: CandidateArcs, arc: number, scores: Float64Array): void {
  const m = arcs.modifiers[arc];
  for (let other = arcs.first[m]; other < arcs.first[m + 1]; other++) {
    if (other !== arc) scores[other] = -Infinity;
  }
}

/**
 * Finds the projective tree with the highest sum of part scores. The root of a tree has one child.
 * This is Eisner's dynamic program with the parts of Carreras (2007). Its loops run over parts and
 * the ends of spans, not over all pairs of words.
 *
 * A span is a row of neighbouring words with arcs between them. The program joins short spans into
 * longer spans, and keeps the best score of every span. There are two kinds of spans:
 *
 * - the incomplete span of an arc h → m (`#open`) covers the words from h to m. It has no modifier
 *   of m beyond m;
 * - a complete span of this arc (`#closed`) covers the words from h to an end e, which is m or lies
 *   beyond m. It has the modifiers of m beyond m. The farthest modifier of h in it is m.
 */
export class SecondOrderProgram {
  /** The best tree of the last run: heads[m] for m in 1…n, and heads[0] = 0. */
  heads = new Int32Array(0);
  /** Indexed by modifier: its arc in the best tree. */
  tree = new Int32Array(0);
  /** −Infinity if there is no tree. */
  score = -Infinity;

  // Indexed by arc: its best incomplete span, over the words lo…hi. The span is joined from a left
  // side lo…r and a right side r + 1…hi. `#split` is the word r.
  #open = new Float64Array(0);
  #split = new Int32Array(0);
  #sibling = new Int32Array(0);
  #inner = new Int32Array(0);
  /**
   * Indexed by arc: where its complete spans begin in `#closed`. The span of an arc h → m that ends
   * at e is at index closedAt[arc] + |e − m|. It is valid only if `#open` of the arc is finite.
   */
  #closedAt = new Int32Array(1);
  #closed = new Float64Array(0);
  #closedSize = 0;
  /** Indexed like `#closed`: the outer part of the span. */
  #outer = new Int32Array(0);
  // For the incomplete span lo…hi of one arc, indexed by split r. `#left` is the best score of a
  // left side lo…r, and `#leftPart` is the sibling or inner part that this score includes. `#right`
  // and `#rightPart` are the same for the right sides r + 1…hi.
  #left = new Float64Array(0);
  #leftPart = new Int32Array(0);
  #right = new Float64Array(0);
  #rightPart = new Int32Array(0);
  /** The complete spans that `#readTree` still has to read, as pairs: an arc and an end. */
  #stack = new Int32Array(0);
  // The outside score of a span is the best score that the parts outside it can have together. The
  // arrays are indexed like `#open` and `#closed`.
  #aroundOpen = new Float64Array(0);
  #aroundClosed = new Float64Array(0);

  /**
   * Finds the best tree. Among trees of equal score, the choice depends only on the sentence and
   * the scores.
   *
   * @returns whether there is a tree without a forbidden arc
   */
  run(parts: SecondOrderParts, scores: SecondOrderScores): boolean {
    const { arcs, headFirst, rightFirst, byHead } = parts;
    const n = arcs.length;
    this.#begin(arcs);
    const open = this.#open;
    for (let e = 1; e <= n; e++) {
      for (let i = e - 1; i >= 0; i--) {
        const right = arcs.find(i, e);
        if (right >= 0) this.#openRight(right, i, e, parts, scores);
        // The root has complete spans only over the whole sentence.
        if (i > 0 || e === n) {
          for (let at = rightFirst[i]; at < headFirst[i + 1]; at++) {
            const arc = byHead[at];
            if (arcs.modifiers[arc] > e) break;
            if (open[arc] > -Infinity) this.#closeRight(arc, e, parts, scores);
          }
        }
        if (i === 0) continue;
        const left = arcs.find(e, i);
        if (left >= 0) this.#openLeft(left, e, i, parts, scores);
        for (let at = rightFirst[e] - 1; at >= headFirst[e]; at--) {
          const arc = byHead[at];
          if (arcs.modifiers[arc] < i) break;
          if (open[arc] > -Infinity) this.#closeLeft(arc, i, parts, scores);
        }
      }
    }
    return this.#readTree(parts);
  }

  /**
   * Finds, for each arc, the score of the best tree with this arc (its max-marginal), by an outside
   * pass. Must follow `run` with the same parts and scores.
   *
   * @param least a lower score is not computed: `into` receives −Infinity instead
   * @param into receives the scores, indexed by arc. −Infinity for an arc that is in no tree
   */
  marginals(
    parts: SecondOrderParts,
    scores: SecondOrderScores,
    least: number,
    into: Float64Array,
  ): void {
    const { arcs, headFirst, rightFirst, byHead } = parts;
    const { length: n, count, modifiers } = arcs;
    if (this.#aroundOpen.length < count) this.#aroundOpen = new Float64Array(2 * count);
    const size = this.#closed.length;
    if (this.#aroundClosed.length < size) this.#aroundClosed = new Float64Array(size);
    this.#aroundOpen.fill(-Infinity, 0, count);
    this.#aroundClosed.fill(-Infinity, 0, this.#closedSize);
    for (let at = 0; at < headFirst[1]; at++) {
      this.#aroundClosed[this.#closedAt[byHead[at]] + n - modifiers[byHead[at]]] = 0;
    }
    into.fill(-Infinity, 0, count);
    const open = this.#open;
    const around = this.#aroundOpen;
    // The spans of `run`, in the opposite order.
    for (let e = n; e >= 1; e--) {
      for (let i = 0; i < e; i++) {
        for (let at = headFirst[e]; i > 0 && at < rightFirst[e]; at++) {
          const arc = byHead[at];
          if (modifiers[arc] >= i && open[arc] > -Infinity) {
            this.#leaveClosed(arc, i, least, parts, scores);
          }
        }
        const left = i > 0 ? arcs.find(e, i) : -1;
        if (left >= 0 && open[left] + around[left] >= least && open[left] > -Infinity) {
          into[left] = open[left] + around[left];
          this.#leaveOpenLeft(left, e, i, parts, scores);
        }
        for (let at = rightFirst[i]; (i > 0 || e === n) && at < headFirst[i + 1]; at++) {
          const arc = byHead[at];
          if (modifiers[arc] > e) break;
          if (open[arc] > -Infinity) this.#leaveClosed(arc, e, least, parts, scores);
        }
        const right = arcs.find(i, e);
        if (right >= 0 && open[right] + around[right] >= least && open[right] > -Infinity) {
          into[right] = open[right] + around[right];
          this.#leaveOpenRight(right, i, e, parts, scores);
        }
      }
    }
  }

  /**
   * Updates the outside scores of the spans that a complete span consists of: the incomplete span
   * of its arc h → m and, if the complete span ends beyond m, a complete span of an arc m → c.
   */
  #leaveClosed(
    arc: number,
    e: number,
    least: number,
    parts: SecondOrderParts,
    scores: SecondOrderScores,
  ): void {
    const { modifiers } = parts.arcs;
    const { outer, outerFirst } = parts;
    const m = modifiers[arc];
    const at = this.#closedAt[arc] + Math.abs(e - m);
    const around = this.#aroundClosed[at];
    const most = this.#closed[at] + around;
    if (most === -Infinity || most < least) return;
    const open = this.#open[arc];
    const rest = most - open;
    if (rest > this.#aroundOpen[arc]) this.#aroundOpen[arc] = rest;
    if (m === e) return;
    const aroundOuter = around + open;
    for (let part = outerFirst[arc] + 1; part < outerFirst[arc + 1]; part++) {
      const other = outer[part];
      const c = modifiers[other];
      if ((e > m ? c > e : c < e) || this.#open[other] === -Infinity) continue;
      const of = this.#closedAt[other] + Math.abs(e - c);
      const sum = aroundOuter + scores.outer[part];
      if (sum > this.#aroundClosed[of]) this.#aroundClosed[of] = sum;
    }
  }

  #leaveOpenRight(
    arc: number,
    h: number,
    m: number,
    parts: SecondOrderParts,
    scores: SecondOrderScores,
  ): void {
    const { siblings, siblingFirst, inner, innerFirst, arcs } = parts;
    this.#spanRight(h, m, siblings, siblingFirst, arc, scores.siblings, arcs);
    this.#spanLeft(h, m, inner, innerFirst, arc, scores.inner, arcs);
    const around = this.#aroundOpen[arc] + scores.arcs[arc];
    this.#leaveRight(m, siblings, siblingFirst, arc, scores.siblings, around, arcs);
    this.#leaveLeft(h, inner, innerFirst, arc, scores.inner, around, arcs);
  }

  #leaveOpenLeft(
    arc: number,
    h: number,
    m: number,
    parts: SecondOrderParts,
    scores: SecondOrderScores,
  ): void {
    const { siblings, siblingFirst, inner, innerFirst, arcs } = parts;
    this.#spanRight(m, h, inner, innerFirst, arc, scores.inner, arcs);
    this.#spanLeft(m, h, siblings, siblingFirst, arc, scores.siblings, arcs);
    const around = this.#aroundOpen[arc] + scores.arcs[arc];
    this.#leaveRight(h, inner, innerFirst, arc, scores.inner, around, arcs);
    this.#leaveLeft(m, siblings, siblingFirst, arc, scores.siblings, around, arcs);
  }

  /**
   * Takes the incomplete span of `arc`, whose right end is the word `hi`. Updates the outside
   * scores of all its possible left sides that are complete spans of arcs in `others`
   * (`#spanRight`).
   */
  #leaveRight(
    hi: number,
    others: Int32Array,
    first: Int32Array,
    arc: number,
    scores: Float64Array,
    around: number,
    { modifiers }: CandidateArcs,
  ): void {
    for (let part = first[arc] + 1; part < first[arc + 1]; part++) {
      const other = others[part];
      if (this.#open[other] === -Infinity) continue;
      const score = around + scores[part];
      for (let r = modifiers[other], at = this.#closedAt[other]; r < hi; r++, at++) {
        const sum = score + this.#right[r];
        if (sum > this.#aroundClosed[at]) this.#aroundClosed[at] = sum;
      }
    }
  }

  /**
   * Like `#leaveRight`, for the possible right sides of the incomplete span, whose left end is the
   * word `lo`.
   */
  #leaveLeft(
    lo: number,
    others: Int32Array,
    first: Int32Array,
    arc: number,
    scores: Float64Array,
    around: number,
    { modifiers }: CandidateArcs,
  ): void {
    for (let part = first[arc] + 1; part < first[arc + 1]; part++) {
      const other = others[part];
      if (this.#open[other] === -Infinity) continue;
      const score = around + scores[part];
      for (let r = modifiers[other] - 1, at = this.#closedAt[other]; r >= lo; r--, at++) {
        const sum = score + this.#left[r];
        if (sum > this.#aroundClosed[at]) this.#aroundClosed[at] = sum;
      }
    }
  }

  #openRight(
    arc: number,
    h: number,
    m: number,
    parts: SecondOrderParts,
    scores: SecondOrderScores,
  ): void {
    this.#open[arc] = -Infinity;
    if (scores.arcs[arc] === -Infinity) return;
    this.#spanRight(h, m, parts.siblings, parts.siblingFirst, arc, scores.siblings, parts.arcs);
    this.#spanLeft(h, m, parts.inner, parts.innerFirst, arc, scores.inner, parts.arcs);
    const split = this.#join(arc, h, m, scores.arcs[arc]);
    this.#sibling[arc] = this.#leftPart[split];
    this.#inner[arc] = this.#rightPart[split];
  }

  #openLeft(
    arc: number,
    h: number,
    m: number,
    parts: SecondOrderParts,
    scores: SecondOrderScores,
  ): void {
    this.#open[arc] = -Infinity;
    if (scores.arcs[arc] === -Infinity) return;
    this.#spanRight(m, h, parts.inner, parts.innerFirst, arc, scores.inner, parts.arcs);
    this.#spanLeft(m, h, parts.siblings, parts.siblingFirst, arc, scores.siblings, parts.arcs);
    const split = this.#join(arc, m, h, scores.arcs[arc]);
    this.#inner[arc] = this.#leftPart[split];
    this.#sibling[arc] = this.#rightPart[split];
  }

  /**
   * Finds, for each split r of the incomplete span lo…hi of `arc`, the best left side lo…r. A left
   * side is the word `lo` alone, or a complete span of an arc in `others`. These arcs are the
   * second arcs of the sibling parts or of the inner parts.
   */
  #spanRight(
    lo: number,
    hi: number,
    others: Int32Array,
    first: Int32Array,
    arc: number,
    scores: Float64Array,
    { modifiers }: CandidateArcs,
  ): void {
    const best = this.#left;
    const used = this.#leftPart;
    const closed = this.#closed;
    best.fill(-Infinity, lo, hi);
    const none = first[arc];
    best[lo] = scores[none];
    used[lo] = none;
    const end = first[arc + 1];
    for (let part = none + 1; part < end; part++) {
      const other = others[part];
      if (this.#open[other] === -Infinity) continue;
      const score = scores[part];
      const c = modifiers[other];
      for (let r = c, at = this.#closedAt[other]; r < hi; r++, at++) {
        const sum = closed[at] + score;
        if (sum <= best[r]) continue;
        best[r] = sum;
        used[r] = part;
      }
    }
  }

  /** Like `#spanRight`, for the right sides r + 1…hi. */
  #spanLeft(
    lo: number,
    hi: number,
    others: Int32Array,
    first: Int32Array,
    arc: number,
    scores: Float64Array,
    { modifiers }: CandidateArcs,
  ): void {
    const best = this.#right;
    const used = this.#rightPart;
    const closed = this.#closed;
    best.fill(-Infinity, lo, hi);
    const none = first[arc];
    best[hi - 1] = scores[none];
    used[hi - 1] = none;
    const end = first[arc + 1];
    for (let part = none + 1; part < end; part++) {
      const other = others[part];
      if (this.#open[other] === -Infinity) continue;
      const score = scores[part];
      const c = modifiers[other];
      for (let r = c - 1, at = this.#closedAt[other]; r >= lo; r--, at++) {
        const sum = closed[at] + score;
        if (sum <= best[r]) continue;
        best[r] = sum;
        used[r] = part;
      }
    }
  }

  /** Joins the two sides of an incomplete span at the best split. Returns the split. */
  #join(arc: number, lo: number, hi: number, score: number): number {
    let most = -Infinity;
    let split = lo;
    for (let r = lo; r < hi; r++) {
      const sum = this.#left[r] + this.#right[r];
      if (sum <= most) continue;
      most = sum;
      split = r;
    }
    this.#open[arc] = most + score;
    this.#split[arc] = split;
    return split;
  }

  /**
   * Finds the best complete span from h to e of an arc h → m that leads to the right. If e is m,
   * then m has no outer modifier.
   */
  #closeRight(arc: number, e: number, parts: SecondOrderParts, scores: SecondOrderScores): void {
    const { modifiers } = parts.arcs;
    const { outer, outerFirst } = parts;
    const m = modifiers[arc];
    const none = outerFirst[arc];
    let most = -Infinity;
    let used = none;
    if (m === e) {
      most = scores.outer[none];
    } else {
      const end = outerFirst[arc + 1];
      for (let part = none + 1; part < end; part++) {
        const other = outer[part];
        const c = modifiers[other];
        if (c > e) break;
        if (this.#open[other] === -Infinity) continue;
        const sum = this.#closed[this.#closedAt[other] + e - c] + scores.outer[part];
        if (sum <= most) continue;
        most = sum;
        used = part;
      }
    }
    const at = this.#closedAt[arc] + e - m;
    this.#closed[at] = this.#open[arc] + most;
    this.#outer[at] = used;
  }

  /** Like `#closeRight`, for an arc that leads to the left. */
  #closeLeft(arc: number, e: number, parts: SecondOrderParts, scores: SecondOrderScores): void {
    const { modifiers } = parts.arcs;
    const { outer, outerFirst } = parts;
    const m = modifiers[arc];
    const none = outerFirst[arc];
    let most = -Infinity;
    let used = none;
    if (m === e) {
      most = scores.outer[none];
    } else {
      for (let part = outerFirst[arc + 1] - 1; part > none; part--) {
        const other = outer[part];
        const c = modifiers[other];
        if (c < e) break;
        if (this.#open[other] === -Infinity) continue;
        const sum = this.#closed[this.#closedAt[other] + c - e] + scores.outer[part];
        if (sum <= most) continue;
        most = sum;
        used = part;
      }
    }
    const at = this.#closedAt[arc] + m - e;
    this.#closed[at] = this.#open[arc] + most;
    this.#outer[at] = used;
  }

  #begin({ length: n, count, heads, modifiers }: CandidateArcs): void {
    if (this.#open.length < count) {
      this.#open = new Float64Array(2 * count);
      this.#split = new Int32Array(2 * count);
      this.#sibling = new Int32Array(2 * count);
      this.#inner = new Int32Array(2 * count);
      this.#closedAt = new Int32Array(2 * count);
    }
    let size = 0;
    for (let arc = 0; arc < count; arc++) {
      const m = modifiers[arc];
      this.#closedAt[arc] = size;
      size += heads[arc] < m ? n - m + 1 : m;
    }
    this.#closedSize = size;
    if (this.#closed.length < size) {
      this.#closed = new Float64Array(2 * size);
      this.#outer = new Int32Array(2 * size);
    }
    if (this.heads.length <= n) {
      this.heads = new Int32Array(2 * (n + 1));
      this.tree = new Int32Array(2 * (n + 1));
      this.#left = new Float64Array(2 * (n + 1));
      this.#leftPart = new Int32Array(2 * (n + 1));
      this.#right = new Float64Array(2 * (n + 1));
      this.#rightPart = new Int32Array(2 * (n + 1));
      this.#stack = new Int32Array(4 * (n + 1));
    }
  }

  #readTree(parts: SecondOrderParts): boolean {
    const { arcs, headFirst, byHead } = parts;
    const n = arcs.length;
    this.score = n === 0 ? 0 : -Infinity;
    let root = -1;
    for (let at = 0; at < headFirst[1]; at++) {
      const arc = byHead[at];
      if (this.#open[arc] === -Infinity) continue;
      const score = this.#closed[this.#closedAt[arc] + n - arcs.modifiers[arc]];
      if (score <= this.score) continue;
      this.score = score;
      root = arc;
    }
    if (root < 0) return n === 0;
    const stack = this.#stack;
    let size = 0;
    const push = (arc: number, e: number): void => {
      if (arc < 0) return;
      stack[size++] = arc;
      stack[size++] = e;
    };
    push(root, n);
    while (size > 0) {
      const e = stack[--size];
      const arc = stack[--size];
      const h = arcs.heads[arc];
      const m = arcs.modifiers[arc];
      this.heads[m] = h;
      this.tree[m] = arc;
      push(parts.outer[this.#outer[this.#closedAt[arc] + Math.abs(e - m)]], e);
      const split = this.#split[arc];
      const isRight = h < m;
      push(parts.siblings[this.#sibling[arc]], isRight ? split : split + 1);
      push(parts.inner[this.#inner[arc]], isRight ? split + 1 : split);
    }
    return true;
  }
}
