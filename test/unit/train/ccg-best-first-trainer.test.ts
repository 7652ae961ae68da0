import assert from 'node:assert/strict';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import { encodeModel, loadModel } from '../../../server/src/model/model.ts';
import { createRealizer } from '../../../server/src/realize/realizer.ts';
import { train } from '../../../server/src/train/train.ts';
import { evaluationBag } from '../../../server/src/evaluate/evaluate.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { smallDerivations } from '../support/small-derivations.ts';
import { tinyData, tinyOptions } from '../support/tiny.ts';
import { silent } from '../support/silent.ts';

describe('training for best-first search over categories', () => {
  const ways = [
    ['large margin, sums', 'margin', true, false],
    ['large margin, scaled', 'margin', true, true],
    ['large margin, wrong constituents dropped', 'margin', false, false],
    ['perceptron', 'perceptron', false, false],
  ] as const;
  for (const [name, update, expandsNegatives, isScaled] of ways) {
    it(`makes a table that orders the words of a few derivations: ${name}`, async () => {
      const comparison = { isScaled, perWord: 0, haste: 0 };
      const options = {
        ...tinyOptions(1, 8),
        searches: ['ccg-best-first'] as const,
        bestFirst: { update, expandsNegatives, comparison },
      };
      const data = {
        ...tinyData(null),
        sentences: smallDerivations.map((sentence) => ({ sentence, part: 0 })),
        development: smallDerivations,
      };
      const host = trainIn(1, { worker: '', trainWorker: '' });
      const model = loadModel(encodeModel(await train(data, options, host, silent)));
      assert.deepEqual([...model.tables.keys()], ['ccg-best-first']);
      assert.equal(model.tables.get('ccg-best-first')!.comparison?.isScaled, isScaled);
      const realizer = createRealizer({ model, languageModel: null });
      let exact = 0;
      for (const [place, sentence] of smallDerivations.entries()) {
        const given = { pos: 'all', dep: 'none', label: false, categories: 'all' } as const;
        const { bag } = evaluationBag(sentence, place, given, 1);
        const asked = { beam: 64, results: 1, search: 'best-first' } as const;
        const [best] = realizer.realize(bag, asked, NEVER).realizations;
        if (best.text === sentence.forms.join(' ')) exact++;
      }
      assert.equal(exact, smallDerivations.length);
    });
  }
});
