import type { Factors } from './factors.ts';
import { Fixed } from './fixed-arcs.ts';
import { GrandparentBound } from './grandparents.ts';
import type { SecondOrderParts } from './second-order.ts';

/**
 * The weights p of `Relaxation` are rounded to multiples of 1/GRAIN. If all scores are whole
 * numbers, sums of weights times scores then have no rounding errors, so they are the same in any
 * order.
 */
const GRAIN = 4096;
/** The step size of the weights p at rate 1 (`step`). */
const FIRST_MOVE = 1 / 2;

/**
 * An upper bound of the scores of the factors (Qian and Liu 2013, section 3.2). The bound is a sum
 * over arcs, so the dynamic program can maximise it.
 *
 * An arc is free if it is neither required nor ruled out. Let φ be the score of a factor, and r the
 * number of its free arcs. Let z_e be 1 if arc e is in the tree, otherwise 0. The sums go over the
 * free arcs of the factor. The bound of the factor is
 *
 * - for φ ≥ 0: φ Σ p_e z_e, where the weights p_e sum to 1;
 * - for φ < 0: p φ (Σ z_e − (r − 1)), where the weight p is in [0, 1].
 *
 * A factor with a ruled-out arc scores nothing. The score of a factor without a free arc is a
 * constant. The score of a factor with one free arc belongs to this arc. Grandparent pairs have a
 * bound of their own (`GrandparentBound`).
 *
 * Steps against the subgradient in p lower the bound. The subgradient is a multiple of φ. The steps
 * leave out the size of φ, because fewer steps are then needed.
 */
export class Relaxation {
  /** Indexed by arc: its score plus its share of the bounds. */
  arcScores = new Float64Array(0);
  /** The part of the bounds that belongs to no arc. */
  constant = 0;

  readonly #grandparents = new GrandparentBound();
  #parts!: SecondOrderParts;
  #factors!: Factors;
  #fixed!: Int8Array;
  /**
   * First the weights p, indexed like `Factors.arcs`, then the weights μ of `GrandparentBound`. A
   * negative factor has its only weight p at the index of its first arc.
   */
  #weights = new Float64Array(0);
  #mu = this.#weights;
  /** The number of weights p. */
  #size = 0;
  /**
   * The factors of an arc are factorsOf[factorsFirst[arc]]…factorsOf[factorsFirst[arc + 1]−1],
   * without grandparent pairs.
   */
  #factorsFirst = new Int32Array(1);
  #factorsOf = new Int32Array(0);
  // Indexed by factor. `#free` is the number of free arcs, or 0 if the factor needs no bound.
  // `#hits` is how many of its free arcs are in the last tree (`gapOf`).
  #isGrandparent = new Uint8Array(0);
  #free = new Int32Array(0);
  #hits = new Int32Array(0);
  /**
   * The factors that may have a gap above 0 in the last tree: factors with a free arc in this tree,
   * and negative factors with a weight p > 0. The gap of a factor is its bound minus its score.
   */
  #touched = new Int32Array(0);
  /** Indexed like `#touched`. */
  #gaps = new Float64Array(0);
  #touchedCount = 0;
  /** All negative factors with a weight p > 0, and some whose p has gone back to 0. */
  #active = new Int32Array(0);
  #activeCount = 0;
  #isActive = new Uint8Array(0);
  #arcGaps = new Float64Array(0);

  /**
   * Begins a sentence. Sets the initial weights p: 1/r in a positive factor of r arcs, 0 in a
   * negative factor.
   *
   * @param isWhole whether all scores are whole
   */
  begin(parts: SecondOrderParts, factors: Factors, isWhole: boolean): void {
    const { count, first, scores } = factors;
    this.#parts = parts;
    this.#factors = factors;
    this.#size = first[count];
    this.#grandparents.begin(parts, isWhole);
    this.#reserve(parts.arcs.count, count);
    for (let factor = 0; factor < count; factor++) {
      this.#isGrandparent[factor] = Number(this.#grandparents.add(factors, factor));
    }
    const size = this.#size + this.#grandparents.count;
    if (this.#weights.length < size) this.#weights = new Float64Array(2 * size);
    this.#mu = this.#weights.subarray(this.#size);
    this.#grandparents.setStart(this.#mu);
    for (let factor = 0; factor < count; factor++) {
      const from = first[factor];
      const r = first[factor + 1] - from;
      const share = scores[factor] < 0 ? 0 : Math.floor(GRAIN / r) / GRAIN;
      this.#weights.fill(share, from, from + r);
      if (scores[factor] >= 0) this.#weights[from] = 1 - share * (r - 1);
    }
    this.#sortByArc();
    this.#touchedCount = 0;
    this.#hits.fill(0, 0, count);
  }

  copyWeights(): Float64Array {
    return this.#weights.slice(0, this.#size + this.#grandparents.count);
  }

  /** Copies these weights. Call `load` afterwards: it computes the bound from them. */
  setWeights(weights: Float64Array): void {
    this.#weights.set(weights);
  }

  /**
   * Begins a node of branch and bound: computes the bound from the weights.
   *
   * @param scores the scores of the arcs, without bounds
   * @param fixed indexed by arc (`Fixed`); call `load` again if it changes
   */
  load(scores: Float64Array, fixed: Int8Array): void {
    const { count } = this.#factors;
    const { arcScores } = this;
    this.#fixed = fixed;
    this.constant = 0;
    this.#clearTouched();
    this.#activeCount = 0;
    this.#isActive.fill(0, 0, count);
    for (let arc = 0; arc < this.#parts.arcs.count; arc++) {
      arcScores[arc] = fixed[arc] === Fixed.Out ? -Infinity : scores[arc];
    }
    this.#grandparents.load(this.#mu, fixed, arcScores);
    for (let factor = 0; factor < count; factor++) {
      if (this.#isGrandparent[factor] === 0) this.#loadFactor(factor);
    }
  }

  #loadFactor(factor: number): void {
    const { first, arcs, scores } = this.#factors;
    const { arcScores } = this;
    const fixed = this.#fixed;
    const weights = this.#weights;
    const from = first[factor];
    const to = first[factor + 1];
    const score = scores[factor];
    this.#free[factor] = 0;
    let free = 0;
    let freeArc = -1;
    for (let at = from; at < to; at++) {
      const arc = arcs[at];
      if (fixed[arc] === Fixed.Out) return;
      if (fixed[arc] === Fixed.In) continue;
      free++;
      freeArc = arc;
    }
    if (free === 0) {
      this.constant += score;
    } else if (free === 1) {
      arcScores[freeArc] += score;
    } else if (score < 0) {
      this.#free[factor] = free;
      this.#bear(factor, weights[from]);
      if (weights[from] > 0) this.#activate(factor);
    } else {
      this.#free[factor] = free;
      if (free < to - from) this.#restoreSum(factor);
      for (let at = from; at < to; at++) {
        if (fixed[arcs[at]] === Fixed.Free) arcScores[arcs[at]] += score * weights[at];
      }
    }
  }

  /**
   * Returns the bound of a tree minus the tree's score. `widestArc` and `step` must take the same
   * tree afterwards.
   *
   * @param tree indexed by word: its arc
   */
  gapOf(tree: Int32Array): number {
    this.#touch(tree);
    let sum = this.#grandparents.gapOf(this.#mu, tree);
    for (let i = 0; i < this.#touchedCount; i++) {
      const gap = this.#gapOfFactor(this.#touched[i], tree);
      this.#gaps[i] = gap;
      sum += gap;
    }
    return sum;
  }

  #gapOfFactor(factor: number, tree: Int32Array): number {
    const { first, arcs, scores } = this.#factors;
    const score = scores[factor];
    const hits = this.#hits[factor];
    const r = this.#free[factor];
    const from = first[factor];
    if (score < 0) {
      const bound = this.#weights[from] * score * (hits - (r - 1));
      return hits === r ? bound - score : bound;
    }
    if (hits === r) return 0;
    let gap = 0;
    for (let at = from; at < first[factor + 1]; at++) {
      if (this.#isHit(arcs[at], tree)) gap += score * this.#weights[at];
    }
    return gap;
  }

  /** Returns the free arc with the largest sum of gaps over its factors; −1 if there is no gap. */
  widestArc(tree: Int32Array): number {
    const { count } = this.#parts.arcs;
    const { first, arcs } = this.#factors;
    const gaps = this.#arcGaps.fill(0, 0, count);
    this.#grandparents.addGaps(tree, gaps);
    for (let i = 0; i < this.#touchedCount; i++) {
      const factor = this.#touched[i];
      for (let at = first[factor]; at < first[factor + 1]; at++) gaps[arcs[at]] += this.#gaps[i];
    }
    let widest = -1;
    let most = 0;
    for (let arc = 0; arc < count; arc++) {
      if (gaps[arc] <= most || this.#fixed[arc] !== Fixed.Free) continue;
      most = gaps[arc];
      widest = arc;
    }
    return widest;
  }

  /**
   * Takes a step against the subgradient: changes the weights so that the bound of `tree` falls.
   *
   * @param rate the size of the step. It is 1 at first, and becomes smaller each time that the
   *   bound at the node rises
   */
  step(rate: number, tree: Int32Array): void {
    const { first, arcs, scores } = this.#factors;
    const { arcScores } = this;
    const weights = this.#weights;
    this.#grandparents.step(rate, this.#mu, arcScores);
    for (let i = 0; i < this.#touchedCount; i++) {
      const factor = this.#touched[i];
      const score = scores[factor];
      const from = first[factor];
      const hits = this.#hits[factor];
      const r = this.#free[factor];
      if (score < 0) {
        const slack = hits - (r - 1);
        const before = weights[from];
        const after = Math.max(0, Math.min(1, rounded(before + rate * FIRST_MOVE * slack)));
        weights[from] = after;
        this.#bear(factor, after - before);
        if (after > 0) this.#activate(factor);
      } else if (hits < r && first[factor + 1] - from === 2) {
        const isFirst = this.#isHit(arcs[from], tree);
        const lower = isFirst ? from : from + 1;
        const upper = isFirst ? from + 1 : from;
        const move = Math.min(weights[lower], rounded(rate * FIRST_MOVE));
        weights[lower] -= move;
        weights[upper] += move;
        arcScores[arcs[lower]] -= move * score;
        arcScores[arcs[upper]] += move * score;
      } else if (hits < r) {
        this.#stepMany(factor, rate, tree);
      }
    }
  }

  /**
   * Takes a step for a positive factor of three or more arcs. The projection keeps the weights at 0
   * or above, and their sum at 1.
   */
  #stepMany(factor: number, rate: number, tree: Int32Array): void {
    const { arcs, scores } = this.#factors;
    const places = this.#freePlaces(factor);
    const projected = ontoSimplex(
      places.map(
        (at) => this.#weights[at] - Number(this.#isHit(arcs[at], tree)) * rate * FIRST_MOVE,
      ),
    );
    for (const [i, at] of places.entries()) {
      this.arcScores[arcs[at]] += (projected[i] - this.#weights[at]) * scores[factor];
      this.#weights[at] = projected[i];
    }
  }

  /** After an arc of a factor was fixed, makes the weights of its free arcs sum to 1 again. */
  #restoreSum(factor: number): void {
    const places = this.#freePlaces(factor);
    const projected = ontoSimplex(places.map((at) => this.#weights[at]));
    for (const [i, at] of places.entries()) this.#weights[at] = projected[i];
  }

  #freePlaces(factor: number): number[] {
    const { first, arcs } = this.#factors;
    const places: number[] = [];
    for (let at = first[factor]; at < first[factor + 1]; at++) {
      if (this.#fixed[arcs[at]] === Fixed.Free) places.push(at);
    }
    return places;
  }

  /** Updates the bound after the weight p of a negative factor has changed by `change`. */
  #bear(factor: number, change: number): void {
    if (change === 0) return;
    const { first, arcs, scores } = this.#factors;
    const amount = change * scores[factor];
    for (let at = first[factor]; at < first[factor + 1]; at++) {
      if (this.#fixed[arcs[at]] === Fixed.Free) this.arcScores[arcs[at]] += amount;
    }
    this.constant -= amount * (this.#free[factor] - 1);
  }

  #isHit(arc: number, tree: Int32Array): boolean {
    return this.#fixed[arc] === Fixed.Free && tree[this.#parts.arcs.modifiers[arc]] === arc;
  }

  /** Fills `#touched` and `#hits` for a tree. */
  #touch(tree: Int32Array): void {
    const { first } = this.#factors;
    this.#clearTouched();
    let count = 0;
    for (let m = 1; m <= this.#parts.arcs.length; m++) {
      const arc = tree[m];
      if (this.#fixed[arc] !== Fixed.Free) continue;
      for (let i = this.#factorsFirst[arc]; i < this.#factorsFirst[arc + 1]; i++) {
        const factor = this.#factorsOf[i];
        if (this.#free[factor] === 0) continue;
        if (this.#hits[factor]++ === 0) this.#touched[count++] = factor;
      }
    }
    let kept = 0;
    for (let i = 0; i < this.#activeCount; i++) {
      const factor = this.#active[i];
      if (this.#weights[first[factor]] === 0) {
        this.#isActive[factor] = 0;
        continue;
      }
      this.#active[kept++] = factor;
      if (this.#hits[factor] === 0) this.#touched[count++] = factor;
    }
    this.#activeCount = kept;
    this.#touchedCount = count;
  }

  #clearTouched(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#hits[this.#touched[i]] = 0;
    this.#touchedCount = 0;
  }

  #activate(factor: number): void {
    if (this.#isActive[factor] !== 0) return;
    this.#isActive[factor] = 1;
    this.#active[this.#activeCount++] = factor;
  }

  #sortByArc(): void {
    const { count: arcCount } = this.#parts.arcs;
    const { count, first, arcs } = this.#factors;
    const starts = this.#factorsFirst.fill(0);
    for (let factor = 0; factor < count; factor++) {
      if (this.#isGrandparent[factor] !== 0) continue;
      for (let at = first[factor]; at < first[factor + 1]; at++) starts[arcs[at] + 1]++;
    }
    for (let arc = 0; arc < arcCount; arc++) starts[arc + 1] += starts[arc];
    const total = starts[arcCount];
    if (this.#factorsOf.length < total) this.#factorsOf = new Int32Array(2 * total);
    // At first, starts[arc + 1] is the end of an arc's range. The loop fills each range from its
    // end, so that starts[arc + 1] becomes its start.
    for (let factor = count - 1; factor >= 0; factor--) {
      if (this.#isGrandparent[factor] !== 0) continue;
      for (let at = first[factor]; at < first[factor + 1]; at++) {
        this.#factorsOf[--starts[arcs[at] + 1]] = factor;
      }
    }
    for (let arc = 0; arc < arcCount; arc++) starts[arc] = starts[arc + 1];
    starts[arcCount] = total;
  }

  #reserve(arcCount: number, count: number): void {
    if (this.arcScores.length < arcCount) {
      this.arcScores = new Float64Array(2 * arcCount);
      this.#arcGaps = new Float64Array(2 * arcCount);
      this.#factorsFirst = new Int32Array(2 * arcCount + 1);
    }
    if (this.#free.length < count) {
      this.#isGrandparent = new Uint8Array(2 * count);
      this.#free = new Int32Array(2 * count);
      this.#hits = new Int32Array(2 * count);
      this.#touched = new Int32Array(2 * count);
      this.#gaps = new Float64Array(2 * count);
      this.#active = new Int32Array(2 * count);
      this.#isActive = new Uint8Array(2 * count);
    }
  }
}

function rounded(p: number): number {
  return Math.round(p * GRAIN) / GRAIN;
}

/**
 * Returns the point of the simplex that is nearest to `point` (Duchi et al. 2008). Its coordinates
 * sum to 1, are not negative, and are rounded to multiples of 1/GRAIN.
 */
function ontoSimplex(point: readonly number[]): number[] {
  const sorted = point.toSorted((a, b) => b - a);
  let shift = 0;
  let sum = 0;
  for (const [i, value] of sorted.entries()) {
    sum += value;
    const candidate = (sum - 1) / (i + 1);
    if (value > candidate) shift = candidate;
  }
  const near = point.map((value) => Math.floor(Math.max(0, value - shift) * GRAIN) / GRAIN);
  const rest = 1 - near.reduce((total, value) => total + value, 0);
  near[point.indexOf(sorted[0])] += rest;
  return near;
}
