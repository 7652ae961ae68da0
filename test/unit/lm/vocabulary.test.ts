import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  BEGIN,
  classWord,
  END,
  indexWords,
  isIndexOf,
  UNKNOWN,
  Vocabulary,
  type WordIndex,
} from '../../../server/src/lm/query/vocabulary.ts';
import { classOf } from '../../../server/src/model/shape.ts';

const required = [UNKNOWN, BEGIN, END];
/** Well-formed words without line feeds, short, so that many begin alike. */
const word = fc
  .string({ unit: fc.constantFrom('a', 'b', 'é', 'ｚ', '😀', '\u{feff}', '\r'), maxLength: 4 })
  .filter((form) => form !== '');
const wordLists = fc
  .uniqueArray(word, { maxLength: 40 })
  .chain((words) => fc.shuffledSubarray([...words, ...required], { minLength: words.length + 3 }));

const encoded = (words: readonly string[]): Uint8Array =>
  new TextEncoder().encode(words.join('\n'));

describe("a language model's vocabulary", () => {
  it('finds each of its words, and no other form', () => {
    fc.assert(
      fc.property(wordLists, fc.array(word), (words, others) => {
        const vocabulary = Vocabulary.of(words);
        assert.equal(vocabulary.size, words.length);
        assert.deepEqual(vocabulary.words, words);
        for (const [id, form] of words.entries()) {
          assert.equal(vocabulary.word(id), form);
          assert.equal(vocabulary.known(form), required.includes(form) ? undefined : id);
        }
        for (const form of others) {
          const id = words.indexOf(form);
          assert.equal(vocabulary.known(form), id < 0 ? undefined : id);
          assert.equal(vocabulary.id(form), id < 0 ? vocabulary.unknown : id);
        }
        assert.deepEqual(
          [vocabulary.unknown, vocabulary.begin, vocabulary.end],
          required.map((form) => words.indexOf(form)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('does not take half a character for the replacement character', () => {
    const vocabulary = Vocabulary.of([...required, '\ufffd']);
    assert.equal(vocabulary.known('\ufffd'), 3);
    assert.equal(vocabulary.known('\ud800'), undefined);
  });

  it('finds no form that spans two words, or none', () => {
    const vocabulary = Vocabulary.of([...required, 'a', 'b']);
    for (const form of ['a\nb', '\n', '']) assert.equal(vocabulary.known(form), undefined);
  });

  it('lets the classes of spelling that it has stand for other words', () => {
    const vocabulary = Vocabulary.of([...required, classWord(classOf('1984')), 'cat']);
    assert.equal(vocabulary.id('2026'), 3);
    assert.equal(vocabulary.id('zebra'), vocabulary.unknown);
    assert.deepEqual(
      [...vocabulary.words.keys()].filter((id) => vocabulary.isStandIn(id)),
      [vocabulary.unknown, 3],
    );
  });

  it('takes the words that stand for others as text for unknown words', () => {
    const vocabulary = Vocabulary.of([...required, 'cat']);
    for (const form of required) assert.equal(vocabulary.id(form), vocabulary.unknown);
  });

  it('is refused without the three words that it needs', () => {
    for (const missing of required) {
      const words = [...required, 'x'].filter((form) => form !== missing);
      assert.throws(() => Vocabulary.of(words), /damaged/);
    }
  });
});

describe('an index of words', () => {
  const words = [...required, 'cat', 'the', 'a', 'an'];
  const index = indexWords(encoded(words));
  const changed = (changes: Partial<WordIndex>): boolean =>
    isIndexOf({ ...index, ...changes }, words.length);
  const withOne = (array: Uint32Array, at: number, value: number): Uint32Array => {
    const copy = array.slice();
    copy[at] = value;
    return copy;
  };

  it('says where words begin, and their order', () => {
    const { start, order } = indexWords(encoded(['b', 'ab', 'a']));
    assert.deepEqual([...start], [0, 2, 5, 7]);
    assert.deepEqual([...order], [2, 1, 0]);
    assert.ok(isIndexOf(index, words.length));
  });

  it('is told from any other, if it has as many words, each once', () => {
    const { start, order } = index;
    for (const size of [0, words.length - 1, words.length + 1]) {
      assert.equal(isIndexOf(index, size), false);
    }
    for (let at = 0; at < order.length; at++) {
      for (const id of [0, 1, words.length - 1, words.length, 2 ** 32 - 1]) {
        assert.equal(changed({ order: withOne(order, at, id) }), order[at] === id);
      }
    }
    assert.equal(changed({ order: order.toReversed() }), false);
    assert.equal(changed({ order: order.subarray(1) }), false);
    assert.equal(changed({ start: start.subarray(1) }), false);
    for (const [at, value] of [
      [0, 1],
      [1, 0],
      [2, start[1]],
      [3, start[2] - 1],
      [start.length - 1, start[start.length - 1] + 1],
      [start.length - 1, start[start.length - 1] - 1],
      [start.length - 2, 2 ** 32 - 1],
    ]) {
      assert.equal(changed({ start: withOne(start, at, value) }), false, `${at}: ${value}`);
    }
    const twice = encoded(words.map((form) => (form === 'the' ? 'cat' : form)));
    assert.equal(isIndexOf(indexWords(twice), words.length), false);
    assert.equal(isIndexOf(indexWords(encoded(['ab', 'a', 'ab'])), 3), false);
  });
});
