import assert from 'node:assert/strict';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { Cancelled, SearchFailed } from '../../../server/src/hosts/pool.ts';
import { Additions } from '../../../server/src/lsp/additions.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { Log } from '../../../server/src/lsp/log.ts';
import { Explanations } from '../../../server/src/lsp/explanations.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { ExplainParams } from '../../../server/src/lsp/protocol.ts';
import { Scheduler } from '../../../server/src/lsp/schedule.ts';
import type { Searches, Session } from '../../../server/src/lsp/session.ts';
import { readSettings } from '../../../server/src/lsp/settings.ts';
import { withoutModel } from '../support/check-options.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const bag = (name: string, words: string): string => `bag ${name} {\n  words: ${words}\n}\n`;

describe('requests for explanations', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  beforeEach(async () => {
    editor = new Editor({ worker, poolSize: 1 });
    editor.settings = { realizeOn: 'never', languageModel: 'none', timeLimit: 600_000 };
    await editor.start(extension);
  });
  afterEach(() => editor.stop());

  /** Where the first word is `search`, it ends when it is told to. */
  const explain = (index: number, source = new CancellationTokenSource()): Promise<unknown> => {
    const params: ExplainParams = { uri, index, text: 'x', against: null, depth: 'whole' };
    return editor.client.sendRequest(messages.explain, params, source.token);
  };

  it('wait until the bag that is looked at is realized', async () => {
    await editor.open(uri, bag('a', 'search x') + bag('b', 'search y') + bag('c', 'dogs'));
    const sources = [0, 1].map(() => new CancellationTokenSource());
    const explained = sources.map((source, i) =>
      assert.rejects(explain(i, source), /Explaining was cancelled/),
    );
    await editor.client.sendRequest(messages.realize, { uri, index: 2 });
    const view = editor.realized(uri, 'c');
    sources[0].cancel();
    assert.equal((await view)?.state.kind, 'realized');
    sources[1].cancel();
    await Promise.all(explained);
  });

  it('are over once they are cancelled: their worker does something else', async () => {
    await editor.open(uri, bag('a', 'search x') + bag('b', 'dogs'));
    const source = new CancellationTokenSource();
    const explained = explain(0, source);
    source.cancel();
    await assert.rejects(explained, /Explaining was cancelled/);
    await assert.rejects(explain(1), /Nothing is explained/);
  });

  it('may take longer than the search that they are about, and not for ever', async () => {
    const document = new BowDocument(uri, 'bow', 1, bag('a', 'x y'));
    const limits: number[] = [];
    const pool: Searches = {
      size: 1,
      idleJobs: 0,
      explain: ({ timeLimit }) => {
        limits.push(timeLimit);
        return Promise.resolve('There is nothing to say.');
      },
      realize: () => assert.fail(),
      trace: () => assert.fail(),
      survey: () => assert.fail(),
      parse: () => assert.fail(),
      label: () => assert.fail(),
    };
    const settings = readSettings({ timeLimit: 1_000 });
    const shared: Omit<Session, 'scheduler'> = {
      host: nodeHost,
      log: new Log({ info: () => undefined, error: () => undefined }),
      documents: new Map([[uri, document]]),
      settings: () => settings,
      checks: () => withoutModel,
      model: () => assert.fail(),
      searches: () => ({ pool, generation: 1 }),
    };
    const ignore = (): void => undefined;
    const notes = { onProgress: ignore, onRealized: ignore, onWork: ignore };
    const scheduler = new Scheduler({ ...shared, ...notes });
    const session = { ...shared, scheduler };
    const explanations = new Explanations(session, new Additions(session), {
      outcomeOf: () => null,
      provenOf: () => null,
    });
    const { signal } = new AbortController();
    assert.deepEqual(await explanations.failureSentences(document, 0, 'y x', signal), []);
    assert.deepEqual(limits, [31_000]);
  });

  it('end without a sentence if they fail, and the output channel has each failure that nobody expects', async () => {
    const document = new BowDocument(uri, 'bow', 1, bag('a', 'x y'));
    const errors: string[] = [];
    const settings = readSettings(null);
    let failure = new Error();
    const pool: Searches = {
      size: 1,
      idleJobs: 0,
      explain: () => Promise.reject(failure),
      realize: () => assert.fail(),
      trace: () => assert.fail(),
      survey: () => assert.fail(),
      parse: () => assert.fail(),
      label: () => assert.fail(),
    };
    const shared: Omit<Session, 'scheduler'> = {
      host: nodeHost,
      log: new Log({ info: () => undefined, error: (message) => errors.push(message) }),
      documents: new Map([[uri, document]]),
      settings: () => settings,
      checks: () => withoutModel,
      model: () => assert.fail(),
      searches: () => ({ pool, generation: 1 }),
    };
    const ignore = (): void => undefined;
    const notes = { onProgress: ignore, onRealized: ignore, onWork: ignore };
    const session = { ...shared, scheduler: new Scheduler({ ...shared, ...notes }) };
    const explanations = new Explanations(session, new Additions(session), {
      outcomeOf: () => null,
      provenOf: () => null,
    });
    const { signal } = new AbortController();
    for (const expected of [new Cancelled(), new SearchFailed('The search failed.')]) {
      failure = expected;
      assert.deepEqual(await explanations.failureSentences(document, 0, 'y x', signal), []);
    }
    assert.deepEqual(errors, []);
    failure = new TypeError('x is not a function');
    assert.deepEqual(await explanations.failureSentences(document, 0, 'y x', signal), []);
    assert.equal(errors.length, 1);
    assert.match(errors[0], /TypeError: x is not a function\n +at /);
  });
});
