import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { HEAD_LEFT, HEAD_RIGHT } from '../../../server/src/scoring/best-first/records.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { Treelets } from '../../../server/src/search/best-first/treelets.ts';
import { Random } from '../../../server/src/util/random.ts';
import { randomBestFirstModel } from '../support/random-model.ts';

const { lexicon, tables } = randomBestFirstModel(1);
/** More words than an integer has bits. */
const SIZE = 40;

/** Makes the leaves of a bag of words with one tag. */
function begun(forms: readonly string[], arcs: readonly (readonly [number, number])[]) {
  const words = forms.map((form) => ({ form, tags: ['X'] }));
  const given = arcs.map(([head, dependent]) => ({ head, dependent, label: null }));
  const problem = new Problem(plainBag({ words, arcs: given, root: null }), lexicon);
  const system = new Treelets(scoringOf(tables, 'best-first', null));
  system.begin(problem);
  const leafOf = (word: number): number =>
    system.leafOf(problem.variantStart[problem.places.indexOf(word)]);
  return { system, problem, leafOf };
}

describe('the edges of a bag of more than 32 words', () => {
  it('are apart if, and only if, the bag has enough words for both', () => {
    const copies = 4;
    const forms = Array.from({ length: SIZE }, (_, i) => `w${Math.floor(i / copies)}`);
    const { system, problem } = begun(forms, []);
    const { edges } = system;
    const random = new Random(1);
    const made = [...system.leaves];
    assert.equal(made.length, SIZE / copies);
    const countsOf = (edge: number): Map<string, number> => {
      const counts = new Map<string, number>();
      const words = edges.variantsOf(edge).map((variant) => problem.variantWord[variant]);
      assert.equal(new Set(words).size, words.length);
      for (const word of words) {
        const form = forms[problem.places[word]];
        counts.set(form, (counts.get(form) ?? 0) + 1);
      }
      return counts;
    };
    let [apart, others] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const [one, other] = [made[random.below(made.length)], made[random.below(made.length)]];
      const [ofOne, ofOther] = [countsOf(one), countsOf(other)];
      const isEnough = [...ofOne].every(
        ([form, count]) => count + (ofOther.get(form) ?? 0) <= copies,
      );
      assert.equal(edges.areApart(one, other), isEnough);
      if (isEnough) {
        apart++;
        made.push(system.join(one, other, HEAD_RIGHT, 0));
      } else others++;
    }
    assert.ok(apart > 100 && others > 100, `${apart} apart, ${others} not`);
  });

  it('become dependents only with all given dependents of their heads', () => {
    const forms = Array.from({ length: SIZE }, (_, i) => `w${i}`);
    const [above, head] = [0, 1];
    for (let dependent = 2; dependent < SIZE; dependent++) {
      const { system, leafOf } = begun(forms, [[head, dependent]]);
      const [top, alone, last] = [above, head, dependent].map(leafOf);
      assert.equal(system.mayJoin(top, alone, HEAD_LEFT), false);
      assert.equal(system.mayJoin(alone, top, HEAD_RIGHT), false);
      const whole = system.join(alone, last, HEAD_LEFT, 0);
      assert.equal(system.mayJoin(top, whole, HEAD_LEFT), true);
      assert.equal(system.mayJoin(whole, top, HEAD_RIGHT), true);
    }
  });
});

describe('edges that are scored again', () => {
  it('have the scores that they would have with the new weights from the start', () => {
    const forms = 'a b c d e f'.split(' ');
    const weights = new Int16Array(1 << 10);
    const scoring = { weights, leftOut: new Set<string>(), fluency: null };
    const words = forms.map((form) => ({ form, tags: ['X'] }));
    const problem = new Problem(plainBag({ words, arcs: [], root: null }), lexicon);
    const random = new Random(1);
    const pairs = Array.from({ length: 200 }, () => [random.below(100), random.below(100)]);
    /** Makes the same edges each time. @returns the values of all edges, and the system */
    const make = (system: Treelets): number[] => {
      system.begin(problem, null, true);
      const { edges } = system;
      const made = [...system.leaves];
      for (const [i, j] of pairs) {
        const [left, right] = [made[i % made.length], made[j % made.length]];
        for (const join of [HEAD_LEFT, HEAD_RIGHT]) {
          if (!edges.areApart(left, right) || !system.mayJoin(left, right, join)) continue;
          made.push(system.join(left, right, join, system.sumOf(left, right, join)));
        }
      }
      return made;
    };
    const system = new Treelets(scoring);
    const made = make(system);
    assert.ok(made.length > 50, String(made.length));
    const before = made.map((edge) => system.valueOf(edge));
    for (let i = 0; i < weights.length; i++) weights[i] = random.below(21) - 10;
    system.rescore();
    const after = made.map((edge) => system.valueOf(edge));
    const fresh = new Treelets(scoring);
    assert.deepEqual(make(fresh), made);
    assert.deepEqual(
      after,
      made.map((edge) => fresh.valueOf(edge)),
    );
    assert.notDeepEqual(after, before);
    // Edges that are made after it are not disturbed.
    const [left, right] = system.leaves;
    const next = [system, fresh].map((one) =>
      one.valueOf(one.join(left, right, HEAD_LEFT, one.sumOf(left, right, HEAD_LEFT))),
    );
    assert.equal(next[0], next[1]);
  });
});
