import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { distinct, Sequences } from '../derivation.ts';
import { KindCounts } from '../kind-counts.ts';
import type {
  Derivation,
  EdgeFate,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';
import type { Target } from '../target.ts';
import { Agenda } from './agenda.ts';
import { Chart } from './chart.ts';
import { BOTH_HEADS, Field, NO_EDGE, type Edges, LEAF } from './edges.ts';
import { describeEdge, explainSteps } from './explain-steps.ts';
import { finish } from './finish.ts';
import { Treelets } from './treelets.ts';

/** What a search is told once, beside what it is told of every problem. */
export interface BestFirstSettings {
  /** Accepted edges that are kept. */
  readonly chart: number;
  /** Of edges with the same words and the same head at most so many are accepted. */
  readonly ofAKind: number;
  /** So many edges are popped at most, times the hypotheses that a beam would keep. */
  readonly popsPerHypothesis: number;
}

export const DEFAULT_SETTINGS: BestFirstSettings = {
  chart: 1000,
  ofAKind: 2,
  popsPerHypothesis: 40,
};

/** The stop is read again whenever an edge was joined to so many others: some 250 joins. */
const EDGES_PER_READ = 64;

/**
 * Learning-guided best-first search (Zhang & Clark 2015, Sections 2 to 4): the best edge is taken off an agenda, joined
 * to all that were accepted before it, in four ways each, and accepted. The first edge taken off that holds all words
 * is a sentence. Leaves are accepted before all else. It takes any problem.
 */
export class BestFirst implements Search {
  readonly #treelets: Treelets;
  readonly #settings: BestFirstSettings;
  readonly #agenda = new Agenda();
  readonly #chart = new Chart();
  /** How many edges of a kind were accepted. */
  readonly #kinds = new KindCounts();
  /** Joins that were scored since the search began. */
  #scored = 0;
  /** Whether it was asked to stop. */
  #isStopped = false;

  constructor(scoring: Scoring, settings: Partial<BestFirstSettings> = {}) {
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#treelets = new Treelets(scoring);
  }

  /**
   * Goes on until it has found as many strings as are asked for, but pops `popsPerHypothesis * beam` edges at most.
   * If there is no sentence by then, or it is asked to stop, the largest edges are put together as they are.
   */
  search(
    problem: Problem,
    { beam, results, budget, target, wanted, onFound }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const treelets = this.#treelets;
    const agenda = this.#agenda;
    const chart = this.#chart;
    const { edges } = treelets;
    const { popsPerHypothesis, ofAKind } = this.#settings;
    const limit = popsPerHypothesis * beam;
    treelets.begin(problem, target ?? null);
    this.#forget(limit);
    const goals: number[] = [];
    const strings = new Sequences();
    let found = 0;
    let isPruned = false;
    const take = (edge: number): void => {
      let fate: EdgeFate = 'accepted';
      let dropped = NO_EDGE;
      if (!edges.isWhole(edge)) {
        if (isLeaf(edges, edge) || this.#kinds.count(edges.kindOf(edge)) <= ofAKind) {
          dropped = this.#expand(edge, stop);
          if (dropped === edge) fate = 'worst';
        } else {
          isPruned = true;
          fate = 'alike';
        }
      } else {
        fate = 'sentence';
        if (this.#isTold(edge, problem, target, wanted)) {
          goals.push(edge);
          onFound?.(treelets.derivationOf(edge));
          if (strings.add(formsOf(edges.variantsOf(edge), problem))) found++;
        }
      }
      observer?.onPop?.({
        ...describeEdge(treelets, edge),
        fate,
        dropped: dropped === NO_EDGE || dropped === edge ? null : dropped,
      });
    };
    for (const leaf of treelets.leaves) {
      if (this.#isAskedToStop(stop)) break;
      take(leaf);
    }
    let pops = 0;
    while (agenda.size > 0 && found < results && pops < limit) {
      if (this.#isAskedToStop(stop)) break;
      take(this.#pop());
      pops++;
    }
    const isStopped = this.#isStopped;
    const isExhaustive =
      agenda.size === 0 && !isStopped && !agenda.isCut && !chart.isCut && !isPruned;
    const isCutShort = goals.length === 0 && !isExhaustive;
    if (isCutShort) {
      const whole = finish(treelets, chart, agenda, budget, stop);
      if (whole !== NO_EDGE && this.#isTold(whole, problem, target, wanted)) goals.push(whole);
    }
    const { data } = edges;
    goals.sort((a, b) => data[b + Field.Score] - data[a + Field.Score] || a - b);
    const derivations = distinct(this.#derivations(goals), problem, results);
    const isBest = isExhaustive;
    return {
      derivations,
      isWhole: !isStopped,
      isExhaustive,
      isBest,
      isCutShort,
      work: this.#scored,
      chart: { pops, limit, capacity: this.#settings.chart },
    };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    explainSteps(this.#treelets, problem, derivation, observer);
  }

  /** Forgets the last search. @param limit how many edges the next one pops at most */
  #forget(limit: number): void {
    this.#agenda.begin(limit);
    this.#chart.begin(this.#settings.chart);
    this.#kinds.begin(limit);
    this.#scored = 0;
    this.#isStopped = false;
  }

  #isAskedToStop(stop: Stop): boolean {
    return (this.#isStopped ||= stop.requested);
  }

  /** Takes the best edge off the agenda, and makes it. */
  #pop(): number {
    const agenda = this.#agenda;
    agenda.pop();
    return this.#treelets.join(agenda.left, agenda.right, agenda.join, agenda.sum);
  }

  /**
   * Joins an edge to all accepted ones, and to itself where words are alike, and accepts it. Once it is asked to stop,
   * it joins it to no more.
   *
   * @returns the edge that the chart dropped, which may be this one; NO_EDGE where it dropped none
   */
  #expand(edge: number, stop: Stop): number {
    const treelets = this.#treelets;
    const chart = this.#chart;
    const { edges } = treelets;
    let joined = 0;
    for (let i = 0; i < chart.size; i++) {
      const other = chart.edges[i];
      if (!edges.mayBeLinked(edge, other) || !edges.areApart(edge, other)) continue;
      if (joined++ % EDGES_PER_READ === EDGES_PER_READ - 1 && this.#isAskedToStop(stop)) break;
      this.#offer(edge, other);
      this.#offer(other, edge);
    }
    if (edges.mayBeLinked(edge, edge) && edges.areApart(edge, edge)) this.#offer(edge, edge);
    if (!isLeaf(edges, edge)) return chart.add(edge, treelets.valueOf(edge));
    chart.addLeaf(edge, treelets.valueOf(edge));
    return NO_EDGE;
  }

  /** Puts the joins of two edges on the agenda, in this order, with either head. */
  #offer(left: number, right: number): void {
    const treelets = this.#treelets;
    const { data } = treelets.edges;
    const words = data[left + Field.Words] + data[right + Field.Words];
    for (const join of BOTH_HEADS) {
      if (!treelets.mayJoin(left, right, join)) continue;
      const sum = treelets.sumOf(left, right, join);
      this.#agenda.push(treelets.value(sum, words), sum, left, right, join);
      this.#scored++;
    }
  }

  /** Whether a whole sentence is one that is asked for. */
  #isTold(edge: number, { surfaceText }: Problem, target?: Target, wanted?: Target): boolean {
    if (target === undefined && wanted === undefined) return true;
    const variants = this.#treelets.edges.variantsOf(edge);
    const spells = (one: Target): boolean =>
      one.forms.length === surfaceText.length && one.beginsWith(variants);
    return (target === undefined || spells(target)) && (wanted === undefined || spells(wanted));
  }

  *#derivations(wholes: readonly number[]): Generator<Derivation> {
    for (const whole of wholes) yield this.#treelets.derivationOf(whole);
  }
}

function isLeaf({ data }: Edges, edge: number): boolean {
  return data[edge + Field.Join] === LEAF;
}

function formsOf(
  variants: readonly number[],
  { variantForm, surfaceStart, surfaceForm }: Problem,
): number[] {
  return variants.flatMap((variant) => {
    const form = variantForm[variant];
    return [...surfaceForm.subarray(surfaceStart[form], surfaceStart[form + 1])];
  });
}
