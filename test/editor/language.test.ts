import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, hint, openNew, problems, realization, replace, until } from './support.ts';

const text = `bag lunch {
  words:
    she/PRP cooked/VBD the/DT soup/NN ./.
  deps:
    cooked -nsubj-> she
    cooked -obj-> soup
  order:
    soup < cooked
}

bag choice {
  words: it/PRP was/VBD very/RB? ( good | great )/JJ ./.
}
`;

describe('The language in the editor', () => {
  let document: vscode.TextDocument;

  let files = 0;

  // Each has a file of its own: what one leaves unsaved is not for the next.
  beforeEach(async () => {
    document = await openNew(`language-${++files}.bow`, text);
  });
  afterEach(closeAll);

  const at = (written: string, more = 1): vscode.Position =>
    document.positionAt(document.getText().indexOf(written) + more);
  const ask = <T>(command: string, ...given: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, ...given);

  it('keeps to the order, and chooses words', async () => {
    await hint(document, 'bag choice');
    for (const { text: sentence } of (await realization(document, 'lunch')).realizations) {
      const words = sentence.split(' ');
      assert.ok(words.indexOf('soup') < words.indexOf('cooked'), sentence);
    }
    for (const { text: sentence } of (await realization(document, 'choice')).realizations) {
      const used = ['good', 'great'].filter((word) => sentence.split(' ').includes(word));
      assert.equal(used.length, 1, sentence);
    }
  });

  it('says which lines contradict each other, and takes one out', async () => {
    await replace(document, 'soup < cooked', 'soup < cooked\n    cooked < soup');
    const problem = await until('the lines are told', async () =>
      (await problems(document)).find(({ message }) =>
        message.startsWith('No sentence can satisfy'),
      ),
    );
    assert.match(problem.message, /satisfy all of `soup < cooked`, `cooked < soup`/);
    assert.equal(problem.relatedInformation?.length, 1);
    const actions = await ask<vscode.CodeAction[]>('executeCodeActionProvider', problem.range);
    const fix = actions.find(({ title }) => title === 'Delete `soup < cooked`');
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    await until('the problem has gone', () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .some(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
        ? null
        : true,
    );
  });

  it('offers tags, words and labels in their places', async () => {
    await replace(document, '    cooked -obj-> soup', '    cooked -obj-> soup\n    soup -> ');
    const offered = async (position: vscode.Position): Promise<string[]> => {
      const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', position);
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const words = await until('words are offered', async () => {
      const found = await offered(at('soup -> \n', 'soup -> '.length));
      return found.length > 0 ? found : null;
    });
    assert.deepEqual(words.slice(0, 4), ['she', 'cooked', 'the', 'soup']);
    // The tags that were seen with it come first.
    assert.equal((await offered(at('cooked/VBD', 'cooked/'.length)))[0], 'VBN');
  });

  it('completes a label as it is typed', async () => {
    await replace(document, '    cooked -obj-> soup', '    cooked -obj-> soup\n    soup -det');
    const { activeTextEditor } = vscode.window;
    assert.ok(activeTextEditor);
    const cursor = at('soup -det', 'soup -det'.length);
    activeTextEditor.selection = new vscode.Selection(cursor, cursor);
    await until('the label that is chosen is there', async () => {
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
      await new Promise((resolve) => setTimeout(resolve, 500));
      await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return document.getText().includes('    soup -det-> ') || null;
    });
    // The dependent is offered at once, and nobody asked.
    await until('the dependent that is chosen is there', async () => {
      await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return document.getText().includes('    soup -det-> she\n') || null;
    });
  });

  it('takes the usual tag of a word, though a rare one is exactly the typed text', async () => {
    await replace(document, 'very/RB?', 'his/');
    const { activeTextEditor } = vscode.window;
    assert.ok(activeTextEditor);
    // The model must be there, since it knows the tags of the word.
    await until('tags are offered', async () => {
      const { items } = await ask<vscode.CompletionList>(
        'executeCompletionItemProvider',
        at('his/', 'his/'.length),
      );
      return items[0]?.label === 'PRP$' || null;
    });
    const cursor = at('his/', 'his/'.length);
    activeTextEditor.selection = new vscode.Selection(cursor, cursor);
    await vscode.commands.executeCommand('type', { text: 'PRP' });
    await until('the tag is there', async () => {
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
      await new Promise((resolve) => setTimeout(resolve, 500));
      await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return document.getText().includes('his/PRP$ ') || null;
    });
  });

  it('shows how often the model has seen a word, and describes sections', async () => {
    const told = await until('the model is there', async () => {
      const hovers = await ask<vscode.Hover[]>('executeHoverProvider', at('soup/NN'));
      return hovers.length > 0 ? hovers : null;
    });
    const [content] = told[0].contents;
    assert.ok(content instanceof vscode.MarkdownString);
    assert.match(content.value.replaceAll('&nbsp;', ' '), /has seen .*soup.* as NN/);
    const [section] = await ask<vscode.Hover[]>('executeHoverProvider', at('deps:'));
    const [about] = section.contents;
    assert.ok(about instanceof vscode.MarkdownString);
    assert.match(about.value.replaceAll('&nbsp;', ' '), /^Arcs from heads to dependents/);
  });

  it('goes to a word, finds and highlights it, and renames it', async () => {
    type Found = vscode.Location[];
    const [definition] = await ask<Found>('executeDefinitionProvider', at('soup < cooked'));
    assert.equal(definition.range.start.line, 2);
    assert.equal((await ask<Found>('executeReferenceProvider', at('soup/NN'))).length, 3);
    const highlights = await ask<vscode.DocumentHighlight[]>(
      'executeDocumentHighlights',
      at('soup/NN'),
    );
    assert.equal(highlights.length, 3);
    const edit = await ask<vscode.WorkspaceEdit>(
      'executeDocumentRenameProvider',
      at('soup/NN'),
      'pea soup',
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(document.getText().match(/"pea soup"/g)?.length, 3);
  });

  it('has an outline, folds, and grows selections', async () => {
    const symbols = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider');
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['lunch', 'choice'],
    );
    const folds = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider');
    assert.ok(folds.some(({ start, end }) => start === 0 && end === 8));
    const [selection] = await ask<vscode.SelectionRange[]>('executeSelectionRangeProvider', [
      at('soup < cooked'),
    ]);
    assert.equal(document.getText(selection.range), 'soup');
  });
});
