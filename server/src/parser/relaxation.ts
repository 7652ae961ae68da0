import type { CandidateArcs } from './candidate-arcs.ts';
import type { Factors } from './factors.ts';
import { exclude, Fixed } from './fixed-arcs.ts';
import type { SecondOrderParts } from './second-order.ts';

/** Weights p are multiples of 1/GRAIN, so that with whole scores every sum is exact, in any order. */
const GRAIN = 4096;

/**
 * An upper bound of the factors' scores that is a sum over arcs (Qian and Liu 2013, section 3.2), so that the dynamic
 * program can maximise it. With z_e = 1 if arc e is in the tree, a factor of r free arcs and score φ is bounded by
 *
 * - φ ≥ 0: φ Σ p_e z_e, where the p_e sum to 1;
 * - φ < 0: p φ (Σ z_e − (r − 1)), with p in [0, 1].
 *
 * A factor with an arc that is out is gone, an arc that is in leaves its factors, and a factor with at most one free
 * arc is exact.
 */
export class Relaxation {
  /** By arc: the scores of arcs and of bounded factors. */
  arcScores = new Float64Array(0);
  /** The part of the bound that no arc bears. */
  constant = 0;
  /** By place of an arc in a factor: p_e. For a negative factor, its p is in its first place. */
  p = new Float64Array(0);

  #factors!: Factors;
  #arcs!: CandidateArcs;
  #fixed!: Int8Array;
  #size = 0;
  /** The places of an arc in its factors are places[placeFirst[arc]]…places[placeFirst[arc + 1]−1]. */
  #placeFirst = new Int32Array(1);
  #places = new Int32Array(0);
  #factorOf = new Int32Array(0);
  /** By factor: its number of free arcs, 0 if it is exact or gone. */
  #free = new Int32Array(0);
  /** By factor: its number of free arcs in the tree. */
  #hits = new Int32Array(0);
  /** The factors that have a free arc in the tree, then the other ones with a gap. Each with its gap. */
  #touched = new Int32Array(0);
  #gaps = new Float64Array(0);
  #touchedCount = 0;
  /** The negative factors with p > 0, and perhaps some with p = 0. */
  #active: Int32Array = new Int32Array(0);
  #activeCount = 0;
  #isActive = new Uint8Array(0);
  #arcGaps = new Float64Array(0);
  /** By lower arc: its group, or −1. */
  #groupOf = new Int32Array(0);
  #groupCount = 0;
  /** By group: its lower arc. */
  #lower = new Int32Array(0);
  /** By group: its scores by upper arc are table[tableAt[group]]…, in the order of the arcs of the word. */
  #tableAt = new Int32Array(0);
  #table = new Float64Array(0);
  #groupSpread = new Float64Array(0);
  #groupMode = new Uint8Array(0);
  #inArc = new Int32Array(0);
  #touchedGroups = new Int32Array(0);
  #groupGaps = new Float64Array(0);
  #groupTouched = 0;
  #isGrouped = new Uint8Array(0);
  #parts!: SecondOrderParts;
  /** The squared length of the subgradient of the last tree. */
  #norm = 0;

  /** Starts a sentence. */
  begin(parts: SecondOrderParts, factors: Factors): void {
    const { arcs } = parts;
    this.#parts = parts;
    const { count } = factors;
    const size = count === 0 ? 0 : factors.first[count];
    this.#arcs = arcs;
    this.#factors = factors;
    this.#size = size;
    if (this.arcScores.length < arcs.count) {
      this.arcScores = new Float64Array(2 * arcs.count);
      this.#arcGaps = new Float64Array(2 * arcs.count);
      this.#placeFirst = new Int32Array(2 * arcs.count + 1);
    }
    if (this.#free.length < count) {
      this.#free = new Int32Array(2 * count);
      this.#hits = new Int32Array(2 * count);
      this.#touched = new Int32Array(2 * count);
      this.#gaps = new Float64Array(2 * count);
      this.#active = new Int32Array(2 * count);
      this.#isActive = new Uint8Array(2 * count);
    }
    this.#beginGroups(arcs, factors);
    if (this.p.length < size + this.#groupCount) this.p = new Float64Array(2 * (size + this.#groupCount));
    if (this.#places.length < size) {
      this.#places = new Int32Array(2 * size);
      this.#factorOf = new Int32Array(2 * size);
    }
    const first = this.#placeFirst.fill(0);
    let placed = 0;
    for (let factor = 0; factor < count; factor++) {
      for (let at = factors.first[factor]; at < factors.first[factor + 1]; at++) {
        this.#factorOf[at] = factor;
        if (this.#isGrouped[factor] !== 0) continue;
        first[factors.arcs[at] + 1]++;
        placed++;
      }
    }
    for (let arc = 0; arc < arcs.count; arc++) first[arc + 1] += first[arc];
    for (let at = size - 1; at >= 0; at--) {
      if (this.#isGrouped[this.#factorOf[at]] === 0) this.#places[--first[factors.arcs[at] + 1]] = at;
    }
    for (let arc = 0; arc < arcs.count; arc++) first[arc] = first[arc + 1];
    first[arcs.count] = placed;
    this.#groupTouched = 0;
    this.#touchedCount = 0;
    this.#hits.fill(0, 0, count);
  }

  #beginGroups(arcs: CandidateArcs, factors: Factors): void {
    const { count, heads, modifiers, first } = arcs;
    if (this.#groupOf.length < count) {
      this.#groupOf = new Int32Array(2 * count);
      this.#lower = new Int32Array(2 * count);
      this.#tableAt = new Int32Array(2 * count);
      this.#groupMode = new Uint8Array(2 * count);
      this.#groupSpread = new Float64Array(2 * count);
      this.#touchedGroups = new Int32Array(2 * count);
      this.#groupGaps = new Float64Array(2 * count);
    }
    if (this.#inArc.length <= arcs.length) this.#inArc = new Int32Array(2 * arcs.length + 2);
    if (this.#isGrouped.length < factors.count) this.#isGrouped = new Uint8Array(2 * factors.count);
    this.#groupOf.fill(-1, 0, count);
    this.#groupCount = 0;
    let size = 0;
    for (let factor = 0; factor < factors.count; factor++) {
      const from = factors.first[factor];
      this.#isGrouped[factor] = 0;
      if (!T2.groups || factors.first[factor + 1] - from !== 2) continue;
      let upper = factors.arcs[from];
      let lower = factors.arcs[from + 1];
      if (heads[upper] === modifiers[lower]) [upper, lower] = [lower, upper];
      if (heads[lower] !== modifiers[upper]) continue;
      this.#isGrouped[factor] = 1;
      const m = modifiers[upper];
      let group = this.#groupOf[lower];
      if (group < 0) {
        group = this.#groupCount++;
        this.#groupOf[lower] = group;
        this.#lower[group] = lower;
        this.#tableAt[group] = size;
        const end = size + first[m + 1] - first[m];
        if (this.#table.length < end) {
          const t = this.#table;
          this.#table = new Float64Array(2 * end);
          this.#table.set(t);
        }
        for (let arc = first[m]; arc < first[m + 1]; arc++) {
          this.#table[size++] = exclude(arcs, arc, lower) ? -Infinity : 0;
        }
      }
      this.#table[this.#tableAt[group] + upper - first[m]] += factors.scores[factor];
    }
  }

  /** Copies the weights. */
  copy(): Float64Array {
    return this.p.slice(0, this.#size + this.#groupCount);
  }

  /** Sets the weights of the start: 1/r for factors of positive scores, 0 for the others. */
  setStart(): void {
    const { count, first, scores } = this.#factors;
    for (let factor = 0; factor < count; factor++) {
      const from = first[factor];
      const r = first[factor + 1] - from;
      const share = scores[factor] < 0 ? 0 : Math.floor(GRAIN / r) / GRAIN;
      this.p.fill(share, from, from + r);
      if (scores[factor] >= 0) this.p[from] = 1 - share * (r - 1);
    }
    const { heads, first: arcFirst } = this.#arcs;
    for (let group = 0; group < this.#groupCount; group++) {
      const m = heads[this.#lower[group]];
      let most = -Infinity;
      let least = Infinity;
      for (let i = this.#tableAt[group], arc = arcFirst[m]; arc < arcFirst[m + 1]; arc++, i++) {
        const score = this.#table[i];
        if (score === -Infinity) continue;
        most = Math.max(most, score);
        least = Math.min(least, score);
      }
      if (most === -Infinity) most = least = 0;
      this.#groupSpread[group] = Math.max(most, 0) - Math.min(least, 0);
      this.p[this.#size + group] = rounded(T2.mu * Math.max(0, most) + T2.nu * Math.min(0, least));
    }
  }

  /**
   * Starts a node: computes the scores of arcs from the weights `p`.
   *
   * @param scores of the arcs alone
   * @param fixed by arc
   */
  load(scores: Float64Array, fixed: Int8Array): void {
    const { count, first, arcs, scores: phi } = this.#factors;
    const { arcScores, p } = this;
    this.#fixed = fixed;
    this.constant = 0;
    this.#clearTouched();
    this.#activeCount = 0;
    this.#isActive.fill(0, 0, count);
    for (let arc = 0; arc < this.#arcs.count; arc++) {
      arcScores[arc] = fixed[arc] === Fixed.Out ? -Infinity : scores[arc];
    }
    this.#loadGroups(fixed);
    for (let factor = 0; factor < count; factor++) {
      this.#free[factor] = 0;
      if (this.#isGrouped[factor] !== 0) continue;
      const from = first[factor];
      const to = first[factor + 1];
      let free = 0;
      let last = -1;
      let isGone = false;
      for (let at = from; at < to; at++) {
        const how = fixed[arcs[at]];
        if (how === Fixed.Out) isGone = true;
        if (how !== Fixed.Free) continue;
        free++;
        last = at;
      }
      const score = phi[factor];
      if (isGone) continue;
      if (free === 0) {
        this.constant += score;
      } else if (free === 1) {
        arcScores[arcs[last]] += score;
      } else {
        this.#free[factor] = free;
        if (score < 0) {
          this.#bear(factor, p[from]);
          if (p[from] > 0) this.#activate(factor);
          continue;
        }
        if (free < to - from) this.#restoreSum(factor);
        for (let at = from; at < to; at++) {
          if (fixed[arcs[at]] === Fixed.Free) arcScores[arcs[at]] += score * p[at];
        }
      }
    }
  }

  #loadGroups(fixed: Int8Array): void {
    const { arcScores } = this;
    const { heads, modifiers, first, count } = this.#arcs;
    this.#inArc.fill(-1, 0, this.#arcs.length + 1);
    for (let arc = 0; arc < count; arc++) {
      if (fixed[arc] === Fixed.In) this.#inArc[modifiers[arc]] = arc;
    }
    for (let group = 0; group < this.#groupCount; group++) {
      const lower = this.#lower[group];
      this.#groupMode[group] = 0;
      if (fixed[lower] === Fixed.Out) continue;
      const m = heads[lower];
      const at = this.#tableAt[group] - first[m];
      if (this.#inArc[m] >= 0) {
        arcScores[lower] += this.#table[at + this.#inArc[m]];
      } else if (fixed[lower] === Fixed.In) {
        for (let arc = first[m]; arc < first[m + 1]; arc++) arcScores[arc] += this.#table[at + arc];
      } else {
        const mu = this.p[this.#size + group];
        this.#groupMode[group] = 1;
        arcScores[lower] += mu;
        for (let arc = first[m]; arc < first[m + 1]; arc++) {
          const score = this.#table[at + arc];
          if (score > mu) arcScores[arc] += score - mu;
        }
      }
    }
  }

  #gapOfGroups(tree: Int32Array): number {
    const { heads, first, modifiers, length: n } = this.#arcs;
    const { headFirst, byHead } = this.#parts;
    let count = 0;
    let sum = 0;
    for (let m = 1; m <= n; m++) {
      const upper = tree[m];
      for (let i = headFirst[m]; i < headFirst[m + 1]; i++) {
        const lower = byHead[i];
        const group = this.#groupOf[lower];
        if (group < 0 || this.#groupMode[group] === 0) continue;
        const mu = this.p[this.#size + group];
        const score = this.#table[this.#tableAt[group] + upper - first[heads[lower]]];
        const isIn = tree[modifiers[lower]] === lower;
        if (isIn ? score >= mu : score <= mu) continue;
        this.#touchedGroups[count] = group;
        this.#groupGaps[count++] = score - mu;
        sum += Math.abs(score - mu);
      }
    }
    this.#groupTouched = count;
    return sum;
  }

  #stepGroups(size: number): void {
    const { heads, first } = this.#arcs;
    const { arcScores } = this;
    for (let i = 0; i < this.#groupTouched; i++) {
      const group = this.#touchedGroups[i];
      const lower = this.#lower[group];
      const m = heads[lower];
      const before = this.p[this.#size + group];
      const move = rounded(size * 500 * T2.g * this.#groupSpread[group]);
      const after = before + (this.#groupGaps[i] > 0 ? Math.min(move, T2.cap * this.#groupGaps[i]) : -Math.min(move, -T2.cap * this.#groupGaps[i]));
      this.p[this.#size + group] = after;
      arcScores[lower] += after - before;
      const at = this.#tableAt[group] - first[m];
      for (let arc = first[m]; arc < first[m + 1]; arc++) {
        const score = this.#table[at + arc];
        arcScores[arc] += Math.max(0, score - after) - Math.max(0, score - before);
      }
    }
  }

  /**
   * Returns the bound of a tree less its score. The other methods about a tree mean the tree of the last call.
   *
   * @param tree the arc of each word, by modifier
   */
  gapOf(tree: Int32Array): number {
    const { first, arcs, scores } = this.#factors;
    const { modifiers, length: n } = this.#arcs;
    const hits = this.#hits;
    this.#clearTouched();
    let count = 0;
    for (let m = 1; m <= n; m++) {
      const arc = tree[m];
      if (this.#fixed[arc] !== Fixed.Free) continue;
      for (let i = this.#placeFirst[arc]; i < this.#placeFirst[arc + 1]; i++) {
        const factor = this.#factorOf[this.#places[i]];
        if (this.#free[factor] > 0 && hits[factor]++ === 0) this.#touched[count++] = factor;
      }
    }
    const active = this.#active;
    let kept = 0;
    for (let i = 0; i < this.#activeCount; i++) {
      const factor = active[i];
      if (this.p[first[factor]] === 0) {
        this.#isActive[factor] = 0;
        continue;
      }
      active[kept++] = factor;
      if (hits[factor] === 0) this.#touched[count++] = factor;
    }
    this.#activeCount = kept;
    this.#touchedCount = count;
    let sum = this.#gapOfGroups(tree);
    let norm = 0;
    for (let i = 0; i < count; i++) {
      const factor = this.#touched[i];
      const score = scores[factor];
      const r = this.#free[factor];
      const hit = hits[factor];
      const from = first[factor];
      let gap = hit === r ? -score : 0;
      if (score < 0) {
        const slack = hit - (r - 1);
        gap += this.p[from] * score * slack;
        norm += score * score * slack * slack / 2;
      } else if (hit === r) {
        gap = 0;
      } else {
        for (let at = from; at < first[factor + 1]; at++) {
          const arc = arcs[at];
          if (tree[modifiers[arc]] !== arc || this.#fixed[arc] !== Fixed.Free) continue;
          gap += this.p[at] * score;
        }
        norm += score * score / 2;
      }
      this.#gaps[i] = gap;
      sum += gap;
    }
    this.#norm = norm;
    return sum;
  }

  get norm(): number {
    return this.#norm;
  }

  /** Returns the free arc with the largest sum of gaps of its factors, −1 if there is no gap. */
  widestArc(tree: Int32Array): number {
    const { first, arcs } = this.#factors;
    const gaps = this.#arcGaps.fill(0, 0, this.#arcs.count);
    for (let i = 0; i < this.#touchedCount; i++) {
      const factor = this.#touched[i];
      for (let at = first[factor]; at < first[factor + 1]; at++) gaps[arcs[at]] += this.#gaps[i];
    }
    for (let i = 0; i < this.#groupTouched; i++) {
      const lower = this.#lower[this.#touchedGroups[i]];
      const gap = Math.abs(this.#groupGaps[i]);
      gaps[lower] += gap;
      gaps[tree[this.#arcs.heads[lower]]] += gap;
    }
    let widest = -1;
    let most = 0;
    for (let arc = 0; arc < this.#arcs.count; arc++) {
      if (gaps[arc] <= most || this.#fixed[arc] !== Fixed.Free) continue;
      most = gaps[arc];
      widest = arc;
    }
    return widest;
  }

  /** Takes a step against the subgradient of the tree's bound. @param size the size of the step */
  step(size: number, tree: Int32Array): void {
    const { first, arcs, scores } = this.#factors;
    const { modifiers } = this.#arcs;
    const { p, arcScores } = this;
    this.#stepGroups(size);
    for (let i = 0; i < this.#touchedCount; i++) {
      const factor = this.#touched[i];
      const score = scores[factor];
      const r = this.#free[factor];
      const hit = this.#hits[factor];
      const from = first[factor];
      if (score < 0) {
        const slack = hit - (r - 1);
        if (slack === 0) continue;
        const before = p[from];
        const after = Math.max(0, Math.min(1, rounded(before - step(size, score) * slack / 2)));
        if (after === before) continue;
        p[from] = after;
        this.#bear(factor, after - before);
        if (before === 0) this.#activate(factor);
      } else if (hit < r && first[factor + 1] - from === 2) {
        const isFirst = tree[modifiers[arcs[from]]] === arcs[from];
        const lower = isFirst ? from : from + 1;
        const upper = isFirst ? from + 1 : from;
        const move = Math.min(p[lower], rounded(step(size, score) / 2));
        p[lower] -= move;
        p[upper] += move;
        arcScores[arcs[lower]] -= move * score;
        arcScores[arcs[upper]] += move * score;
      } else if (hit < r) {
        this.#stepMany(factor, size, tree);
      }
    }
  }

  /** Takes a step of a factor of three or more arcs, with the Euclidean projection onto the simplex. */
  #stepMany(factor: number, size: number, tree: Int32Array): void {
    const { first, arcs, scores } = this.#factors;
    const { modifiers } = this.#arcs;
    const score = scores[factor];
    const places: number[] = [];
    for (let at = first[factor]; at < first[factor + 1]; at++) {
      if (this.#fixed[arcs[at]] === Fixed.Free) places.push(at);
    }
    const isInTree = (at: number): boolean => tree[modifiers[arcs[at]]] === arcs[at];
    const moved = places.map((at) => this.p[at] - (isInTree(at) ? step(size, score) / 2 : 0));
    const projected = ontoSimplex(moved);
    for (const [i, at] of places.entries()) {
      this.arcScores[arcs[at]] += (projected[i] - this.p[at]) * score;
      this.p[at] = projected[i];
    }
  }

  /** Adds to the bound the share `change` of the second form of a negative factor's bound. */
  #bear(factor: number, change: number): void {
    if (change === 0) return;
    const { first, arcs, scores } = this.#factors;
    const amount = change * scores[factor];
    for (let at = first[factor]; at < first[factor + 1]; at++) {
      if (this.#fixed[arcs[at]] === Fixed.Free) this.arcScores[arcs[at]] += amount;
    }
    this.constant -= amount * (this.#free[factor] - 1);
  }

  /** Makes the weights of the free arcs sum to 1 again after other arcs left the factor. */
  #restoreSum(factor: number): void {
    const { first, arcs } = this.#factors;
    const places: number[] = [];
    for (let at = first[factor]; at < first[factor + 1]; at++) {
      if (this.#fixed[arcs[at]] === Fixed.Free) places.push(at);
    }
    const projected = ontoSimplex(places.map((at) => this.p[at]));
    for (const [i, at] of places.entries()) this.p[at] = projected[i];
  }

  #activate(factor: number): void {
    if (this.#isActive[factor] !== 0) return;
    this.#isActive[factor] = 1;
    this.#active[this.#activeCount++] = factor;
  }

  #clearTouched(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#hits[this.#touched[i]] = 0;
    this.#touchedCount = 0;
  }
}

function rounded(p: number): number {
  return Math.round(p * GRAIN) / GRAIN;
}

/** Returns the nearest point of the simplex (Duchi et al. 2008), rounded to multiples of 1/GRAIN. */
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
export const T2 = { s: 0, mu: 0.5, nu: 0, g: 0.5, cap: 1e9, groups: true };
function step(size: number, score: number): number { return T2.s === 1 ? size * score : T2.s === 0 ? size * Math.sign(score) * 500 : size * 500 * 500 / score; }
