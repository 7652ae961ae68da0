import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readArpa, writeArpa } from '../../../server/src/lm/build/arpa.ts';
import type { BackoffModel } from '../../../server/src/lm/build/backoff-model.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { quantise } from '../../../server/src/lm/build/quantise.ts';
import {
  LANGUAGE_MODEL_FORMAT,
  LEVELS,
  N_GRAMS,
  type LanguageModelMetadata,
} from '../../../server/src/lm/query/format.ts';
import { EMPTY_NODE, LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import {
  bucketOf,
  keyOf,
  layoutFor,
  MAX_NGRAMS,
  MAX_ORDER,
  MAX_WORDS,
} from '../../../server/src/lm/query/packed.ts';
import { indexWords, Vocabulary } from '../../../server/src/lm/query/vocabulary.ts';
import { encodeFile } from '../../../server/src/model/file.ts';
import { bytesOf } from '../../../server/src/model/sections.ts';
import { ModelError } from '../../../server/src/model/file.ts';
import { encodeModel } from '../../../server/src/model/model.ts';
import { tinyModel } from '../support/tiny.ts';
import { NaiveBackoff } from './naive.ts';
import { corpora, estimate, toySentences } from './toy.ts';
import { forge, takeApart } from '../support/model-files.ts';

const toy = estimate(toySentences, 4);
const file = encodeLanguageModel(toy, null);

const load = (model: BackoffModel): LanguageModel =>
  new LanguageModel(encodeLanguageModel(model, null));

const read = (bytes: Uint8Array): LanguageModel => new LanguageModel(bytes);

/** The state after some words. */
function stateAfter(model: LanguageModel, ids: readonly number[]): Int32Array {
  let state = model.startState();
  let next = model.startState();
  for (const id of ids) {
    model.query(state, id, next);
    [state, next] = [next, state];
  }
  return state;
}

/** Both score a sentence's words the same, and tell the same contexts apart. */
function assertAgrees(model: BackoffModel, sentence: readonly string[]): void {
  const naive = new NaiveBackoff(model);
  const packed = load(model);
  const { begin, end } = model.vocabulary;
  const history = [begin];
  const state = packed.startState();
  const next = new Int32Array(packed.order).fill(-1);
  const states = new Map<string, string>();
  for (const id of [...sentence.map((form) => packed.wordId(form)), end]) {
    const expected = naive.score(history, id);
    assert.equal(packed.query(state, id, next), expected, `${history.join(' ')} | ${id}`);
    history.push(id);
    state.set(next);
    const context = naive.contextOf(history);
    assert.equal(states.get(context) ?? state.join(), state.join());
    states.set(context, state.join());
    assert.equal(state.indexOf(EMPTY_NODE), naive.contextsOf(history).length);
  }
  assert.equal(new Set(states.values()).size, states.size);
}

describe('a packed language model', () => {
  it('scores what the plain one does, for sentences of any words', () => {
    const sentences = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'zebra'), { maxLength: 10 });
    const thresholds = fc.constantFrom(0, 1e-3);
    fc.assert(
      fc.property(
        ...[corpora, fc.integer({ min: 1, max: 5 }), thresholds, sentences],
        (corpus, order, threshold, sentence) => {
          assertAgrees(estimate(corpus, order, { threshold }), sentence);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('scores what its ARPA file does', () => {
    const again = readArpa([...writeArpa(toy)].join(''));
    for (const sentence of toySentences) assertAgrees(again, sentence);
  });

  it('counts a back-off weight also where no longer n-gram begins with its n-gram', () => {
    const whole = [...writeArpa(toy)].join('');
    const arpa = whole.replace(/\tdog \.\t.*/u, '\tdog .').replace(/(\tdog \.)$/mu, '$1\t-0.25');
    assert.notEqual(arpa, whole);
    const unpruned = readArpa(arpa);
    assertAgrees(unpruned, ['the', 'dog', '.', 'the', 'dog', '.', 'zebra']);
  });

  it('takes no back-off weight for an n-gram that it has, even if it lacks the end of the n-gram', () => {
    const bigrams = ['-0.4 a b -0.1', '-0.5 b b -0.3'];
    const unigrams = ['-1 <unk>', '-99 <s> -0.2', '-1 </s>', '-1 a -0.3', '-1 b -0.4', '-1 c'];
    const arpa = [
      ...['\\data\\', 'ngram 1=6', 'ngram 2=2', 'ngram 3=1'],
      ...[
        '\\1-grams:',
        ...unigrams,
        '\\2-grams:',
        ...bigrams,
        '\\3-grams:',
        '-0.2 a b c',
        '\\end\\',
      ],
    ];
    const model = readArpa(arpa.join('\n'));
    assertAgrees(model, ['a', 'b', 'c']);
    assertAgrees(model, ['b', 'b', 'c']);
  });

  it('has one state for words with the same future', () => {
    const model = load(toy);
    const after = (text: string): string =>
      stateAfter(
        model,
        text.split(' ').map((form) => model.wordId(form)),
      ).join();
    assert.equal(after('a zebra'), after('the zebra'));
    assert.equal(after('zebra zebra'), new Int32Array(model.order).join());
    assert.notEqual(after('on the'), after('saw the'));
  });

  it('knows a word written with other quotes and apostrophes', () => {
    const model = load(estimate([['"', 'it', "'s", '"']], 2));
    assert.equal(model.wordId('’s'), model.wordId("'s"));
    assert.equal(model.wordId('“'), model.wordId('"'));
    assert.equal(model.wordId('zebra'), model.vocabulary.unknown);
    assert.equal(model.wordId('<s>'), model.vocabulary.unknown);
  });

  it('knows a word in the other case only if it does not know it as it is written', () => {
    const model = load(estimate([['Paris', 'stop', 'Stop', 'may', 'May']], 2));
    assert.equal(model.wordId('paris'), model.wordId('Paris'));
    assert.equal(model.wordId('STOP'), model.wordId('stop'));
    assert.notEqual(model.wordId('may'), model.wordId('May'));
    assert.notEqual(model.wordId('Stop'), model.wordId('stop'));
  });

  it('is used where it lies, in shared memory too', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(file.length));
    shared.set(file);
    assert.deepEqual(new LanguageModel(shared).sizes, new LanguageModel(file).sizes);
  });

  it('says in its file how it came to be', () => {
    const record = {
      ...{ sources: ['a.txt'], sentences: 6, tokens: 40 },
      ...{ leastCount: 1, cutoffs: [1, 2], thresholds: [0] },
    };
    const bytes = encodeLanguageModel(toy, record);
    const { metadata } = takeApart(bytes, LANGUAGE_MODEL_FORMAT);
    assert.deepEqual((metadata as LanguageModelMetadata).record, record);
  });

  it('may have as many words as their ids have room for, and no more', () => {
    /** A model of unigrams alone. */
    const ofWords = (size: number): Uint8Array => {
      const forms = Array.from({ length: size - 3 }, (_, i) => i.toString(36).padStart(4, '0'));
      const vocabulary = Vocabulary.of(['</s>', '<s>', '<unk>', ...forms]);
      const word = Int32Array.from({ length: size }, (_, id) => id);
      const zeros = new Float64Array(size);
      const unigrams = { context: word.slice().fill(0), word, logProb: zeros, logBackoff: zeros };
      return encodeLanguageModel({ vocabulary, tables: [unigrams] }, null);
    };
    const model = new LanguageModel(ofWords(MAX_WORDS));
    assert.equal(model.wordId((MAX_WORDS - 4).toString(36)), MAX_WORDS - 1);
    assert.throws(() => ofWords(MAX_WORDS + 1), {
      name: 'ModelError',
      message: 'A language model has at most 1048576 words, not 1048577.',
    });
  });

  it('is not made with more n-grams of one order than it can number', () => {
    const [unigrams, bigrams] = toy.tables;
    const word = new Int32Array(MAX_NGRAMS + 1);
    assert.throws(
      () => encodeLanguageModel({ ...toy, tables: [unigrams, { ...bigrams, word }] }, null),
      {
        name: 'ModelError',
        message: 'A language model has at most 16777216 n-grams of one order.',
      },
    );
  });

  it('is refused where its n-grams are longer than any model has', () => {
    const bytes = encodeLanguageModel(estimate(toySentences, MAX_ORDER + 1), null);
    assert.throws(() => read(bytes), { name: 'ModelError', message: /damaged/ });
  });

  it('is refused where it is another kind of model, or none', async () => {
    const refuses = (bytes: Uint8Array, message: RegExp): void => {
      assert.throws(() => read(bytes), { name: 'ModelError', message });
    };
    refuses(encodeModel(await tinyModel()), /no language model|version/);
    refuses(
      encodeFile(LANGUAGE_MODEL_FORMAT, {}, new Map()),
      /^This is a model, not a language model\.$/,
    );
    refuses(new Uint8Array(), /not a Bowline model/);
    refuses(new TextEncoder().encode('\\data\\\nngram 1=3\n\n\\1-grams:\n'), /not a Bowline model/);
  });

  it('is refused wherever it is cut off', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), (length) => {
        assert.throws(() => read(file.slice(0, length)), ModelError);
      }),
    );
  });

  it('is refused for any one byte that has changed, the version among them', () => {
    const refusesChange = (at: number, bits: number): void => {
      const changed = file.slice();
      changed[at] ^= bits;
      assert.throws(() => read(changed), ModelError);
    };
    for (let bits = 1; bits < 256; bits++) refusesChange(8, bits);
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), refusesChange),
      { numRuns: 1_000 },
    );
  });
});

describe('a forged language model, whose checksum is right', () => {
  const { metadata, sections } = takeApart(file, LANGUAGE_MODEL_FORMAT);
  const forged = (changes: Record<string, Uint8Array | null>, meta: unknown = metadata) => {
    const ofPart = Object.entries(changes).map(
      ([name, bytes]) => [`${N_GRAMS}/${name}`, bytes] as const,
    );
    return forge(file, LANGUAGE_MODEL_FORMAT, Object.fromEntries(ofPart), meta);
  };
  const refuses = (changes: Record<string, Uint8Array | null>, meta?: unknown): void => {
    assert.throws(() => new LanguageModel(forged(changes, meta)), {
      name: 'ModelError',
      message: /damaged/,
    });
  };
  const meta = metadata as LanguageModelMetadata;
  const nameOf = (key: string): string => key.slice(N_GRAMS.length + 1);

  it('is refused where a section is missing, too short or too long', () => {
    for (const [key, bytes] of sections) {
      const name = nameOf(key);
      refuses({ [name]: null });
      refuses({ [name]: bytes.slice(0, bytes.length >>> 1) });
      refuses({ [name]: new Uint8Array([...bytes, ...bytes]) });
    }
  });

  it('is refused where its metadata is something else', () => {
    const layout = meta.layouts[0];
    refuses({}, null);
    refuses({}, { ...meta, layouts: 7 });
    refuses({}, { ...meta, layouts: meta.layouts.map(() => null) });
    refuses({}, { ...meta, layouts: [...meta.layouts, layout] });
    refuses({}, { ...meta, layouts: Array.from({ length: 9 }, () => layout) });
    for (const bits of [-1, 0.5, 40, 1e300, null, '3']) {
      refuses(
        {},
        { ...meta, layouts: [{ ...layout, bucketBits: bits }, ...meta.layouts.slice(1)] },
      );
      refuses({}, { ...meta, layouts: [{ ...layout, wordBits: bits }, ...meta.layouts.slice(1)] });
    }
  });

  it('is refused where it has more words or fewer, or lacks one that is needed', () => {
    const words = new TextDecoder().decode(sections.get(`${N_GRAMS}/words`)).split('\n');
    const refusesWords = (list: readonly string[]): void => {
      const { text, start, order } = indexWords(new TextEncoder().encode(list.join('\n')));
      refuses({ words: text, wordStart: bytesOf(start), wordOrder: bytesOf(order) });
    };
    for (const needed of ['<unk>', '<s>', '</s>']) {
      refusesWords(words.map((word) => (word === needed ? 'x' : word)));
    }
    refusesWords([...words, 'x']);
    refusesWords(words.slice(0, -1));
  });

  it('answers or is refused, whatever its cells and buckets say', () => {
    const drawn = fc.record({
      name: fc.constantFrom(
        ...[...sections.keys()].map(nameOf).filter((name) => /^(?:start|cells|word)/.test(name)),
      ),
      at: fc.nat(),
      value: fc.oneof(fc.nat(0xff), fc.nat(0xffffffff)),
    });
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed: Record<string, Uint8Array> = {};
        for (const { name, at, value } of changes) {
          const bytes = (changed[name] ??= sections.get(`${N_GRAMS}/${name}`)!.slice());
          new DataView(bytes.buffer).setUint32(4 * (at % (bytes.length / 4)), value, true);
        }
        try {
          const model = new LanguageModel(forged(changed));
          let state = model.startState();
          let next = model.startState();
          for (const form of toySentences.flat()) {
            assert.ok(Number.isInteger(model.query(state, model.wordId(form), next)));
            [state, next] = [next, state];
          }
        } catch (error) {
          assert.ok(error instanceof ModelError, String(error));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a packed n-gram', () => {
  const size = fc.integer({ min: 1, max: 2 ** 24 });

  it('is told from any other by its bucket and key, however many there are', () => {
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 2, max: 2 ** 20 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 }),
        (ngrams, contexts, words, drawn) => {
          const layout = layoutFor(ngrams, contexts, words);
          const seen = new Map<string, string>();
          const highBits = 2 ** layout.bucketBits;
          for (const [c, w] of drawn) {
            // Those that share most bits with it too.
            for (const [dc, dw] of [
              [0, 0],
              [1, 0],
              [0, 1],
              [highBits, 0],
            ]) {
              const context = (c + dc) % contexts;
              const word = (w + dw) % words;
              const bucket = bucketOf(layout, context, word);
              const key = keyOf(layout, context, word);
              assert.ok(bucket >= 0 && bucket < 2 ** layout.bucketBits);
              assert.ok(key >= 0 && key < 2 ** 24);
              const packed = `${bucket} ${key}`;
              assert.equal(seen.get(packed) ?? `${context} ${word}`, `${context} ${word}`);
              seen.set(packed, `${context} ${word}`);
            }
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has four to eight in its bucket on average, or all where they are few', () => {
    fc.assert(
      fc.property(size, (ngrams) => {
        const { bucketBits } = layoutFor(ngrams, 2, 2);
        const average = ngrams / 2 ** bucketBits;
        assert.ok(average < 8 && (average >= 4 || bucketBits === 0));
      }),
    );
  });
});

describe('a codebook', () => {
  it('loses nothing where there are no more values than levels', () => {
    const values = Int32Array.from({ length: 1000 }, (_, i) => -((i * 7) % LEVELS));
    const { codebook, codes } = quantise(values);
    assert.deepEqual(
      Int32Array.from(codes, (code) => codebook[code]),
      values,
    );
  });

  it('has a smaller squared error than levels with equally many values each', () => {
    const values = Int32Array.from({ length: 4 * LEVELS }, (_, i) => i * i);
    const { codebook, codes } = quantise(values);
    const groups = Array.from({ length: LEVELS }, (_, i) => values.slice(4 * i, 4 * i + 4));
    const means = groups.map((group) => group.reduce((sum, value) => sum + value, 0) / 4);
    const squaredError = (levelOf: (i: number) => number): number =>
      values.reduce((sum, value, i) => sum + (levelOf(i) - value) ** 2, 0);
    assert.ok(squaredError((i) => codebook[codes[i]]) < squaredError((i) => means[i >> 2]));
  });

  it('takes the nearest level, and leaves the first ones free if asked to', () => {
    const value = fc.integer({ min: -50_000, max: 0 });
    const lists = fc.array(value, { maxLength: 2_000, size: 'max' });
    fc.assert(
      fc.property(lists, (list) => {
        const { codebook, codes } = quantise(Int32Array.from(list), 1);
        const levels = [...new Set(codes)].map((code) => codebook[code]);
        list.forEach((value, i) => {
          assert.ok(codes[i] >= 1);
          const nearest = Math.min(...levels.map((level) => Math.abs(level - value)));
          assert.equal(Math.abs(codebook[codes[i]] - value), nearest);
        });
      }),
      // Looking for the shortest list that fails would take minutes.
      { numRuns: 30, endOnFailure: true },
    );
  });
});
