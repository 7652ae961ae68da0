import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CancellationTokenSource,
  LSPErrorCodes,
  ResponseError,
  type CodeLens,
} from 'vscode-languageserver/node';
import {
  bagOfTest,
  check,
  isTest,
  parse,
  testOf,
  type CheckedFile,
} from '../../../server/src/language/index.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { FileTests, TestParams, TestResult } from '../../../server/src/lsp/protocol.ts';
import { testResult } from '../../../server/src/lsp/tests.ts';
import { withoutModel } from '../support/check-options.ts';
import { bowText } from '../language/generate.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const bag = (name: string, words: string, ...expected: readonly string[]): string =>
  [`bag ${name} {`, `  words: ${words}`, ...(expected.length > 0 ? ['  expect:'] : [])]
    .concat(
      expected.map((line) => `    ${line}`),
      '}\n',
    )
    .join('\n');

/** The tests of a file in the order of the text. */
function testsIn(checked: CheckedFile): ReturnType<typeof testOf>[] {
  const { file } = checked;
  const bags = file.bags.map((_, bag) => bag);
  return bags.filter((bag) => isTest(checked, bag)).map((bag) => testOf(file, bag));
}

describe('the tests of a file', () => {
  it('have ids of their own, and lie in it one after the other', () => {
    fc.assert(
      fc.property(fc.array(bowText, { maxLength: 3 }), (texts) => {
        // Repeated, so that names are.
        const text = [...texts, ...texts].join('\n');
        let end = 0;
        const checked = check(parse(text), withoutModel);
        for (const test of testsIn(checked)) {
          assert.equal(bagOfTest(checked.file, test.id), test.bag);
          assert.ok(test.range.start >= end && test.range.end <= text.length);
          end = test.range.end;
        }
      }),
    );
  });

  it('are the bags that have expectations or an error; equal names and none are told apart', () => {
    const expecting = bag('x', 'a', 'a');
    const broken = bag('y', 'a\n  order: a < b');
    const text = `${expecting}${bag('z', 'a')}${bag('', 'a', 'a')}${expecting}${broken}${expecting}${bag('bag', 'a', 'a')}`;
    const tests = testsIn(check(parse(text), withoutModel));
    assert.deepEqual(
      tests.map(({ id, name, bag: place }) => [id, name, place]),
      [
        ['x', 'x', 0],
        ['bag 3', 'bag 3', 2],
        ['x (2)', 'x', 3],
        ['y', 'y', 4],
        ['x (3)', 'x', 5],
        ['bag', 'bag', 6],
      ],
    );
    assert.equal(text.slice(tests[0].range.start, tests[0].range.end), expecting.trimEnd());
  });
});

describe('a failed test', () => {
  it('says once why the bag rules out the expected sentence', async () => {
    const text = bag('a', 'dogs bark\n  order: dogs < bark', 'bark dogs');
    const document = new BowDocument(uri, 'bow', 1, text);
    const shared = { checks: () => withoutModel };
    const [{ unreachable }] = document.checked(withoutModel).expectations(0);
    const realization = { text: 'dogs bark', display: 'Dogs bark', score: 0, tokens: [] };
    assert.ok(unreachable !== null);
    const result = await testResult(
      document,
      document.file.bags[0],
      {
        ...{ status: 'complete', search: 'arc-standard', message: null },
        ...{ realizations: [{ ...realization, transitions: [] }], isAll: false, isProven: false },
      },
      shared,
      () => Promise.resolve([unreachable, 'It breaks line 3.']),
    );
    if (result?.kind !== 'failed') assert.fail(result?.kind);
    assert.equal(result.message.split(unreachable).length, 2, result.message);
    assert.match(result.message, /It breaks line 3\.$/);
  });
});

describe('the language server, asked for tests', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
  });
  after(() => removeWorker());
  beforeEach(async () => {
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    editor = new Editor({ worker, poolSize: 1 });
    editor.settings = { realizeOn: 'never' };
    await editor.start(extension);
  });
  afterEach(async () => {
    await editor.stop();
    removeExtension();
  });

  const run = (id: string, source = new CancellationTokenSource()): Promise<TestResult | null> => {
    const params: TestParams = { uri, id };
    return editor.client.sendRequest<TestResult | null>(messages.runTest, params, source.token);
  };
  const failure = async (id: string): Promise<TestResult & { kind: 'failed' }> => {
    const result = await run(id);
    if (result?.kind !== 'failed') assert.fail(result?.kind);
    return result;
  };

  it('lists the bags that have expectations, with their lines', async () => {
    await editor.open(uri, bag('a', 'dogs bark', 'dogs bark') + bag('b', 'cats'));
    const list = (file: string): Promise<FileTests> =>
      editor.client.sendRequest(messages.tests, { uri: file });
    const range = { start: { line: 0, character: 0 }, end: { line: 4, character: 1 } };
    const standing = { description: 'dogs bark', tag: null };
    const tests = [{ id: 'a', label: 'a', range, standing }];
    assert.deepEqual(await list(uri), { tests, problem: null });
    assert.deepEqual(await list('file:///closed.bow'), { tests: [], problem: null });
  });

  it('lists a bag with an error, which ends as errored, and tells an error outside the bags', async () => {
    await editor.open(uri, `${bag('a', 'dogs bark\n  order: dogs < cats')}bag b c {\n}\n`);
    const { tests, problem } = await editor.client.sendRequest<FileTests>(messages.tests, { uri });
    assert.deepEqual(
      tests.map(({ id, standing }) => [id, standing.description]),
      [['a', 'error · `cats` is not in `words:`. Add it there.']],
    );
    assert.match(problem ?? '', /^Line 5: The name of a bag is one word/);
    assert.equal((await run('a'))?.kind, 'errored');
  });

  it('passes where the best realization is expected, though nothing is to be realized', async () => {
    await editor.open(uri, bag('a', 'dogs bark', 'bark dogs', 'dogs bark'));
    assert.deepEqual(await run('a'), { kind: 'passed' });
    // What it realized is what the panel shows.
    assert.equal((await editor.realized(uri, 'a'))?.state.kind, 'realized');
  });

  it('fails on the line of the expectation, with rank, BLEU and difference', async () => {
    await editor.open(uri, bag('a', 'dogs bark at cats', 'bark', 'cats at bark dogs'));
    const { message, expected, actual, range } = await failure('a');
    assert.deepEqual([expected, actual], ['cats at bark dogs', 'dogs bark at cats']);
    assert.match(
      message,
      /^The expected sentence is no\. 2 of 2 sentences found\. BLEU \d+\.\d\.\n/,
    );
    assert.match(message, /\nDifference: .*\[-.*\{\+/);
    assert.deepEqual(range, { start: { line: 4, character: 4 }, end: { line: 4, character: 21 } });
  });

  it('is of the opinion of the panel', async () => {
    await editor.open(uri, bag('a', 'dogs bark', 'bark dogs'));
    const { actual } = await failure('a');
    const view = await editor.realized(uri, 'a');
    if (view?.state.kind !== 'realized') assert.fail(view?.state.kind);
    assert.equal(view.state.result.realizations[0].text, actual);
    assert.equal(view.state.result.expectations[0].rank, 2);
  });

  it('is of the search of the settings, also if the bag was searched further, of which the lens tells', async () => {
    await editor.open(uri, bag('a', 'wide x', 'x wide'));
    const before = await failure('a');
    await editor.client.sendRequest(messages.searchFurther, { uri, index: 0, beam: 1024 });
    const first = async (): Promise<string | undefined> => {
      const view = await editor.realized(uri, 'a');
      return view?.state.kind === 'realized' ? view.state.result.realizations[0].text : undefined;
    };
    while ((await first()) !== 'x wide');
    assert.deepEqual(await failure('a'), before);
    const { tests } = await editor.client.sendRequest<FileTests>(messages.tests, { uri });
    assert.match(tests[0].standing.description, /^no\. 2 · /);
    const lenses = await editor.client.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri },
    });
    const lens = await editor.client.sendRequest<CodeLens>('codeLens/resolve', lenses[0]);
    assert.match(lens.command!.title, /^2 sentences found with a beam of 1,024 · ✓ expected/);
  });

  it('does not run a bag that has an error, and says which', async () => {
    await editor.open(uri, bag('a', 'dogs', 'dogs').replace('}', '  deps: dogs -> cats\n}'));
    const result = await run('a');
    if (result?.kind !== 'errored') assert.fail(result?.kind);
    assert.match(result.message, /cats/);
    assert.deepEqual(result.range.start, { line: 4, character: 16 });
  });

  it('tells equal names apart: the second has an error', async () => {
    await editor.open(uri, bag('a', 'dogs bark', 'dogs bark') + bag('a', 'cats', 'cats'));
    assert.equal((await run('a'))?.kind, 'passed');
    assert.equal((await run('a (2)'))?.kind, 'errored');
    assert.equal(await run('a (3)'), null);
  });

  it('says so where a search breaks down, or there is no model', async () => {
    await editor.open(uri, bag('a', 'throw x', 'throw x') + bag('b', 'dogs', 'dogs'));
    const broken = await run('a');
    if (broken?.kind !== 'errored') assert.fail(broken?.kind);
    assert.match(broken.message, /no such feature/);
    await editor.configure({ realizeOn: 'never', model: '/nowhere.bow-model' });
    const missing = await run('b');
    if (missing?.kind !== 'errored') assert.fail(missing?.kind);
    assert.match(missing.message, /nowhere\.bow-model/);
  });

  it('does not run where the time was too short', async () => {
    await editor.configure({ realizeOn: 'never', timeLimit: 10 });
    await editor.open(uri, bag('a', 'search x', 'x search'));
    const result = await run('a');
    if (result?.kind !== 'errored') assert.fail(result?.kind);
    assert.match(result.message, /bowline\.timeLimit/);
  });

  it('ends what is cancelled, running or waiting, and runs what comes next', async () => {
    await editor.configure({ realizeOn: 'never', timeLimit: 600_000 });
    await editor.open(
      uri,
      bag('a', 'search x', 'x') + bag('b', 'search y', 'y') + bag('c', 'z w', 'z w'),
    );
    const source = new CancellationTokenSource();
    const cancelled = ['a', 'b'].map((id) =>
      run(id, source).then(
        () => assert.fail(`${id} ended`),
        (error: unknown) => error instanceof ResponseError && error.code,
      ),
    );
    await editor.until('the first is running', () => editor.statuses.at(-1)?.state === 'working');
    source.cancel();
    const code = LSPErrorCodes.RequestCancelled;
    assert.deepEqual(await Promise.all(cancelled), [code, code]);
    assert.deepEqual(await run('c'), { kind: 'passed' });
    await editor.until('nothing is running', () => editor.statuses.at(-1)?.state === 'ready');
  });

  it('tests what a bag is by then, where it is edited meanwhile', async () => {
    await editor.configure({ realizeOn: 'never', timeLimit: 600_000 });
    await editor.open(uri, bag('a', 'search x', 'search x'));
    const result = run('a');
    await editor.until('it is running', () => editor.statuses.at(-1)?.state === 'working');
    await editor.edit(uri, 'search x\n  expect:\n    search x', 'dogs x\n  expect:\n    dogs x');
    assert.deepEqual(await result, { kind: 'passed' });
  });

  it('gives up where the user cancels what is being realized', async () => {
    await editor.configure({ realizeOn: 'save', timeLimit: 600_000 });
    await editor.open(uri, bag('a', 'search x', 'x'));
    const a = run('a');
    await editor.until('there is progress', () => editor.progress.length > 0);
    await editor.client.sendNotification('window/workDoneProgress/cancel', {
      token: editor.progress[0].token,
    });
    assert.equal(await a, null);
  });

  it('gives up where the bag or the file goes away', async () => {
    await editor.configure({ realizeOn: 'never', timeLimit: 600_000 });
    await editor.open(uri, bag('a', 'search x', 'x') + bag('b', 'search y', 'y'));
    const [a, b] = [run('a'), run('b')];
    await editor.until('one is running', () => editor.statuses.at(-1)?.state === 'working');
    await editor.edit(uri, 'bag a', 'bag other');
    assert.equal(await a, null);
    await editor.close(uri);
    assert.equal(await b, null);
  });
});
