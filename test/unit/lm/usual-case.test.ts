import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NgramWords } from '../../../server/src/lm/build/ngram-words.ts';
import { estimateKneserNey } from '../../../server/src/lm/build/kneser-ney.ts';
import { UsualCase } from '../../../server/src/lm/build/usual-case.ts';
import type { NgramCounts } from '../../../server/src/lm/build/counts.ts';
import { count } from './toy.ts';

const text = [
  'The dog saw London .',
  '" A cat saw the dog',
  'London saw a dog and The Times',
  'Then a cat saw the then king',
  'Zebras and I saw the zoo',
].map((line) => line.split(' '));

/** Sentences over few words in both cases, so that n-grams recur. */
const corpora = fc.array(
  fc.array(fc.constantFrom('"', 'The', 'the', 'Dog', 'dog', '.'), { maxLength: 7 }),
  { minLength: 1, maxLength: 10 },
);

/** By n-gram: its number of occurrences, and the words that occur before it. */
function naiveCounts(
  sentences: readonly (readonly string[])[],
  order: number,
): Map<string, { occurrences: number; before: Set<string> }> {
  const usual = new UsualCase(sentences);
  const found = new Map<string, { occurrences: number; before: Set<string> }>();
  const add = (tokens: readonly string[], isCounted: (from: number, to: number) => boolean) => {
    for (let from = 0; from < tokens.length; from++) {
      for (let to = from + 1; to <= Math.min(tokens.length, from + order); to++) {
        if (!isCounted(from, to)) continue;
        const ngram = tokens.slice(from, to).join(' ');
        const entry = found.get(ngram) ?? { occurrences: 0, before: new Set() };
        found.set(ngram, entry);
        entry.occurrences++;
        // The n-gram with the word before is one word longer, so at the highest order it is not counted.
        if (from > 0 && to - from < order) entry.before.add(tokens[from - 1]);
      }
    }
  };
  for (const sentence of sentences) {
    add(['<s>', ...sentence, '</s>'], () => true);
    const start = usual.startOf(sentence);
    if (start === null) continue;
    const lower = ['<s>', ...sentence.with(start.place, start.form), '</s>'];
    add(lower, (from, to) => from <= start.place + 1 && start.place + 1 < to);
  }
  // If the first word is counted in both cases, the second word follows both forms.
  for (const sentence of sentences) {
    const start = usual.startOf(sentence);
    if (start === null) continue;
    const lower = ['<s>', ...sentence.with(start.place, start.form), '</s>'];
    for (let n = 1; n < order; n++) {
      const ngram = lower.slice(start.place + 2, start.place + 2 + n);
      if (ngram.length === n) found.get(ngram.join(' '))!.before.add(start.form);
    }
  }
  return found;
}

function countsOf({ orders, vocabulary }: NgramCounts): Map<string, [number, number]> {
  const tables = orders.map(({ context, word }) => ({
    ...{ context, word, logProb: new Float64Array(), logBackoff: new Float64Array() },
  }));
  const ngrams = new NgramWords({ vocabulary, tables });
  const { words } = vocabulary;
  return new Map(
    orders.flatMap(({ occurrences, adjusted }, n) =>
      Array.from(occurrences, (occurrence, i): [string, [number, number]] => [
        ngrams
          .of(n, i)
          .map((id) => words[id])
          .join(' '),
        [occurrence, adjusted[i]],
      ]),
    ),
  );
}

describe('the usual case of a first word', () => {
  const usual = new UsualCase(text);

  it('is how it is mostly written within sentences', () => {
    assert.deepEqual(usual.startOf(text[0]), { place: 0, form: 'the' });
    assert.deepEqual(usual.startOf(text[1]), { place: 1, form: 'a' });
    assert.equal(usual.startOf(text[2]), null);
    assert.deepEqual(usual.startOf(text[3]), { place: 0, form: 'then' });
  });

  it('is unknown for a word that occurs only first, or not at all; the word then stays', () => {
    assert.equal(usual.startOf(text[4]), null);
    assert.deepEqual(usual.startOf(['Saw', 'it']), { place: 0, form: 'saw' });
    assert.equal(usual.startOf(['.']), null);
    assert.equal(usual.startOf([]), null);
  });
});

describe('counting first words in both cases', () => {
  it('counts n-grams with the first word twice, and all others once', () => {
    fc.assert(
      fc.property(corpora, fc.integer({ min: 1, max: 4 }), (sentences, order) => {
        const usual = new UsualCase(sentences);
        const counts = count(sentences, order, 1, false, (sentence) => usual.startOf(sentence));
        const naive = naiveCounts(sentences, order);
        const found = countsOf(counts);
        for (const [ngram, [occurrences, adjusted]] of found) {
          const expected = naive.get(ngram) ?? { occurrences: 0, before: new Set() };
          // The vocabulary also has entries that do not occur, and `<s>` is not predicted.
          if (ngram === '<s>' || occurrences === 0) continue;
          assert.equal(occurrences, expected.occurrences, ngram);
          const isRaw = ngram.split(' ').length === order || ngram.startsWith('<s>');
          assert.equal(adjusted, isRaw ? occurrences : expected.before.size, ngram);
        }
        const counted = [...naive.keys()].filter((ngram) => ngram !== '<s>');
        for (const ngram of counted) assert.ok(found.has(ngram), ngram);
      }),
    );
  });

  it('counts the same as before if no first word is in lower case', () => {
    fc.assert(
      fc.property(corpora, (sentences) => {
        const plain = count(sentences, 3);
        assert.deepEqual(
          estimateKneserNey(count(sentences, 3, 1, false, () => null)),
          estimateKneserNey(plain),
        );
      }),
    );
  });

  it('counts a first word equally often in both cases, and a name only as it is written', () => {
    const usual = new UsualCase(text);
    const { orders, vocabulary } = count(text, 2, 1, false, (sentence) => usual.startOf(sentence));
    const timesFirst = (form: string): number => {
      const { context, word, occurrences } = orders[1];
      const at = word.findIndex(
        (id, i) => id === vocabulary.id(form) && context[i] === vocabulary.begin,
      );
      return at < 0 ? 0 : occurrences[at];
    };
    assert.equal(timesFirst('The'), timesFirst('the'));
    assert.equal(timesFirst('Then'), timesFirst('then'));
    assert.equal(timesFirst('london'), 0);
  });
});
