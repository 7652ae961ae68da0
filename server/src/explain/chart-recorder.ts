import type { Problem } from '../problem/problem.ts';
import type { Lexicon } from '../model/lexicon.ts';
import type {
  Derivation,
  Edge,
  Observer,
  PoppedEdge,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search/search.ts';
import type { Stop } from '../util/stop.ts';
import { ActionNames } from './action-names.ts';
import type {
  ChartEdge,
  ChartEnd,
  ChartSize,
  EdgeLoss,
  ExpectedEdge,
  SearchChart,
  ShownEdge,
} from './search-chart.ts';

/** At most this many edges of a chart are reported. */
const MOST_TOLD = 3000;

/**
 * `pop` is the number of the pop that took the edge from the agenda; 0 for a single word.
 * `droppedAt` is the number of the pop that displaced the edge from the chart.
 */
interface Recorded {
  readonly edge: PoppedEdge;
  readonly pop: number;
  droppedAt: number | null;
}

class PopRecorder implements Observer {
  readonly cutOff = 0;
  readonly all: Recorded[] = [];
  readonly byId = new Map<number, Recorded>();
  #pops = 0;

  onStart(): void {
    // Best-first search has no beams.
  }

  onStep(): void {
    // Best-first search has no steps.
  }

  onPop(edge: PoppedEdge): void {
    const pop = edge.parts === null ? 0 : ++this.#pops;
    const recorded: Recorded = { edge, pop, droppedAt: null };
    if (edge.dropped !== null) this.byId.get(edge.dropped)!.droppedAt = pop;
    this.all.push(recorded);
    this.byId.set(edge.id, recorded);
  }
}

/** Records the edges of a derivation, from the leaves up. */
class TreeRecorder implements StepObserver {
  readonly edges: Edge[] = [];

  onEdge(edge: Edge): void {
    this.edges.push(edge);
  }

  onStep(): void {
    // Not recorded.
  }

  onFeature(): void {
    // Not recorded.
  }

  onEvidence(): void {
    // Not recorded.
  }
}

export class RecordedChart {
  readonly #problem: Problem;
  readonly #lexicon: Lexicon;
  readonly #search: Search;
  readonly #result: SearchResult;
  readonly #recorder = new PopRecorder();
  /** Null if the bag has no grammar. */
  readonly #names: ActionNames | null;

  /** Runs the search and records it. Recording does not change the result. */
  constructor(
    search: Search,
    problem: Problem,
    lexicon: Lexicon,
    options: SearchOptions,
    stop: Stop,
  ) {
    this.#search = search;
    this.#problem = problem;
    this.#lexicon = lexicon;
    const { entries } = problem;
    this.#names = entries === null ? null : new ActionNames(problem, entries.grammar);
    this.#result = search.search(problem, options, stop, this.#recorder);
  }

  get chart(): Omit<SearchChart, 'expected' | 'isOfOneChoice'> {
    const { pops, limit, capacity, end } = this.#result.chart!;
    return {
      ...{ pops, limit, capacity, end, sizes: this.#sizes },
      edges: this.#recorder.all.slice(0, MOST_TOLD).map((one) => this.#told(one)),
    };
  }

  /** The number of distinct sentences among the popped edges. */
  get sentences(): number {
    const whole = this.#recorder.all.filter(({ edge }) => edge.fate === 'sentence');
    return new Set(whole.map(({ edge }) => this.#shown(edge).words.join(' '))).size;
  }

  get end(): ChartEnd {
    return this.#result.chart!.end;
  }

  /** `loss` is null if the search found the derivation. */
  follow(derivation: Derivation): {
    readonly edges: readonly ExpectedEdge[];
    readonly loss: EdgeLoss | null;
  } {
    const tree = new TreeRecorder();
    this.#search.explain(this.#problem, derivation, tree);
    const popped = this.#matched(tree.edges);
    const edges = tree.edges.map((edge, i): ExpectedEdge => {
      const recorded = popped[i];
      return {
        ...this.#shown(edge),
        pop: recorded?.pop ?? null,
        fate: recorded?.edge.fate ?? null,
        droppedAt: recorded?.droppedAt ?? null,
      };
    });
    return { edges, loss: this.#lossOf(tree.edges, popped) };
  }

  /** Returns the record of each edge of a tree; null for an edge that was never popped. */
  #matched(tree: readonly Edge[]): (Recorded | null)[] {
    const keyOf = ({ variants, join }: Edge, parts: readonly number[] | null): string =>
      parts === null ? `word ${variants[0]} ${join}` : `${parts.join(' ')} ${join}`;
    const known = new Map(this.#recorder.all.map((one) => [keyOf(one.edge, one.edge.parts), one]));
    const matched = new Map<number, Recorded>();
    return tree.map((edge) => {
      const parts = edge.parts?.map((part) => matched.get(part)?.edge.id) ?? null;
      const isMade = parts === null || parts.every((part) => part !== undefined);
      const found = isMade ? known.get(keyOf(edge, parts)) : undefined;
      if (found !== undefined) matched.set(edge.id, found);
      return found ?? null;
    });
  }

  #lossOf(tree: readonly Edge[], popped: readonly (Recorded | null)[]): EdgeLoss | null {
    const place = popped.indexOf(null);
    // The record is empty if the search was stopped at once.
    if (place < 0 || this.#recorder.all.length === 0) return null;
    const { end } = this;
    const told = { end, last: this.#told(this.#recorder.all.at(-1)!) };
    const parts = tree[place].parts?.map((id) => tree.findLastIndex((one) => one.id === id)) ?? [];
    // A single word can be lost only if the search was stopped while it accepted the words.
    if (parts.length === 0) return { ...told, kind: 'waiting', edge: place, by: [] };
    const [first, second] = parts
      .map((part) => ({ part, recorded: popped[part]! }))
      .sort((a, b) => a.recorded.pop - b.recorded.pop);
    for (const { part, recorded } of [first, second]) {
      const { fate } = recorded.edge;
      if (fate === 'alike') return { ...told, kind: fate, edge: part, by: this.#alike(recorded) };
      if (fate === 'crowded') {
        return {
          ...told,
          kind: fate,
          edge: part,
          by: [this.#told(this.#lastOfSize(recorded.edge))],
        };
      }
    }
    const { part, recorded } = first;
    if (recorded.edge.fate === 'worst') return { ...told, kind: 'worst', edge: part, by: [] };
    const { droppedAt } = recorded;
    if (droppedAt !== null && droppedAt < second.recorded.pop) {
      const by = this.#recorder.all.find(({ pop }) => pop === droppedAt)!;
      return { ...told, kind: 'dropped', edge: part, by: [this.#told(by)] };
    }
    return this.#isCrowdedOut(tree[place], second.recorded)
      ? { ...told, kind: 'crowded', edge: place, by: [this.#told(this.#lastOfSize(tree[place]))] }
      : { ...told, kind: 'waiting', edge: place, by: [] };
  }

  /**
   * Whether an edge never reached the agenda because there were already enough edges of its size.
   * An edge is made when the second of its two parts is popped. So only edges that were popped
   * before this part are counted.
   */
  #isCrowdedOut(edge: Edge, { pop }: Recorded): boolean {
    if (edge.isGiven || edge.variants.length === this.#problem.size) return false;
    const before = this.#ofSize(edge).filter((one) => one.pop < pop && !one.edge.isGiven);
    return before.length >= this.#result.chart!.ofASize;
  }

  /** Returns the earlier accepted edges with the same words and head. */
  #alike({ edge, pop }: Recorded): ChartEdge[] {
    return this.#recorder.all
      .filter((one) => one.pop < pop && isJoined(one) && one.edge.kind === edge.kind)
      .map((one) => this.#told(one));
  }

  #ofSize({ variants: { length } }: Edge): Recorded[] {
    return this.#recorder.all.filter((one) => isJoined(one) && one.edge.variants.length === length);
  }

  /**
   * Returns the last accepted edge of the same size. Skips edges that build a given arc, since the
   * limit on edges of one size ignores them.
   */
  #lastOfSize(edge: Edge): Recorded {
    return this.#ofSize(edge).findLast((one) => !one.edge.isGiven)!;
  }

  get #sizes(): ChartSize[] {
    const sizes = Array.from({ length: this.#problem.size }, (_, i) => ({
      ...{ words: i + 1, taken: 0, accepted: 0, dropped: 0, alike: 0, crowded: 0, worst: 0 },
    }));
    for (const { edge, droppedAt } of this.#recorder.all) {
      const size = sizes[edge.variants.length - 1];
      size.taken++;
      const { fate } = edge;
      size[fate === 'sentence' ? 'accepted' : fate]++;
      if (droppedAt !== null) size.dropped++;
    }
    return sizes;
  }

  #told({ edge, pop, droppedAt }: Recorded): ChartEdge {
    return { ...this.#shown(edge), pop, fate: edge.fate, droppedAt };
  }

  #shown({ variants, head, value, join }: Edge): ShownEdge {
    const { variantForm, variantTag, surfaceStart, surfaceText } = this.#problem;
    const made = this.#names?.madeBy(join);
    return {
      words: variants.map((variant) => {
        const form = variantForm[variant];
        return surfaceText.slice(surfaceStart[form], surfaceStart[form + 1]).join(' ');
      }),
      ...{ head, value },
      tag: this.#problem.tagName(variantTag[variants[head]], this.#lexicon),
      ...(made !== undefined && { category: made }),
    };
  }
}

/**
 * Whether the search accepted the edge: joined it to earlier edges, or took it as a sentence. An
 * edge with the fate `worst` was accepted, too: it was joined, but then found no place in the
 * chart.
 */
function isJoined({ edge: { fate } }: Recorded): boolean {
  return fate !== 'alike' && fate !== 'crowded';
}
