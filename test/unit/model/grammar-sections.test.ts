import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { decodeSections, encodeSections } from '../../../server/src/model/file.ts';
import { ModelGrammar } from '../../../server/src/model/grammar.ts';
import {
  encodeModel,
  loadModel,
  MODEL_VERSION,
  type Model,
} from '../../../server/src/model/model.ts';
import { createRealizer, NEVER, type Realized } from '../../../server/src/realize/realizer.ts';
import { bagOf } from '../support/naive-categories.ts';
import { grammarModel } from '../support/small-grammar.ts';

const model = grammarModel(1);
const file = encodeModel(model);
const written = decodeSections(file, MODEL_VERSION);
const wordsOf = (text: string) => text.split(' ').map((form) => ({ form, tags: [] }));
const withCategories = bagOf(wordsOf('Kim has seen dogs'));
const without = plainBag({ words: wordsOf('Kim has seen dogs'), arcs: [], root: null });
const options = { beam: 4, results: 2 };

function realize(bag: Bag, of: Model): Realized {
  return createRealizer({ model: of, languageModel: null }).realize(bag, options, NEVER);
}

/** A model's file with other sections, and a right checksum. */
function forged(changes: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const { metadata, sections } = written;
  const changed = new Map([...sections, ...Object.entries(changes)]);
  return encodeSections({ version: MODEL_VERSION, metadata, sections: changed });
}

function ids(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}

describe('the grammar of a model', () => {
  it('is kept to the byte in its file', () => {
    const loaded = loadModel(file);
    assert.deepEqual(encodeModel(loaded), file);
    assert.deepEqual(loaded.grammar!.columns, model.grammar!.columns);
    assert.deepEqual(loaded.grammar!.dictionary, model.grammar!.dictionary);
    assert.deepEqual(realize(withCategories, loaded), realize(withCategories, model));
  });

  it('is refused where it is damaged, and the message says so', () => {
    const { columns } = model.grammar!;
    const text = (lines: readonly string[]): Uint8Array =>
      new TextEncoder().encode(lines.join('\n'));
    const [category, ...others] = columns.categories;
    const binaries = [...columns.binaries];
    const chains = [...columns.chains];
    const damages: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>> = {
      'a category that is none': { grammarCategories: text(['S[odd]', ...others]) },
      'a category that is written otherwise': {
        grammarCategories: text([`(${category})`, ...others]),
      },
      'a category twice': { grammarCategories: text([others[0], ...others]) },
      'an entry of no category': { grammarEntries: ids(...columns.entryCategory.map(() => 0)) },
      'an entry of a category too far': {
        grammarEntries: ids(...columns.entryCategory.map(() => 0xffff)),
      },
      'no entries': {
        ...{ grammarEntries: ids(), grammarModes: text([]), grammarEntryCounts: ids() },
        ...{ categoryWordEntry: ids(), categoryTagEntry: ids() },
      },
      'modes that are none': { grammarModes: text(columns.entryModes.map(() => 'x')) },
      'rules in another order': {
        grammarBinaries: ids(...binaries.slice(3), ...binaries.slice(0, 3)),
      },
      'a rule of a category too far': { grammarBinaries: ids(...binaries.slice(0, -1), 0xffff) },
      'a rule twice': { grammarBinaries: ids(...binaries.slice(0, 3), ...binaries.slice(0, -3)) },
      'half a rule': { grammarBinaries: ids(...binaries.slice(0, -1)) },
      'chains in another order': { grammarChains: ids(...chains.slice(3), ...chains.slice(0, 3)) },
      'a chain to no category': { grammarChains: ids(...chains.slice(0, -1), 0) },
      'a root of no category': { grammarRoots: ids(...columns.roots.map(() => 0)) },
      'words that begin before others': {
        categoryWordStart: written.sections.get('categoryWordStart')!.slice().reverse(),
      },
      'an entry of a word too far': {
        categoryWordEntry: ids(...model.grammar!.dictionary.columns.wordEntry.map(() => 0xffff)),
      },
    };
    for (const [damage, changes] of Object.entries(damages)) {
      assert.throws(() => loadModel(forged(changes)), { message: /damaged/ }, damage);
    }
  });

  it('is refused where its categories are more than there are weights', () => {
    const { columns, dictionary } = model.grammar!;
    const atoms = ['S[dcl]', 'S[b]', 'S[ng]', 'NP', 'PP', 'N', 'S[to]', 'S[adj]', 'S'];
    const functors = atoms.flatMap((x) =>
      atoms.flatMap((y) => atoms.map((z) => `(${x}/${y})\\${z}`)),
    );
    const categories = [...new Set([...columns.categories, ...functors])];
    const grammar = new ModelGrammar({ ...columns, categories }, dictionary.columns);
    assert.doesNotThrow(() => loadModel(encodeModel({ ...model, grammar })));
    const table = { ...model.tables.get('ccg-shift-reduce')!, weights: new Int8Array(1 << 9) };
    const tables = new Map([['ccg-shift-reduce', table]]);
    assert.doesNotThrow(() => loadModel(encodeModel({ ...model, tables })));
    const crowded = encodeModel({ ...model, grammar, tables });
    assert.throws(() => loadModel(crowded), { message: /damaged/ });
  });

  it('of a stranger, whatever is in it, is refused or serves every bag', () => {
    const names = [...written.sections.keys()].filter((name) => /^(?:grammar|category)/.test(name));
    const change = fc.record({
      name: fc.constantFrom(...names),
      place: fc.nat(),
      value: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 3)),
    });
    const counts = { refused: 0, used: 0 };
    const property = fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const sections: Record<string, Uint8Array> = {};
      for (const { name, place, value } of changes) {
        const bytes = (sections[name] ??= written.sections.get(name)!.slice());
        if (bytes.length > 0) bytes[place % bytes.length] = value;
      }
      let loaded: Model;
      try {
        loaded = loadModel(forged(sections));
      } catch (error) {
        assert.match((error as Error).message, /damaged/);
        counts.refused++;
        return;
      }
      counts.used++;
      assert.ok(realize(without, loaded).realizations.length > 0);
      const { realizations } = realize(withCategories, loaded);
      assert.ok(realizations.length > 0);
      for (const { score, tokens } of realizations) {
        assert.ok(Number.isInteger(score) && tokens.length === withCategories.words.length);
      }
    });
    fc.assert(property, { numRuns: 1500, seed: 1 });
    assert.ok(Math.min(counts.refused, counts.used) > 100, JSON.stringify(counts));
  }).timeout(120_000);

  it('may be missing: bags with categories are refused, and every other bag is realized', () => {
    const { grammar, ...plain } = model;
    assert.notEqual(grammar, undefined);
    const { status, message, realizations } = realize(withCategories, plain);
    assert.deepEqual([status, realizations], ['refused', []]);
    assert.match(message!, /no grammar of categories: name a model that has one/);
    assert.equal(realize(without, plain).status, 'complete');
  });

  it('says of a category that no word has which one is near, and of a broken one what is wrong', () => {
    const asked = (category: string): Realized =>
      realize(bagOf([{ form: 'dogs', tags: [], categories: [{ category, tag: null }] }]), model);
    const unknown = asked('(S[dcl]\\NP)/PP');
    assert.equal(unknown.status, 'refused');
    assert.match(
      unknown.message!,
      /^"dogs" has the category "\(S\[dcl\]\\NP\)\/PP", which the model has seen with no word\. Did you mean/,
    );
    // Categories of phrases are no lexical entries.
    assert.match(asked('S[dcl]/NP').message!, /seen with no word/);
    // As the editor's check has it, one that differs by a feature is nearer than any other.
    assert.match(asked('S[inv]\\NP').message!, /Did you mean "S\[\w+\]\\NP"\?$/);
    const broken = asked('S[dcl');
    assert.equal(broken.status, 'refused');
    assert.match(broken.message!, /this bracket is not closed/);
    assert.equal(asked('N').status, 'complete');
  });
});
