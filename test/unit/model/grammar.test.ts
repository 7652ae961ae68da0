import assert from 'node:assert/strict';
import { WEIGHT_COUNT } from '../../../server/src/grammar/ccg/supertagger-features.ts';
import { decodeSections, encodeSections } from '../../../server/src/model/file.ts';
import { encodeModel, loadModel, MODEL_VERSION } from '../../../server/src/model/model.ts';
import { Random } from '../../../server/src/util/random.ts';
import { grammarOf, verbSentences } from '../support/derived.ts';
import { smallModel } from '../support/small-model.ts';

const random = new Random(1);
const weights = Int8Array.from({ length: WEIGHT_COUNT }, () => random.below(255) - 127);
const { lexicon, grammar } = grammarOf(verbSentences);
const small = loadModel(smallModel());
const supertagged = { ...small, lexicon, grammar: grammar.withSupertagger(weights) };

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
    const { metadata, sections } = decodeSections(encodeModel(supertagged), MODEL_VERSION);
    for (const length of [0, 1, WEIGHT_COUNT - 1, WEIGHT_COUNT + 1, 2 * WEIGHT_COUNT]) {
      const changed = new Map(sections).set('supertaggerWeights', new Uint8Array(length));
      const file = encodeSections({ version: MODEL_VERSION, metadata, sections: changed });
      assert.throws(() => loadModel(file), { name: 'ModelError', message: /damaged/ });
    }
  });

  it('is refused where an entry of the grammar was never seen: its likelihood would be nothing', () => {
    const { metadata, sections } = decodeSections(encodeModel(supertagged), MODEL_VERSION);
    const counts = sections.get('grammarEntryCounts')!.slice().fill(0);
    const changed = new Map(sections).set('grammarEntryCounts', counts);
    const file = encodeSections({ version: MODEL_VERSION, metadata, sections: changed });
    assert.throws(() => loadModel(file), { name: 'ModelError', message: /damaged/ });
  });
});
