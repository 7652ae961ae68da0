import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openNew, until } from './support.ts';

const text = `bag lunch {
words:  she   cooked
deps:
cooked -> she
}
bag dinner {
words: he cooked
}
`;
const formatted = `bag lunch {
  words: she cooked
  deps:
    cooked -> she
}

bag dinner {
  words: he cooked
}
`;

describe('The form of a file in the editor', () => {
  let document: vscode.TextDocument;
  let files = 0;

  beforeEach(async () => {
    document = await openNew(`form-${++files}.bow`, text);
  });
  afterEach(closeAll);

  const at = (written: string): vscode.Position =>
    document.positionAt(document.getText().indexOf(written));
  const options: vscode.FormattingOptions = { tabSize: 2, insertSpaces: true };
  const ask = <T>(command: string, ...given: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, ...given);
  const apply = async (edits: vscode.TextEdit[]): Promise<string> => {
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    assert.ok(await vscode.workspace.applyEdit(edit));
    return document.getText();
  };
  const select = (anchor: vscode.Position, active = anchor): void => {
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(anchor, active);
  };
  const type = (typed: string): Thenable<void> =>
    vscode.commands.executeCommand('type', { text: typed });
  const becomes = (wanted: string): Promise<true> =>
    until(`the file is ${JSON.stringify(wanted)}`, () =>
      document.getText() === wanted ? true : null,
    );

  it('is put right by Format Document', async () => {
    await vscode.commands.executeCommand('editor.action.formatDocument');
    await becomes(formatted);
  });

  it('is put right in the selected lines by Format Selection', async () => {
    select(at('deps:'), at('cooked -> she').translate(0, 3));
    await vscode.commands.executeCommand('editor.action.formatSelection');
    await becomes(text.replace('deps:\ncooked', '  deps:\n    cooked'));
  });

  it('is put right as it is typed', async () => {
    const edits = await ask<vscode.TextEdit[]>(
      'executeFormatOnTypeProvider',
      at('deps:'),
      '\n',
      options,
    );
    assert.equal(
      await apply(edits),
      text.replace('words:  she   cooked\ndeps', '  words: she cooked\n  deps'),
    );
  });

  it('follows the keys of someone who writes a bag', async () => {
    document = await openNew(`form-${++files}.bow`, '');
    // Each line end and brace waits for what the editor makes of it, as a person would.
    await type('bag  a {');
    await type('\n');
    await becomes('bag a {\n  \n}');
    await type('words:');
    await type('\n');
    await becomes('bag a {\n  words:\n    \n}');
    await type('x   y');
    await type('\n');
    await becomes('bag a {\n  words:\n    x y\n    \n}');
    await type('deps:');
    await type('\n');
    await becomes('bag a {\n  words:\n    x y\n  deps:\n    \n}');
    await type('x -> y');
    await becomes('bag a {\n  words:\n    x y\n  deps:\n    x -> y\n}');
  });

  it('has the end of a bag outdented when it is typed', async () => {
    document = await openNew(`form-${++files}.bow`, 'bag a {\n  words:\n    x\n    ');
    select(new vscode.Position(3, 4));
    await type('}');
    await becomes('bag a {\n  words:\n    x\n}');
  });

  it('has tokens with meanings', async () => {
    const legend = await until('there is a legend', async () =>
      ask<vscode.SemanticTokensLegend | undefined>('provideDocumentRangeSemanticTokensLegend'),
    );
    const { data } = await ask<vscode.SemanticTokens>(
      'provideDocumentRangeSemanticTokens',
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    const types = [];
    for (let i = 3; i < data.length; i += 5) types.push(legend.tokenTypes[data[i]]);
    assert.deepEqual(types, [
      ...['keyword', 'namespace', 'keyword', 'variable', 'variable'],
      ...['keyword', 'variable', 'operator', 'variable'],
      ...['keyword', 'namespace', 'keyword', 'variable', 'variable'],
    ]);
  });

  it('can be begun with snippets', async () => {
    document = await openNew(`form-${++files}.bow`, 'bag');
    const { items } = await until('snippets are offered', async () => {
      const list = await ask<vscode.CompletionList>(
        'executeCompletionItemProvider',
        new vscode.Position(0, 3),
      );
      return list.items.some(({ kind }) => kind === vscode.CompletionItemKind.Snippet)
        ? list
        : null;
    });
    const names = items
      .filter(({ kind }) => kind === vscode.CompletionItemKind.Snippet)
      .map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(names.includes('bag'), names.join());
    assert.equal(items.filter(({ label }) => label === 'bag').length, 1);
  });

  it('is offered snippets where they belong alone', async () => {
    const begun = 'bag a {\n  words: x y\n  deps:\n    \n}';
    document = await openNew(`form-${++files}.bow`, begun);
    const { items } = await until('an arc is offered', async () => {
      const list = await ask<vscode.CompletionList>(
        'executeCompletionItemProvider',
        new vscode.Position(3, 4),
      );
      return list.items.some(({ label }) => label === 'arc') ? list : null;
    });
    assert.deepEqual(items.map(({ label }) => label).sort(), [
      'arc',
      'expect:',
      'order:',
      'root',
      'x',
      'y',
    ]);
    const filled = items.filter(({ insertText }) => insertText instanceof vscode.SnippetString);
    assert.equal(filled.length, 4);
  });
});
