import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { Random } from '../../../server/src/util/random.ts';
import { derivationOf, orderTwins } from '../../../server/src/search/arc-standard/oracle.ts';
import {
  ArcStandardField,
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { sampleBag } from '../../../server/src/treebank/sampling.ts';
import { smallLexicon } from '../support/bags.ts';
import { isProjectiveTree, projectiveTrees } from '../support/brute-force.ts';

const lexicon = smallLexicon();
const share = fc.constantFrom('none' as const, 'half' as const, 'all' as const);

describe('the derivation of a tree', () => {
  it('is attach right, then left, inside out', () => {
    const actions = derivationOf({ variants: [0, 1, 2], heads: [2, 0, 2] });
    const names = actions.map((action) =>
      action === LEFTARC ? 'left' : action === RIGHTARC ? 'right' : action - FIRST_SHIFT,
    );
    assert.deepEqual(names, [0, 1, 2, 'right', 'left']);
  });

  it('is legal under whatever is given of the tree, repeated words included', () => {
    const trees = [1, 2, 3, 4, 5].flatMap(projectiveTrees);
    const cases = fc.record({
      heads: fc.constantFrom(...trees),
      forms: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 5, maxLength: 5 }),
      condition: fc.record({ pos: share, dep: share, label: fc.boolean() }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(cases, ({ heads, forms, condition, seed }) => {
        assert.ok(isProjectiveTree(heads));
        const sentence = {
          id: '',
          forms: heads.map((_, i) => forms[i]),
          tags: heads.map(() => 'X'),
          heads: heads.map((head) => head + 1),
          labels: heads.map(() => 'subj'),
        };
        const { bag, places } = sampleBag(sentence, condition, new Random(seed));
        const problem = new Problem(bag, lexicon);
        const words = new Array<number>(problem.size);
        problem.places.forEach((place, word) => (words[places[place]] = word));
        const variants = orderTwins(problem, words).map((word) => problem.variantStart[word]);
        const states = new ArcStandardStates(null);
        let state = states.reset(problem);
        const legality = new Legality(states);
        for (const action of derivationOf({ variants, heads: sentence.heads })) {
          legality.enter(state);
          const isLegal =
            action === LEFTARC
              ? legality.leftArc()
              : action === RIGHTARC
                ? legality.rightArc()
                : legality.shift(problem.variantWord[action - FIRST_SHIFT]);
          assert.ok(isLegal);
          state = states.apply(state, action, 0);
        }
        assert.equal(states.data[state + ArcStandardField.Depth], 1);
      }),
      { numRuns: 5_000, seed: 6 },
    );
  });
});
