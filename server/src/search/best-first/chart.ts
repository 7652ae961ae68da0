import { EdgeField } from '../../scoring/best-first/records.ts';
import { NO_EDGE, type Edges } from './edges.ts';

/**
 * The best edges that a search has accepted. Edges of all sizes compete for the places in the chart
 * (Zhang & Clark 2015, Section 3.4).
 */
export class Chart {
  /** The accepted edges, unsorted. Only the first `size` elements are valid. */
  edges = new Int32Array(0);
  scores = new Float64Array(0);
  size = 0;
  isCut = false;
  /**
   * How many edges are leaves (single words). They come first in `edges`. They are never dropped,
   * since every word is needed.
   */
  #leaves = 0;
  #capacity = 0;

  /** @param capacity how many edges the chart can hold, not counting leaves */
  begin(capacity: number): void {
    this.size = 0;
    this.isCut = false;
    this.#leaves = 0;
    this.#capacity = capacity;
  }

  get isFull(): boolean {
    return this.size - this.#leaves === this.#capacity;
  }

  /** All leaves must be added before other edges. */
  addLeaf(leaf: number, score: number): void {
    this.#append(leaf, score);
    this.#leaves = this.size;
  }

  /**
   * Accepts an edge. A full chart drops its worst edge; of several equally bad edges, the latest.
   *
   * @returns the dropped edge, possibly the new edge; NO_EDGE if none is dropped
   */
  add(edge: number, score: number): number {
    let dropped = NO_EDGE;
    if (this.isFull) {
      this.isCut = true;
      const worst = this.worst();
      if (score <= this.scores[worst]) return edge;
      dropped = this.edges[worst];
      this.remove(worst);
    }
    this.#append(edge, score);
    return dropped;
  }

  worst(): number {
    let worst = this.#leaves;
    for (let i = worst + 1; i < this.size; i++) {
      const difference = this.scores[i] - this.scores[worst];
      if (difference < 0 || (difference === 0 && this.edges[i] > this.edges[worst])) worst = i;
    }
    return worst;
  }

  remove(place: number): void {
    this.edges[place] = this.edges[--this.size];
    this.scores[place] = this.scores[this.size];
  }

  /** Lists the edges: more words first, and among edges of the same size, higher scores first. */
  bySize({ data }: Edges): number[] {
    const places = [...this.edges.subarray(0, this.size).keys()].sort(
      (a, b) =>
        data[this.edges[b] + EdgeField.Words] - data[this.edges[a] + EdgeField.Words] ||
        this.scores[b] - this.scores[a] ||
        this.edges[a] - this.edges[b],
    );
    return places.map((place) => this.edges[place]);
  }

  #append(edge: number, score: number): void {
    if (this.size === this.edges.length) this.#grow();
    this.edges[this.size] = edge;
    this.scores[this.size++] = score;
  }

  #grow(): void {
    const length = Math.max(64, 2 * this.edges.length);
    const edges = new Int32Array(length);
    edges.set(this.edges);
    this.edges = edges;
    const scores = new Float64Array(length);
    scores.set(this.scores);
    this.scores = scores;
  }
}
