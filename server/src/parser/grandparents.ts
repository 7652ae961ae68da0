import type { Factors } from './factors.ts';
import { exclude, Fixed } from './fixed-arcs.ts';
import type { SecondOrderParts } from './second-order.ts';

/**
 * In a step at rate 1, the weight μ of a group (`GrandparentBound`) changes by at most this share
 * of the difference between the group's highest and lowest score.
 */
const FIRST_MOVE = 1 / 2;
/** The weight μ of a group starts at this share of the group's highest score. */
const START = 1 / 2;
/**
 * If all scores are whole, μ is rounded to multiples of 1/GRAIN. Sums then have no rounding errors,
 * so they are the same in any order.
 */
const GRAIN = 4096;

/**
 * An upper bound of the scores of grandparent pairs. A grandparent pair is a factor of two arcs:
 * g → m and m → c. All pairs with the same lower arc b = m → c form a group. A tree has at most one
 * pair of a group, since m has one head.
 *
 * Let y be the arc to m in the tree, and let φ_y be the score of the pair of y and b. φ_y is 0 if y
 * and b have no pair, and −∞ if no tree has both y and b. Let z_b be 1 if b is in the tree,
 * otherwise 0. The group scores φ_y z_b. For any number μ, this is at most
 *
 *     μ z_b + max(0, φ_y − μ)
 *
 * The first term belongs to arc b, and the second term to arc y. So the bound is a sum over arcs.
 * Each group has its own weight μ, in an array of the caller.
 *
 * Qian and Liu (2013) give each pair its own bound. That bound is looser: b has a share in the
 * bound of every pair, although a tree has only one of the pairs.
 */
export class GrandparentBound {
  /** The number of groups. */
  count = 0;
  #parts!: SecondOrderParts;
  #isWhole = true;
  /** Indexed by arc: the group with this lower arc; −1 if there is none. */
  #groupOf = new Int32Array(0);
  // Indexed by group. `#range` is the highest score minus the lowest. `#isBounded` is 0 if fixed
  // arcs make the exact score known.
  #lower = new Int32Array(0);
  #range = new Float64Array(0);
  #isBounded = new Uint8Array(0);
  /**
   * Indexed by group: φ_y is at index `tableAt[group] + y` of `#table`. The arcs y of a group lead
   * to one word, so they have consecutive numbers.
   */
  #tableAt = new Int32Array(0);
  #table = new Float64Array(0);
  #tableSize = 0;
  /** Indexed by word: its required arc; −1 if it has none. */
  #arcIn = new Int32Array(0);
  // `#touched` lists the groups with a gap in the last tree: their bound is higher than their
  // score. `#differences` contains φ_y − μ for each of them. Its absolute value is the gap, and its
  // sign the direction of the step.
  #touched = new Int32Array(0);
  #differences = new Float64Array(0);
  #touchedCount = 0;

  /**
   * Begins a sentence, without pairs.
   *
   * @param isWhole whether all scores are whole
   */
  begin(parts: SecondOrderParts, isWhole: boolean): void {
    const { count, length } = parts.arcs;
    this.#parts = parts;
    this.#isWhole = isWhole;
    this.count = 0;
    this.#tableSize = 0;
    this.#touchedCount = 0;
    if (this.#groupOf.length < count) {
      this.#groupOf = new Int32Array(2 * count);
      this.#lower = new Int32Array(2 * count);
      this.#range = new Float64Array(2 * count);
      this.#isBounded = new Uint8Array(2 * count);
      this.#tableAt = new Int32Array(2 * count);
      this.#touched = new Int32Array(2 * count);
      this.#differences = new Float64Array(2 * count);
    }
    if (this.#arcIn.length <= length) this.#arcIn = new Int32Array(2 * (length + 1));
    this.#groupOf.fill(-1, 0, count);
  }

  /** If a factor is a grandparent pair, adds it and returns true. */
  add({ arcs, first, scores }: Factors, factor: number): boolean {
    const { heads, modifiers } = this.#parts.arcs;
    const from = first[factor];
    if (first[factor + 1] - from !== 2) return false;
    const [one, other] = [arcs[from], arcs[from + 1]];
    const isLower = heads[one] === modifiers[other];
    if (!isLower && heads[other] !== modifiers[one]) return false;
    const [lower, upper] = isLower ? [one, other] : [other, one];
    if (this.#groupOf[lower] < 0) this.#addGroup(lower);
    const group = this.#groupOf[lower];
    this.#table[this.#tableAt[group] + upper] += scores[factor];
    return true;
  }

  #addGroup(lower: number): void {
    const { arcs } = this.#parts;
    const group = this.count++;
    const m = arcs.heads[lower];
    const from = arcs.first[m];
    const to = arcs.first[m + 1];
    this.#groupOf[lower] = group;
    this.#lower[group] = lower;
    const at = this.#tableSize - from;
    this.#tableAt[group] = at;
    this.#tableSize = at + to;
    if (this.#table.length < this.#tableSize) {
      const before = this.#table;
      this.#table = new Float64Array(2 * this.#tableSize);
      this.#table.set(before);
    }
    for (let y = from; y < to; y++) {
      this.#table[at + y] = exclude(arcs, y, lower) ? -Infinity : 0;
    }
  }

  /** Sets the initial weights. Must follow the last `add`. */
  setStart(weights: Float64Array): void {
    const { heads, first } = this.#parts.arcs;
    for (let group = 0; group < this.count; group++) {
      const m = heads[this.#lower[group]];
      let most = 0;
      let least = 0;
      for (let y = first[m]; y < first[m + 1]; y++) {
        const score = this.#table[this.#tableAt[group] + y];
        if (score === -Infinity) continue;
        most = Math.max(most, score);
        least = Math.min(least, score);
      }
      this.#range[group] = most - least;
      weights[group] = this.#rounded(START * most);
    }
  }

  /** Begins a node of branch and bound: adds the bound to the arc scores. */
  load(weights: Float64Array, fixed: Int8Array, arcScores: Float64Array): void {
    const { count, length, heads, modifiers, first } = this.#parts.arcs;
    this.#touchedCount = 0;
    this.#arcIn.fill(-1, 0, length + 1);
    for (let arc = 0; arc < count; arc++) {
      if (fixed[arc] === Fixed.In) this.#arcIn[modifiers[arc]] = arc;
    }
    for (let group = 0; group < this.count; group++) {
      const lower = this.#lower[group];
      const m = heads[lower];
      const at = this.#tableAt[group];
      this.#isBounded[group] = 0;
      if (fixed[lower] === Fixed.Out) continue;
      if (this.#arcIn[m] >= 0) {
        arcScores[lower] += this.#table[at + this.#arcIn[m]];
      } else if (fixed[lower] === Fixed.In) {
        for (let y = first[m]; y < first[m + 1]; y++) arcScores[y] += this.#table[at + y];
      } else {
        const mu = weights[group];
        this.#isBounded[group] = 1;
        arcScores[lower] += mu;
        for (let y = first[m]; y < first[m + 1]; y++) {
          const score = this.#table[at + y];
          if (score > mu) arcScores[y] += score - mu;
        }
      }
    }
  }

  /**
   * Returns the bound of all grandparent pairs in a tree, minus their score.
   *
   * @param tree indexed by word: its arc
   */
  gapOf(weights: Float64Array, tree: Int32Array): number {
    const { modifiers, length } = this.#parts.arcs;
    const { headFirst, byHead } = this.#parts;
    let count = 0;
    let sum = 0;
    for (let m = 1; m <= length; m++) {
      for (let i = headFirst[m]; i < headFirst[m + 1]; i++) {
        const lower = byHead[i];
        const group = this.#groupOf[lower];
        if (group < 0 || this.#isBounded[group] === 0) continue;
        const difference = this.#table[this.#tableAt[group] + tree[m]] - weights[group];
        const isIn = tree[modifiers[lower]] === lower;
        if (isIn ? difference >= 0 : difference <= 0) continue;
        this.#touched[count] = group;
        this.#differences[count++] = difference;
        sum += Math.abs(difference);
      }
    }
    this.#touchedCount = count;
    return sum;
  }

  /**
   * Adds each group's gap in the last tree to the gaps of two arcs: the group's lower arc m → c,
   * and the arc to m in the tree.
   */
  addGaps(tree: Int32Array, arcGaps: Float64Array): void {
    for (let i = 0; i < this.#touchedCount; i++) {
      const lower = this.#lower[this.#touched[i]];
      const gap = Math.abs(this.#differences[i]);
      arcGaps[lower] += gap;
      arcGaps[tree[this.#parts.arcs.heads[lower]]] += gap;
    }
  }

  /**
   * Takes a step against the subgradient of the last tree: changes the weight μ of each group with
   * a gap. The weight moves towards φ_y, but no further. Here y is the tree's arc to m, the head of
   * the group's lower arc m → c.
   *
   * @param rate 1, or less if the bound has risen in earlier steps at the node
   */
  step(rate: number, weights: Float64Array, arcScores: Float64Array): void {
    const { heads, first } = this.#parts.arcs;
    for (let i = 0; i < this.#touchedCount; i++) {
      const group = this.#touched[i];
      const m = heads[this.#lower[group]];
      const difference = this.#differences[i];
      const most = this.#rounded(rate * FIRST_MOVE * this.#range[group]);
      const before = weights[group];
      const after = before + Math.max(-most, Math.min(most, difference));
      weights[group] = after;
      arcScores[this.#lower[group]] += after - before;
      const at = this.#tableAt[group];
      for (let y = first[m]; y < first[m + 1]; y++) {
        const score = this.#table[at + y];
        arcScores[y] += Math.max(0, score - after) - Math.max(0, score - before);
      }
    }
  }

  #rounded(mu: number): number {
    return this.#isWhole ? Math.round(mu * GRAIN) / GRAIN : mu;
  }
}
