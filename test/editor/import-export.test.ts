import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bowline, closeAll, open, openNew, until } from './support.ts';

const row = (id: number, form: string, tag: string, head: number, label: string): string =>
  [id, form, '_', '_', tag, '_', head, label, '_', '_'].join('\t');
const sentence = (id: string): string =>
  [
    `# sent_id = ${id}`,
    row(1, 'Dogs', 'NNS', 2, 'nsubj'),
    row(2, 'bark', 'VBP', 0, 'root'),
    row(3, '.', '.', 2, 'punct'),
    '\n',
  ].join('\n');
const options = { tags: 'xpos', arcs: 'all', labels: true };

describe('Importing and exporting', () => {
  before(async () => {
    await (await bowline()).ready();
  });
  afterEach(closeAll);

  async function imported(...args: unknown[]): Promise<string> {
    await vscode.commands.executeCommand('bowline.importConllu', ...args);
    const editor = await until('the bags are shown', () => {
      const { activeTextEditor } = vscode.window;
      return activeTextEditor?.document.languageId === 'bow' ? activeTextEditor : null;
    });
    const { document } = editor;
    assert.ok(document.isUntitled);
    return until('the bags are written', () =>
      document.getText() === '' ? null : document.getText(),
    );
  }

  /** The name under which the bags that were imported last would be saved. */
  const proposedName = (): string | undefined =>
    vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1);

  it('makes bags of the treebank that is open', async () => {
    await openNew('three.conllu', ['a', 'b', 'c'].map(sentence).join(''));
    const text = await imported(undefined, options);
    assert.match(text, /^# 3 bags from three\.conllu\.\n/);
    assert.equal(proposedName(), 'three.bow');
    assert.match(text, /bag b \{\n {2}words:\n {4}\.\/\. bark\/VBP Dogs\/NNS\n {2}deps:\n/);
  });

  it('makes bags of the sentences that are selected', async () => {
    await openNew('selected.conllu', ['a', 'b', 'c'].map(sentence).join(''));
    const editor = vscode.window.activeTextEditor!;
    // From within the second sentence to the beginning of the third.
    editor.selection = new vscode.Selection(7, 2, 10, 0);
    const text = await imported(undefined, options);
    assert.match(text, /^# 1 bag from selected\.conllu\.\n/);
    assert.match(text, /\nbag b \{/);
  });

  it('makes bags of a whole file that is named, whatever is selected in it', async () => {
    const document = await openNew('named.conllu', ['a', 'b', 'c'].map(sentence).join(''));
    vscode.window.activeTextEditor!.selection = new vscode.Selection(7, 2, 10, 0);
    const text = await imported(document.uri, options);
    assert.match(text, /^# 3 bags from named\.conllu\.\n/);
  });

  it('makes bags of a file that is not open', async () => {
    const document = await openNew('closed.conllu', sentence('a'));
    await closeAll();
    const text = await imported(document.uri, { ...options, arcs: 'none' });
    assert.match(text, /bag a \{/);
    assert.doesNotMatch(text, /deps:/);
  });

  it('gives the words their categories', async () => {
    const document = await openNew('categories.conllu', sentence('a'));
    const text = await imported(document.uri, { ...options, grammar: 'ccg', arcs: 'none' });
    assert.match(text, /^grammar: ccg$/m);
    assert.match(text, /bark\/VBP:S\[dcl\]\\NP Dogs\/NNS:N/);
  });

  it('writes the words as lemmas', async () => {
    const lemmatized = sentence('a')
      .replace('Dogs\t_\t_\tNNS\t_', 'Dogs\tdog\t_\tNNS\tNumber=Plur')
      .replace('bark\t_', 'bark\tbark');
    const document = await openNew('lemmas.conllu', lemmatized);
    const text = await imported(document.uri, { ...options, lemmas: true });
    assert.match(text, /\.\/\. @bark\/VBP @dog\[Number=Plur\]\/NNS\n/);
    assert.match(text, /@bark -nsubj-> @dog\n/);
  });

  it('refuses a file that is not UTF-8', async () => {
    const document = await openNew('latin.conllu', new Uint8Array([0xe9, 0x0a]));
    await closeAll();
    await assert.rejects(
      async () => vscode.commands.executeCommand('bowline.importConllu', document.uri, options),
      /not UTF-8/,
    );
  });

  it('exports the realizations of the panel, and imports them again', async () => {
    const document = await open('figure-4.bow');
    const to = document.uri.with({ path: document.uri.path.replace('.bow', '.conllu') });
    const choice = { format: 'conllu', bags: 'all', to };
    await vscode.commands.executeCommand('bowline.exportRealizations', choice);
    const exported = new TextDecoder().decode(await vscode.workspace.fs.readFile(to));
    assert.match(exported, /^# sent_id = talcott-1\n# text = Dr\. Talcott led a team of Harvard/);
    const text = await imported(to, options);
    assert.match(text, /bag talcott-1 \{\n {2}words:\n.*"Dr\. Talcott"\/NNP/);
    assert.equal(proposedName(), 'figure-4-2.bow', 'no file is to be overwritten');
    await vscode.workspace.fs.delete(to);
  });

  it('exports the bag at the cursor', async () => {
    const document = await open('figure-4.bow');
    const line = document.getText().split('\n').indexOf('bag talcott-tags {');
    vscode.window.activeTextEditor!.selection = new vscode.Selection(line + 1, 0, line + 1, 0);
    const to = document.uri.with({ path: document.uri.path.replace('.bow', '.json') });
    const choice = { format: 'json', bags: 'cursor', to };
    await vscode.commands.executeCommand('bowline.exportRealizations', choice);
    const exported = new TextDecoder().decode(await vscode.workspace.fs.readFile(to));
    const bags = JSON.parse(exported) as { bag: string; realizations: unknown[] }[];
    assert.deepEqual(
      bags.map(({ bag }) => bag),
      ['talcott-tags'],
    );
    assert.ok(bags[0].realizations.length > 1);
    await vscode.workspace.fs.delete(to);
  });

  it('does not take all bags for the one at the cursor of a file that no editor shows', async () => {
    const document = await open('figure-4.bow');
    await closeAll();
    const to = document.uri.with({ path: document.uri.path.replace('.bow', '.txt') });
    const choice = { format: 'text', bags: 'cursor', to };
    await assert.rejects(
      async () => vscode.commands.executeCommand('bowline.exportRealizations', choice),
      /put the cursor into the bag/,
    );
    await assert.rejects(async () => vscode.workspace.fs.stat(to));
  });
});
