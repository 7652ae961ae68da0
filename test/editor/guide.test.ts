import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeAtCursor, copyExamples, showFirstExample } from '../../client/src/guide.ts';
import { bowline, closeAll, openNew, problems, until } from './support.ts';

const extensionUri = (): vscode.Uri =>
  vscode.extensions.getExtension('bowline.bowline')!.extensionUri;

/** The labels of the tabs that are open. */
const tabs = (): string[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

describe('The guide', () => {
  before(async () => {
    await (await bowline()).ready();
  });
  afterEach(closeAll);

  it('links a problem to its explanation, and offers to open it', async () => {
    const document = await openNew('wrong.bow', 'bag {\n  words: a b\n  deps: b -> b\n}\n');
    const [problem] = await problems(document);
    const { code } = problem;
    assert.ok(typeof code === 'object');
    assert.equal(code.value, 'self-arc');
    const page = await vscode.workspace.openTextDocument(code.target.with({ fragment: '' }));
    const line = Number(/^L(\d+)$/.exec(code.target.fragment)![1]);
    assert.equal(page.lineAt(line - 1).text, '### self-arc');

    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
    );
    const explain = actions.find(({ title }) => title === 'Explain self-arc');
    assert.ok(explain?.command);
    const [argument] = explain.command.arguments as unknown[];
    await vscode.commands.executeCommand(explain.command.command, argument);
    await until('the page is shown', () => tabs().find((label) => label.includes('problems.md')));
    await vscode.workspace.fs.delete(document.uri);
  });

  it('explains the problem at the cursor', async () => {
    const text = 'bag {\n  words: a b\n  deps:\n    b -> b\n    a -> c\n  order: a < c\n}\n';
    const document = await openNew('cursor.bow', text);
    await problems(document);
    const editor = await vscode.window.showTextDocument(document);
    const codeAt = (line: number, character: number): string | undefined => {
      const position = new vscode.Position(line, character);
      editor.selection = new vscode.Selection(position, position);
      return codeAtCursor();
    };
    assert.equal(codeAt(0, 0), undefined);
    assert.equal(codeAt(3, 5), 'self-arc');
    // Beside a problem, on its line.
    assert.equal(codeAt(3, 0), 'self-arc');
    assert.equal(codeAt(4, 9), 'unknown-word');
    await vscode.commands.executeCommand('bowline.explainProblem');
    await until('the page is shown', () => tabs().find((label) => label.includes('problems.md')));
    await vscode.workspace.fs.delete(document.uri);
  });

  it('explains no other codes', async () => {
    for (const code of ['no-such-code', '../../README', 'Outside bags', '', 7, {}]) {
      await assert.rejects(
        async () => vscode.commands.executeCommand('bowline.explainProblem', code),
        /no such problem/,
      );
    }
    assert.deepEqual(tabs(), []);
  });

  it('copies the examples, and leaves what else is in the folder', async () => {
    const folder = vscode.workspace.workspaceFolders![0].uri;
    const target = vscode.Uri.joinPath(folder, 'bowline-examples');
    const mine = vscode.Uri.joinPath(target, 'mine.bow');
    const changed = vscode.Uri.joinPath(target, 'first-steps.bow');
    await vscode.workspace.fs.writeFile(mine, new TextEncoder().encode('bag {\n  words: a\n}\n'));
    await vscode.workspace.fs.writeFile(changed, new TextEncoder().encode('changed'));
    await copyExamples(extensionUri(), target);
    const names = (await vscode.workspace.fs.readDirectory(target)).map(([name]) => name);
    for (const name of ['mine.bow', 'figure-4.bow', 'problems']) assert.ok(names.includes(name));
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(changed));
    assert.match(text, /^language: en/);
    await vscode.workspace.fs.delete(target, { recursive: true });
  });

  it('shows the first example in the window that was opened for them, and only once', async () => {
    const folder = vscode.workspace.workspaceFolders![0].uri;
    const memory = new Map<string, unknown>([['examples', `${folder.toString()}-elsewhere`]]);
    const memento: vscode.Memento = {
      keys: () => [...memory.keys()],
      get: (key: string) => memory.get(key) as never,
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    };
    await showFirstExample(memento);
    assert.deepEqual(tabs(), []);
    memory.set('examples', folder.toString());
    await showFirstExample(memento);
    assert.deepEqual(tabs(), ['first-steps.bow']);
    await closeAll();
    await showFirstExample(memento);
    assert.deepEqual(tabs(), []);
  });

  it('has a walkthrough, and its commands exist', async () => {
    const manifest = vscode.extensions.getExtension('bowline.bowline')!.packageJSON as {
      contributes: { walkthroughs: { steps: { description: string }[] }[] };
    };
    const [{ steps }] = manifest.contributes.walkthroughs;
    assert.equal(steps.length, 5);
    const known = await vscode.commands.getCommands(true);
    for (const { description } of steps) {
      for (const [, command] of description.matchAll(/\(command:([\w.]+)\)/g)) {
        assert.ok(known.includes(command), command);
      }
    }
  });
});
