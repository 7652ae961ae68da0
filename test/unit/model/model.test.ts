import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeSections, encodeSections } from '../../../server/src/model/file.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import {
  encodeModel,
  knowledgeOf,
  loadModel,
  MODEL_VERSION,
  ModelError,
} from '../../../server/src/model/model.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { tinyFluentModel, tinyModel } from '../support/tiny.ts';

const model = await tinyModel();
const file = encodeModel(model);
const fluentModel = await tinyFluentModel();
const fluentFile = encodeModel(fluentModel);

describe('a model file', () => {
  it('gives back what was written', () => {
    const loaded = loadModel(file);
    assert.deepEqual(loaded.training, model.training);
    assert.deepEqual(loaded.lexicon.words, model.lexicon.words);
    assert.deepEqual(loaded.lexicon.classes, model.lexicon.classes);
    assert.ok(loaded.lexicon.classes.forms.length > 0);
    assert.deepEqual(loaded.weights, model.weights);
    assert.deepEqual(loaded.orderWeights, model.orderWeights);
    const words = ['dog', 'the', 'saw', 'xyzzy', '.'].map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const options = { beam: 8, results: 4 };
    assert.deepEqual(
      createRealizer({ model: loaded, languageModel: null }).realize(bag, options, NEVER),
      createRealizer({ model, languageModel: null }).realize(bag, options, NEVER),
    );
  });

  it('gives back the weights that were learned with a language model, beside the others', () => {
    const loaded = loadModel(fluentFile);
    assert.deepEqual(loaded.fluent, fluentModel.fluent);
    assert.deepEqual(loaded.weights, fluentModel.weights);
    assert.notDeepEqual(loaded.fluent?.weights, loaded.weights);
    assert.equal(loaded.training.withLanguageModel?.name, 'tiny.bow-lm');
    assert.equal(loadModel(file).fluent, null);
    assert.equal(loadModel(file).training.withLanguageModel, null);
  });

  it('is used where it lies: the weights are the bytes of the file', () => {
    assert.equal(loadModel(file).weights.buffer, file.buffer);
    assert.equal(loadModel(fluentFile).fluent?.weights.buffer, fluentFile.buffer);
  });

  it('may lie in shared memory', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(file.length));
    shared.set(file);
    assert.deepEqual(loadModel(shared).lexicon.words, model.lexicon.words);
  });

  const refuses = (bytes: Uint8Array, message: RegExp) => {
    assert.throws(() => loadModel(bytes), { name: 'ModelError', message });
  };

  it('is refused where it is empty, or something else', () => {
    refuses(new Uint8Array(), /not a Bowline model/);
    refuses(new TextEncoder().encode('{"this": "is a JSON file of some length"}'), /not a Bowline/);
  });

  it('is refused wherever it is cut off', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), (length) => {
        refuses(file.slice(0, length), /truncated|not a Bowline model/);
      }),
    );
  });

  it('is refused where bytes follow it', () => {
    refuses(new Uint8Array([...file, 0]), /damaged/);
  });

  it('is refused for any one byte that has changed', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = file.slice();
        changed[at] ^= bits;
        assert.throws(() => loadModel(changed), ModelError);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of another version says which versions do not fit', () => {
    const other = file.slice();
    new DataView(other.buffer).setUint32(8, MODEL_VERSION + 1, true);
    refuses(other, new RegExp(`version ${MODEL_VERSION + 1}.*reads version ${MODEL_VERSION}`));
  });
});

describe('a forged model file, whose checksum is right', () => {
  const { metadata: written, sections } = decodeSections(fluentFile, MODEL_VERSION);
  const metadata = written as object;
  const forged = (changes: Record<string, Uint8Array | null>, meta: unknown = metadata) => {
    const changed = new Map(sections);
    for (const [name, bytes] of Object.entries(changes)) {
      if (bytes === null) changed.delete(name);
      else changed.set(name, bytes);
    }
    return encodeSections({ version: MODEL_VERSION, metadata: meta, sections: changed });
  };
  const refuses = (changes: Record<string, Uint8Array | null>, meta?: unknown) => {
    assert.throws(() => loadModel(forged(changes, meta)), {
      name: 'ModelError',
      message: /damaged/,
    });
  };

  it('is none where nothing was changed', () => {
    assert.deepEqual(forged({}), fluentFile);
  });

  it('is refused where its dictionary does not fit its words and tags', () => {
    const start = Int32Array.from(model.lexicon.entryStart);
    start[3] = 2 ** 30;
    refuses({ entryStart: new Uint8Array(start.buffer) });
    refuses({ entryStart: new Uint8Array(4) });
    refuses({ words: new TextEncoder().encode('one\ntwo') });
    refuses({ entryTag: model.lexicon.entryTag.map(() => 200) });
    refuses({ entryCount: new Uint8Array(4) });
  });

  it('is refused where its word classes do not fit their words, or are none', () => {
    const { ids } = model.lexicon.classes;
    refuses({ classForms: new TextEncoder().encode('one\ntwo') });
    refuses({ classIds: ids.subarray(1) });
    refuses({ classIds: ids.map(() => 1) });
  });

  it('is refused where its metadata is something else', () => {
    refuses({}, null);
    refuses({}, { ...metadata, tags: 'NN' });
    refuses({}, { ...metadata, labels: Array.from({ length: 300 }, String) });
    refuses({}, { ...metadata, training: null });
  });

  it('is refused where its weights are not a power of two', () => {
    refuses({ weights: new Uint8Array(1000) });
    refuses({ weights: new Uint8Array(0) });
  });

  it('is refused where the weights to use with a language model are missing or others in number', () => {
    refuses({ fluentWeights: null });
    const { length } = fluentModel.weights;
    for (const other of [0, 1, length / 2, length - 1, 2 * length]) {
      refuses({ fluentWeights: new Uint8Array(other) });
    }
  });

  it('is refused where it is no number of units that it gives a nat', () => {
    const refusesUnits = (unitsPerNat: unknown): void => {
      refuses({}, { ...metadata, unitsPerNat });
    };
    for (const units of [10_001, -10_001, 2 ** 40, 0.5, '20', null, [20]]) {
      refusesUnits({ open: units, given: 5 });
      refusesUnits({ open: 20, given: units });
    }
    for (const unitsPerNat of [20, 'none', {}, [], { open: 20, given: 5 }, undefined]) {
      refusesUnits(unitsPerNat);
    }
  });
});

describe('a treebank with more tags than a model holds', () => {
  it('is refused, with the number and the limit', () => {
    const forms = Array.from({ length: 300 }, (_, i) => `w${i}`);
    assert.throws(() => countLexicon([{ forms, tags: forms, labels: ['dep'] }]), {
      name: 'ModelError',
      message: /300 tags, and a model holds 254/,
    });
  });
});

describe("a model's knowledge", () => {
  const knowledge = knowledgeOf(model);

  it('is of tags and labels', () => {
    assert.ok(knowledge.tags.has('VBD') && !knowledge.tags.has('NP'));
    assert.ok(knowledge.labels.has('nsubj') && !knowledge.labels.has('subject'));
  });

  it('has the most frequent tags and labels first', () => {
    const { lexicon, arcCounts } = model;
    const isFalling = (counts: readonly number[]): boolean =>
      counts.every((count, i) => i === 0 || counts[i - 1] >= count);
    const tags = [...knowledge.tags];
    const seen = (tag: string): number =>
      lexicon.words.reduce((sum, word) => sum + (lexicon.tagCounts(word).get(tag) ?? 0), 0);
    assert.ok(isFalling(tags.map(seen)), tags.join());
    assert.deepEqual(tags.toSorted(), lexicon.tags);
    const counts = new Map(lexicon.labels.map((label) => [label, 0]));
    for (const head of tags) {
      for (const dependent of tags) {
        for (const kind of arcCounts.kinds(lexicon.tagId(head), lexicon.tagId(dependent))) {
          const label = lexicon.labels[kind.label - 1];
          counts.set(label, counts.get(label)! + kind.count);
        }
      }
    }
    const labels = [...knowledge.labels];
    assert.ok(isFalling(labels.map((label) => counts.get(label)!)), labels.join());
    assert.notDeepEqual(labels, lexicon.labels);
    assert.deepEqual(labels.toSorted(), lexicon.labels);
  });

  it('counts the tags of a word that it has seen', () => {
    assert.deepEqual([...knowledge.tagsOf('the')!], [['DT', 1]]);
    assert.deepEqual(
      [...knowledge.tagsOf('sleep')!],
      [
        ['VB', 1],
        ['VBP', 1],
      ],
    );
    assert.equal(knowledge.tagsOf('xyzzy'), null);
  });

  it('counts arcs by the tags of head and dependent', () => {
    assert.equal(knowledge.arcCount('VBD', 'NN'), 4);
    assert.equal(knowledge.arcCount('NN', 'DT'), 4);
    assert.equal(knowledge.arcCount('DT', 'NN'), 0);
    assert.equal(knowledge.arcCount('NOUN', 'DT'), 0);
  });

  it('tells the kinds of arc between two tags apart', () => {
    const { lexicon, arcCounts } = model;
    const kinds = [...arcCounts.kinds(lexicon.tagId('VBD'), lexicon.tagId('NN'))].map(
      ({ label, left, distance, count }) => [lexicon.labels[label - 1], left, distance, count],
    );
    assert.deepEqual(kinds, [
      ['nsubj', true, 0, 2],
      ['obj', false, 1, 1],
      ['obj', false, 2, 1],
    ]);
  });
});

describe('open tags', () => {
  it('are those that training has seen with the word, the most frequent first', () => {
    const { lexicon } = model;
    const tags = lexicon.tagsOf(lexicon.wordId('sleep')).map((tag) => lexicon.tags[tag - 1]);
    assert.deepEqual(tags, ['VB', 'VBP']);
  });

  it('of a word unknown to training are those of rare words written like it', () => {
    const { lexicon } = model;
    const tags = lexicon.tagsOf(lexicon.wordId('barked')).map((tag) => lexicon.tags[tag - 1]);
    assert.deepEqual(tags, ['VBD']);
    assert.ok(lexicon.tagsOf(lexicon.wordId('12:30')).length > 0);
  });
});
