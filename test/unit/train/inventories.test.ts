import assert from 'node:assert/strict';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { encodeModel, loadModel, type Model } from '../../../server/src/model/model.ts';
import { createRealizer, NEVER, type Realizer } from '../../../server/src/realize/realizer.ts';
import { dependentTags, HEAD_TAG, trainMade } from '../support/made-treebank.ts';

for (const count of [3, 301, 3001]) {
  describe(`a model of a treebank with ${count} tags`, () => {
    const tags = dependentTags(count);
    let model: Model;
    let realizer: Realizer;

    before(async () => {
      model = await trainMade(count);
      realizer = createRealizer({ model, languageModel: null });
    });

    /** A head and two dependents of forms that training has not seen, the right one first. */
    const bag = (left: string, right: string, arcs: Bag['arcs']): Bag =>
      plainBag({
        words: [
          { form: 'zulu', tags: [right] },
          { form: 'yankee', tags: [left] },
          { form: 'xray', tags: [HEAD_TAG] },
        ],
        arcs,
        root: null,
      });
    const fullTree = [0, 1].map((dependent) => ({ head: 2, dependent, label: 'dep' }));

    it('has them all in its file', () => {
      const { lexicon } = loadModel(encodeModel(model));
      assert.deepEqual(lexicon.tags, [HEAD_TAG, ...tags]);
    });

    for (const [what, arcs] of [
      ['words with tags', []],
      ['full trees', fullTree],
    ] as const) {
      it(`orders ${what} by their tags`, () => {
        let right = 0;
        const pairs = Math.min(50, tags.length / 2);
        for (let i = 0; i < pairs; i++) {
          const place = Math.floor((i * tags.length) / (2 * pairs));
          const [leftTag, rightTag] = [tags[place], tags[tags.length - 1 - place]];
          const made = bag(leftTag, rightTag, arcs);
          const { status, realizations } = realizer.realize(made, { beam: 8, results: 1 }, NEVER);
          assert.equal(status, 'complete');
          const [{ text, tokens }] = realizations;
          if (text === 'yankee xray zulu') right++;
          for (const { word, tag } of tokens) assert.equal(tag, made.words[word].tags[0]);
        }
        assert.ok(right >= 0.8 * pairs, `${right} of ${pairs}`);
      });
    }

    it('chooses tags for words that have none, known and unknown', () => {
      const words = ['left0x0', 'head0', 'zulu'].map((form) => ({ form, tags: [] }));
      const made = plainBag({ words, arcs: [], root: null });
      const [{ tokens }] = realizer.realize(made, { beam: 8, results: 1 }, NEVER).realizations;
      const chosen = new Map(tokens.map(({ form, tag }) => [form, tag]));
      assert.equal(chosen.get('left0x0'), tags[0]);
      assert.equal(chosen.get('head0'), HEAD_TAG);
      assert.ok(model.lexicon.tags.includes(chosen.get('zulu')!));
    });

    it('tells a tag that it has not seen from all others', () => {
      const made = bag('FOREIGN-1', 'FOREIGN-2', []);
      const [{ tokens }] = realizer.realize(made, { beam: 8, results: 1 }, NEVER).realizations;
      for (const { word, tag } of tokens) assert.equal(tag, made.words[word].tags[0]);
    });
  });
}

describe('a bag with more foreign tags than are told apart', () => {
  it('is realized all the same', async () => {
    const realizer = createRealizer({ model: await trainMade(3), languageModel: null });
    const words = Array.from({ length: 100 }, (_, i) => ({
      form: `w${i}`,
      tags: [`A${i}`, `B${i}`, `C${i}`],
    }));
    const bag = plainBag({ words, arcs: [], root: null });
    const { status, realizations } = realizer.realize(bag, { beam: 1, results: 1 }, NEVER);
    assert.equal(status, 'complete');
    assert.ok(Number.isInteger(realizations[0].score));
    assert.equal(realizations[0].tokens.length, words.length);
  });
});
