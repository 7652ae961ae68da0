import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BackoffQuery } from '../../../server/src/lm/build/backoff-model.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { estimateDiscounts, estimateKneserNey } from '../../../server/src/lm/build/kneser-ney.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { perplexity } from '../../../server/src/lm/query/perplexity.ts';
import { countVocabulary } from '../../../server/src/lm/build/count-vocabulary.ts';
import { classWord } from '../../../server/src/lm/query/vocabulary.ts';
import { classOf } from '../../../server/src/model/shape.ts';
import { NaiveKneserNey } from './naive.ts';
import { contextsOf, corpora, count, estimate, sumOfProbs, toySentences } from './toy.ts';

function assertSumsToOne(query: BackoffQuery, order: number): void {
  for (const context of contextsOf(query.model, order - 1)) {
    const sum = sumOfProbs(query, context);
    assert.ok(Math.abs(sum - 1) < 1e-9, `${context.join(' ')}: ${sum}`);
  }
}

/** How much the perplexity of a text grows, relatively, where a bigram is left out and its context backs off. */
function growthWithout(
  query: BackoffQuery,
  sentences: readonly (readonly string[])[],
  context: number,
  without: number,
): number {
  const { vocabulary } = query.model;
  const { words, begin } = vocabulary;
  const probs = words.map((_, w) => (w === begin ? 0 : 10 ** query.logProb(w, [context])));
  const lower = words.map((_, w) => (w === begin ? 0 : 10 ** query.logProb(w, [])));
  const follows = (w: number): boolean => query.find([context, w]) >= 0 && w !== without;
  const sumOver = (values: readonly number[], holds: (w: number) => boolean): number =>
    values.reduce((sum, value, w) => (holds(w) ? sum + value : sum), 0);
  const left = 1 - sumOver(probs, follows);
  const weight = left / sumOver(lower, (w) => w !== begin && !follows(w));
  const text = sentences.flatMap((forms) => [begin, ...forms.map((form) => vocabulary.id(form))]);
  const share = text.filter((w) => w === context).length / text.length;
  const divergence = probs.reduce((sum, prob, w) => {
    if (prob === 0) return sum;
    return sum + prob * Math.log(prob / (follows(w) ? prob : weight * lower[w]));
  }, 0);
  return Math.expm1(share * divergence);
}

describe('counting n-grams', () => {
  it('counts each, however many there are', () => {
    const forms = Array.from({ length: 60 }, (_, i) => `w${i}`);
    const { orders, tokens } = count(
      forms.flatMap((first) => forms.map((second) => [first, second])),
      2,
    );
    const { size, occurrences } = orders[1];
    assert.equal(size, 60 + 60 * 60 + 60);
    assert.deepEqual(
      [...occurrences].sort((a, b) => a - b),
      [...Array<number>(60 * 60).fill(1), ...Array<number>(60 + 60).fill(60)],
    );
    assert.equal(tokens, 3 * 60 * 60);
  });
});

describe('Kneser-Ney estimation', () => {
  it('gives every context probabilities that sum to one', () => {
    for (const order of [1, 2, 3]) {
      assertSumsToOne(new BackoffQuery(estimate(toySentences, order)), order);
    }
  });

  it('does so with cut-offs, with pruning, and with both, whatever the text', () => {
    const cutoffs = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 });
    const thresholds = fc.constantFrom(0, 1e-4, 1e-2, 0.1);
    fc.assert(
      fc.property(corpora, fc.integer({ min: 1, max: 4 }), cutoffs, thresholds, (...args) => {
        const [sentences, order, list, threshold] = args;
        const model = estimate(sentences, order, { cutoffs: list, threshold });
        assertSumsToOne(new BackoffQuery(model), Math.min(order, 3));
      }),
      { numRuns: 150 },
    );
  });

  it('is what its definition says, word for word and context for context', () => {
    fc.assert(
      fc.property(corpora, fc.integer({ min: 1, max: 4 }), (sentences, order) => {
        const query = new BackoffQuery(estimate(sentences, order));
        const { words, begin } = query.model.vocabulary;
        const predicted = words.filter((_, id) => id !== begin);
        const naive = new NaiveKneserNey(sentences, order, predicted, (counts) =>
          estimateDiscounts({ adjusted: Int32Array.from(counts) }),
        );
        for (const context of contextsOf(query.model, Math.min(order - 1, 2))) {
          const forms = context.map((id) => words[id]);
          for (const word of predicted) {
            const expected = naive.prob(word, forms);
            const found = 10 ** query.logProb(words.indexOf(word), context);
            assert.ok(Math.abs(found - expected) < 1e-12, `${forms.join(' ')} | ${word}`);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('estimates discounts from counts of counts', () => {
    // n1 = 4, n2 = 3, n3 = 2, n4 = 1: Y = 4 / (4 + 2·3) = 0.4, D1 = 1 - 2Y·3/4 = 0.4,
    // D2 = 2 - 3Y·2/3 = 1.2, D3 = 3 - 4Y·1/2 = 2.2.
    const adjusted = Int32Array.of(1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 9);
    const discounts = estimateDiscounts({ adjusted });
    [0.4, 1.2, 2.2].forEach((d, i) => assert.ok(Math.abs(discounts[i] - d) < 1e-12));
  });

  it('takes fixed discounts where the text is too small to tell', () => {
    assert.deepEqual(estimateDiscounts({ adjusted: Int32Array.of(1, 1, 2) }), [0.5, 1, 1.5]);
  });

  it('gives the perplexity that a hand gives', () => {
    // Text: "a b", "a". Bigram model; too small to estimate discounts: 0.5, 1, 1.5.
    // Bigrams: <s> a 2, a b 1, b </s> 1, a </s> 1. Continuation counts: a 1 (<s>), b 1 (a), </s> 2
    // (b, a); together 4. They are 1, 1 and 2, so 0.5 + 0.5 + 1 = 2 is taken: weight 2/4 = 1/2 for
    // the uniform distribution over <unk>, </s>, a, b: 1/2 · 1/4 = 1/8.
    //   p(a) = p(b) = (1 - 0.5)/4 + 1/8 = 1/4; p(</s>) = (2 - 1)/4 + 1/8 = 3/8; p(<unk>) = 1/8.
    // After <s>: total 2, taken 1, weight 1/2: p(a | <s>) = (2 - 1)/2 + 1/2 · 1/4 = 5/8.
    // After a: total 2, taken 0.5 + 0.5, weight 1/2:
    //   p(b | a) = 0.5/2 + 1/2 · 1/4 = 3/8; p(</s> | a) = 0.5/2 + 1/2 · 3/8 = 7/16.
    // After b: total 1, taken 0.5, weight 1/2: p(</s> | b) = 0.5 + 1/2 · 3/8 = 11/16.
    // Of the text: "a b" 5/8 · 3/8 · 11/16 = 165/1024, "a" 5/8 · 7/16 = 35/128; five predictions.
    const expected = ((165 / 1024) * (35 / 128)) ** (-1 / 5);
    assert.equal(expected.toFixed(6), '1.867203');
    const query = new BackoffQuery(estimate([['a', 'b'], ['a']], 2));
    const { vocabulary } = query.model;
    const [a, b] = ['a', 'b'].map((form) => vocabulary.id(form));
    const { begin, end, unknown } = vocabulary;
    const predictions: [number, number][] = [
      [a, begin],
      [b, a],
      [end, b],
      [a, begin],
      [end, a],
    ];
    const logs = predictions.map(([word, context]) => query.logProb(word, [context]));
    const found = 10 ** (-logs.reduce((sum, log) => sum + log, 0) / 5);
    assert.equal(found.toFixed(6), expected.toFixed(6));
    // An unknown word after a: 1/2 · 1/8.
    assert.ok(Math.abs(10 ** query.logProb(unknown, [a]) - 1 / 16) < 1e-12);

    // The packed model rounds logarithms to thousandths of a nat.
    const packed = new LanguageModel(encodeLanguageModel(query.model, null));
    const measured = perplexity(packed, [['a', 'b'], ['a']]);
    assert.ok(Math.abs(measured.perplexity - expected) < 1e-3);
    assert.deepEqual([measured.sentences, measured.words, measured.unknown], [2, 3, 0]);

    // Of "a zebra" only a is known, and the end after the unknown word: 3/8.
    const partly = perplexity(packed, [['a', 'zebra']]);
    assert.deepEqual([partly.words, partly.unknown], [2, 1]);
    assert.ok(Math.abs(partly.perplexity - ((5 / 8) * (1 / 16) * (3 / 8)) ** (-1 / 3)) < 1e-2);
    assert.ok(Math.abs(partly.perplexityOfKnown - ((5 / 8) * (3 / 8)) ** (-1 / 2)) < 1e-3);
  });

  it('is the same whatever the order of the sentences', () => {
    const model = estimate(toySentences, 3);
    assert.deepEqual(estimate(toySentences.toReversed(), 3).tables, model.tables);
  });
});

describe('pruning', () => {
  it('keeps what occurs often enough, and what that begins with', () => {
    const counts = count(toySentences, 3);
    const model = estimate(toySentences, 3, { cutoffs: [1, 2, 2] });
    const frequent = [...counts.orders[2].occurrences].filter((n) => n >= 2).length;
    assert.equal(model.tables[2].word.length, frequent);
    const contexts = model.tables[2].context;
    assert.ok(contexts.every((context) => context < model.tables[1].word.length));
  });

  it('leaves out more the higher the threshold, and nothing at 0', () => {
    const sizes = [0, 1e-4, 1e-3, 1e-2, 1].map((threshold) =>
      estimate(toySentences, 3, { threshold }).tables.reduce((n, { word }) => n + word.length, 0),
    );
    const counts = count(toySentences, 3);
    assert.equal(
      sizes[0],
      counts.orders.reduce((n, { size }) => n + size, 0),
    );
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
    assert.equal(sizes[4], counts.vocabulary.words.length);
  });

  it('leaves out exactly the bigrams without which alone the training perplexity grows by less', () => {
    const threshold = fc.constantFrom(1e-4, 1e-3, 5e-3, 2e-2);
    fc.assert(
      fc.property(corpora, threshold, (sentences, least) => {
        const whole = new BackoffQuery(estimate(sentences, 2));
        const pruned = new BackoffQuery(estimate(sentences, 2, { threshold: least }));
        const { context, word } = whole.model.tables[1];
        word.forEach((w, i) => {
          const growth = growthWithout(whole, sentences, context[i], w);
          if (Math.abs(growth - least) < 1e-9) return;
          assert.equal(pruned.find([context[i], w]) >= 0, growth >= least);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the probabilities of the n-grams that it keeps', () => {
    const counts = count(toySentences, 3);
    const whole = new BackoffQuery(estimateKneserNey(counts));
    const pruned = new BackoffQuery(estimate(toySentences, 3, { threshold: 1e-3 }));
    const { words } = pruned.model.vocabulary;
    for (let w = 0; w < words.length; w++) {
      for (const context of contextsOf(pruned.model, 2)) {
        if (pruned.find([...context, w]) < 0) continue;
        assert.equal(pruned.logProb(w, context), whole.logProb(w, context));
      }
    }
  });

  it('leaves no back-off weight to a context that every word follows', () => {
    const sentences = [
      ['a', 'a', 'zebra', 'a'],
      ['a', 'b', 'b', 'x', 'a'],
    ];
    const { vocabulary, tables } = estimate(sentences, 3, { leastCount: 2, cutoffs: [1, 1, 2] });
    const a = vocabulary.id('a');
    assert.equal(tables[1].context.filter((context) => context === a).length, vocabulary.size - 1);
    assert.equal(tables[0].logBackoff[a], 0);
  });
});

describe('a vocabulary', () => {
  it('holds the words that occur often enough, sorted', () => {
    const { words } = countVocabulary(
      [
        ['b', 'a', 'b'],
        ['c', 'a'],
      ],
      2,
      false,
    );
    assert.deepEqual(words, ['<unk>', '<s>', '</s>', 'a', 'b']);
  });

  it('is the same in whatever order its words are seen', () => {
    const words = ['London', '1999', 'walking', 'x1', 'US'];
    const [one, other] = [words, words.toReversed()].map(
      (sentence) => countVocabulary([sentence], 2, true).words,
    );
    assert.ok(one.length > 5);
    assert.deepEqual(one, other);
  });

  it('takes marks in the text for unknown words', () => {
    const vocabulary = countVocabulary([['<s>', '</s>', '<unk>', 'a b']], 1, false);
    assert.deepEqual(vocabulary.words, ['<unk>', '<s>', '</s>']);
    assert.equal(vocabulary.id('</s>'), vocabulary.unknown);
  });

  it('tells unknown words apart by their spelling if asked to', () => {
    const sentences = [
      ['London', 'is', 'is'],
      ['1999', 'walking', 'is'],
    ];
    const vocabulary = countVocabulary(sentences, 2, true);
    const [name, number, gerund] = ['Paris', '12:30', 'talking'].map((form) => vocabulary.id(form));
    assert.equal(new Set([name, number, gerund]).size, 3);
    assert.ok([name, number, gerund].every((id) => vocabulary.isStandIn(id)));
    assert.equal(vocabulary.id('quickly'), vocabulary.unknown);
    assert.ok(!vocabulary.isStandIn(vocabulary.id('is')));
  });

  it('holds what stands for unknown words once, also where the text holds it', () => {
    const standIn = classWord(classOf('walking'));
    const { words } = countVocabulary([[standIn, 'walking', standIn]], 2, true);
    assert.deepEqual(words, ['<unk>', '<s>', '</s>', standIn]);
  });
});
