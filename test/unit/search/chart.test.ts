import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Chart } from '../../../server/src/search/best-first/chart.ts';
import { NO_EDGE } from '../../../server/src/search/best-first/edges.ts';

/** The chart by the book: a list that is sorted whenever it holds too many edges. */
class SortedChart {
  readonly edges: { readonly edge: number; readonly score: number }[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** @returns the dropped edge; NO_EDGE if none */
  add(edge: number, score: number): number {
    this.edges.push({ edge, score });
    if (this.edges.length <= this.#capacity) return NO_EDGE;
    this.edges.sort((a, b) => b.score - a.score || a.edge - b.edge);
    return this.edges.pop()!.edge;
  }
}

describe('a chart', () => {
  it('keeps the best edges and all leaves, and drops the latest of equally bad edges', () => {
    // Few scores, so that many are equal. A leaf may score less than any other edge.
    const scores = (maxLength: number) => fc.array(fc.integer({ min: -2, max: 2 }), { maxLength });
    const capacity = fc.integer({ min: 1, max: 4 });
    const chart = new Chart();
    const property = fc.property(scores(3), scores(20), capacity, (ofLeaves, others, most) => {
      chart.begin(most);
      const expected = new SortedChart(most);
      for (const [leaf, score] of ofLeaves.entries()) chart.addLeaf(leaf, score);
      for (const [i, score] of others.entries()) {
        const edge = ofLeaves.length + i;
        assert.equal(chart.isFull, expected.edges.length === most);
        assert.equal(chart.add(edge, score), expected.add(edge, score));
        assert.equal(chart.isCut, i >= most);
      }
      const kept = Array.from({ length: chart.size }, (_, i) => [chart.edges[i], chart.scores[i]]);
      assert.deepEqual(
        kept.sort(([a], [b]) => a - b),
        [
          ...ofLeaves.map((score, leaf) => [leaf, score]),
          ...expected.edges.map(({ edge, score }) => [edge, score]).sort(([a], [b]) => a - b),
        ],
      );
    });
    fc.assert(property, { numRuns: 500, seed: 1 });
  });
});
