import { LanguageModel } from '../lm/query/language-model.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import { Agenda } from '../search/best-first/agenda.ts';
import { Chart } from '../search/best-first/chart.ts';
import { BOTH_HEADS, Field, LEAF } from '../search/best-first/edges.ts';
import { KindCounts } from '../search/kind-counts.ts';
import { Treelets } from '../search/best-first/treelets.ts';
import { drawCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { GoldEdges, type GoldItem } from './gold-edges.ts';
import { RareWordLexicon } from './rare-words.ts';
import type { BestFirstLearning, Example, Lesson, Trainer, TrainerStart } from './trainer.ts';
import { WeightChanges } from './weight-changes.ts';

/** So many edges are popped for a sentence, times its words, at most. */
const POPS_PER_WORD = 12;
/** Longer sentences are not learned from: what a search of theirs takes grows with the square of its edges. */
const MOST_WORDS = 25;
/** Accepted edges that are kept. */
const CHART = 1000;
/** Of wrong edges with the same words and the same head so many are accepted. */
const OF_A_KIND = 4;
/** A wrong edge that is behind the best gold one by no more than this share of the margin is taken off before it. */
const SLACK = 0.9;
/** After so many wrong edges a gold one is taken off, whatever it scores: the sentence is learned from to its end. */
const WRONG_IN_A_ROW = 4;
/**
 * For each time that it occurs in an edge, a feature's weight changes by no more at once, in margins: a change that makes a gold edge right at once, whatever the
 * others lose by it, learns sentences by heart.
 */
const MOST_STEP = 0.002;
/** What a perceptron's change adds to a weight, in margins. */
const PERCEPTRON_STEP = 0.0005;

const nothing = new Int32Array(0);

/**
 * Learns weights for the best-first search (Zhang & Clark 2015, Algorithm 3): whenever an edge is taken off the agenda
 * that is not of the gold tree, the worst gold edge that is on it is to score more by a margin, by the least change of
 * the weights, up to a limit; then all edges are scored again, and the search goes on with the wrong edge, too. Weights
 * change while a sentence is searched, and are set back at its end: the lesson is what they changed by.
 */
export class BestFirstTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #phrases: number;
  readonly #margin: number;
  readonly #learning: BestFirstLearning;
  /** By part of the treebank. */
  readonly #treelets: readonly Treelets[];
  readonly #agenda = new Agenda();
  readonly #chart = new Chart();
  readonly #changes: WeightChanges;

  constructor({ weights, fluency, lexicon, options }: TrainerStart) {
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#phrases = options.phrases;
    this.#margin = options.margin;
    this.#learning = options.bestFirst;
    const leftOut = new Set(options.withoutTemplates);
    // What words add is a matter of the search: here sizes compare by their scores alone.
    const comparison = { ...options.bestFirst.comparison, perWord: 0, haste: 0 };
    this.#treelets =
      fluency === null
        ? [new Treelets({ weights, leftOut, fluency: null, comparison })]
        : fluency.languageModels.map((bytes) => {
            const languageModel = new LanguageModel(new Uint8Array(bytes));
            const { unitsPerNat } = fluency;
            return new Treelets({
              ...{ weights, leftOut, comparison },
              fluency: { languageModel, unitsPerNat },
            });
          });
    this.#changes = new WeightChanges(weights);
  }

  decode(example: Example): Lesson {
    if (example.sentence.forms.length > MOST_WORDS) {
      return { found: false, rewarded: nothing, punished: nothing };
    }
    const { problem, reference } = drawExample(
      example,
      this.#lexicon,
      this.#phrases,
      drawCondition,
    );
    const treelets = this.#treelets[example.part % this.#treelets.length];
    treelets.begin(problem, null, true);
    this.#chart.begin(CHART);
    const search = new Lessons(treelets, new GoldEdges(treelets, reference), this.#changes, {
      agenda: this.#agenda,
      chart: this.#chart,
      margin: this.#margin,
      learning: this.#learning,
    });
    const found = search.run(POPS_PER_WORD * problem.size);
    const changed = this.#changes.takeBack();
    return { found, rewarded: nothing, punished: nothing, changed };
  }
}

interface LessonsParts {
  readonly agenda: Agenda;
  /** Empty; it must have room for all gold edges. */
  readonly chart: Chart;
  readonly margin: number;
  readonly learning: BestFirstLearning;
}

/** The search of one sentence, which changes the weights as it goes. */
export class Lessons {
  readonly #treelets: Treelets;
  readonly #gold: GoldEdges;
  readonly #changes: WeightChanges;
  readonly #parts: LessonsParts;
  readonly #kinds = new KindCounts();
  /** By edge: the places of the weights of its own action. */
  readonly #places = new Map<number, readonly number[]>();

  constructor(treelets: Treelets, gold: GoldEdges, changes: WeightChanges, parts: LessonsParts) {
    this.#treelets = treelets;
    this.#gold = gold;
    this.#changes = changes;
    this.#parts = parts;
  }

  /** @returns whether the sentence was found without a change */
  run(pops: number): boolean {
    const { agenda, chart, learning, margin } = this.#parts;
    const treelets = this.#treelets;
    const gold = this.#gold;
    const { edges } = treelets;
    agenda.begin(pops);
    for (const leaf of treelets.leaves) {
      this.#expand(leaf);
      chart.addLeaf(leaf, treelets.valueOf(leaf));
    }
    // The perceptron knows no margin.
    const slack = learning.update === 'perceptron' ? 0 : SLACK * margin;
    let isChanged = false;
    let wrongs = 0;
    this.#kinds.begin(pops);
    for (let pop = 0; pop < pops; pop++) {
      const best = gold.best();
      const worst = gold.worst();
      // A word alone is its sentence.
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
   * Takes the best edge that is not gold off the agenda, if it is better than all that are. What was put there before
   * the weights changed is scored again when it is the best: what has become better since may wait too long.
   */
  #popWrong(bestGold: number): boolean {
    const { agenda } = this.#parts;
    const treelets = this.#treelets;
    const { data } = treelets.edges;
    while (agenda.size > 0) {
      if (agenda.best < bestGold) return false;
      agenda.pop();
      const { left, right } = agenda;
      const join: number = agenda.join;
      const sum = treelets.sumOf(left, right, join);
      const words = data[left + Field.Words] + data[right + Field.Words];
      const value = treelets.value(sum, words);
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
    return this.#treelets.join(agenda.left, agenda.right, agenda.join, agenda.sum);
  }

  /** Puts the joins of an edge with all accepted ones on the agenda; those that are gold wait beside it. */
  #expand(edge: number): void {
    const { chart } = this.#parts;
    const { edges } = this.#treelets;
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
    const treelets = this.#treelets;
    const { data } = treelets.edges;
    const words = data[left + Field.Words] + data[right + Field.Words];
    for (const join of BOTH_HEADS) {
      if (!treelets.mayJoin(left, right, join) || this.#gold.offer(left, right, join)) continue;
      const sum = treelets.sumOf(left, right, join);
      agenda.push(treelets.value(sum, words), sum, left, right, join);
    }
  }

  /** Accepts an edge. Where a gold one would be dropped for it, the weights change, and another is dropped. */
  #accept(edge: number): void {
    const { chart } = this.#parts;
    const treelets = this.#treelets;
    const gold = this.#gold;
    if (chart.isFull) {
      const isWorse = treelets.valueOf(edge) <= chart.scores[chart.worst()];
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
    chart.add(edge, treelets.valueOf(edge));
  }

  #update(right: GoldItem, wrong: number): void {
    const { edges } = this.#treelets;
    const expected = this.#gold.make(right);
    this.#change(expected, wrong);
    edges.release(expected);
    this.#places.delete(expected);
    this.#rescore();
  }

  /** Changes the weights so that one edge scores more than another by the margin. */
  #change(expected: number, wrong: number): void {
    const { learning, margin } = this.#parts;
    const treelets = this.#treelets;
    const changes = this.#changes;
    const { data } = treelets.edges;
    if (learning.update === 'perceptron') {
      changes.begin();
      changes.add(this.#placesOf(expected), 1);
      changes.add(this.#placesOf(wrong), -1);
      changes.apply(PERCEPTRON_STEP * margin);
      return;
    }
    const ofExpected = treelets.shareOf(data[expected + Field.Words]);
    const ofWrong = treelets.shareOf(data[wrong + Field.Words]);
    changes.begin();
    this.#addAll(expected, ofExpected);
    this.#addAll(wrong, -ofWrong);
    const loss = treelets.valueOf(wrong) - treelets.valueOf(expected) + margin;
    const norm = changes.squaredNorm;
    const most = (MOST_STEP * margin) / Math.max(ofExpected, ofWrong);
    if (loss > 0 && norm > 0) changes.apply(Math.min(most, loss / norm));
  }

  /** Adds the features of all actions that made an edge. */
  #addAll(edge: number, amount: number): void {
    const { data } = this.#treelets.edges;
    this.#changes.add(this.#placesOf(edge), amount);
    if (data[edge + Field.Join] === LEAF) return;
    this.#addAll(data[edge + Field.Left], amount);
    this.#addAll(data[edge + Field.Right], amount);
  }

  #placesOf(edge: number): readonly number[] {
    const known = this.#places.get(edge);
    if (known !== undefined) return known;
    const places: number[] = [];
    const observer: FeatureObserver = {
      onFeature: (_group, _template, place) => places.push(place),
    };
    this.#treelets.observe(edge, observer);
    this.#places.set(edge, places);
    return places;
  }

  #rescore(): void {
    const { chart } = this.#parts;
    const treelets = this.#treelets;
    treelets.rescore();
    for (let i = 0; i < chart.size; i++) chart.scores[i] = treelets.valueOf(chart.edges[i]);
  }
}
