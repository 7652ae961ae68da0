import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ArcCounts,
  areArcColumns,
  distanceBucket,
  type ArcKind,
} from '../../../server/src/model/arc-counts.ts';

/** Few different ids, among them the highest, so that arcs repeat. */
const id = fc.constantFrom(1, 2, 255, 256, 257, 32_768, 65_535);
const arcs = fc.array(
  fc.record({
    headTag: fc.oneof(fc.constant(0), id),
    dependentTag: id,
    label: id,
    left: fc.boolean(),
    distance: fc.nat(3),
  }),
  { maxLength: 60 },
);

describe('counts of arcs', () => {
  it('are those of the arcs, for every pair of tags', () => {
    fc.assert(
      fc.property(arcs, (all) => {
        const counts = ArcCounts.of(all);
        for (const { headTag, dependentTag } of [...all, { headTag: 3, dependentTag: 1 }]) {
          const ofPair = all.filter(
            (arc) => arc.headTag === headTag && arc.dependentTag === dependentTag,
          );
          assert.equal(counts.ofPair(headTag, dependentTag), ofPair.length);
          const repeated = [...counts.kinds(headTag, dependentTag)].flatMap(({ count, ...arc }) =>
            Array.from({ length: count }, () => arc),
          );
          assert.deepEqual(sorted(repeated), sorted(ofPair));
        }
      }),
    );
  });

  it('are in ascending order, whatever that of the arcs was', () => {
    fc.assert(
      fc.property(arcs, (all) => {
        const { columns } = ArcCounts.of(all);
        assert.deepEqual(ArcCounts.of(all.toReversed()).columns, columns);
        assert.ok(areArcColumns(columns, { tags: 65_535, labels: 65_535 }));
      }),
    );
  });

  it('of labels leave out the roots', () => {
    fc.assert(
      fc.property(arcs, (all) => {
        const sums = ArcCounts.of(all).ofLabels(65_535);
        for (const label of new Set(all.map((arc) => arc.label))) {
          const expected = all.filter((arc) => arc.label === label && arc.headTag !== 0).length;
          assert.equal(sums[label], expected);
        }
      }),
    );
  });

  it('tell distances apart in four buckets', () => {
    assert.deepEqual([1, 2, 3, 6, 7, 100].map(distanceBucket), [0, 1, 2, 2, 3, 3]);
  });
});

function sorted(arcs: readonly ArcKind[]): string[] {
  return arcs
    .map(({ headTag, dependentTag, label, left, distance }) =>
      [headTag, dependentTag, label, left, distance].join(),
    )
    .sort();
}
