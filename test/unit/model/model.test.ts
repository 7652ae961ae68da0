import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { knowledgeOf } from '../../../server/src/model/knowledge.ts';
import { encodeModel, loadModel, MODEL_FORMAT } from '../../../server/src/model/model.ts';
import { isMetadata } from '../../../server/src/model/metadata.ts';
import { tableOf, usesLanguageModel, type Table } from '../../../server/src/model/tables.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { tinyFluentModel, tinyModel } from '../support/tiny.ts';
import { smallModel } from '../support/small-model.ts';
import {
  contentsOf,
  forge,
  learned,
  learnedOf,
  loadWhole,
  takeApart,
} from '../support/model-files.ts';

const model = await tinyModel();
const file = encodeModel(model);
const fluentModel = await tinyFluentModel();
const fluentFile = encodeModel(fluentModel);

describe('a model file', () => {
  it('gives back what was written', () => {
    const loaded = loadModel(fluentFile);
    assert.deepEqual(contentsOf(loaded), contentsOf(fluentModel));
    assert.ok(loaded.lexicon.classes.forms.length > 0);
    assert.deepEqual(
      [...loaded.tables.keys()],
      ['arc-standard', 'bottom-up', 'arc-standard+lm', 'bottom-up+lm'],
    );
    const words = ['dog', 'the', 'saw', 'xyzzy', '.'].map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null });
    const options = { beam: 8, results: 4 };
    assert.deepEqual(
      createRealizer({ model: loaded, languageModel: null }).realize(bag, options, NEVER),
      createRealizer({ model: fluentModel, languageModel: null }).realize(bag, options, NEVER),
    );
  });

  it('keeps tables of searches that it does not know, of other sizes too', () => {
    const table = {
      search: 'of-tomorrow',
      unitsPerNat: null,
      withoutTemplates: ['shift/tag | s0t'],
      bestPass: 3,
      learned: learned(
        'of-tomorrow',
        Int8Array.from({ length: 512 }, (_, i) => (i % 255) - 127),
      ),
    };
    const written = { ...model, tables: new Map([...model.tables, ['of-tomorrow', table]]) };
    assert.deepEqual(contentsOf(loadModel(encodeModel(written))), contentsOf(written));
  });

  it('is used where it lies: the weights are the bytes of the file', () => {
    for (const { weights } of learnedOf(loadModel(fluentFile)).values()) {
      assert.equal(weights.buffer, fluentFile.buffer);
    }
  });

  it('may be without learned word classes', () => {
    assert.deepEqual(loadModel(smallModel()).lexicon.classes.forms, []);
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

  it('is refused for any one byte that has changed, once the part that has it is used', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = file.slice();
        changed[at] ^= bits;
        assert.throws(() => loadWhole(changed), { name: 'ModelError' });
      }),
      { numRuns: 2_000 },
    );
  });

  it('with a damaged table realizes all bags but those whose search needs it, and names it to them', () => {
    const damaged = file.slice();
    damaged[file.length - 1] ^= 1;
    const realizer = createRealizer({ model: loadModel(damaged), languageModel: null });
    const words = ['dog', 'barks'].map((form) => ({ form, tags: [] }));
    const options = { beam: 8, results: 1 };
    const realize = (arcs: Bag['arcs']) =>
      realizer.realize(plainBag({ words, arcs, root: null }), options, NEVER);
    assert.equal(realize([]).status, 'complete');
    const { status, message } = realize([{ head: 1, dependent: 0, label: null }]);
    assert.equal(status, 'refused');
    assert.match(message ?? '', /^The part "bottom-up" of this model is damaged: .* Copy the file/);
  });

  it('of another version says which versions do not fit', () => {
    const other = file.slice();
    new DataView(other.buffer).setUint32(8, MODEL_FORMAT.version + 1, true);
    refuses(other, /version 6, and this Bowline reads version 5 here: /);
    new DataView(other.buffer).setUint32(8, 4, true);
    refuses(other, /version 4, and/);
  });
});

describe('a forged model file, whose checksum is right', () => {
  const { metadata: written, sections } = takeApart(fluentFile, MODEL_FORMAT);
  const metadata = written as { readonly tables: Readonly<Record<string, object>> };
  /** @param changes by `PART/SECTION`, or the section alone for one of the lexicon */
  const forged = (changes: Record<string, Uint8Array | null>, meta: unknown = metadata) => {
    const byPart = Object.entries(changes).map(
      ([name, bytes]) => [name.includes('/') ? name : `lexicon/${name}`, bytes] as const,
    );
    return forge(fluentFile, MODEL_FORMAT, Object.fromEntries(byPart), meta);
  };
  const refuses = (changes: Record<string, Uint8Array | null>, meta?: unknown) => {
    assert.throws(() => loadWhole(forged(changes, meta)), {
      name: 'ModelError',
      message: /damaged/,
    });
  };
  const refusesMetadata = (changes: object): void => {
    refuses({}, { ...metadata, ...changes });
  };
  const { lexicon, arcCounts } = fluentModel;

  /** A copy of an array with one element changed, as bytes. */
  function withElement(
    array: Uint16Array | Int32Array | Uint32Array,
    at: number,
    value: number,
  ): Uint8Array {
    const copy = array.slice();
    copy[at] = value;
    return new Uint8Array(copy.buffer);
  }

  it('is none where nothing was changed', () => {
    assert.deepEqual(forged({}), fluentFile);
  });

  it('is refused where a section is missing', () => {
    for (const name of sections.keys()) refuses({ [name]: null });
  });

  it('is refused where a section is no whole number of elements', () => {
    for (const [name, bytes] of sections) {
      // The last of these may be a whole number of bytes: it is refused for its length all the same.
      if (!/words|classForms|weights/.test(name)) refuses({ [name]: bytes.slice(0, -1) });
    }
  });

  it('is refused where its dictionary does not fit its words and tags', () => {
    const { entryStart, entryTag, entryCount } = lexicon;
    const last = entryStart.length - 1;
    refuses({ entryStart: withElement(entryStart, 0, 1) });
    refuses({ entryStart: withElement(entryStart, 1, 1) });
    refuses({ entryStart: withElement(entryStart, 3, 2 ** 30) });
    refuses({ entryStart: withElement(entryStart, last, entryStart[last] - 1) });
    refuses({ entryStart: withElement(entryStart, last, entryStart[last] + 1) });
    refuses({ entryStart: new Uint8Array(4) });
    refuses({ words: new TextEncoder().encode('one\ntwo') });
    refuses({ entryTag: withElement(entryTag, 1, lexicon.tags.length + 1) });
    refuses({ entryTag: withElement(entryTag, 1, 0) });
    refuses({ entryCount: withElement(entryCount, 1, 0) });
    refuses({ entryCount: withElement(entryCount, 1, -1) });
    refuses({ entryCount: new Uint8Array(entryCount.slice(1).buffer) });
  });

  it('is refused where a word has no tag: a search would have nothing to try', () => {
    const { entryStart } = lexicon;
    // The first word's entries go to the word after it.
    const first = lexicon.wordId(lexicon.words[0]);
    refuses({ entryStart: withElement(entryStart, first + 1, entryStart[first]) });
  });

  it('is refused where its arcs have other tags or labels than it, or another order', () => {
    const { pairs, kinds, counts } = arcCounts.columns;
    const tags = lexicon.tags.length;
    const last = pairs.length - 1;
    refuses({ arcPairs: withElement(pairs, last, ((tags + 1) << 16) | 1) });
    refuses({ arcPairs: withElement(pairs, last, (tags << 16) | (tags + 1)) });
    refuses({ arcPairs: withElement(pairs, 0, 0) });
    refuses({ arcKinds: withElement(kinds, 1, (lexicon.labels.length + 1) << 3) });
    refuses({ arcKinds: withElement(kinds, 1, 7) });
    refuses({ arcPairs: new Uint8Array(pairs.toReversed().buffer) });
    const same = pairs.findIndex((pair, i) => pair === pairs[i + 1]);
    assert.ok(same >= 0);
    refuses({ arcKinds: withElement(kinds, same, kinds[same + 1]) });
    refuses({ arcPairs: new Uint8Array(pairs.slice(1).buffer) });
    refuses({ arcKinds: new Uint8Array(kinds.slice(1).buffer) });
    refuses({ arcKinds: new Uint8Array(Uint32Array.of(...kinds, 8).buffer) });
    refuses({ arcCounts: new Uint8Array(counts.slice(1).buffer) });
  });

  it('is refused where its word classes do not fit their words, or are none', () => {
    const { ids } = lexicon.classes;
    refuses({ classForms: new TextEncoder().encode('one\ntwo') });
    refuses({ classIds: ids.subarray(1) });
    refuses({ classIds: ids.map(() => 1) });
  });

  it('is refused where its metadata is something else', () => {
    refuses({}, null);
    refuses({}, []);
    refusesMetadata({ tags: 'NN' });
    refusesMetadata({ tags: lexicon.tags.map((_, i) => i) });
    refusesMetadata({ labels: lexicon.labels.map((_, i) => i) });
    refusesMetadata({ labels: Array.from({ length: 65_536 }, String) });
    refusesMetadata({ training: null });
    refusesMetadata({ training: [] });
    refusesMetadata({ tables: null });
    refusesMetadata({ tables: [] });
    refusesMetadata({ tables: { 'arc-standard': null } });
  });

  const refusesTable = (changes: object): void => {
    const table = { ...metadata.tables['arc-standard+lm'], ...changes };
    refusesMetadata({ tables: { ...metadata.tables, 'arc-standard+lm': table } });
  };

  it('is refused where a table is of no search or pass, or leaves out what has no name', () => {
    refusesTable({ search: 1 });
    refusesTable({ search: undefined });
    refusesTable({ bestPass: 'one' });
    refusesTable({ bestPass: 0.5 });
    refusesTable({ withoutTemplates: 'shift' });
    refusesTable({ withoutTemplates: [201] });
  });

  it('is refused where the weights of a table are missing, no power of two, or fewer than its tags', () => {
    for (const [name, { weights }] of learnedOf(fluentModel)) {
      const section = `${name}/weights`;
      refuses({ [section]: null });
      for (const length of [0, 1, 256, 1000, weights.length - 1]) {
        refuses({ [section]: new Uint8Array(length) });
      }
    }
  });

  it('is refused where a nat is worth no whole number of units, or more than a score can hold', () => {
    const right = { withoutArcs: 20, open: 10, given: 5 };
    loadModel(forged({}, metadata));
    for (const key of Object.keys(right)) {
      for (const units of [10_001, -10_001, 2 ** 40, 0.5, '20', null, [20], undefined]) {
        refusesTable({ unitsPerNat: { ...right, [key]: units } });
      }
    }
    for (const unitsPerNat of [20, 'none', {}, [], undefined]) refusesTable({ unitsPerNat });
  });

  it('may give a nat as many units as a score can hold', () => {
    const unitsPerNat = { withoutArcs: 10_000, open: -10_000, given: 0 };
    const table = { ...metadata.tables['arc-standard+lm'], unitsPerNat };
    const loaded = loadModel(
      forged({}, { ...metadata, tables: { ...metadata.tables, 'arc-standard+lm': table } }),
    );
    assert.deepEqual(loaded.tables.get('arc-standard+lm')?.unitsPerNat, unitsPerNat);
  });

  /** The metadata with a table whose parts compare so. */
  const withComparison = (comparison: unknown): unknown => {
    const table = { ...metadata.tables['arc-standard+lm'], comparison };
    return { ...metadata, tables: { ...metadata.tables, 'arc-standard+lm': table } };
  };

  it('is refused where parts do not compare by numbers, or by more than sums of scores can hold', () => {
    const right = { isScaled: true, perWord: 0.5, haste: 2 };
    const broken: unknown[] = [null, true, 1, 'scaled', [], {}];
    for (const isScaled of [null, undefined, 0, 1, 'true', [true]]) {
      broken.push({ ...right, isScaled });
    }
    const amounts = [1_000_001, -1_000_001, 2 ** 40, NaN, Infinity, '2', null, [2], true];
    for (const amount of [...amounts, undefined]) {
      broken.push({ ...right, perWord: amount }, { ...right, haste: amount });
    }
    for (const comparison of broken) {
      const changed = withComparison(comparison);
      // A number such as 1e400 is read as infinite, but not written so.
      assert.ok(!isMetadata(changed), JSON.stringify(comparison));
      assert.throws(() => loadModel(forged({}, changed)), {
        name: 'ModelError',
        message:
          'This model is damaged: its bytes are not those that were written. Copy the file again.',
      });
    }
  });

  it('may let parts compare by as much as sums of scores can hold, or say nothing of it', () => {
    for (const comparison of [
      { isScaled: false, perWord: 1_000_000, haste: -1_000_000 },
      { isScaled: true, perWord: -0.25, haste: 0 },
      undefined,
    ]) {
      const table = loadModel(forged({}, withComparison(comparison))).tables.get('arc-standard+lm');
      assert.deepEqual(table?.comparison, comparison);
    }
  });
});

describe('the tables of a model', () => {
  const table = (name: string): Table | undefined => fluentModel.tables.get(name);

  it('serve a search with a language model or without', () => {
    assert.equal(tableOf(fluentModel.tables, 'arc-standard', false), table('arc-standard'));
    assert.equal(tableOf(fluentModel.tables, 'arc-standard', true), table('arc-standard+lm'));
    assert.equal(tableOf(fluentModel.tables, 'bottom-up', true), table('bottom-up+lm'));
    assert.equal(tableOf(model.tables, 'bottom-up', true), model.tables.get('bottom-up'));
    assert.ok(usesLanguageModel(fluentModel.tables));
    assert.ok(!usesLanguageModel(model.tables));
  });

  it('that a search does not find are to be trained, and how is said', () => {
    assert.throws(() => tableOf(model.tables, 'best-first', false), {
      name: 'ModelError',
      message:
        'This model has no weights for the search best-first: choose another search, name a model that ' +
        'has them, or train one with `bowline train --search best-first`.',
    });
  });
});

describe('a treebank with more tags than a model holds', () => {
  it('is refused, with the number and the limit', () => {
    const forms = Array.from({ length: 65_536 }, (_, i) => `w${i}`);
    assert.throws(() => countLexicon([{ forms, tags: forms, labels: ['dep'] }]), {
      name: 'ModelError',
      message: /65536 tags, and a model holds 65535/,
    });
    const fewer = forms.slice(1);
    assert.equal(countLexicon([{ forms: fewer, tags: fewer, labels: fewer }]).tags.length, 65_535);
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

describe('tags that training has not seen with a word', () => {
  const often = (count: number, form: string, tag: string) =>
    Array.from({ length: count }, () => ({ forms: [form], tags: [tag], labels: ['root'] }));
  const lexicon = countLexicon([
    ...often(60, 'yesterday', 'NN'),
    ...often(1, 'yesterday', 'RB'),
    ...often(99, 'and', 'CC'),
    ...often(2, 'google', 'NNP'),
    ...['read', 'sing', 'draw'].flatMap((form) => often(1, form, 'VB')),
    ...['tree', 'desk'].flatMap((form) => often(1, form, 'NN')),
  ]);
  const unseen = (form: string): string[] =>
    lexicon.unseenTagsOf(form).map((id) => lexicon.tags[id - 1]);

  it('are plausible for a rare word, if unknown words like it have them, and for no other', () => {
    assert.deepEqual(unseen('google').sort(), ['NN', 'VB']);
    assert.deepEqual(unseen('yesterday'), []);
    assert.deepEqual(unseen('zebra'), []);
  });

  it('and tags that a frequent word has almost never are not usual', () => {
    const usual = (form: string, tag: string): boolean => lexicon.isUsual(form, tag);
    assert.deepEqual([usual('yesterday', 'NN'), usual('yesterday', 'RB')], [true, false]);
    assert.deepEqual([usual('yesterday', 'CC'), usual('google', 'NNP')], [false, true]);
    assert.ok(usual('zebra', 'NN'));
  });

  it('have shares of the occurrences of a word, in any case, or of the words like it', () => {
    assert.equal(lexicon.tagShare('yesterday', 'NN'), 60 / 61);
    assert.equal(lexicon.tagShare('YESTERDAY', 'RB'), 1 / 61);
    assert.equal(lexicon.tagShare('yesterday', 'CC'), 0);
    assert.equal(lexicon.tagShare('yesterday', 'of-no-tree'), 0);
    assert.equal(lexicon.tagShare('zebra', 'VB') + lexicon.tagShare('zebra', 'NN'), 1);
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

  /** A lexicon of as many rare words of the class of `xyzzy` as there are tags. */
  const ofRare = (tags: readonly string[]) =>
    countLexicon([{ forms: tags.map((_, i) => 'w'.repeat(i + 1)), tags, labels: tags }]);

  it('of a known word are all of them, of an unknown one those that have a share of 2%', () => {
    const lexicon = ofRare([...Array.from({ length: 98 }, () => 'A'), 'B', 'B', 'B', 'C']);
    const tags = (form: string) =>
      lexicon.tagsOf(lexicon.wordId(form)).map((tag) => lexicon.tags[tag - 1]);
    assert.deepEqual(tags('xyzzw'), ['A', 'B']);
    assert.deepEqual(tags('w'.repeat(102)), ['C']);
  });

  it('of an unknown word are never none: the 50 most frequent where none has that share', () => {
    const names = Array.from({ length: 60 }, (_, i) => String(100 + i));
    const even = ofRare(names);
    const first = even.tagsOf(even.wordId('xyzzw')).map((tag) => even.tags[tag - 1]);
    assert.deepEqual(first, names.slice(0, 50));
  });
});
