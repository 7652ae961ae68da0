import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { Agenda } from '../search/best-first/agenda.ts';
import type { Chart } from '../search/best-first/chart.ts';
import type { EdgeSystem } from '../search/best-first/edge-system.ts';
import { EdgeField } from '../scoring/best-first/records.ts';
import { KindCounts } from '../search/kind-counts.ts';
import type { GoldEdges, GoldItem } from './gold-edges.ts';
import type { BestFirstLearning } from './trainer.ts';
import type { WeightChanges } from './weight-changes.ts';

/**
 * An edge is a part of the sentence that the search has built. A gold edge is part of the
 * treebank's derivation; all others are wrong. The search accepts at most this many wrong edges
 * with the same words and the same head.
 */
const OF_A_KIND = 4;
/**
 * With the update `margin`, the best wrong edge is popped before the best gold edge even if the
 * value of the wrong edge is lower, by up to this share of the margin.
 */
const SLACK = 0.9;
/**
 * After this many wrong edges in a row, the best gold edge is popped, so that every sentence is
 * learned to its end.
 */
const WRONG_IN_A_ROW = 4;
/**
 * With the update `margin`, an occurrence of a feature in an edge changes the feature's weight by
 * at most this share of the margin. With larger changes, training would memorise sentences.
 */
const MOST_STEP = 0.002;
/**
 * With the update `perceptron`, an occurrence of a feature changes the feature's weight by this
 * share of the margin.
 */
const PERCEPTRON_STEP = 0.0005;

export interface LessonsParts {
  readonly agenda: Agenda;
  /** Empty at first, with room for all gold edges. */
  readonly chart: Chart;
  readonly margin: number;
  readonly learning: BestFirstLearning;
}

/** Searches one sentence, and changes the weights whenever it pops a wrong edge from its agenda. */
export class Lessons {
  readonly #system: EdgeSystem;
  readonly #gold: GoldEdges;
  readonly #changes: WeightChanges;
  readonly #parts: LessonsParts;
  readonly #kinds = new KindCounts();
  /** Keyed by edge: the weight indices of the features of its last action. */
  readonly #places = new Map<number, readonly number[]>();

  constructor(system: EdgeSystem, gold: GoldEdges, changes: WeightChanges, parts: LessonsParts) {
    this.#system = system;
    this.#gold = gold;
    this.#changes = changes;
    this.#parts = parts;
  }

  /**
   * @param pops the limit on popped edges
   * @returns whether the sentence was found without any change of weights
   */
  run(pops: number): boolean {
    const { agenda, chart, learning, margin } = this.#parts;
    const system = this.#system;
    const gold = this.#gold;
    const { edges } = system;
    agenda.begin(pops);
    for (const leaf of system.leaves) {
      this.#expand(leaf);
      chart.addLeaf(leaf, system.valueOf(leaf));
    }
    const slack = learning.update === 'perceptron' ? 0 : SLACK * margin;
    let isChanged = false;
    let wrongs = 0;
    this.#kinds.begin(pops);
    for (let pop = 0; pop < pops; pop++) {
      const best = gold.best();
      const worst = gold.worst();
      // In a sentence of a single word, there is no gold edge to pop.
      if (best === null || worst === null) return !isChanged;
      if (wrongs === WRONG_IN_A_ROW || !this.#popWrong(best.value - slack)) {
        wrongs = 0;
        const edge = gold.pop(best);
        if (edges.isWhole(edge)) return !isChanged;
        this.#expand(edge);
        this.#accept(edge);
        continue;
      }
      wrongs++;
      const wrong = this.#make();
      this.#update(worst, wrong);
      isChanged = true;
      if (!learning.expandsNegatives || edges.isWhole(wrong)) continue;
      if (this.#kinds.count(edges.kindOf(wrong)) > OF_A_KIND) continue;
      this.#expand(wrong);
      this.#accept(wrong);
    }
    return false;
  }

  /**
   * Pops the best wrong edge if its value is at least `bestGold`. On the agenda, an edge may still
   * have its value from before a change of the weights: it gets its new value only at the top of
   * the agenda. So an edge whose value has risen may be popped too late.
   */
  #popWrong(bestGold: number): boolean {
    const { agenda } = this.#parts;
    const system = this.#system;
    const { data } = system.edges;
    while (agenda.size > 0) {
      if (agenda.best < bestGold) return false;
      agenda.pop();
      const { left, right } = agenda;
      const join: number = agenda.join;
      const sum = system.sumOf(left, right, join);
      const words = data[left + EdgeField.Words] + data[right + EdgeField.Words];
      const value = system.value(sum, words);
      if (value >= bestGold && (agenda.size === 0 || value >= agenda.best)) {
        agenda.sum = sum;
        return true;
      }
      agenda.putBack(value, sum);
    }
    return false;
  }

  #make(): number {
    const { agenda } = this.#parts;
    return this.#system.join(agenda.left, agenda.right, agenda.join, agenda.sum);
  }

  /**
   * Offers the joins of an edge with each accepted edge: gold joins to `#gold`, all others to the
   * agenda.
   */
  #expand(edge: number): void {
    const { chart } = this.#parts;
    const { edges } = this.#system;
    for (let i = 0; i < chart.size; i++) {
      const other = chart.edges[i];
      if (!edges.mayBeLinked(edge, other) || !edges.areApart(edge, other)) continue;
      this.#offer(edge, other);
      this.#offer(other, edge);
    }
    if (edges.areApart(edge, edge)) this.#offer(edge, edge);
  }

  #offer(left: number, right: number): void {
    const { agenda } = this.#parts;
    const system = this.#system;
    const { data } = system.edges;
    const words = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    for (const join of system.joinsOf(left, right)) {
      if (!system.mayJoin(left, right, join) || this.#gold.offer(left, right, join)) continue;
      const sum = system.sumOf(left, right, join);
      agenda.push(system.value(sum, words), sum, left, right, join);
    }
  }

  /**
   * Adds an edge to the chart. If a full chart would drop a gold edge, changes the weights and
   * drops the best wrong edge instead.
   */
  #accept(edge: number): void {
    const { chart } = this.#parts;
    const system = this.#system;
    const gold = this.#gold;
    if (chart.isFull) {
      const isWorse = system.valueOf(edge) <= chart.scores[chart.worst()];
      const dropped = isWorse ? edge : chart.edges[chart.worst()];
      if (gold.isGold(dropped)) {
        let best = -1;
        for (let i = 0; i < chart.size; i++) {
          if (gold.isGold(chart.edges[i])) continue;
          if (best < 0 || chart.scores[i] > chart.scores[best]) best = i;
        }
        if (best < 0) return;
        const wrong = chart.edges[best];
        this.#change(dropped, wrong);
        this.#rescore();
        chart.remove(best);
      }
    }
    chart.add(edge, system.valueOf(edge));
  }

  #update(right: GoldItem, wrong: number): void {
    const { edges } = this.#system;
    const expected = this.#gold.make(right);
    this.#change(expected, wrong);
    edges.release(expected);
    this.#places.delete(expected);
    this.#rescore();
  }

  /**
   * Changes the weights by one limited step, so that `expected` beats `wrong` by the margin if
   * possible.
   */
  #change(expected: number, wrong: number): void {
    const { learning, margin } = this.#parts;
    const system = this.#system;
    const changes = this.#changes;
    const { data } = system.edges;
    if (learning.update === 'perceptron') {
      changes.begin();
      changes.add(this.#placesOf(expected), 1);
      changes.add(this.#placesOf(wrong), -1);
      changes.apply(PERCEPTRON_STEP * margin);
      return;
    }
    const ofExpected = system.shareOf(data[expected + EdgeField.Words]);
    const ofWrong = system.shareOf(data[wrong + EdgeField.Words]);
    changes.begin();
    this.#addAll(expected, ofExpected);
    this.#addAll(wrong, -ofWrong);
    const loss = system.valueOf(wrong) - system.valueOf(expected) + margin;
    const norm = changes.squaredNorm;
    const most = (MOST_STEP * margin) / Math.max(ofExpected, ofWrong);
    if (loss > 0 && norm > 0) changes.apply(Math.min(most, loss / norm));
  }

  /**
   * Adds `amount` to the change of each feature's weight. An edge has the features of all actions
   * that built it.
   */
  #addAll(edge: number, amount: number): void {
    const { edges } = this.#system;
    const { data } = edges;
    this.#changes.add(this.#placesOf(edge), amount);
    if (edges.isLeaf(edge)) return;
    this.#addAll(data[edge + EdgeField.Left], amount);
    this.#addAll(data[edge + EdgeField.Right], amount);
  }

  #placesOf(edge: number): readonly number[] {
    const known = this.#places.get(edge);
    if (known !== undefined) return known;
    const places: number[] = [];
    const observer: FeatureObserver = {
      onFeature: (_group, _template, place) => places.push(place),
    };
    this.#system.observe(edge, observer);
    this.#places.set(edge, places);
    return places;
  }

  #rescore(): void {
    const { chart } = this.#parts;
    const system = this.#system;
    system.rescore();
    for (let i = 0; i < chart.size; i++) chart.scores[i] = system.valueOf(chart.edges[i]);
  }
}
