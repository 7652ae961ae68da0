import assert from 'node:assert/strict';
import { FeatureSum } from '../../../server/src/scoring/feature-sum.ts';
import { TemplateGroup, type Row } from '../../../server/src/scoring/templates.ts';
import {
  mostOf,
  termsOf,
  unboundedTemplates,
  type TermValues,
} from '../../../server/src/search/exact/terms.ts';

const values = [
  ['a', 'the first'],
  ['b', 'the second'],
  ['c', 'the third'],
] as const;
const [A, B, C] = [0, 1, 2];

/** Two sections of templates, and one template more. */
function groupWith(section: 'x' | 'y', row: Row): TemplateGroup {
  return new TemplateGroup('group', values, [
    { key: 'x', meaning: 'x', rows: [[1, 'a'], [2, 'a', 'b'], ...(section === 'x' ? [row] : [])] },
    { key: 'y', meaning: 'y', rows: [[3, 'c'], ...(section === 'y' ? [row] : [])] },
  ]);
}

const terms: readonly TermValues[] = [
  { values: [A], sections: [0, 1] },
  { values: [A, B], sections: [0, 1] },
  { values: [A, C], sections: [1, 2] },
];

describe('the bound of a group to which a template is added', () => {
  const weights = Int8Array.of(1, -3, 7, 2);
  const divided = (section: 'x' | 'y', row: Row): ReturnType<typeof termsOf> => {
    const group = groupWith(section, row);
    return termsOf(new FeatureSum(weights, group, new Set()), group, terms);
  };

  it('sums it where it enumerates all that the template reads', () => {
    const ofTerms = (section: 'x' | 'y', row: Row): readonly (readonly number[])[] => {
      const { terms: found, others } = divided(section, row);
      assert.equal(others, 0);
      return found.map(({ templates }) => templates);
    };
    assert.deepEqual(ofTerms('x', [9, 'b']), [[0], [1, 2], [3]]);
    assert.deepEqual(ofTerms('x', [9]), [[0, 2], [1], [3]]);
    assert.deepEqual(ofTerms('y', [9, 'a']), [[0], [1], [2, 3]]);
  });

  it('sums it in whichever section it is, if a term names no sections', () => {
    for (const section of ['x', 'y'] as const) {
      const group = groupWith(section, [9, 'a', 'c']);
      const sum = new FeatureSum(weights, group, new Set());
      const { terms: found, others } = termsOf(sum, group, [{ values: [A, C] }]);
      // Template 1 reads the second value.
      assert.deepEqual(found[0].templates, [0, 2, 3]);
      assert.equal(others, 1);
    }
  });

  it('counts the highest weight for it where it does not', () => {
    for (const [section, row] of [
      ['x', [9, 'c']],
      ['x', [9, 'a', 'b', 'c']],
      ['y', [9, 'a', 'b']],
    ] as const) {
      const { terms: found, others } = divided(section, row);
      assert.equal(others, 1);
      assert.equal(found.flatMap(({ templates }) => templates).length, 3);
    }
    assert.equal(mostOf(1, weights), 7);
    assert.equal(mostOf(2, Int8Array.of(-1, -2)), 0);
  });

  it('names it where it is left out of the sums for the words at a boundary', () => {
    const enumerated = [
      [A, B],
      [A, C],
    ];
    assert.deepEqual(unboundedTemplates(groupWith('x', [9, 'b']), enumerated), []);
    assert.deepEqual(unboundedTemplates(groupWith('x', [9, 'c']), enumerated), ['group/x | c']);
    assert.deepEqual(unboundedTemplates(groupWith('y', [9, 'b', 'c']), enumerated), [
      'group/y | b c',
    ]);
  });
});
