import assert from 'node:assert/strict';
import { CancellationToken } from 'vscode-languageserver';
import type { CodeLens, CodeLensParams, Connection } from 'vscode-languageserver';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { estimateBytes, ResultCache } from '../../../server/src/lsp/cache.ts';
import { registerCodeLenses } from '../../../server/src/lsp/code-lens.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { Log } from '../../../server/src/lsp/log.ts';
import { Scheduler } from '../../../server/src/lsp/schedule.ts';
import type { Session } from '../../../server/src/lsp/session.ts';
import { readSettings } from '../../../server/src/lsp/settings.ts';
import type { Realized } from '../../../server/src/realize/realizer.ts';
import { withoutModel } from '../support/check-options.ts';

const uri = 'file:///a.bow';
const bag = (name: string): string =>
  `bag ${name} {\n  words: x y\n    ${name}\n  expect: y x ${name}\n}\n`;
const result = (text: string): Realized => ({
  ...{ status: 'complete', search: 'arc-standard', message: null, isAll: false, isProven: false },
  // So large that keys do not count.
  realizations: [{ text, display: text.padEnd(10_000), score: 0, tokens: [], transitions: [] }],
});

describe('the lenses of a whole file', () => {
  const document = new BowDocument(uri, 'bow', 1, bag('a') + bag('b') + bag('c'));
  const [a, b, c] = document.file.bags;

  /** The lenses, with a cache of this many bytes. */
  function lenses(bytes: number, search: 'beam' | 'best-first' = 'beam') {
    const settings = { ...readSettings(null), search };
    const shared: Omit<Session, 'scheduler'> = {
      host: nodeHost,
      log: new Log({ info: () => undefined, error: () => undefined }),
      documents: new Map([[uri, document]]),
      settings: () => settings,
      checks: () => withoutModel,
      model: () => ({ kind: 'ready' }) as never,
      searches: () => ({ generation: 1, pool: { size: 0 } as never }),
    };
    const ignore = (): void => undefined;
    const notes = { onProgress: ignore, onRealized: ignore, onWork: ignore };
    const scheduler = new Scheduler({ ...shared, ...notes }, new ResultCache(bytes));
    let ask: (params: CodeLensParams, token: CancellationToken) => Promise<CodeLens[]>;
    let resolve: (lens: CodeLens) => CodeLens;
    const connection = {
      onCodeLens: (handler: typeof ask) => (ask = handler),
      onCodeLensResolve: (handler: typeof resolve) => (resolve = handler),
    };
    registerCodeLenses(connection as unknown as Connection, { ...shared, scheduler });
    const all = (): Promise<CodeLens[]> => ask({ textDocument: { uri } }, CancellationToken.None);
    const debugged = async (): Promise<number[]> =>
      (await all())
        .map(({ data }) => data as { kind: string; index: number })
        .flatMap(({ kind, index }) => (kind === 'debug' ? [index] : []));
    const title = async (): Promise<string | undefined> => resolve((await all())[0]).command?.title;
    return { scheduler, debugged, title };
  }

  it('say how many sentences were found and how many are listed, and where an expected one stands', async () => {
    const leftOut = [
      { text: 'x a y', score: -1, rank: 2 },
      { text: 'y x a', score: -2, rank: 3 },
    ];
    const titleOf = (realized: Realized): Promise<string | undefined> => {
      const { scheduler, title } = lenses(Infinity);
      scheduler.keep(uri, a, realized);
      return title();
    };
    assert.deepEqual(
      [await titleOf({ ...result('x y a'), leftOut }), await titleOf(result('x y a'))],
      [
        '3 sentences found, 1 listed · expected is no. 3',
        '1 sentence found · expected, missed by the search',
      ],
    );
  });

  it('keep no result in the cache, and leave none of them out', async () => {
    const { scheduler, debugged } = lenses(2.5 * estimateBytes(result('x y a')));
    scheduler.keep(uri, b, result('x y b'));
    scheduler.keep(uri, a, result('x y a'));
    // They are looked at in the order of the file: after that, b would be the one used last.
    assert.deepEqual(await debugged(), [0, 1]);
    scheduler.keep(uri, c, result('y x c'));
    assert.deepEqual(await debugged(), [0]);
    assert.equal(scheduler.resultOf(uri, b), null);
  });

  it('offer no debugging of best-first search, which has no steps', async () => {
    for (const [search, offered] of [
      ['beam', [0]],
      ['best-first', []],
    ] as const) {
      const { scheduler, debugged } = lenses(Infinity, search);
      scheduler.keep(uri, a, result('x y a'));
      assert.deepEqual(await debugged(), offered);
    }
  });

  it('rank what is expected once for each result', () => {
    const [first, second] = [result('x y a'), result('y x a')];
    const ranked = document.ranked(document.checked(withoutModel), 0, first);
    assert.deepEqual(
      ranked.map(({ rank }) => rank),
      [null],
    );
    assert.equal(document.ranked(document.checked({ ...withoutModel }), 0, first), ranked);
    assert.deepEqual(
      document.ranked(document.checked(withoutModel), 0, second).map(({ rank }) => rank),
      [1],
    );
  });
});
