import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { ModelGrammar } from '../../../server/src/model/grammar.ts';
import {
  encodeModel,
  loadModel,
  MODEL_FORMAT,
  type Model,
} from '../../../server/src/model/model.ts';
import { createRealizer, NEVER, type Realized } from '../../../server/src/realize/realizer.ts';
import { bagOf } from '../support/naive-categories.ts';
import { grammarModel } from '../support/small-grammar.ts';
import { forge, learned, loadWhole, takeApart } from '../support/model-files.ts';
import { cases } from '../support/thorough.ts';

const model = grammarModel(1);
const file = encodeModel(model);
const written = takeApart(file, MODEL_FORMAT);
const wordsOf = (text: string) => text.split(' ').map((form) => ({ form, tags: [] }));
const withCategories = bagOf(wordsOf('Kim has seen dogs'));
const without = plainBag({ words: wordsOf('Kim has seen dogs'), arcs: [], root: null });
const options = { beam: 4, results: 2 };

function realize(bag: Bag, of: Model): Realized {
  return createRealizer({ model: of, languageModel: null }).realize(bag, options, NEVER);
}

/** A model's file with other sections, and a right checksum. */
function forged(changes: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return forge(file, MODEL_FORMAT, changes);
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
      'a category that is none': { 'grammar/categories': text(['S[odd]', ...others]) },
      'a category that is written otherwise': {
        'grammar/categories': text([`(${category})`, ...others]),
      },
      'a category twice': { 'grammar/categories': text([others[0], ...others]) },
      'an entry of no category': { 'grammar/entries': ids(...columns.entryCategory.map(() => 0)) },
      'an entry of a category too far': {
        'grammar/entries': ids(...columns.entryCategory.map(() => 0xffff)),
      },
      'no entries': {
        ...{ 'grammar/entries': ids(), 'grammar/modes': text([]), 'grammar/entryCounts': ids() },
        ...{ 'grammar/wordEntry': ids(), 'grammar/tagEntry': ids() },
      },
      'modes that are none': { 'grammar/modes': text(columns.entryModes.map(() => 'x')) },
      'rules in another order': {
        'grammar/binaries': ids(...binaries.slice(3), ...binaries.slice(0, 3)),
      },
      'a rule of a category too far': { 'grammar/binaries': ids(...binaries.slice(0, -1), 0xffff) },
      'a rule twice': {
        'grammar/binaries': ids(...binaries.slice(0, 3), ...binaries.slice(0, -3)),
      },
      'half a rule': { 'grammar/binaries': ids(...binaries.slice(0, -1)) },
      'chains in another order': {
        'grammar/chains': ids(...chains.slice(3), ...chains.slice(0, 3)),
      },
      'a chain to no category': { 'grammar/chains': ids(...chains.slice(0, -1), 0) },
      'a root of no category': { 'grammar/roots': ids(...columns.roots.map(() => 0)) },
      'words that begin before others': {
        'grammar/wordStart': written.sections.get('grammar/wordStart')!.slice().reverse(),
      },
      'an entry of a word too far': {
        'grammar/wordEntry': ids(...model.grammar!.dictionary.columns.wordEntry.map(() => 0xffff)),
      },
    };
    for (const [damage, changes] of Object.entries(damages)) {
      assert.throws(() => loadWhole(forged(changes)), { message: /"grammar".* damaged/ }, damage);
    }
  });

  it('is refused where its categories are more than there are weights', () => {
    const { columns, dictionary } = model.grammar!;
    const atoms = ['S[dcl]', 'S[b]', 'S[ng]', 'NP', 'PP', 'N', 'S[to]', 'S[adj]', 'S'];
    const functors = atoms.flatMap((x) =>
      atoms.flatMap((y) => atoms.map((z) => `(${x}/${y})\\${z}`)),
    );
    const categories = [...new Set([...columns.categories, ...functors])];
    const grammar = ModelGrammar.of({ ...columns, categories }, dictionary.columns);
    assert.doesNotThrow(() => loadWhole(encodeModel({ ...model, grammar })));
    const few = learned('ccg-shift-reduce', new Int8Array(1 << 9));
    const table = { ...model.tables.get('ccg-shift-reduce')!, learned: few };
    const tables = new Map([['ccg-shift-reduce', table]]);
    assert.doesNotThrow(() => loadWhole(encodeModel({ ...model, tables })));
    const crowded = encodeModel({ ...model, grammar, tables });
    assert.throws(() => loadWhole(crowded), { message: /part "ccg-shift-reduce".* damaged/ });
  });

  it('of a stranger, whatever is in it, is refused or serves every bag', () => {
    const names = [...written.sections.keys()].filter((name) => name.startsWith('grammar/'));
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
        loaded = loadWhole(forged(sections));
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
    fc.assert(property, { numRuns: cases(5_000), seed: 1 });
    assert.ok(Math.min(counts.refused, counts.used) > cases(400), JSON.stringify(counts));
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
