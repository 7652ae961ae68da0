import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Host, WorkerListener, WorkerThread } from '../../../server/src/hosts/host.ts';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import type { ExplainJob, RealizeJob } from '../../../server/src/hosts/messages.ts';
import { Cancelled, Pool } from '../../../server/src/hosts/pool.ts';
import type { PoolOptions, RunOptions } from '../../../server/src/hosts/pool.ts';
import type { Realized } from '../../../server/src/realize/realizer.ts';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { bundleFakeWorker, memoryToCountIn } from './fake.ts';

const job = (words: string, timeLimit = 0): RealizeJob => ({
  bag: plainBag({
    words: words.split(' ').map((form) => ({ form, tags: [] })),
    arcs: [],
    root: null,
  }),
  options: { beam: 1, results: 1 },
  timeLimit,
});

const all = { beam: 1, search: 'beam' } as const;
const explaining = (words: string, timeLimit = 0): ExplainJob => ({
  ...job(words, timeLimit),
  words: words.split(' '),
  options: { ...all, results: 1, helpMs: 0 },
});

describe('the pool', () => {
  let script: string;
  let removeScript: () => void;
  let pool: Pool;
  let counter: Int32Array;

  const open = (size: number, patience: Pick<PoolOptions, 'grace' | 'cancelGrace'> = {}): Pool => {
    const model = memoryToCountIn(8);
    counter = new Int32Array(model.isFilled);
    pool = new Pool({
      host: nodeHost,
      script,
      files: { model, languageModel: null },
      size,
      ...patience,
    });
    return pool;
  };
  const until = async (condition: () => boolean): Promise<void> => {
    for (let i = 0; i < 5_000 && !condition(); i++) await delay(1);
    assert.ok(condition());
  };
  const searching = (count: number): Promise<void> =>
    until(() => Atomics.load(counter, 0) >= count);
  const idle = (): Promise<void> => until(() => pool.busy === 0);

  before(() => {
    ({ script, remove: removeScript } = bundleFakeWorker());
  });
  after(() => removeScript());
  afterEach(() => pool.dispose());

  for (const size of [1, 3]) {
    it(`answers every job with its own result (${size} at a time)`, async () => {
      open(size);
      const bags = Array.from({ length: 20 }, (_, i) => `word${i} word`);
      const results = await Promise.all(bags.map((bag) => pool.realize(job(bag))));
      assert.deepEqual(
        results.map((result) => result.realizations[0].text),
        bags,
      );
      assert.ok(pool.threads.length <= size);
    });
  }

  it('starts no worker before there is work', () => {
    assert.deepEqual(open(2).threads, []);
  });

  it('cuts a search short at its time limit', async () => {
    open(1);
    // The search ends only when it is told to, and the worker is not ended for it.
    await pool.realize(job('warm up'));
    const { threads } = pool;
    const result = await pool.realize(job('search', 40));
    assert.equal(result.status, 'cut-short');
    assert.deepEqual(pool.threads, threads);
  });

  it('tells what a search has found so far, best first, if that is asked for', async () => {
    open(1);
    await pool.realize(job('warm up'));
    const told: string[][] = [];
    const onPartial = ({ realizations }: Realized): void => {
      told.push(realizations.map(({ text }) => text));
    };
    const streaming = { ...job('stream b'), options: { beam: 1, results: 2 } };
    const whole = await pool.realize({ ...streaming, isStreamed: true }, { onPartial });
    assert.deepEqual(told, [['b stream'], ['stream b', 'b stream'], ['stream b', 'b stream']]);
    assert.equal(whole.status, 'complete');
    told.length = 0;
    await pool.realize(streaming, { onPartial });
    assert.deepEqual(told, []);
  });

  it('stops a cancelled search, and goes on in the same worker', async () => {
    open(1, { cancelGrace: 5_000 }); // A busy machine may keep the worker waiting.
    await pool.realize(job('warm up'));
    const { threads } = pool;
    for (let i = 1; i <= 5; i++) {
      const abort = new AbortController();
      const running = pool.realize(job('search'), { signal: abort.signal });
      await searching(i);
      assert.equal(pool.busy, 1);
      abort.abort();
      await assert.rejects(running, Cancelled);
      await idle();
    }
    assert.equal((await pool.realize(job('next'))).realizations[0].text, 'next');
    assert.deepEqual(pool.threads, threads);
  });

  it('never starts a job that was cancelled while it waited', async () => {
    open(1);
    const abort = new AbortController();
    const first = new AbortController();
    const running = pool.realize(job('search'), { signal: first.signal });
    await searching(1);
    const waiting = pool.realize(job('search'), { signal: abort.signal });
    abort.abort();
    await assert.rejects(waiting, Cancelled);
    first.abort();
    await assert.rejects(running, Cancelled);
    await pool.realize(job('next'));
    assert.equal(counter[0], 1);
  });

  it('comes to what is urgent first, and else keeps the order', async () => {
    open(1);
    const first = new AbortController();
    const running = pool.realize(job('search'), { signal: first.signal });
    await searching(1);
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const waiting = [
      pool.explain(explaining('a')).then(note('a')),
      pool.explain(explaining('b')).then(note('b')),
      pool.realize(job('c'), { isUrgent: true }).then(note('c')),
      pool.realize(job('d'), { isUrgent: true }).then(note('d')),
      pool.realize(job('e')).then(note('e')),
    ];
    first.abort();
    await assert.rejects(running, Cancelled);
    await Promise.all(waiting);
    assert.deepEqual(ended, ['c', 'd', 'a', 'b', 'e']);
  });

  it('runs what gives way only while there is nothing else, and ends it as soon as something comes', async () => {
    open(2);
    const givesWay = { givesWay: true };
    const proof = pool.realize(job('search'), givesWay);
    await searching(1);
    // A worker is free, but a processor may not be.
    const other = pool.realize(job('dogs'));
    await assert.rejects(proof, Cancelled);
    await assert.rejects(pool.realize(job('cats'), givesWay), Cancelled);
    assert.equal((await other).realizations[0].text, 'dogs');
    await idle();
    assert.equal((await pool.realize(job('cats'), givesWay)).realizations[0].text, 'cats');
  });

  it('runs what gives way before the rest of bulk jobs, which do not end it', async () => {
    open(1);
    const ended: string[] = [];
    const run = async (words: string, options: RunOptions): Promise<void> => {
      await pool.realize(job(words), options);
      ended.push(words);
    };
    const bulk = { isBulk: true };
    const jobs = [run('stream a', bulk), run('b', { ...bulk, isUrgent: true }), run('c', bulk)];
    assert.equal(pool.idleJobs, 0);
    jobs.push(run('proof', { givesWay: true }));
    assert.equal(pool.idleJobs, 1);
    jobs.push(run('d', { ...bulk, isUrgent: true }));
    await Promise.all(jobs);
    assert.deepEqual(ended, ['stream a', 'proof', 'b', 'd', 'c']);

    const proof = pool.realize(job('search'), { givesWay: true });
    await searching(1);
    const waiting = run('e', bulk);
    await delay(50);
    assert.equal(pool.idleJobs, 1);
    const other = run('dogs', {});
    await assert.rejects(proof, Cancelled);
    assert.equal(pool.idleJobs, 0);
    await Promise.all([waiting, other]);
  });

  it('gives an explanation and a trace up at their time limit', async () => {
    open(1, { grace: 5_000 });
    await pool.realize(job('warm up'));
    const { threads } = pool;
    assert.equal(
      await pool.explain(explaining('search', 40)),
      'Explaining the sentence took more than 0.04 seconds and was stopped.',
    );
    assert.equal(
      await pool.trace({ ...explaining('search', 40), options: { ...all, results: 1 } }),
      'Tracing the search took more than 0.04 seconds and was stopped.',
    );
    assert.deepEqual(pool.threads, threads);
  });

  it('ends a worker with an explanation that hangs', async () => {
    open(1, { grace: 50 });
    await pool.realize(job('warm up'));
    const { threads } = pool;
    await assert.rejects(pool.explain(explaining('hang', 10)), /did not stop at its time limit/);
    assert.notDeepEqual(pool.threads, threads);
  });

  it('reports what a search threw, and goes on', async () => {
    open(1);
    await assert.rejects(pool.realize(job('throw')), /The search failed: no such feature/);
    assert.equal((await pool.realize(job('next'))).status, 'complete');
  });

  it('replaces a worker that died and tries its job again', async () => {
    open(1);
    assert.equal((await pool.realize(job('die-once'))).status, 'complete');
  });

  it('gives a job up whose worker died twice, and goes on', async () => {
    open(1);
    await assert.rejects(
      pool.realize(job('die')),
      /The search stopped unexpectedly, twice \(exit code 3\)/,
    );
    assert.equal((await pool.realize(job('next'))).status, 'complete');
  });

  it('ends a worker that does not stop at its time limit, without another try', async () => {
    open(1, { grace: 50 });
    await pool.realize(job('warm up'));
    const { threads } = pool;
    await assert.rejects(pool.realize(job('hang', 10)), /did not stop at its time limit/);
    // On a slow machine the worker is ended before it starts the job.
    assert.ok(counter[0] <= 1, 'it was not started again');
    assert.equal((await pool.realize(job('next'))).status, 'complete');
    assert.notDeepEqual(pool.threads, threads);
  });

  it('ends a worker that does not stop when its job is cancelled', async () => {
    open(1);
    await pool.realize(job('warm up'));
    const { threads } = pool;
    const abort = new AbortController();
    const running = pool.realize(job('hang'), { signal: abort.signal });
    await searching(1);
    abort.abort();
    await assert.rejects(running, Cancelled);
    assert.equal((await pool.realize(job('next'))).status, 'complete');
    assert.notDeepEqual(pool.threads, threads);
  });

  it('rejects everything when it is disposed', async () => {
    open(1);
    const running = pool.realize(job('search'));
    const waiting = pool.realize(job('next'));
    const rejected = Promise.all([
      assert.rejects(running, Cancelled),
      assert.rejects(waiting, Cancelled),
    ]);
    await searching(1);
    await pool.dispose();
    await rejected;
    await assert.rejects(pool.realize(job('late')), Cancelled);
  });

  it('keeps the program alive until its workers have ended, also if one answers in between', async () => {
    let listener: WorkerListener;
    let id: number;
    const kept: boolean[] = [];
    const thread: WorkerThread = {
      id: 1,
      post: (message) => ({ id } = message as { id: number }),
      keepAlive: (waits) => kept.push(waits),
      terminate: () => {
        listener.onMessage({ type: 'failed', id, message: 'stopped' });
        return Promise.resolve();
      },
    };
    const startWorker: Host['startWorker'] = (_script, _start, one) => {
      listener = one;
      return thread;
    };
    const files = { model: memoryToCountIn(8), languageModel: null };
    pool = new Pool({ host: { ...nodeHost, startWorker }, script, files, size: 1 });
    const running = assert.rejects(pool.realize(job('search')), Cancelled);
    await pool.dispose();
    await running;
    assert.deepEqual(kept, [true]);
  });
});
