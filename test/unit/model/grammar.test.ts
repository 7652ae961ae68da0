import assert from 'node:assert/strict';
import { WEIGHT_COUNT } from '../../../server/src/grammar/ccg/supertagger-features.ts';
import { encodeModel, loadModel, MODEL_FORMAT } from '../../../server/src/model/model.ts';
import { Registry } from '../../../server/src/search/registry.ts';
import { Random } from '../../../server/src/util/random.ts';
import { grammarOf, verbSentences } from '../support/derived.ts';
import { smallModel } from '../support/small-model.ts';
import { forge, loadWhole, takeApart } from '../support/model-files.ts';

const random = new Random(1);
const weights = Int8Array.from({ length: WEIGHT_COUNT }, () => random.below(255) - 127);
const { lexicon, grammar } = grammarOf(verbSentences);
const small = loadModel(smallModel());
const supertagged = { ...small, lexicon, grammar: grammar.withSupertagger(weights) };

/** Loads the model with other sections. */
function refuses(changes: Readonly<Record<string, Uint8Array>>, message: RegExp): void {
  const file = forge(encodeModel(supertagged), MODEL_FORMAT, changes);
  assert.throws(() => loadWhole(file), { name: 'ModelError', message });
}

describe('the unary rules of words in a model file', () => {
  const file = encodeModel({ ...small, lexicon, grammar });
  const { sections } = takeApart(file, MODEL_FORMAT);
  const names = [...sections.keys()].filter((name) => name.startsWith('grammar/chains.'));

  it('are read as they were written', () => {
    const read = loadModel(file);
    assert.ok(grammar.chainsOfWords!.tagEntry.length > 0);
    assert.deepEqual(read.grammar?.chainsOfWords, grammar.chainsOfWords);
    assert.deepEqual(encodeModel(read), file);
  });

  it('may be missing, as in an older model: then no rule is known to be seldom right', () => {
    assert.equal(names.length, 7);
    const without = Object.fromEntries(names.map((name) => [name, null]));
    const read = loadWhole(forge(file, MODEL_FORMAT, without));
    assert.deepEqual(read.grammar?.columns, grammar.columns);
    assert.equal(read.grammar.chainsOfWords, null);
    assert.equal(read.grammar.seldomChains, null);
    const entries = new Registry({ model: read, languageModel: null }).entries;
    assert.equal(entries.seldomChains, null);
  });

  it('are refused if a count is of a chain that there is not, or a part is missing', () => {
    const tags = sections.get('grammar/chains.tagEntry')!;
    const broken = [
      { 'grammar/chains.tagEntry': tags.map(() => 0xff) },
      { 'grammar/chains.tagCount': sections.get('grammar/chains.tagCount')!.slice(4) },
      { 'grammar/chains.wordTag': null },
    ];
    for (const changes of broken) {
      const message = /part "grammar".* damaged/;
      const forged = forge(file, MODEL_FORMAT, changes);
      assert.throws(() => loadWhole(forged), { name: 'ModelError', message });
    }
  });
});

describe('the supertagger of a model file', () => {
  it('is read as it was written', () => {
    const read = loadModel(encodeModel(supertagged));
    assert.deepEqual(read.grammar?.supertaggerWeights, weights);
    assert.deepEqual(encodeModel(read), encodeModel(supertagged));
  });

  it('may be missing: the dictionary speaks alone', () => {
    const read = loadModel(encodeModel({ ...small, lexicon, grammar }));
    assert.deepEqual(read.grammar?.columns, grammar.columns);
    assert.equal(read.grammar.supertagger, null);
  });

  it('is refused where it has too few weights, or too many', () => {
    for (const length of [0, 1, WEIGHT_COUNT - 1, WEIGHT_COUNT + 1, 2 * WEIGHT_COUNT]) {
      refuses({ 'supertagger/weights': new Uint8Array(length) }, /part "supertagger".* damaged/);
    }
  });

  it('is refused where an entry of the grammar was never seen: its likelihood would be nothing', () => {
    const { sections } = takeApart(encodeModel(supertagged), MODEL_FORMAT);
    const counts = sections.get('grammar/entryCounts')!.slice().fill(0);
    refuses({ 'grammar/entryCounts': counts }, /part "grammar".* damaged/);
  });
});
