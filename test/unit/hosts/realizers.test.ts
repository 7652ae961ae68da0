import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import type { Model } from '../../../server/src/model/model.ts';
import {
  mapConcurrently,
  resultsInOrder,
  timedAgain,
  type TimedRealized,
} from '../../../server/src/realize/realizers.ts';
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

describe('the time of a search', () => {
  const timed = (cpuMs: number, realizations: readonly unknown[] = [{}]): TimedRealized =>
    ({ cpuMs, realizations }) as unknown as TimedRealized;

  it('is that of the faster of two runs, unless the first takes a second or finds nothing', async () => {
    let runs = 0;
    const after = async (first: TimedRealized): Promise<number> =>
      (await timedAgain(first, () => Promise.resolve((runs++, timed(40))))).cpuMs;
    assert.deepEqual([await after(timed(270)), await after(timed(30)), runs], [40, 30, 2]);
    assert.deepEqual([await after(timed(1000)), await after(timed(9, [])), runs], [1000, 9, 2]);
  });
});

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

  it('let each result be used before the search for the next bag begins, in one thread too', async () => {
    const realizers = openRealizers(sharing(0), 1, 'no such script');
    const events: string[] = [];
    const realize = async (words: string): Promise<string> => {
      const { realizations } = await realizers.realize(bag(words), options);
      events.push(`found ${words}`);
      return realizations.length === 1 ? words : 'nothing';
    };
    for await (const words of resultsInOrder(['cat the', 'the cat', 'cat'], 1, realize)) {
      events.push(`used ${words}`);
    }
    const inOrder = ['cat the', 'the cat', 'cat'].flatMap((one) => [`found ${one}`, `used ${one}`]);
    assert.deepEqual(events, inOrder);
    await realizers.close();
  });

  it('give up an explanation that is not complete in its time', async () => {
    const realizers = openRealizers(sharing(0), 1, 'no such script');
    const asked = { ...options, search: 'beam', helpMs: 0 } as const;
    const explained = (timeLimit: number) =>
      realizers.explain(bag('cat the'), ['the', 'cat'], asked, timeLimit);
    const cutOff = await explained(1e-6);
    assert.ok(typeof cutOff === 'string');
    assert.match(cutOff, /^Explaining the sentence took more than/);
    assert.equal(typeof (await explained(0)), 'object');
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

  it('yields each result as soon as all results before it are there', async () => {
    const done: number[] = [];
    const seen: number[][] = [];
    const work = async (turns: number): Promise<number> => {
      for (let i = 0; i < turns; i++) await setImmediate();
      done.push(turns);
      return turns;
    };
    const results: number[] = [];
    for await (const result of resultsInOrder([3, 1, 9, 2], 2, work)) {
      results.push(result);
      seen.push([...done]);
    }
    assert.deepEqual(results, [3, 1, 9, 2]);
    assert.deepEqual(seen, [
      [1, 3],
      [1, 3],
      [1, 3, 2, 9],
      [1, 3, 2, 9],
    ]);
  });

  it('throws a failure in its place, and begins no more after the results are left', async () => {
    const begun: number[] = [];
    const work = async (item: number): Promise<number> => {
      begun.push(item);
      await setImmediate();
      if (item === 3) throw new Error('three');
      return item;
    };
    const results: number[] = [];
    await assert.rejects(async () => {
      for await (const result of resultsInOrder([1, 2, 3, 4, 5, 6], 1, work)) results.push(result);
    }, /three/);
    assert.deepEqual(
      [results, begun],
      [
        [1, 2],
        [1, 2, 3],
      ],
    );
    begun.length = 0;
    for await (const result of resultsInOrder([1, 2, 4, 5, 6, 7], 2, work)) {
      if (result === 1) break;
    }
    for (let i = 0; i < 9; i++) await setImmediate();
    assert.ok(begun.length <= 4, begun.join(' '));
  });

  it('stops waiting for a result when its signal is aborted', async () => {
    const abortion = new AbortController();
    const never = (): Promise<number> => new Promise(() => undefined);
    const results = resultsInOrder([1], 1, never, abortion.signal);
    const next = assert.rejects(results.next(), /enough/);
    abortion.abort(new Error('enough'));
    await next;
  });
});
