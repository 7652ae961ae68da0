import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FeatureSum } from '../../../server/src/scoring/feature-sum.ts';
import {
  checkTemplates,
  matchTemplates,
  templateGroups,
  templateSeedsOf,
} from '../../../server/src/scoring/template-groups.ts';
import { TemplateGroup } from '../../../server/src/scoring/templates.ts';
import { Random } from '../../../server/src/util/random.ts';

const random = new Random(1);
const weights = Int8Array.from({ length: 1 << 16 }, () => random.below(201) - 100);
const none: ReadonlySet<string> = new Set();

describe('feature templates', () => {
  it('have each a name of its own, and say for people what they read', () => {
    const names = matchTemplates('*');
    assert.equal(new Set(names).size, names.length);
    for (const { templates, values } of templateGroups) {
      for (const { name, meaning, reads, scope } of templates) {
        assert.notEqual(meaning, '', name);
        for (const value of scope === null ? reads : [scope, ...reads]) {
          assert.ok(meaning.includes(values[value][1]), name);
        }
      }
    }
  });

  it('of one group and key that read as much have different seeds', () => {
    for (const { templates } of templateGroups) {
      const seeds = templates.map(({ name, seed }) => `${name.split(' | ')[0]} ${seed}`);
      assert.equal(new Set(seeds).size, seeds.length);
    }
  });

  it('are found by patterns', () => {
    assert.deepEqual(matchTemplates('arc/arc | s0w s1w'), ['arc/arc | s0w s1w']);
    assert.equal(matchTemplates('kin/*').length, templateGroups[2].templates.length);
    assert.deepEqual(matchTemplates('arc'), []);
  });

  it('cannot read what is not there, nor have one name twice', () => {
    const group = (rows: [number, ...string[]][]) =>
      new TemplateGroup('a', [['x', 'an x']], [{ key: 'k', meaning: 'a k', rows }]);
    assert.throws(() => group([[1, 'y']]), /reads y/);
    assert.throws(() => group([[1, 'x', 'x', 'x', 'x']]), /too much/);
    assert.throws(
      () =>
        group([
          [1, 'x'],
          [2, 'x'],
        ]),
      /one name/,
    );
  });
});

describe('weights', () => {
  const here = templateSeedsOf('arc-standard', false);
  const [first, second, ...others] = Object.entries(here);

  it('are used with the templates that they were learned with', () => {
    assert.doesNotThrow(() => checkTemplates('arc-standard', here, { ...here }));
    assert.ok(Object.keys(here).every((name) => /^(?:shift|arc|kin)\//.test(name)));
    assert.ok(Object.keys(templateSeedsOf('arc-standard', true)).length > Object.keys(here).length);
  });

  it('are refused with others, in a sentence that names the new, gone and changed ones', () => {
    const learnedWith = Object.fromEntries([
      ['shift/gone', 7],
      [first[0], first[1] + 1],
      ...others,
    ]);
    assert.throws(() => checkTemplates('arc-standard', learnedWith, here), {
      name: 'ModelError',
      message:
        'The weights "arc-standard" of this model were learned with other feature templates than this Bowline has ' +
        `(new: ${second[0]}; gone: shift/gone; changed: ${first[0]}): train them again, or use the Bowline that ` +
        'they were made for.',
    });
    assert.throws(() => checkTemplates('arc-standard', {}, here), /new: [^;]* and \d+ more\)/);
  });

  it('are none for a search that there is not', () => {
    assert.deepEqual(templateSeedsOf('none', true), {});
  });
});

describe('a sum of features', () => {
  const cases = fc.record({
    group: fc.constantFrom(...templateGroups),
    values: fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 60, maxLength: 60 }),
    key: fc.nat(300),
  });

  it('is that of the weights that an observer sees, hashed before or not', () => {
    fc.assert(
      fc.property(cases, ({ group, values: drawn, key }) => {
        const values = group.newValues();
        values.set(drawn.slice(0, group.values.length));
        const count = group.templates.length;
        const plain = new FeatureSum(weights, group, none);
        plain.add(values, 0, count, key);
        const seen: number[] = [];
        const observed = new FeatureSum(weights, group, none);
        observed.observer = {
          onFeature: (of, template, place, weight) => {
            assert.equal(of, group);
            assert.equal(template, seen.length);
            assert.equal(weight, weights[place]);
            seen.push(weight);
          },
        };
        observed.add(values, 0, count, key);
        assert.equal(seen.length, count);
        assert.equal(
          plain.sum,
          seen.reduce((sum, weight) => sum + weight, 0),
        );
        assert.equal(observed.sum, plain.sum);
        const places = new Int32Array(count + 3);
        const hashed = new FeatureSum(weights, group, none);
        hashed.hash(values, 0, count, places, 3);
        hashed.addHashed(values, 0, count, places, 3, key);
        assert.equal(hashed.sum, plain.sum);
      }),
      { numRuns: 500 },
    );
  });

  it('lacks just the templates that are left out', () => {
    fc.assert(
      fc.property(cases, fc.nat(), ({ group, values: drawn, key }, choice) => {
        const values = group.newValues();
        values.set(drawn.slice(0, group.values.length));
        const left = choice % group.templates.length;
        const sumOf = (leftOut: ReadonlySet<string>, from: number, to: number): number => {
          const sum = new FeatureSum(weights, group, leftOut);
          sum.add(values, from, to, key);
          return sum.sum;
        };
        const leftOut = new Set([`${group.name}/${group.templates[left].name}`]);
        assert.equal(
          sumOf(leftOut, 0, group.templates.length),
          sumOf(none, 0, group.templates.length) - sumOf(none, left, left + 1),
        );
      }),
      { numRuns: 500 },
    );
  });
});
