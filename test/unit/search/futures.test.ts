import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { FIRST_LEARNED_CLASS, WordClasses } from '../../../server/src/model/word-classes.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import {
  FIRST_SHIFT,
  LEFTARC,
  RIGHTARC,
} from '../../../server/src/scoring/arc-standard/records.ts';
import { ArcStandardStates } from '../../../server/src/search/arc-standard/states.ts';
import { LinearizationField } from '../../../server/src/scoring/bottom-up/records.ts';
import {
  PartialFutures,
  WholeFutures,
} from '../../../server/src/search/exact/linearization-futures.ts';
import { StateFutures } from '../../../server/src/search/exact/state-futures.ts';
import { smallLexicon } from '../support/bags.ts';

describe('states with the same future', () => {
  const lexicon = smallLexicon();

  /**
   * Shifts words, each of which takes all before it as dependents but for the first two, which the third takes.
   *
   * @param words of the bag, in the order of the string
   */
  function build(states: ArcStandardStates, first: number, words: string): number {
    const { problem } = states;
    const forms = ['a', 'b', 'c', 'd', 'e'];
    let state = first;
    for (const [i, form] of Array.from(words).entries()) {
      const word = problem.places.indexOf(forms.indexOf(form));
      state = states.apply(state, FIRST_SHIFT + problem.variantStart[word], 0);
      if (i < 2) continue;
      for (let arcs = i === 2 ? 2 : 1; arcs > 0; arcs--) state = states.apply(state, LEFTARC, 0);
    }
    return state;
  }

  const begin = (): { states: ArcStandardStates; first: number } => {
    const words = ['a', 'b', 'c', 'd', 'e'].map((form) => ({ form, tags: ['X'] }));
    const states = new ArcStandardStates(null);
    const first = states.reset(new Problem(plainBag({ words, arcs: [], root: null }), lexicon));
    return { states, first };
  };

  it('have the same last three words, as long as there are words to come', () => {
    const { states, first } = begin();
    const futures = new StateFutures(states);
    const [one, other] = ['abcd', 'bacd'].map((words) => build(states, first, words));
    assert.ok(!futures.areAlike(one, other));
    assert.notEqual(futures.hashOf(one), futures.hashOf(other));
    const again = build(states, first, 'abcd');
    assert.ok(futures.areAlike(one, again));
    assert.equal(futures.hashOf(one), futures.hashOf(again));
  });

  it('need only the same last word where none is to come', () => {
    const { states, first } = begin();
    const futures = new StateFutures(states);
    const [one, other, third] = ['abcde', 'bacde', 'abdce'].map((words) =>
      build(states, first, words),
    );
    assert.ok(futures.areAlike(one, other));
    assert.equal(futures.hashOf(one), futures.hashOf(other));
    // Its outermost dependent is another one.
    assert.ok(!futures.areAlike(one, third));
  });

  it('have a last word of the same class while words are to come', () => {
    const [zebra, zelda] = ['zebra', 'zelda'];
    const forms = ['a', 'b', zebra, zelda, 'c'];
    const classes = (ofZelda: number): WordClasses =>
      new WordClasses([zebra, zelda], Uint8Array.of(FIRST_LEARNED_CLASS, ofZelda));
    /** Whether "a zelda b zebra" and "a zebra b zelda" have the same future, while "c" is to come. */
    const areAlike = (ofZelda: number): boolean => {
      const sentence = { forms: ['a', 'b', 'c'], tags: ['X', 'X', 'X'], labels: ['', '', ''] };
      const lexicon = countLexicon([sentence], classes(ofZelda));
      const words = forms.map((form) => ({ form, tags: ['X'] }));
      const problem = new Problem(plainBag({ words, arcs: [], root: null }), lexicon);
      const states = new ArcStandardStates(null);
      const first = states.reset(problem);
      // Above "b", nothing shows which of the two words is on its left and which is on its right.
      const [one, other] = [
        ['a', zelda, 'b', zebra],
        ['a', zebra, 'b', zelda],
      ].map((string) => {
        const shifts = string.map((form) => {
          const word = problem.places.indexOf(forms.indexOf(form));
          return FIRST_SHIFT + problem.variantStart[word];
        });
        const actions = [...shifts, RIGHTARC, LEFTARC, RIGHTARC];
        return actions.reduce((state, action) => states.apply(state, action, 0), first);
      });
      return new StateFutures(states).areAlike(one, other);
    };
    assert.ok(areAlike(FIRST_LEARNED_CLASS));
    assert.ok(!areAlike(FIRST_LEARNED_CLASS + 1));
  });
});

describe('linearizations of a subtree that are alike to the head above', () => {
  const size = LinearizationField.Mask + 1;
  /** Two records, which differ in a field. */
  function compare(field: number, one: number, other: number): { alike: boolean; hashes: boolean } {
    const data = new Int32Array(2 * size).map((_, i) => (i % size) + 10);
    data[field] = one;
    data[size + field] = other;
    const futures = new WholeFutures({ data });
    return {
      alike: futures.areAlike(0, size),
      hashes: futures.hashOf(0) === futures.hashOf(size),
    };
  }

  it('begin and end with the same words', () => {
    const last: number = LinearizationField.FirstCasing;
    for (let field: number = LinearizationField.First1; field <= last; field++) {
      assert.deepEqual(compare(field, 1, 2), { alike: false, hashes: false }, String(field));
      assert.deepEqual(compare(field, 2, 2), { alike: true, hashes: true });
    }
  });

  it('have equal numbers of words and dependents on each side', () => {
    const shapes = Array.from({ length: 27 }, (_, i) => [
      1 + (i % 3),
      Math.floor(i / 3) % 3,
      Math.floor(i / 9),
    ]);
    const data = Int32Array.from({ length: shapes.length * size }, (_, at) => at % size);
    for (const [i, [length, lefts, rights]] of shapes.entries()) {
      data[i * size + LinearizationField.Length] = length;
      data[i * size + LinearizationField.Lefts] = lefts;
      data[i * size + LinearizationField.Rights] = rights;
    }
    const futures = new WholeFutures({ data });
    const hashes = new Set(shapes.map((_, i) => futures.hashOf(i * size)));
    assert.equal(hashes.size, shapes.length);
    for (const one of shapes.keys()) {
      for (const other of shapes.keys()) {
        assert.equal(futures.areAlike(one * size, other * size), one === other);
      }
    }
  });

  it('have as many words and dependents on a side, of more than three no matter how many', () => {
    for (const field of [
      LinearizationField.Length,
      LinearizationField.Lefts,
      LinearizationField.Rights,
    ]) {
      for (const [one, other, isSame] of [
        [0, 1, false],
        [2, 3, false],
        [3, 4, true],
        [3, 9, true],
      ] as const) {
        const expected = { alike: isSame, hashes: isSame };
        assert.deepEqual(compare(field, one, other), expected, `${field}: ${one}, ${other}`);
      }
    }
  });

  it('may be built of other parts, and score something else', () => {
    for (const field of [
      LinearizationField.Score,
      LinearizationField.Last,
      LinearizationField.Mask,
    ]) {
      assert.deepEqual(compare(field, 1, 2), { alike: true, hashes: true });
    }
  });
});

describe('partial linearizations of a head with the same future', () => {
  const size = LinearizationField.Mask + 2;

  function compare(field: number, one: number, other: number): { alike: boolean; hashes: boolean } {
    const data = new Int32Array(2 * size).map((_, i) => (i % size) + 10);
    data[field] = one;
    data[size + field] = other;
    const futures = new PartialFutures({ data }, 2);
    return {
      alike: futures.areAlike(0, size),
      hashes: futures.hashOf(0) === futures.hashOf(size),
    };
  }

  it('are equal, except for how they were made', () => {
    const head: number = LinearizationField.Head;
    for (let field = 0; field < size; field++) {
      const isHistory = field < head;
      const expected = { alike: isHistory, hashes: isHistory };
      assert.deepEqual(compare(field, 1, 2), expected, String(field));
    }
  });

  it('have any number of words, if they have three', () => {
    const length = LinearizationField.Length;
    for (const [one, other, isSame] of [
      [2, 3, false],
      [3, 4, true],
    ] as const) {
      const expected = { alike: isSame, hashes: isSame };
      assert.deepEqual(compare(length, one, other), expected);
    }
  });
});
