import type { Problem } from '../../problem/problem.ts';
import type { Stop } from '../../util/stop.ts';
import { workAllowed } from '../budget.ts';
import { distinct, Sequences, surfaceFormsOf } from '../derivation.ts';
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
import type { EdgeSystem } from './edge-system.ts';
import { EdgeField } from '../../scoring/best-first/records.ts';
import { NO_EDGE } from './edges.ts';
import { describeEdge, explainSteps } from './explain-steps.ts';
import { finish } from './finish.ts';

/**
 * The limits of a best-first search. `chart`, `ofASize`, `pops` and `patience` are multiplied by
 * the width of the requested beam. `work` is for widths of up to 64; for larger widths, it grows in
 * proportion (`workAllowed`).
 */
export interface BestFirstSettings {
  /** The limit on the edges that the chart keeps, without the edges of single words. */
  readonly chart: number;
  /**
   * The limit on the accepted edges with the same number of words. An edge does not count if a
   * given arc joins its parts, since every sentence needs this arc.
   */
  readonly ofASize: number;
  /** The limit on the edges that are taken off the agenda. */
  readonly pops: number;
  /**
   * As long as there is no sentence, the search raises the values of large edges (`hurry`) each
   * time it has accepted this many edges.
   */
  readonly patience: number;
  /** The limit on the accepted edges of one kind (`Edges.kindOf`). */
  readonly ofAKind: number;
  /**
   * The first sentence is not always the best. So the search continues until it has at least this
   * many different sentences.
   */
  readonly sentences: number;
  /** The limit on the work. This field and the fields below are in the units of `workOfStep`. */
  readonly work: number;
  readonly workOfJoin: number;
  readonly workOfRefusal: number;
  /** If the bag has order constraints: the additional work of testing a join. */
  readonly workOfOrder: number;
  /** The work of looking up which joins two edges have. */
  readonly workOfPair: number;
}

export const DEFAULT_SETTINGS: BestFirstSettings = {
  chart: 16,
  ofASize: 1,
  pops: 400,
  patience: 2,
  ofAKind: 2,
  sentences: 5,
  work: Infinity,
  workOfJoin: 4,
  workOfRefusal: 1,
  workOfOrder: 1,
  workOfPair: 0,
};

/**
 * The agenda keeps at least this many joins when it makes room, even if the limit on pops is lower.
 */
const AGENDA = 1 << 16;

/**
 * The search checks for a stop each time it has joined an edge to this many others: about every 250
 * joins.
 */
const EDGES_PER_READ = 64;

/**
 * Learning-guided best-first search (Zhang & Clark 2015, Sections 2 to 4). It builds edges: parts
 * of a sentence. First it accepts the edges of single words (the leaves). Then it repeatedly takes
 * the best edge off an agenda, joins it to all accepted edges, and accepts it. An edge with all
 * words is a sentence.
 *
 * In a long bag, small edges would fill the chart. So only a limited number of edges of each size
 * is accepted, and until a sentence is found, the search raises the values of large edges
 * (`Comparison`).
 */
export class BestFirst implements Search {
  readonly #system: EdgeSystem;
  readonly #settings: BestFirstSettings;
  readonly #agenda = new Agenda();
  readonly #chart = new Chart();
  readonly #kinds = new KindCounts();
  /**
   * Indexed by number of words: how many accepted edges count towards `BestFirstSettings.ofASize`.
   */
  #ofSize = new Int32Array(0);
  #mostOfSize = new Int32Array(0);
  #accepted = 0;
  /** Whether any limit kept an edge out of the chart, or a join off the agenda. */
  #isPruned = false;
  #hasSentence = false;
  #work = 0;
  #mostWork = 0;
  #isStopped = false;

  constructor(system: EdgeSystem, settings: Partial<BestFirstSettings> = {}) {
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#system = system;
  }

  /**
   * Takes edges off the agenda until it has enough strings or reaches a limit. If there is no
   * sentence by then, it joins the largest edges (`finish.ts`).
   */
  search(
    problem: Problem,
    { beam, results, budget, work = Infinity, target, wanted, onFound }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const system = this.#system;
    const agenda = this.#agenda;
    const chart = this.#chart;
    const settings = this.#settings;
    const { edges } = system;
    const limit = settings.pops * beam;
    const capacity = settings.chart * beam;
    const isOneString = target !== undefined || wanted !== undefined;
    const enough = isOneString ? results : Math.max(results, settings.sentences);
    const wholes: number[] = [];
    const strings = new Sequences();
    let found = 0;
    this.#begin(problem, target ?? null, beam, work);
    const take = (edge: number): void => {
      let fate = this.#fateOf(edge);
      let dropped = NO_EDGE;
      if (fate === 'accepted') {
        dropped = this.#expand(edge, stop);
        if (dropped === edge) fate = 'worst';
      } else if (fate !== 'sentence') {
        this.#isPruned = true;
      } else {
        this.#hasSentence = true;
        if (this.#isTold(edge, target, wanted)) {
          wholes.push(edge);
          onFound?.(system.derivationOf(edge));
          if (strings.add(surfaceFormsOf(edges.variantsOf(edge), problem))) found++;
        }
      }
      observer?.onPop?.({
        ...describeEdge(system, edge),
        fate,
        dropped: dropped === NO_EDGE || dropped === edge ? null : dropped,
      });
    };
    for (const leaf of system.leaves) {
      if (this.#isAskedToStop(stop)) break;
      take(leaf);
    }
    let pops = 0;
    let stage = 0;
    while (agenda.size > 0 && found < enough && pops < limit && !this.#isSpent) {
      if (this.#isAskedToStop(stop)) break;
      if (!this.#hasSentence && this.#accepted >= (stage + 1) * settings.patience * beam) {
        this.#hurry(++stage);
      }
      pops++;
      take(this.#pop());
    }
    const isStopped = this.#isStopped;
    const used = pops >= limit || this.#isSpent ? 'limit' : 'exhausted';
    const end = found >= enough ? 'found' : isStopped ? 'stopped' : used;
    const isAllTried =
      agenda.size === 0 && !isStopped && !agenda.isCut && !chart.isCut && !this.#isPruned;
    const isCutShort = wholes.length === 0 && !isAllTried;
    const isPutTogether = isCutShort || (system.mayLackSentence && !this.#hasSentence);
    if (isPutTogether) {
      const whole = finish(system, chart, agenda, budget, stop);
      if (whole !== NO_EDGE && this.#isTold(whole, target, wanted)) wholes.push(whole);
    }
    const { data } = edges;
    wholes.sort((a, b) => data[b + EdgeField.Score] - data[a + EdgeField.Score] || a - b);
    return {
      derivations: distinct(this.#derivations(wholes), problem, results),
      ranToEnd: !isStopped,
      // A search that may glue parts together does not try all ways to do so, and may miss
      // sentences.
      isExhaustive: isAllTried && !system.mayLackSentence,
      isProven: isAllTried && !isPutTogether,
      isCutShort,
      work: this.#work,
      chart: { pops, limit, capacity, ofASize: settings.ofASize * beam, end },
    };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    explainSteps(this.#system, problem, derivation, observer);
  }

  #begin(problem: Problem, target: Target | null, beam: number, mostWork: number): void {
    const { pops, chart, ofASize, work } = this.#settings;
    this.#system.begin(problem, target);
    this.#agenda.begin(Math.max(AGENDA, pops * beam));
    this.#chart.begin(chart * beam);
    this.#kinds.begin(pops * beam);
    this.#ofSize = new Int32Array(problem.size + 1);
    // Edges with all words are sentences, so only the limit on pops applies to them.
    this.#mostOfSize = new Int32Array(problem.size + 1).fill(ofASize * beam);
    this.#mostOfSize[problem.size] = pops * beam;
    this.#accepted = 0;
    this.#isPruned = false;
    this.#hasSentence = false;
    this.#work = 0;
    this.#mostWork = Math.min(mostWork, workAllowed(work, beam));
    this.#isStopped = false;
  }

  get #isSpent(): boolean {
    return this.#work >= this.#mostWork;
  }

  #isFull(size: number): boolean {
    return this.#ofSize[size] >= this.#mostOfSize[size];
  }

  #isAskedToStop(stop: Stop): boolean {
    return (this.#isStopped ||= stop.requested);
  }

  #fateOf(edge: number): EdgeFate {
    const { edges } = this.#system;
    if (edges.isWhole(edge)) return 'sentence';
    if (edges.isLeaf(edge)) return 'accepted';
    const size = edges.data[edge + EdgeField.Words];
    const isFree = !edges.isGiven(
      edges.data[edge + EdgeField.Left],
      edges.data[edge + EdgeField.Right],
    );
    if (isFree && this.#isFull(size)) return 'crowded';
    if (this.#kinds.count(edges.kindOf(edge)) > this.#settings.ofAKind) return 'alike';
    if (isFree) this.#ofSize[size]++;
    this.#accepted++;
    return 'accepted';
  }

  /** Raises the values of large edges (`EdgeSystem.hurry`), also in the agenda and the chart. */
  #hurry(stage: number): void {
    const system = this.#system;
    const chart = this.#chart;
    const { data } = system.edges;
    system.hurry(stage);
    this.#agenda.rescore((sum, left, right) =>
      system.value(sum, data[left + EdgeField.Words] + data[right + EdgeField.Words]),
    );
    for (let i = 0; i < chart.size; i++) chart.scores[i] = system.valueOf(chart.edges[i]);
  }

  #pop(): number {
    const agenda = this.#agenda;
    agenda.pop();
    return this.#system.join(agenda.left, agenda.right, agenda.join, agenda.sum);
  }

  /**
   * Joins an edge to all accepted edges, and then accepts it. If the bag has enough interchangeable
   * words, the edge is also joined to itself.
   *
   * @returns the edge that the chart dropped, possibly this edge; NO_EDGE if it dropped none
   */
  #expand(edge: number, stop: Stop): number {
    const system = this.#system;
    const chart = this.#chart;
    const { edges } = system;
    const { workOfPair } = this.#settings;
    let joined = 0;
    for (let i = 0; i < chart.size; i++) {
      const other = chart.edges[i];
      if (this.#isSpent) {
        this.#isPruned = true;
        break;
      }
      this.#work += workOfPair;
      if (!edges.mayBeLinked(edge, other) || !edges.areApart(edge, other)) continue;
      if (joined++ % EDGES_PER_READ === EDGES_PER_READ - 1 && this.#isAskedToStop(stop)) break;
      this.#offer(edge, other);
      this.#offer(other, edge);
    }
    if (edges.mayBeLinked(edge, edge) && edges.areApart(edge, edge)) this.#offer(edge, edge);
    if (!edges.isLeaf(edge)) return chart.add(edge, system.valueOf(edge));
    chart.addLeaf(edge, system.valueOf(edge));
    return NO_EDGE;
  }

  #offer(left: number, right: number): void {
    const system = this.#system;
    const { edges } = system;
    const { data } = edges;
    const words = data[left + EdgeField.Words] + data[right + EdgeField.Words];
    if (this.#isFull(words) && !edges.isGiven(left, right)) {
      this.#isPruned = true;
      return;
    }
    const { workOfJoin, workOfRefusal, workOfOrder } = this.#settings;
    const workOfTest = edges.problem.precedence === null ? 0 : workOfOrder;
    for (const join of system.joinsOf(left, right)) {
      this.#work += workOfTest;
      if (!system.mayJoin(left, right, join)) {
        this.#work += workOfRefusal;
        continue;
      }
      const sum = system.sumOf(left, right, join);
      this.#agenda.push(system.value(sum, words), sum, left, right, join);
      this.#work += workOfJoin;
    }
  }

  #isTold(edge: number, target?: Target, wanted?: Target): boolean {
    if (target === undefined && wanted === undefined) return true;
    const variants = this.#system.edges.variantsOf(edge);
    return (target?.beginsWith(variants) ?? true) && (wanted?.beginsWith(variants) ?? true);
  }

  *#derivations(wholes: readonly number[]): Generator<Derivation> {
    for (const whole of wholes) yield this.#system.derivationOf(whole);
  }
}
