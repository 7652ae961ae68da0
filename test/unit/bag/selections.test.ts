import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag, type BagChoice } from '../../../server/src/bag/bag.ts';
import {
  countSelections,
  hasEmptySelection,
  MOST_SELECTIONS,
  selectionsOf,
  spreadSelections,
} from '../../../server/src/bag/selections.ts';
import { constrainedBag } from '../support/bags.ts';

/** Which words are used together, by going over all sets of words. */
function naiveSelections({ words, choices }: Bag): string[] {
  const sets: string[] = [];
  for (let set = 1; set < 1 << words.length; set++) {
    const isUsed = (word: number): boolean => ((set >>> word) & 1) === 1;
    const chosen = new Set(choices.flatMap((choice) => choice.words));
    const areAllUsed = words.every((_, word) => chosen.has(word) || isUsed(word));
    const isAllowed = ({ words: options, optional }: BagChoice): boolean => {
      const used = options.filter(isUsed).length;
      return used === 1 || (used === 0 && optional);
    };
    if (areAllUsed && choices.every(isAllowed)) {
      sets.push([...words.keys()].filter(isUsed).join());
    }
  }
  return sets;
}

function wordsOf(selections: Iterable<{ readonly places: readonly number[] }>): string[] {
  return [...selections].map(({ places }) => places.join());
}

function optionalWords(count: number): Bag {
  const words = Array.from({ length: count }, (_, i) => ({ form: `w${i}`, tags: [] }));
  const choices = words.map((_, i) => ({ words: [i], optional: true }));
  return { ...plainBag({ words, arcs: [], root: null }), choices };
}

const anyBag = constrainedBag({ minSize: 1, maxSize: 7, forms: ['a', 'b', 'c'] });

describe('the selections of a bag', () => {
  it('are the sets of words that its choices allow, each once, its words in their order', () => {
    fc.assert(
      fc.property(anyBag, (bag) => {
        const expected = naiveSelections(bag).sort();
        assert.deepEqual(wordsOf(selectionsOf(bag)).sort(), expected);
        assert.deepEqual(wordsOf(spreadSelections(bag)).sort(), expected);
        assert.equal(countSelections(bag), expected.length + (hasEmptySelection(bag) ? 1 : 0));
      }),
      { numRuns: 1000 },
    );
  });

  it('keep what is asked of words that are all used, and of a chunk what is left of it', () => {
    fc.assert(
      fc.property(anyBag, (bag) => {
        for (const { places, bag: selected } of selectionsOf(bag)) {
          const isUsed = (word: number): boolean => places.includes(word);
          const former = (word: number): number => places[word];
          assert.deepEqual(
            selected.words,
            places.map((place) => bag.words[place]),
          );
          assert.deepEqual(
            selected.arcs.map((arc) => ({
              ...arc,
              head: former(arc.head),
              dependent: former(arc.dependent),
            })),
            bag.arcs.filter(({ head, dependent }) => isUsed(head) && isUsed(dependent)),
          );
          assert.deepEqual(
            selected.order.map(({ relation, words }) => ({ relation, words: words.map(former) })),
            bag.order
              .filter(({ words }) => words.every(isUsed))
              .map(({ relation, words }) => ({ relation, words: [...words] })),
          );
          assert.deepEqual(
            selected.chunks.map((chunk) => chunk.map(former)),
            bag.chunks.map((chunk) => chunk.filter(isUsed)).filter((chunk) => chunk.length > 1),
          );
          const root = bag.root !== null && isUsed(bag.root) ? bag.root : null;
          assert.equal(selected.root === null ? null : former(selected.root), root);
          assert.deepEqual(selected.choices, []);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('come with the first choice changing last, and of a choice its words before none', () => {
    const words = ['a', 'b', 'c'].map((form) => ({ form, tags: [] }));
    const bag = {
      ...plainBag({ words, arcs: [], root: null }),
      choices: [
        { words: [0, 1], optional: false },
        { words: [2], optional: true },
      ],
    };
    assert.deepEqual(wordsOf(selectionsOf(bag)), ['0,2', '0', '1,2', '1']);
  });
});

describe('the selections that a search tries', () => {
  it('begin with all optional words', () => {
    const [first] = spreadSelections(optionalWords(5));
    assert.deepEqual(first.places, [0, 1, 2, 3, 4]);
  });

  it('do not depend on the order in which the bag has its words and choices', () => {
    const formsIn = (forms: readonly string[], sizes: readonly number[]): string[] => {
      const words = forms.map((form) => ({ form, tags: [] }));
      let end = 0;
      const choices = sizes.map((size) => {
        const start = end;
        end += size;
        return { words: Array.from({ length: size }, (_, i) => start + i), optional: size === 1 };
      });
      const bag = { ...plainBag({ words, arcs: [], root: null }), choices };
      return [...spreadSelections(bag)].map(({ places }) =>
        places
          .map((place) => forms[place])
          .sort()
          .join(''),
      );
    };
    assert.deepEqual(
      formsIn(['c', 'a', 'b', 'd', 'e', 'f'], [3, 1, 2]),
      formsIn(['f', 'e', 'd', 'b', 'c', 'a'], [2, 1, 3]),
    );
  });

  it('are different ones, and no more than a search can look at', () => {
    for (const count of [12, 13, 40]) {
      const sets = wordsOf(spreadSelections(optionalWords(count)));
      // Of 2^12 one is without a word, so none.
      const most = count === 12 ? MOST_SELECTIONS - 1 : MOST_SELECTIONS;
      assert.equal(sets.length, most);
      assert.equal(new Set(sets).size, most);
    }
  });

  it('try each word about as often, wherever they are broken off', () => {
    for (const count of [10, 12, 20]) {
      const sets = [...spreadSelections(optionalWords(count))];
      for (const tried of [100, 500, 1000]) {
        for (let word = 0; word < count; word++) {
          const uses = sets.slice(0, tried).filter(({ places }) => places.includes(word)).length;
          assert.ok(Math.abs(uses / tried - 0.5) < 0.15, `${uses} of ${tried}, ${count} words`);
        }
      }
    }
  });
});
