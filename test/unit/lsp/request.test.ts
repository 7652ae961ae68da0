import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CancellationTokenSource, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { Cancelled, SearchFailed } from '../../../server/src/hosts/pool.ts';
import { cancellable, requestFailed, Turns } from '../../../server/src/lsp/request.ts';

describe('a request that can be cancelled', () => {
  let source: CancellationTokenSource;
  /** The signals of the work that has begun. */
  let signals: AbortSignal[];

  beforeEach(() => {
    source = new CancellationTokenSource();
    signals = [];
  });

  const explain = <T>(work: () => Promise<T>): Promise<T> =>
    cancellable(source.token, 'Explaining', (signal) => {
      signals.push(signal);
      return work();
    });
  const never = (): Promise<never> => new Promise(() => undefined);
  const isCancelled = (error: unknown): boolean =>
    error instanceof ResponseError &&
    error.code === LSPErrorCodes.RequestCancelled &&
    error.message === 'Explaining was cancelled.';
  const isFailed = (error: unknown): boolean =>
    error instanceof ResponseError &&
    error.code === LSPErrorCodes.RequestFailed &&
    error.message === 'It broke\ufffd.';

  it('has the result of its work', async () => {
    assert.equal(await explain(() => Promise.resolve(1)), 1);
  });

  it('ends at once when it is cancelled, and tells its work, which may go on', async () => {
    const explained = explain(never);
    assert.equal(signals[0].aborted, false);
    source.cancel();
    assert.equal(signals[0].aborted, true);
    await assert.rejects(explained, isCancelled);
  });

  it('does not begin when it is cancelled already', async () => {
    source.cancel();
    await assert.rejects(explain(never), isCancelled);
    assert.deepEqual(signals, []);
  });

  it('stops what its work has begun when a part of it fails', async () => {
    await assert.rejects(
      explain(() => Promise.reject(new SearchFailed('It broke.'))),
      /It broke/,
    );
    assert.equal(signals[0].aborted, true);
  });

  it('says that it was cancelled when a search of its work was', async () => {
    await assert.rejects(
      explain(() => Promise.reject(new Cancelled())),
      isCancelled,
    );
  });

  it('says why a search failed, or the work itself, in printable characters', async () => {
    for (const error of [new SearchFailed('It broke\u001b.'), requestFailed('It broke\u001b.')]) {
      await assert.rejects(
        explain(() => Promise.reject(error)),
        isFailed,
      );
    }
  });

  it('waits for its turn, in order, and keeps no turn when it is cancelled or fails', async () => {
    const turns = new Turns({ sendRequest: () => Promise.resolve() });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const fails: ((error: Error) => void)[] = [];
    const sources = Array.from({ length: 6 }, () => new CancellationTokenSource());
    const requests = sources.map(({ token }, i) =>
      cancellable(
        token,
        'Exporting',
        () => {
          begun.push(i);
          return new Promise<number>((resolve, reject) => {
            ends[i] = () => resolve(i);
            fails[i] = reject;
          });
        },
        turns,
      ).catch(() => null),
    );
    assert.deepEqual(begun, [0, 1]);
    sources[2].cancel();
    assert.equal(await requests[2], null);
    ends[1]();
    assert.equal(await requests[1], 1);
    await nextTurn();
    assert.deepEqual(begun, [0, 1, 3]);
    fails[0](new Error('It broke.'));
    assert.equal(await requests[0], null);
    await nextTurn();
    assert.deepEqual(begun, [0, 1, 3, 4]);
    // The work of a cancelled request may go on: its turn lasts as long.
    sources[3].cancel();
    assert.equal(await requests[3], null);
    await nextTurn();
    assert.deepEqual(begun, [0, 1, 3, 4]);
    ends[3]();
    ends[4]();
    await nextTurn();
    ends[5]();
    assert.deepEqual(await Promise.all(requests), [null, 1, null, null, 4, 5]);
  });

  it('passes other errors on, and errors before the work waits', async () => {
    const error = new TypeError('A defect.');
    await assert.rejects(
      explain(() => Promise.reject(error)),
      error,
    );
    await assert.rejects(
      explain(() => {
        throw error;
      }),
      error,
    );
  });
});
