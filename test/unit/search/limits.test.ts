import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { universalTree } from '../../../server/src/problem/pq-tree.ts';
import { Precedence } from '../../../server/src/problem/precedence.ts';
import { createRealizer, NEVER, rankedSentences } from '../../../server/src/realize/realizer.ts';
import { LIMITS } from '../../../server/src/search/bag-search.ts';
import { Beam, type TransitionSystem } from '../../../server/src/search/beam.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { workOfProblem } from '../../../server/src/search/budget.ts';
import { isSatisfiable } from '../../../server/src/search/satisfiable.ts';
import { constrainedBag } from '../support/bags.ts';
import { randomBestFirstModel, randomModel } from '../support/random-model.ts';
import { categories, grammarModel, uses } from '../support/small-grammar.ts';

const categoriesOfWords = new Set(Object.values(uses).flatMap((of) => of.map((use) => use[2])));

/** A tenth of what a bag may cost in the product: tests are to be quick. */
const realizer = createRealizer(
  { model: randomModel(1), languageModel: null },
  { work: LIMITS.work / 10, preparation: LIMITS.preparation / 10, lookahead: LIMITS.lookahead },
);

/** Words of which the first ones are optional. */
function optionalBag(words: number, optional: number): Bag {
  return {
    ...plainBag({
      words: Array.from({ length: words }, (_, i) => ({ form: `w${i}`, tags: ['X'] })),
      arcs: [],
      root: null,
    }),
    choices: Array.from({ length: optional }, (_, i) => ({ words: [i], optional: true })),
  };
}

describe('what a bag may cost', () => {
  it('does not grow with the ways to choose its words: the message says how many were tried', () => {
    let reads = 0;
    const stop = {
      get requested() {
        reads++;
        return false;
      },
    };
    const options = { beam: 64, results: 5 };
    const { status, message, realizations } = realizer.realize(optionalBag(60, 12), options, stop);
    assert.equal(status, 'cut-short');
    assert.match(message ?? '', /only \d+ of 4,096 ways to choose its words were tried/);
    assert.equal(realizations.length, 5);
    // It is read before each state that is advanced: one search of all words takes some 7,500.
    assert.ok(reads < 40_000, String(reads));
  }).timeout(60_000);

  it('does not grow with the ways to choose its words in best-first search, whose joins take more work', () => {
    const bestFirst = createRealizer(
      { model: randomBestFirstModel(1), languageModel: null },
      { work: LIMITS.work / 10, preparation: LIMITS.preparation / 10, lookahead: LIMITS.lookahead },
    );
    let reads = 0;
    const stop = {
      get requested() {
        reads++;
        return false;
      },
    };
    const options = { beam: 16, results: 5, search: 'best-first' } as const;
    const { message } = bestFirst.realize(optionalBag(40, 10), options, stop);
    assert.match(message ?? '', /only \d+ of 1,024 ways to choose its words were tried/);
    // It is read before each edge that is popped: some 200 of each narrow search.
    assert.ok(reads < 4000, String(reads));
  }).timeout(60_000);

  it('is said to be about so many ways where there are more than can be counted exactly', () => {
    const { message } = realizer.realize(optionalBag(60, 60), { beam: 1, results: 1 }, NEVER);
    assert.match(message ?? '', /of about 1,152,921,504,606,84\d,\d{3} ways/);
  }).timeout(60_000);

  describe('with a grammar', () => {
    const withGrammar = createRealizer({ model: grammarModel(1), languageModel: null });
    const written = (size: number, count: number): Bag => {
      const given = categories
        .filter((category) => categoriesOfWords.has(category))
        .slice(0, count)
        .map((category) => ({ category, tag: null }));
      return plainBag({
        words: Array.from({ length: size }, (_, i) => ({
          ...{ form: `w${i}`, tags: [], categories: given },
        })),
        ...{ arcs: [], root: null, grammar: 'ccg' },
      });
    };

    it('does not grow with the categories that are written: the message says how many were tried', () => {
      let reads = 0;
      const stop = {
        get requested() {
          reads++;
          return false;
        },
      };
      const options = { beam: 8, results: 5 };
      const { status, message, realizations, isAll, isProven } = withGrammar.realize(
        written(100, 12),
        options,
        stop,
      );
      assert.equal(status, 'cut-short');
      const [, tried, all] =
        /nly the likeliest (\d+) of the ([\d,]+) categories of its words were tried\.$/.exec(
          message ?? '',
        )!;
      assert.ok(Number(tried) <= 400, tried);
      assert.ok(Number(all.replace(',', '')) >= 1200, all);
      assert.equal(realizations[0].tokens.length, 100);
      assert.deepEqual([isAll, isProven], [false, false]);
      assert.ok(reads < 100_000, String(reads));
    }).timeout(60_000);

    it('is enough for all categories of a short bag', () => {
      const { message } = withGrammar.realize(written(12, 12), { beam: 8, results: 5 }, NEVER);
      assert.doesNotMatch(message ?? '', /likeliest/);
    }).timeout(60_000);

    it('grows with its categories, and more than without', () => {
      const [none, few, many] = [1, 12, 40].map((count) => {
        const bag = written(20, 1);
        const words = bag.words.map((word) => ({
          ...word,
          categories: new Array(count).fill(word.categories![0]),
        }));
        return workOfProblem({ ...bag, words });
      });
      assert.equal(few, none);
      assert.ok(many > few);
      const { grammar, ...plain } = written(20, 1);
      assert.ok(workOfProblem(plain) < none, grammar);
    });
  });

  it('is not guessed from a beam or a number of results that nothing could be found with', () => {
    for (const wrong of [0, -1, 1.5, NaN]) {
      const realize = (options: { beam: number; results: number }) => () =>
        realizer.realize(optionalBag(2, 1), options, NEVER);
      assert.throws(realize({ beam: wrong, results: 1 }), /beam is a whole number from 1, not/);
      assert.throws(realize({ beam: 1, results: wrong }), /results is a whole number from 1, not/);
    }
  });

  it('may leave out selections: the list is then not said to have all sentences', () => {
    for (const [count, isWhole] of [
      [16, true],
      [17, false],
    ] as const) {
      const subjects = Array.from({ length: count }, (_, i) => ({ form: `s${i}`, tags: ['X'] }));
      const words = [...subjects, { form: 'slept', tags: ['Y'] }];
      const choices = [{ words: subjects.map((_, i) => i), optional: false }];
      const bag: Bag = { ...plainBag({ words, arcs: [], root: null }), choices };
      const options = { beam: 64, results: 1000 };
      const { isAll, realizations } = realizer.realize(bag, options, NEVER);
      assert.deepEqual({ isAll, found: realizations.length }, { isAll: isWhole, found: 32 });
    }
  });

  it('may end before a selection is searched: the list is then not said to have all sentences', () => {
    const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
    const choices = [{ words: [0, 1], optional: false }];
    const bag: Bag = { ...plainBag({ words, arcs: [], root: null }), choices };
    for (const [work, isWhole] of [
      [1, false],
      [LIMITS.work, true],
    ] as const) {
      const limited = createRealizer(
        { model: randomModel(1), languageModel: null },
        { ...LIMITS, work },
      );
      const { isAll, realizations } = limited.realize(bag, { beam: 64, results: 1000 }, NEVER);
      assert.deepEqual(
        { isAll, found: realizations.length },
        { isAll: isWhole, found: isWhole ? 4 : 2 },
      );
    }
  });

  it('may end before a selection is built: the list is then not said to have all sentences, nor the best one first', () => {
    for (const [preparation, isWhole] of [
      [0, false],
      [LIMITS.preparation, true],
    ] as const) {
      const limited = createRealizer(
        { model: randomModel(1), languageModel: null },
        { ...LIMITS, preparation },
      );
      const options = { beam: 64, results: 1000 };
      const { isAll, isProven } = limited.realize(optionalBag(3, 1), options, NEVER);
      assert.deepEqual({ isAll, isProven }, { isAll: isWhole, isProven: isWhole });
    }
  });

  it('may end before dead ends are avoided: a selection without a sentence then does not count as tried', () => {
    const arcs = [
      { head: 5, dependent: 6, label: null },
      { head: 7, dependent: 0, label: null },
    ];
    const before = [
      [5, 7],
      [7, 6],
      [6, 0],
    ] as const;
    // The arcs cross in every order of a selection with the first word.
    const bag: Bag = {
      ...optionalBag(8, 5),
      arcs,
      order: before.map((words) => ({ relation: 'before', words })),
    };
    for (const [states, expected] of [
      [
        0,
        'These are the sentences found so far: only 16 of 32 ways to choose its words were tried.',
      ],
      [LIMITS.lookahead.states, null],
    ] as const) {
      const limited = createRealizer(
        { model: randomModel(1), languageModel: null },
        { ...LIMITS, lookahead: { states } },
      );
      assert.equal(limited.realize(bag, { beam: 4, results: 1 }, NEVER).message, expected);
    }
  });

  it('may end before a selection with an order is built: the bag is then not said to be impossible', () => {
    const words = ['a', 'b', 'c'].map((form) => ({ form, tags: ['X'] }));
    // The first selection has all words, and no order.
    const bag: Bag = {
      ...plainBag({ words, arcs: [], root: null }),
      order: [
        { relation: 'before', words: [0, 1] },
        { relation: 'before', words: [1, 0] },
      ],
      choices: [{ words: [2], optional: true }],
    };
    const statusFor = (preparation: number) =>
      createRealizer(
        { model: randomModel(1), languageModel: null },
        { ...LIMITS, preparation },
      ).realize(bag, { beam: 64, results: 1 }, NEVER).status;
    assert.equal(statusFor(0), 'undecided');
    assert.equal(statusFor(LIMITS.preparation), 'impossible');
  });

  it('is the same however often it is counted', () => {
    const options = { beam: 8, results: 5 };
    const bag = optionalBag(40, 10);
    assert.deepEqual(realizer.realize(bag, options, NEVER), realizer.realize(bag, options, NEVER));
  }).timeout(60_000);

  it('ranks the same sentences whatever the length of the list', () => {
    fc.assert(
      fc.property(
        constrainedBag({ minSize: 2, maxSize: 5, forms: ['a', 'b', 'c', 'd', 'e'] }),
        (bag) => {
          const rankedOf = (results: number): readonly [number, string][] =>
            rankedSentences(realizer.realize(bag, { beam: 4, results }, NEVER)).map(
              ({ text, score }) => [score, text],
            );
          assert.deepEqual(rankedOf(2), rankedOf(1000));
        },
      ),
      { numRuns: 300, seed: 4 },
    );
  });

  it('does not depend on how its choices are written', () => {
    const words = Array.from({ length: 118 }, (_, i) => ({ form: `w${i}`, tags: ['X', 'Y', 'Z'] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const choices = [
      { words: [10, 20, 30, 40], optional: false },
      { words: [50, 60, 70, 80], optional: false },
    ];
    const options = { beam: 64, results: 5 };
    const [one, other] = [
      choices,
      choices.toReversed().map((choice) => ({ ...choice, words: choice.words.toReversed() })),
    ].map((some) => realizer.realize({ ...bag, choices: some }, options, NEVER));
    assert.equal(one.status, 'cut-short');
    assert.deepEqual(one, other);
  }).timeout(120_000);

  it('is enough to try all ways to choose the words of a small bag', () => {
    const { status, message } = realizer.realize(
      optionalBag(12, 7),
      { beam: 64, results: 5 },
      NEVER,
    );
    assert.deepEqual([status, message], ['complete', null]);
  }).timeout(60_000);

  it('grows with its words, its lines and its chunks', () => {
    const bag = optionalBag(10, 0);
    const line = { relation: 'before', words: [0, 1] } as const;
    const more = [{ ...bag, order: [line] }, { ...bag, chunks: [[1, 2]] }, optionalBag(11, 0)];
    for (const larger of more) assert.ok(workOfProblem(larger) > workOfProblem(bag));
  });

  it('is taken off the budget of a question, of which the answer is undecided once it is used up', () => {
    const lines = Array.from(
      { length: 64 },
      () => ({ relation: 'before', words: [0, 1] }) as const,
    );
    const bag = { ...optionalBag(10, 0), order: lines };
    const budget = { states: 100 };
    assert.equal(isSatisfiable(bag, budget), 'yes');
    assert.equal(budget.states, 100 - 10 - 2);
    const contradicting = { relation: 'before', words: [1, 0] } as const;
    const choices = [{ words: [5], optional: true }];
    const both = { ...bag, order: [...lines, contradicting], choices };
    assert.equal(isSatisfiable(both, { states: 100 }), 'no');
    assert.equal(isSatisfiable(both, { states: 5 }), 'undecided');
  });

  it('is known before selections are built: without a budget none is looked at', () => {
    const bag = { ...optionalBag(12, 12), order: [{ relation: 'before', words: [0, 1] }] } as const;
    let looked = 0;
    const watched: Bag = {
      ...bag,
      get order() {
        looked++;
        return bag.order;
      },
    };
    assert.equal(isSatisfiable(watched, { states: 0 }), 'undecided');
    assert.ok(looked <= 1, String(looked));
  });
});

describe('a search that is asked to stop', () => {
  it('advances no further state of its step, and one in each step after', () => {
    let expanded = 0;
    const system: TransitionSystem = {
      steps: 20,
      expand(state, candidates) {
        expanded++;
        for (let action = 0; action < 3; action++) candidates.offer(-action, state, action);
      },
      apply: (state, action) => 3 * state + action,
      describe: () => ({ action: 'SHIFT', added: [] }),
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), (states) => {
        expanded = 0;
        let atStop: number | null = null;
        const stop = {
          get requested() {
            if (expanded >= states) atStop ??= expanded;
            return expanded >= states;
          },
        };
        const beam = new Beam(system);
        beam.start(0, 100);
        for (let step = 0; step < system.steps; step++) beam.step(stop);
        assert.equal(atStop, states);
        assert.ok(expanded - states <= system.steps, `${expanded - states} states`);
        assert.ok(beam.isStopped && beam.size <= 3);
      }),
      { seed: 1 },
    );
  });

  it('brings no more than some sets of words together', () => {
    const asked = (sets: number) => ({
      orders: universalTree(50),
      together: Array.from({ length: sets }, (_, i) => new Set([i, i + 1])),
      before: [],
    });
    const stop = { requested: true };
    assert.notEqual(Precedence.of(asked(49)), null);
    assert.equal(Precedence.of(asked(49), stop), null);
    assert.notEqual(Precedence.of(asked(8), stop), null);
  });
});

describe('candidates', () => {
  it('of the same score are the better the earlier they were offered', () => {
    const candidates = new Candidates();
    candidates.begin(3);
    for (let action = 0; action < 5; action++) candidates.offer(7, 0, action);
    candidates.sort();
    assert.deepEqual([...candidates.action.subarray(0, candidates.size)], [0, 1, 2]);
  });

  it('are the best of all that were offered, sorted', () => {
    const candidates = new Candidates();
    const scores = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 40 }), (offered, width) => {
        candidates.begin(width);
        offered.forEach((score, action) => candidates.offer(score, 1000 + action, action));
        candidates.sort();
        const best = [...offered.keys()].sort((a, b) => offered[b] - offered[a] || a - b);
        const { size, action, parent, score } = candidates;
        assert.equal(candidates.offered, offered.length);
        assert.deepEqual([...action.subarray(0, size)], best.slice(0, width));
        for (let i = 0; i < size; i++) {
          assert.equal(parent[i], 1000 + action[i]);
          assert.equal(score[i], offered[action[i]]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('sentences of different lengths', () => {
  it('are compared by the mean score of a transition, times those that all words take', () => {
    let shorter = 0;
    let all = 0;
    fc.assert(
      fc.property(
        constrainedBag({ minSize: 2, maxSize: 5, forms: ['a', 'b', 'c', 'd'] }),
        (bag) => {
          const { realizations } = realizer.realize(bag, { beam: 8, results: 8 }, NEVER);
          const most = 2 * bag.words.length - 1;
          all += realizations.length;
          for (const { score, transitions } of realizations) {
            const sum = transitions.reduce((total, one) => total + one.score, 0);
            assert.equal(score, Math.round((sum * most) / transitions.length));
            if (score !== sum) shorter++;
          }
          const scores = realizations.map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((a, b) => b - a),
          );
        },
      ),
      { numRuns: 300, seed: 1 },
    );
    assert.ok(shorter > all / 20, `${shorter} of ${all} sentences lack words`);
  });
});
