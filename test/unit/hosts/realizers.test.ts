import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { mapConcurrently } from '../../../server/src/realize/realizers.ts';
import { Cancelled, SearchFailed } from '../../../server/src/hosts/pool.ts';
import { openRealizers, type SharedResources } from '../../../server/src/hosts/node/realizers.ts';
import { tinyModel } from '../support/tiny.ts';
import { bundleFakeWorker, memoryToCountIn } from './fake.ts';

const bag = (words: string): Bag =>
  plainBag({
    words: words.split(' ').map((form) => ({ form, tags: [] })),
    arcs: [],
    root: null,
  });
const options = { beam: 8, results: 1 };

describe('realizers', () => {
  let script: string;
  let removeScript: () => void;
  let model: Model;
  before(async () => {
    model = await tinyModel();
    ({ script, remove: removeScript } = bundleFakeWorker());
  });
  after(() => removeScript());

  /** The fake worker's "model" is memory to count in. */
  const sharing = (bytes: number): SharedResources => ({
    resources: { model, languageModel: null },
    files: { model: memoryToCountIn(bytes), languageModel: null },
  });

  it('need no worker where there is one thread', async () => {
    const shared = sharing(0);
    const realizers = openRealizers(shared, 1, 'no such script');
    const { realizations } = await realizers.realize(bag('cat the'), options);
    assert.equal(realizations[0].tokens.length, 2);
    await realizers.close();
  });

  it('tell what a search took in its thread', async () => {
    const shared = sharing(8);
    for (const threads of [1, 2]) {
      const realizers = openRealizers(shared, threads, script);
      const { wallMs, cpuMs } = await realizers.realize(bag('cat the'), options);
      assert.ok(wallMs > 0 && cpuMs >= 0);
      await realizers.close();
    }
  });

  it('say what became of a worker that dies, and go on', async () => {
    const shared = sharing(8);
    const realizers = openRealizers(shared, 2, script);
    try {
      await assert.rejects(
        realizers.realize(bag('die'), options),
        new SearchFailed('The search stopped unexpectedly, twice (exit code 3).'),
      );
      assert.equal((await realizers.realize(bag('next'), options)).status, 'complete');
    } finally {
      await realizers.close();
    }
  });

  it('say which script their workers lack', async () => {
    const shared = sharing(8);
    const realizers = openRealizers(shared, 2, '/nowhere/worker.cjs');
    await assert.rejects(realizers.realize(bag('word'), options), /nowhere/);
    await realizers.close();
  });

  it('give up what is under way when they are closed', async () => {
    const shared = sharing(8);
    const realizers = openRealizers(shared, 2, script);
    const rejected = assert.rejects(realizers.realize(bag('hang'), options), Cancelled);
    await realizers.close();
    await rejected;
  });
});

describe('concurrent work', () => {
  it('is begun in order, so much at a time, and its results keep their order', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([5, 1, 4, 2, 3], 2, async (turns, place) => {
      begun.push(place);
      most = Math.max(most, ++running);
      for (let i = 0; i < turns; i++) await setImmediate();
      running--;
      return turns * 10;
    });
    assert.deepEqual(results, [50, 10, 40, 20, 30]);
    assert.deepEqual(begun, [0, 1, 2, 3, 4]);
    assert.equal(most, 2);
  });

  it('fails with the first failure', async () => {
    await assert.rejects(
      mapConcurrently([1, 2, 3], 2, (item) =>
        item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
      ),
      /two/,
    );
    assert.deepEqual(await mapConcurrently([], 2, () => Promise.resolve(1)), []);
  });
});
