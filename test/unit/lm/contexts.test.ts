import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { BackoffModel } from '../../../server/src/lm/build/backoff-model.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { Contexts, EMPTY_CONTEXT } from '../../../server/src/lm/query/contexts.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NaiveBackoff } from './naive.ts';
import { corpora, estimate, toySentences } from './toy.ts';

/** A context, and some words that lead to it from the beginning of a sentence. */
interface Met {
  readonly context: number;
  readonly history: readonly number[];
}

/**
 * Asks for scores and contexts in some order, also again, and compares all answers with the naive model's.
 *
 * @param words ids by column
 * @param steps how many words are gone on by, from any context met before
 */
function walk(
  model: BackoffModel,
  contexts: Contexts,
  words: readonly number[],
  steps: number,
  random: Random,
): void {
  const naive = new NaiveBackoff(model);
  contexts.begin(Int32Array.from(words));
  const met: Met[] = [
    { context: EMPTY_CONTEXT, history: [] },
    { context: contexts.start, history: [model.vocabulary.begin] },
  ];
  const numbers = new Map<string, number>();
  const names = new Map<number, string>();
  const check = ({ context, history }: Met): void => {
    const name = naive.contextOf(history);
    assert.equal(numbers.get(name) ?? context, context, 'one number for one context');
    assert.equal(names.get(context) ?? name, name, 'one context for one number');
    numbers.set(name, context);
    names.set(context, name);
  };
  met.forEach(check);
  for (let step = 0; step < steps; step++) {
    const { context, history } = met[random.below(met.length)];
    for (let asked = random.below(3); asked > 0; asked--) {
      const column = random.below(words.length);
      assert.equal(contexts.score(context, column), naive.score(history, words[column]));
    }
    const length = random.below(6);
    check({
      context: contexts.truncate(context, length),
      history: history.slice(Math.max(0, history.length - length)),
    });
    const column = random.below(words.length);
    const next = {
      context: contexts.advance(context, column),
      history: [...history, words[column]],
    };
    check(next);
    met.push(next);
  }
  for (const { context, history } of met) {
    for (const [column, word] of words.entries()) {
      assert.equal(contexts.score(context, column), naive.score(history, word));
    }
  }
}

const load = (model: BackoffModel): LanguageModel =>
  new LanguageModel(encodeLanguageModel(model, null));

describe('the contexts of a search', () => {
  it('score what the model does, in whatever order they are met and asked for', () => {
    const orders = fc.integer({ min: 1, max: 5 });
    const thresholds = fc.constantFrom(0, 1e-3);
    fc.assert(
      fc.property(corpora, orders, thresholds, fc.nat(), (corpus, order, threshold, seed) => {
        const model = estimate(corpus, order, { threshold });
        const random = new Random(seed);
        // Another problem's words have other columns, and its contexts the same numbers again.
        const contexts = new Contexts(load(model));
        for (let problem = 0; problem < 3; problem++) {
          const { vocabulary } = model;
          const ids = [...vocabulary.words.keys()].filter((id) => id !== vocabulary.begin);
          walk(model, contexts, random.shuffle(ids).slice(random.below(2)), 30, random);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('look up each word only once', () => {
    class Counting extends LanguageModel {
      searches = 0;
      override find(...asked: Parameters<LanguageModel['find']>): boolean {
        this.searches++;
        return super.find(...asked);
      }
    }
    const model = estimate(toySentences, 3);
    const counting = new Counting(encodeLanguageModel(model, null));
    const contexts = new Contexts(counting);
    contexts.begin(Int32Array.from(['the', 'zebra'], (form) => counting.wordId(form)));
    const score = (): number[] => {
      const context = contexts.advance(contexts.start, 0);
      return [0, 1].flatMap((column) => [
        contexts.score(contexts.start, column),
        contexts.score(context, column),
      ]);
    };
    const scores = score();
    const { searches } = counting;
    assert.ok(searches > 0);
    assert.deepEqual(score(), scores);
    assert.equal(counting.searches, searches);
  });

  it('may be many', () => {
    const random = new Random(1);
    const forms = Array.from({ length: 150 }, (_, i) => `w${i}`);
    const corpus = forms.map((form, i) => [form, forms[(i + 7) % forms.length], form]);
    const model = estimate(corpus, 3);
    const words = forms.map((form) => model.vocabulary.id(form));
    walk(model, new Contexts(load(model)), words, 1_000, random);
  });

  it('have no number of their own where the model cannot tell them from shorter ones', () => {
    const model = estimate(toySentences, 4);
    const contexts = new Contexts(load(model));
    const forms = ['zebra', 'the', 'a', 'cat', 'dog'];
    contexts.begin(Int32Array.from(forms, (form) => model.vocabulary.id(form)));
    const after = (text: string): number =>
      text
        .split(' ')
        .reduce((context, form) => contexts.advance(context, forms.indexOf(form)), contexts.start);
    assert.equal(after('zebra'), EMPTY_CONTEXT);
    assert.equal(after('a zebra the'), after('zebra the'));
    assert.notEqual(after('the cat'), after('a cat'));
    assert.equal(contexts.truncate(after('the cat'), 1), after('zebra cat'));
    assert.equal(contexts.truncate(after('the cat'), 0), EMPTY_CONTEXT);
  });

  it('give their memory back when an exceptionally large problem is over', async () => {
    const model = estimate(toySentences, 2);
    const contexts = new Contexts(load(model));
    const words = new Int32Array(2 ** 16).fill(model.vocabulary.unknown);
    const before = process.memoryUsage().arrayBuffers;
    contexts.begin(words);
    const cells = 2 * Int32Array.BYTES_PER_ELEMENT * words.length * 64;
    assert.ok(process.memoryUsage().arrayBuffers - before >= cells);
    contexts.begin(words.subarray(0, 1));
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const deadline = Date.now() + 10_000;
    while (process.memoryUsage().arrayBuffers > before + cells / 2) {
      assert.ok(Date.now() < deadline, 'the memory is still held');
      collectGarbage();
      await setTimeout(10);
    }
    contexts.score(contexts.start, 0);
  });
});
