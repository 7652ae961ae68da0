import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readArpa, writeArpa } from '../../../server/src/lm/build/arpa.ts';
import { BackoffQuery, type BackoffModel } from '../../../server/src/lm/build/backoff-model.ts';
import {
  encodeLanguageModel,
  LANGUAGE_MODEL_VERSION,
  UNITS_A_NAT,
  type LanguageModelMetadata,
} from '../../../server/src/lm/build/encode.ts';
import { EMPTY_CONTEXT, LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import {
  bucketOf,
  contextOf,
  keyOf,
  layoutFor,
  wordOf,
} from '../../../server/src/lm/query/packed.ts';
import { LEVELS, quantise } from '../../../server/src/lm/build/quantise.ts';
import { decodeSections, encodeSections } from '../../../server/src/model/file.ts';
import { encodeModel, ModelError } from '../../../server/src/model/model.ts';
import { tinyModel } from '../support/tiny.ts';
import { corpora, estimate, toySentences } from './toy.ts';

const toy = estimate(toySentences, 4);
const file = encodeLanguageModel(toy, null);

const load = (model: BackoffModel): LanguageModel =>
  new LanguageModel(encodeLanguageModel(model, null));

/** Scores of a sentence's words by both, in nats; the packed model holds toy values exactly but for rounding. */
function assertAgrees(model: BackoffModel, sentence: readonly string[]): void {
  const query = new BackoffQuery(model);
  const packed = load(model);
  const { vocabulary } = model;
  const history = [vocabulary.begin];
  let node = packed.start;
  for (const id of [...sentence.map((form) => packed.wordId(form)), vocabulary.end]) {
    const exact = query.logProb(id, history) * Math.LN10;
    const score = packed.score(node, id);
    assert.ok(Number.isInteger(score));
    // One rounding for each weight and probability.
    const most = (0.5 * model.tables.length + 1e-6) / UNITS_A_NAT;
    assert.ok(Math.abs(score / UNITS_A_NAT - exact) <= most, `${history.join(' ')} | ${id}`);
    history.push(id);
    node = packed.advance(node, id);
  }
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

  it('has one node for contexts with the same future', () => {
    const model = load(toy);
    const after = (text: string): number =>
      text.split(' ').reduce((node, form) => model.advance(node, model.wordId(form)), model.start);
    assert.equal(after('a zebra'), after('the zebra'));
    assert.equal(after('zebra zebra'), EMPTY_CONTEXT);
    assert.notEqual(after('on the'), after('saw the'));
  });

  it('can be asked with less context than it has', () => {
    const model = load(toy);
    const lower = load(estimate(toySentences, 4));
    const [on, the, mat] = ['on', 'the', 'mat'].map((form) => model.wordId(form));
    const node = model.advance(model.advance(model.start, on), the);
    assert.ok(model.contextLength(node) >= 2);
    assert.equal(
      model.score(model.truncate(node, 1), mat),
      lower.score(lower.advance(EMPTY_CONTEXT, the), mat),
    );
    assert.equal(model.truncate(node, 0), EMPTY_CONTEXT);
  });

  it('knows a word written with other quotes and apostrophes', () => {
    const model = load(estimate([['"', 'it', "'s", '"']], 2));
    assert.equal(model.wordId('’s'), model.wordId("'s"));
    assert.equal(model.wordId('“'), model.wordId('"'));
    assert.equal(model.wordId('zebra'), model.vocabulary.unknown);
    assert.equal(model.wordId('<s>'), model.vocabulary.unknown);
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
    const { metadata } = decodeSections(bytes, LANGUAGE_MODEL_VERSION);
    assert.deepEqual((metadata as LanguageModelMetadata).record, record);
  });

  it('is refused where it is another kind of model, or none', async () => {
    const refuses = (bytes: Uint8Array, message: RegExp): void => {
      assert.throws(() => new LanguageModel(bytes), { name: 'ModelError', message });
    };
    refuses(encodeModel(await tinyModel()), /no language model|version/);
    refuses(new Uint8Array(), /not a Bowline model/);
    refuses(new TextEncoder().encode('\\data\\\nngram 1=3\n\n\\1-grams:\n'), /not a Bowline model/);
  });

  it('is refused wherever it is cut off', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), (length) => {
        assert.throws(() => new LanguageModel(file.slice(0, length)), ModelError);
      }),
    );
  });

  it('is refused for any one byte that has changed', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = file.slice();
        changed[at] ^= bits;
        assert.throws(() => new LanguageModel(changed), ModelError);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a forged language model, whose checksum is right', () => {
  const { metadata, sections } = decodeSections(file, LANGUAGE_MODEL_VERSION);
  const forged = (changes: Record<string, Uint8Array | null>, meta: unknown = metadata) => {
    const changed = new Map(sections);
    for (const [name, bytes] of Object.entries(changes)) {
      if (bytes === null) changed.delete(name);
      else changed.set(name, bytes);
    }
    return encodeSections({ version: LANGUAGE_MODEL_VERSION, metadata: meta, sections: changed });
  };
  const refuses = (changes: Record<string, Uint8Array | null>, meta?: unknown): void => {
    assert.throws(() => new LanguageModel(forged(changes, meta)), {
      name: 'ModelError',
      message: /damaged/,
    });
  };
  const meta = metadata as LanguageModelMetadata;

  it('is refused where a section is missing, too short or too long', () => {
    for (const [name, bytes] of sections) {
      refuses({ [name]: null });
      refuses({ [name]: bytes.slice(0, bytes.length >>> 1) });
      refuses({ [name]: new Uint8Array([...bytes, ...bytes]) });
    }
  });

  it('is refused where its metadata is something else', () => {
    const layout = meta.layouts[0];
    refuses({}, null);
    refuses({}, { ...meta, layouts: 7 });
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

  it('is refused where its words are twice there, or one that is needed is not', () => {
    const words = new TextDecoder().decode(sections.get('words')).split('\n');
    const encoded = (list: readonly string[]) => new TextEncoder().encode(list.join('\n'));
    refuses({ words: encoded(words.map((word) => (word === '<unk>' ? 'x' : word))) });
    refuses({ words: encoded(words.map((word) => (word === 'the' ? 'cat' : word))) });
  });

  it('answers or is refused, whatever its cells and buckets say', () => {
    const drawn = fc.record({
      name: fc.constantFrom(
        ...[...sections.keys()].filter((name) => /^(?:start|cells)/.test(name)),
      ),
      at: fc.nat(),
      value: fc.oneof(fc.nat(0xff), fc.nat(0xffffffff)),
    });
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed: Record<string, Uint8Array> = {};
        for (const { name, at, value } of changes) {
          const bytes = (changed[name] ??= sections.get(name)!.slice());
          new DataView(bytes.buffer).setUint32(4 * (at % (bytes.length / 4)), value, true);
        }
        try {
          const model = new LanguageModel(forged(changed));
          let node = model.start;
          for (const form of toySentences.flat()) {
            const word = model.wordId(form);
            assert.ok(Number.isInteger(model.score(node, word)));
            node = model.advance(node, word);
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
  it('is told exactly by its bucket and key, however many there are', () => {
    const size = fc.integer({ min: 1, max: 2 ** 24 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 2, max: 2 ** 20 }),
        fc.nat(),
        fc.nat(),
        (...args) => {
          const [ngrams, contexts, words, c, w] = args;
          const layout = layoutFor(ngrams, contexts, words);
          const [context, word] = [c % contexts, w % words];
          const key = keyOf(layout, context, word);
          assert.ok(key >= 0 && key < 2 ** 24);
          assert.equal(wordOf(layout, key), word);
          assert.equal(contextOf(layout, bucketOf(layout, context, word), key), context);
        },
      ),
      { numRuns: 2_000 },
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

  it('takes the nearest level, and leaves the first ones free if asked to', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50_000, max: 0 }), { maxLength: 2_000 }), (list) => {
        const { codebook, codes } = quantise(Int32Array.from(list), 1);
        const levels = [...new Set(codes)].map((code) => codebook[code]);
        list.forEach((value, i) => {
          assert.ok(codes[i] >= 1);
          const nearest = Math.min(...levels.map((level) => Math.abs(level - value)));
          assert.equal(Math.abs(codebook[codes[i]] - value), nearest);
        });
      }),
      { numRuns: 30 },
    );
  });
});
