import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ModelError } from '../../../server/src/model/file.ts';
import { encodeModel, loadModel, MODEL_FORMAT } from '../../../server/src/model/model.ts';
import type { FormChoice } from '../../../server/src/morphology/form-choice.ts';
import {
  Morphology,
  type FormCount,
  type IrregularForm,
} from '../../../server/src/morphology/morphology.ts';
import { forge, takeApart } from '../support/model-files.ts';
import { smallModel } from '../support/small-model.ts';

const counts: readonly FormCount[] = [
  { lemma: 'I', tag: 'PRP', features: 'Person=1', form: 'me', count: 3 },
  { lemma: 'be', tag: 'VBD', features: 'Tense=Past', form: 'was', count: 70_000 },
  { lemma: 'be', tag: 'VBD', features: 'Tense=Past', form: 'were', count: 2 },
  { lemma: 'lie', tag: 'VBG', features: '_', form: 'lying', count: 1 },
];
/** A bias for a form of the counts, and one for a form of the table. */
const choice: FormChoice = {
  shareFactor: 2200,
  biases: [
    { lemma: 'be', tag: 'VBD', form: 'was', context: '', bias: -700 },
    { lemma: 'go', tag: 'VBD', form: 'went', context: '', bias: 1200 },
  ],
};

/** The same, also in contexts. */
const choiceInTree: FormChoice = {
  shareFactor: 2100,
  biases: [
    ...choice.biases,
    { lemma: 'be', tag: 'VBD', form: 'was', context: 'subject i', bias: 300 },
  ],
};

const irregular: readonly IrregularForm[] = [
  { lemma: 'go', tag: 'VBD', form: 'went' },
  { lemma: 'go', tag: 'VBN', form: 'gone' },
];
const plain = loadModel(smallModel());
const file = encodeModel({
  ...plain,
  morphology: () => new Morphology({ rules: 'english', counts, irregular, choice, choiceInTree }),
});
const isOfPart = (error: unknown): boolean =>
  error instanceof ModelError && error.message.includes('"morphology"');

describe('the morphology of a model', () => {
  it('is kept to the byte in its file, and read when it is first needed', () => {
    const loaded = loadModel(file);
    assert.deepEqual(loaded.morphology!().data, {
      ...{ rules: 'english', counts, irregular, choice, choiceInTree },
    });
    assert.equal(loaded.morphology!(), loaded.morphology!());
    assert.deepEqual(encodeModel(loaded), file);
  });

  it('is left out of a model that has none, whose file stays as it was', () => {
    const loaded = loadModel(smallModel());
    assert.equal(loaded.morphology, undefined);
    assert.ok(!('morphology' in loaded));
    assert.deepEqual(encodeModel(loaded), smallModel());
  });

  it('leaves the other parts of the file alone', () => {
    const before = takeApart(smallModel(), MODEL_FORMAT);
    const after = takeApart(file, MODEL_FORMAT);
    assert.deepEqual(after.metadata, before.metadata);
    for (const [name, section] of before.sections) {
      assert.deepEqual(after.sections.get(name), section, name);
    }
  });

  it('is read as it was written, whatever the words are', () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 4 })
      .map((each) => each.replaceAll(/[\n\ud800-\udfff]/gu, '-'));
    const row = { lemma: text, tag: text, features: text, form: text };
    const rows = fc.array(
      fc.record(
        { ...row, count: fc.integer({ min: 1, max: 2 ** 32 - 1 }) },
        { noNullPrototype: true },
      ),
    );
    fc.assert(
      fc.property(rows, fc.constantFrom('english', null), (drawn, rules) => {
        const sorted = [...drawn].sort((a, b) => (a.lemma < b.lemma ? -1 : 1));
        const inTable = drawn.map(({ lemma, tag, form }) => ({
          ...{ lemma: lemma.toLowerCase(), tag, form },
        }));
        const biases = inTable.map((row, i) => ({ ...row, context: '', bias: i - 5 }));
        const inTree = inTable.map((row, i) => ({
          ...{ ...row, context: i % 3 === 0 ? '' : `head ${row.lemma}`, bias: i },
        }));
        const data = {
          ...{ rules, counts: sorted, irregular: inTable },
          choice: { shareFactor: 1000, biases },
          choiceInTree: drawn.length % 2 === 0 ? { shareFactor: 900, biases: inTree } : null,
        };
        const bytes = encodeModel({ ...plain, morphology: () => new Morphology(data) });
        assert.deepEqual(loadModel(bytes).morphology!().data, data);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps forms that share half of a surrogate pair with their lemma', () => {
    const data = {
      ...{ rules: null, choice: { ...choice, biases: [] }, choiceInTree: null },
      counts: [{ lemma: '\u{1f600}', tag: 'UH', features: '_', form: '\u{1f601}', count: 1 }],
      irregular: [{ lemma: 'a\u{1f600}', tag: 'UH', form: 'a\u{1f601}' }],
    };
    const bytes = encodeModel({ ...plain, morphology: () => new Morphology(data) });
    assert.deepEqual(loadModel(bytes).morphology!().data, data);
  });

  it('is refused where it is damaged, and the rest of the model is not', () => {
    const text = (...lines: readonly string[]): Uint8Array =>
      new TextEncoder().encode(lines.join('\n'));
    const ids = (...values: readonly number[]): Uint8Array =>
      new Uint8Array(Uint16Array.from(values).buffer);
    const numbers = (...values: readonly number[]): Uint8Array =>
      new Uint8Array(Uint32Array.from(values).buffer);
    const damages: Readonly<Record<string, Readonly<Record<string, Uint8Array | null>>>> = {
      'a missing section': { 'morphology/lemmas': null },
      'too few lemmas': { 'morphology/lemmas': text('I', 'be') },
      'too few rows': { 'morphology/rows': numbers(1, 1, 1) },
      'too many rows': { 'morphology/rows': numbers(1, 2, 2 ** 31) },
      'a tag too far': { 'morphology/rowTags': ids(0, 1, 1, 9) },
      'too few tags': { 'morphology/rowTags': ids(0, 1, 1) },
      'features too far': { 'morphology/rowFeatures': ids(0, 1, 1, 9) },
      'a count of nothing': { 'morphology/rowCounts': numbers(1, 1, 0, 1) },
      'half a count': { 'morphology/rowCounts': ids(1, 1, 1) },
      'a form that drops more than its lemma has': {
        'morphology/rowForms': text('2 me', '2 was', '2 were', '2 ying'),
      },
      'a form that is none': { 'morphology/rowForms': text('me', '2 was', '2 were', '2 ying') },
      'an irregular tag too far': { 'morphology/irregularTags': ids(0, 9) },
      'too few irregular forms': { 'morphology/irregularForms': text('2 went') },
      'a tag of a bias too far': { 'morphology/biasTags': ids(0, 9) },
      'too few biases': { 'morphology/biases': numbers(7) },
      'too few contexts': { 'morphology/tree:contexts': text('*', '*') },
      'no contexts': { 'morphology/tree:contexts': null },
      'too few biases in trees': { 'morphology/tree:biases': numbers(7) },
    };
    for (const [name, changes] of Object.entries(damages)) {
      const loaded = loadModel(forge(file, MODEL_FORMAT, changes));
      assert.equal(loaded.lexicon.words.length, plain.lexicon.words.length);
      assert.throws(() => loaded.morphology!(), isOfPart, name);
    }
  });

  it('is refused with the rules of a language that this Bowline does not know', () => {
    const unknown = new Morphology({
      ...{ rules: 'klingon', counts, irregular, choice, choiceInTree },
    });
    const loaded = loadModel(encodeModel({ ...plain, morphology: () => unknown }));
    assert.throws(() => loaded.morphology!(), isOfPart);
  });
});
