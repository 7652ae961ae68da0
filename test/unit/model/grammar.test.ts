import assert from 'node:assert/strict';
import { WEIGHT_COUNT } from '../../../server/src/grammar/ccg/supertagger-features.ts';
import { encodeModel, loadModel, MODEL_FORMAT } from '../../../server/src/model/model.ts';
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
