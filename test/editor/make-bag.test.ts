import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bowline, closeAll, open, openNew, until } from './support.ts';

const command = 'bowline.makeBag';
const words = { tags: false, arcs: false, labels: false };
const everything = { tags: true, arcs: true, labels: true };

describe('Making a bag from a sentence', () => {
  before(async () => {
    await (await bowline()).ready();
  });
  afterEach(closeAll);

  /** Shows a text with a part of it selected. */
  async function select(content: string, selected: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    const start = content.indexOf(selected);
    editor.selection = new vscode.Selection(
      document.positionAt(start),
      document.positionAt(start + selected.length),
    );
  }
  /** The text of the new file that the command has made. */
  const newFile = (): Promise<string> =>
    until('a new file has bags', () => {
      const { activeTextEditor } = vscode.window;
      const document = activeTextEditor?.document;
      if (document?.languageId !== 'bow' || !document.isUntitled) return null;
      return document.getText() === '' ? null : document.getText();
    });

  it('writes the parse of the selection into a new file', async () => {
    await select('Notes: The old dog barked.', 'The old dog barked.');
    await vscode.commands.executeCommand(command, undefined, everything);
    const text = await newFile();
    assert.match(text, /\ntagset: xpos\n\nbag The-old-dog \{\n/);
    assert.match(text, / {2}words:\n {4}\.\/\S+ barked\/\S+ dog\/\S+ old\/\S+ The\/\S+\n/);
    assert.match(text, / {2}deps:\n {4}root -> /);
    assert.match(text, / {2}expect:\n {4}The old dog barked \.\n\}\n$/);
  });

  it('lets the user choose the words whose arcs it keeps, and go back', async () => {
    const run = (name: string): Thenable<unknown> => vscode.commands.executeCommand(name);
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500));
    const accept = async (): Promise<void> => {
      await run('workbench.action.acceptSelectedQuickOpenItem');
      await pause();
    };
    const next = 'workbench.action.quickOpenSelectNext';
    await select('Notes: The old dog barked.', 'The old dog barked.');
    const made = vscode.commands.executeCommand(command);
    await pause();
    for (let i = 0; i < 3; i++) await run(next);
    await accept();
    // Escape goes back to the first question, and the same choice can be made again.
    await run('workbench.action.closeQuickOpen');
    await pause();
    for (let i = 0; i < 3; i++) await run(next);
    await accept();
    // The first word has the focus after the first step.
    for (let i = 0; i < 2; i++) await run(next);
    await run('workbench.action.quickPickManyToggle');
    await accept();
    await made;
    const text = await newFile();
    const deps = / {2}deps:\n((?: {4}.*\n)*)/.exec(text)?.[1] ?? '';
    assert.match(deps, /^ {4}dog -amod-> old\n$/, text);
    assert.match(text, / {2}words:\n {4}\.\/\S+ barked\/\S+ /);
  });

  it('writes the sentence of the clipboard after the bag at the cursor', async () => {
    const document = await openNew('clipboard.bow', 'bag a { words: x }\n\nbag b { words: y }\n');
    vscode.window.activeTextEditor!.selection = new vscode.Selection(0, 2, 0, 2);
    await vscode.env.clipboard.writeText('It rains.');
    await vscode.commands.executeCommand(command, undefined, words);
    assert.match(
      document.getText(),
      /^bag a \{ words: x \}\n\nbag It-rains \{\n {2}words:\n {4}\. It rains\n {2}expect:\n {4}It rains \.\n\}\n\nbag b/,
    );
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'bag a { words: x }\n\nbag b { words: y }\n');
    await document.save();
  });

  it('reads the sentence at the cursor, outside of bags, before the clipboard', async () => {
    const document = await openNew('line.bow', 'It pours again.\n\nbag b { words: y }\n');
    vscode.window.activeTextEditor!.selection = new vscode.Selection(0, 4, 0, 4);
    await vscode.env.clipboard.writeText('She sings.');
    await vscode.commands.executeCommand(command, undefined, words);
    assert.match(document.getText(), /expect:\n {4}It pours again \.\n/);
    assert.doesNotMatch(document.getText(), /sings/);
    await document.save();
  });

  it('writes a selection beside a .bow file into that file', async () => {
    const file = await openNew('beside.bow', 'bag a { words: x }\n');
    await vscode.window.showTextDocument(file, vscode.ViewColumn.Two);
    await select('She sings.', 'She sings.');
    await vscode.commands.executeCommand(command, undefined, words);
    assert.match(file.getText(), /^bag a \{ words: x \}\n\nbag She-sings \{/);
    assert.equal(vscode.window.activeTextEditor?.document, file);
    await file.save();
  });

  it('makes a bag of each line of a text file', async () => {
    const { uri } = await openNew('lines.txt', 'It rains. It pours.\r\n\r\nShe sings.\r\n');
    await closeAll();
    await vscode.commands.executeCommand(command, uri, words);
    const text = await newFile();
    assert.match(text, /^# 2 bags from lines\.txt\.\n\nbag It-rains-It \{/);
    assert.match(text, /expect:\n {4}It rains \. It pours \.\n/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1), 'lines.bow');
  });

  it('refuses a file that is not UTF-8', async () => {
    const { uri } = await openNew('latin.txt', new Uint8Array([0xe9, 0x0a]));
    await closeAll();
    await assert.rejects(
      async () => vscode.commands.executeCommand(command, uri, words),
      /latin\.txt is not UTF-8/,
    );
  });

  it('changes nothing if there is nothing to make a bag from', async () => {
    const document = await open('first-steps.bow');
    const before = document.getText();
    await vscode.env.clipboard.writeText(' \n');
    await vscode.commands.executeCommand(command, undefined, words);
    assert.equal(document.getText(), before);
    assert.ok(!document.isDirty);
  });
});
