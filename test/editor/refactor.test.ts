import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bowline, closeAll, openNew, realization, replace, until } from './support.ts';

const soup = `bag soup {
  words:
    she cooked the soup the day .
  order:
    first she
  expect:
    she cooked the soup the day .
}
`;

let files = 0;

/** Each test has a file of its own: the editor takes its time to see that one has changed on disk. */
async function openSoup(): Promise<vscode.TextDocument> {
  const document = await openNew(`soup-${++files}.bow`, soup);
  await realization(document, 'soup');
  return document;
}

/** The line of the words. */
const words = (document: vscode.TextDocument): string => document.lineAt(2).text.trim();

function rangeOf(document: vscode.TextDocument, text: string, from = 0): vscode.Range {
  const at = document.getText().indexOf(text, from);
  return new vscode.Range(document.positionAt(at), document.positionAt(at + text.length));
}

/** The action of a title, resolved. */
function action(
  document: vscode.TextDocument,
  at: string,
  title: string,
  from = 0,
): Promise<vscode.CodeAction> {
  return until(`"${title}" is offered`, async () => {
    const resolved = 10;
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      rangeOf(document, at, from),
      vscode.CodeActionKind.Refactor.value,
      resolved,
    );
    return actions.find((one) => one.title === title);
  });
}

async function apply({ edit }: vscode.CodeAction): Promise<void> {
  assert.ok(edit);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** The lens over the first bag, once it is as wanted. */
function lens(
  document: vscode.TextDocument,
  wanted: (title: string) => boolean,
): Promise<vscode.Command> {
  return until('there is a lens', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      1,
    );
    const command = lenses.at(0)?.command;
    return command !== undefined && wanted(command.title) ? command : null;
  });
}

describe('Refactorings in the editor', () => {
  let document: vscode.TextDocument;
  beforeEach(async () => {
    document = await openSoup();
  });
  afterEach(closeAll);

  it('keep the tags and then the arcs of the first sentence, which stays first', async () => {
    await apply(await action(document, 'cooked', 'Keep the tags of the first sentence'));
    assert.match(
      words(document),
      /^she\/\S+ cooked\/\S+ the\/\S+ soup\/\S+ the\/\S+ day\/\S+ \.\/\S+$/,
    );
    await document.save();
    const tagged = (await realization(document, 'soup')).realizations[0];
    await apply(await action(document, 'cooked', 'Keep the arcs of the first sentence'));
    assert.match(words(document), / the#1\/\S+ .* the#2\/\S+ /);
    assert.match(document.getText(), /deps:\n {4}root -> /);
    assert.deepEqual(
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
      [],
    );
    await document.save();
    const { realizations } = await realization(document, 'soup');
    assert.equal(realizations[0].text, tagged.text);
  });

  it('remove constraints that change nothing, and leave the realizations as they are', async () => {
    await replace(document, 'first she', 'first she\n    she < cooked');
    await document.save();
    const texts = async (): Promise<string[]> =>
      (await realization(document, 'soup')).realizations.map(({ text }) => text);
    const before = await texts();
    await apply(await action(document, 'first she', 'Remove constraints that change nothing'));
    // Whatever comes first is before the others.
    assert.doesNotMatch(document.getText(), /first she\n {4}she < cooked/);
    await document.save();
    assert.deepEqual(await texts(), before);
  });

  it('make a bag of an expectation', async () => {
    const title = 'Make a bag from the selected sentence';
    // In the words the same would be no sentence.
    const sentence = 'she cooked the soup the day .\n}';
    await apply(
      await action(document, sentence.slice(0, -2), title, document.getText().indexOf(sentence)),
    );
    assert.match(
      document.getText(),
      /\n\nbag \{\n {2}words:\n {4}\. cooked day she soup the the\n/,
    );
  });
});

describe('Over and in each bag', () => {
  let document: vscode.TextDocument;
  beforeEach(async () => {
    document = await openSoup();
  });
  afterEach(closeAll);

  it('a lens counts the sentences and opens the panel', async () => {
    const command = await lens(document, (title) =>
      /^\d+ sentences? found.* · .*expected/.test(title),
    );
    await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
    const api = await bowline();
    await until('the panel shows the bag', () =>
      api.panelState().drawn?.title === 'soup' ? true : null,
    );
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 0);
  });

  it('a lens realizes a bag that has changed', async () => {
    await lens(document, (title) => title.includes('found'));
    const settings = vscode.workspace.getConfiguration('bowline');
    await settings.update('realizeOn', 'save', vscode.ConfigurationTarget.Global);
    try {
      await replace(document, 'the day .', 'that day .');
      const { command, arguments: parameters } = await lens(
        document,
        (title) => title === 'Realize',
      );
      await vscode.commands.executeCommand(command, ...(parameters as unknown[]));
      await lens(document, (title) => title.includes('found'));
    } finally {
      await settings.update('realizeOn', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('hints show the tags that were chosen, and write them', async () => {
    const hints = await until('there are tags', async () => {
      const all = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
      const tags = all.filter(({ kind }) => kind === vscode.InlayHintKind.Type);
      return tags.length > 0 ? tags : null;
    });
    // Each word has one but the full stop.
    assert.equal(hints.length, 6);
    const [edit] = hints[0].textEdits ?? [];
    assert.match(edit.newText, /^\/PRP/);
    assert.ok(edit.range.isEqual(rangeOf(document, 'she').with(rangeOf(document, 'she').end)));
  });
});
