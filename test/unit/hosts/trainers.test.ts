import assert from 'node:assert/strict';
import { encodeModel } from '../../../server/src/model/model.ts';
import { SearchFailed } from '../../../server/src/hosts/pool.ts';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import { tinyFluentModel, tinyModel } from '../support/tiny.ts';
import { bundleWorker } from './fake.ts';

const source = new URL('../../../server/src/hosts/node/', import.meta.url);

describe('training in workers', () => {
  for (const [how, train] of [
    ['without a language model', tinyModel],
    ['with one and its parts', tinyFluentModel],
  ] as const) {
    it(`gives the same model as training in one thread, ${how}`, async () => {
      const worker = bundleWorker(new URL('worker.ts', source));
      const trainWorker = bundleWorker(new URL('train-worker.ts', source));
      try {
        const host = trainIn(2, { worker: worker.script, trainWorker: trainWorker.script });
        const parallel = await train(3, host, 2);
        assert.deepEqual(encodeModel(parallel), encodeModel(await train(3, undefined, 2)));
      } finally {
        worker.remove();
        trainWorker.remove();
      }
    });
  }

  it('says what became of its workers', async () => {
    const nowhere = '/nowhere/worker.cjs';
    await assert.rejects(
      tinyModel(1, trainIn(2, { worker: nowhere, trainWorker: nowhere })),
      (error) => error instanceof SearchFailed && error.message.includes(nowhere),
    );
  });
});
