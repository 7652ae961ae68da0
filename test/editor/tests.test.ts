import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TestEnd } from '../../client/src/tests.ts';
import type { TestResult } from '../../server/src/lsp/protocol.ts';
import { bowline, closeAll, open, openNew, realization, replace, until } from './support.ts';

const two = `bag right {
  words: the/DT dog/NN barks/VBZ ./.
  expect:
    the dog barks .
}

bag wrong {
  words: the/DT cat/NN sleeps/VBZ ./.
  expect:
    sleeps . the cat
}

bag plain {
  words: the/DT cat/NN
}
`;

/** The item of a file, once it is as wanted. */
async function fileItem(
  { uri }: vscode.TextDocument,
  isWanted: (file: vscode.TestItem) => boolean = () => true,
): Promise<vscode.TestItem> {
  const { tests } = await bowline();
  return until('the file is listed', () => {
    const file = tests.get(uri.toString());
    return file !== undefined && isWanted(file) ? file : null;
  });
}

const labels = (file: vscode.TestItem): string[] =>
  [...file.children].map(([, { label }]) => label);

/** What so many tests came to, by label, when something made them run. */
async function results(count: number, run: () => unknown): Promise<Map<string, TestResult | null>> {
  const ends: TestEnd[] = [];
  const listening = (await bowline()).onTestEnd((end) => ends.push(end));
  try {
    await run();
    await until(`${count} tests have ended`, () => (ends.length >= count ? true : null));
  } finally {
    listening.dispose();
  }
  return new Map(ends.map(({ test, result }) => [test.label, result]));
}

/** Runs the test whose bag holds a text of the active file. */
async function runAt(document: vscode.TextDocument, written: string): Promise<TestResult> {
  await fileItem(document);
  const position = document.positionAt(document.getText().indexOf(written));
  const editor = await vscode.window.showTextDocument(document);
  editor.selection = new vscode.Selection(position, position);
  const ended = await results(1, () => vscode.commands.executeCommand('testing.runAtCursor'));
  const [result, ...others] = ended.values();
  assert.deepEqual(others, []);
  assert.ok(result);
  return result;
}

function toRange({ range: { start, end } }: TestResult & { kind: 'errored' }): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** What `bowline test` says of each bag of a file: its kind, and the rest of its line. */
async function commandLine(document: vscode.TextDocument): Promise<Map<string, string>> {
  const cli = join(__dirname, '../../cli.cjs');
  const printed = await new Promise<string>((resolve) => {
    const options = { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } };
    execFile(process.execPath, [cli, 'test', document.uri.fsPath], options, (_, out) =>
      resolve(out),
    );
  });
  const lines = printed.matchAll(/^(passed|FAILED|NOT RUN) .*?:\d+: (\S+?)(?:: (.*))?$/gm);
  return new Map([...lines].map(([, kind, name, rest = '']) => [name, `${kind} ${rest}`]));
}

describe('The test view', () => {
  afterEach(closeAll);

  it('lists the bags of an open file that have expectations, in its order', async () => {
    const document = await openNew('tests-listed.bow', two);
    const file = await fileItem(document);
    assert.equal(file.label, 'tests-listed.bow');
    assert.deepEqual(labels(file), ['right', 'wrong']);
    assert.deepEqual(
      [...file.children].map(([, { range }]) => [range?.start.line, range?.end.line]),
      [
        [0, 4],
        [6, 10],
      ],
    );
  });

  it('cuts a long name in its middle, so that its end and what is told behind it are seen', async () => {
    const name = 'weblog-blogspot.com_nominations_20041117172713-0002';
    const document = await openNew('tests-long.bow', two.replace('bag wrong', `bag ${name}`));
    const file = await fileItem(document);
    assert.deepEqual(labels(file), ['right', `${name.slice(0, 8)}…${name.slice(-14)}`]);
    assert.ok(file.children.get(name) !== undefined);
  });

  it('lists a file that was opened while the server was starting', async () => {
    const api = await bowline();
    const restarting = vscode.commands.executeCommand('bowline.restart');
    await until('it starts', () => api.panelState().content.server === 'loading' || null);
    const document = await openNew('tests-starting.bow', two);
    // It may have been found in its folder before.
    const file = await fileItem(document, ({ children }) => children.size > 0);
    assert.deepEqual(labels(file), ['right', 'wrong']);
    await restarting;
    await api.ready();
    assert.deepEqual(await runAt(document, 'the dog barks'), { kind: 'passed' });
  });

  it('lists an open file again when the tests are refreshed', async () => {
    const document = await openNew('tests-refreshed.bow', two);
    await fileItem(document);
    const { tests } = await bowline();
    tests.delete(document.uri.toString());
    await vscode.commands.executeCommand('testing.refreshTests');
    assert.deepEqual(labels(await fileItem(document)), ['right', 'wrong']);
  });

  it('keeps in step with edits', async () => {
    const document = await openNew('tests-edited.bow', two);
    await fileItem(document);
    await replace(document, 'bag wrong', '\nbag other');
    const file = await fileItem(document, (item) => labels(item).includes('other'));
    assert.deepEqual(labels(file), ['right', 'other']);
    assert.equal(file.children.get('other')?.range?.start.line, 7);
    await replace(document, '  expect:\n    the dog barks .\n', '');
    await fileItem(document, (item) => labels(item).join() === 'other');
    await replace(document, '  expect:\n    sleeps . the cat\n', '');
    const { tests } = await bowline();
    await until('it is no longer listed', () => (tests.get(document.uri.toString()) ? null : true));
  });

  it('finds the files of the workspace, and opens them when all are run', async () => {
    const [folder] = vscode.workspace.workspaceFolders!;
    const uri = vscode.Uri.joinPath(folder.uri, 'tests-unopened.bow');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(two));
    await vscode.commands.executeCommand('testing.refreshTests');
    const { tests, onTestEnd } = await bowline();
    const file = await until('it is found', () => tests.get(uri.toString()));
    assert.ok([...tests].some(([, { label }]) => label === 'dependencies.bow'));
    assert.deepEqual(labels(file), [], 'it is not read before it is needed');

    const ended = new Map<string, string | undefined>();
    const listening = onTestEnd(({ test, result }) => {
      if (test.parent === file) ended.set(test.label, result?.kind);
    });
    await vscode.commands.executeCommand('testing.runAll');
    await until('both have ended', () => ended.size === 2 || null);
    listening.dispose();
    assert.deepEqual(Object.fromEntries(ended), { right: 'passed', wrong: 'failed' });

    await vscode.workspace.fs.delete(uri);
    await until('it is no longer listed', () => (tests.get(uri.toString()) ? null : true));
  });

  it('runs the test at the cursor', async () => {
    const document = await open('expectations.bow');
    assert.deepEqual(await runAt(document, 'she has/VBZ'), { kind: 'passed' });
  });

  it('says what came out instead, on the line of the expectation, and leads to the panel', async () => {
    const document = await open('expectations.bow');
    const result = await runAt(document, 'he said that he loved');
    if (result.kind !== 'failed') assert.fail(result.kind);
    assert.match(result.message, /^The expected sentence is .*\. BLEU \d+\.\d\.\n/);
    assert.match(result.message, /\nDifference: .*\{\+only\+\}/);
    assert.equal(document.lineAt(result.range.start.line).text.trim(), result.expected);
    const { realizations } = await realization(document, 'surprise');
    assert.equal(realizations[0].text, result.actual);

    const test = (await fileItem(document)).children.get('surprise');
    await vscode.commands.executeCommand('bowline.showTest', { test });
    const api = await bowline();
    await until('the panel shows it', () => api.panelState().drawn?.title === 'surprise' || null);
  });

  it('does not run a bag with an error, and says which', async () => {
    const document = await openNew(
      'tests-broken.bow',
      two.replace('  expect', '  deps: barks -> zebra\n  expect'),
    );
    const result = await runAt(document, 'the dog barks');
    if (result.kind !== 'errored') assert.fail(result.kind);
    assert.match(result.message, /zebra/);
    assert.equal(document.getText(toRange(result)), 'zebra');
  });

  it('realizes what it runs, even where nothing is to be realized unasked', async () => {
    const settings = vscode.workspace.getConfiguration('bowline');
    await settings.update('realizeOn', 'never', vscode.ConfigurationTarget.Global);
    try {
      const document = await openNew('tests-never.bow', two);
      assert.equal((await runAt(document, 'the dog')).kind, 'passed');
    } finally {
      await settings.update('realizeOn', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('agrees with the command line', async () => {
    for (const [name, count] of [
      ['dependencies.bow', 3],
      ['expectations.bow', 3],
      ['figure-4.bow', 3],
      ['first-steps.bow', 4],
      ['order.bow', 2],
    ] as const) {
      const document = await open(name);
      await fileItem(document);
      const told = await commandLine(document);
      const run = (): unknown => vscode.commands.executeCommand('testing.runCurrentFile');
      const shown = await results(count, run);
      assert.deepEqual([...told.keys()].sort(), [...shown.keys()].sort());
      for (const [bag, line] of told) {
        const result = shown.get(bag)!;
        if (result.kind === 'passed') assert.equal(line, 'passed ');
        if (result.kind !== 'failed') continue;
        const [why, , , difference] = result.message.split('\n');
        assert.equal(line, `FAILED ${difference.replace('Difference: ', '')} (${why})`);
      }
    }
  });

  it('runs tests again on save in a continuous run', async () => {
    const document = await openNew('tests-continuous.bow', two);
    await fileItem(document);
    await vscode.commands.executeCommand('testing.startContinuousRun');
    try {
      await replace(document, 'sleeps . the cat', 'the cat sleeps .');
      const ended = await results(2, () => document.save());
      assert.deepEqual(ended.get('wrong'), { kind: 'passed' });
    } finally {
      await vscode.commands.executeCommand('testing.stopContinuousRun');
    }
  });

  it('stops a run that is cancelled', async () => {
    const settings = vscode.workspace.getConfiguration('bowline');
    const use = async (values: Record<string, unknown>): Promise<void> => {
      for (const [key, value] of Object.entries(values)) {
        await settings.update(key, value, vscode.ConfigurationTarget.Global);
      }
    };
    await use({ realizeOn: 'never', beam: 1024, timeLimit: 600_000 });
    try {
      const words = Array.from({ length: 100 }, (_, i) => `w${i}`).join(' ');
      const document = await openNew(
        'tests-cancelled.bow',
        `bag long {\n  words: ${words}\n  expect: ${words}\n}\n`,
      );
      await fileItem(document);
      const ended = await results(1, async () => {
        void vscode.commands.executeCommand('testing.runAtCursor');
        const api = await bowline();
        await until('it is running', async () => (await api.ready()).state === 'working' || null);
        await vscode.commands.executeCommand('testing.cancelRun');
      });
      assert.deepEqual([...ended], [['long', null]]);
    } finally {
      await use({ realizeOn: undefined, beam: undefined, timeLimit: undefined });
    }
  });
});
