import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  BEGIN,
  classWord,
  END,
  indexWords,
  UNKNOWN,
  Vocabulary,
} from '../../../server/src/lm/query/vocabulary.ts';
import { ModelError } from '../../../server/src/model/file.ts';
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
  it('says where words begin, and their order', () => {
    const { start, order } = indexWords(encoded(['b', 'ab', 'a']));
    assert.deepEqual([...start], [0, 2, 5, 7]);
    assert.deepEqual([...order], [2, 1, 0]);
  });

  it('of a forged file finds the very word or none', () => {
    const words = [...required, 'cat', 'the', 'a', 'an'];
    const forms = [...words, 'x', 'cat\nthe', 'ca', 'nn'];
    const number = fc.oneof(fc.nat(30), fc.nat(2 ** 32 - 1));
    const drawn = fc.record({ isStart: fc.boolean(), at: fc.nat(words.length), value: number });
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 8 }), (changes) => {
        const index = indexWords(encoded(words));
        for (const { isStart, at, value } of changes) {
          (isStart ? index.start : index.order)[at] = value;
        }
        let vocabulary: Vocabulary;
        try {
          vocabulary = new Vocabulary(index);
        } catch (error) {
          assert.ok(error instanceof ModelError);
          return;
        }
        for (const form of forms) {
          const id = vocabulary.known(form);
          if (id !== undefined) {
            assert.ok(id < words.length);
            assert.equal(vocabulary.word(id), form);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
