import assert from 'node:assert/strict';
import type {
  DocumentHighlight,
  DocumentSymbol,
  Location,
  Range,
  SelectionRange,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { bundleFakeWorker } from '../workers/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const text = `bag one {
  words: dogs chase "old cats"
  deps: chase -> dogs "old cats"
  order: dogs << chase
}

bag two {
  words: dogs
}
`;
const file = TextDocument.create(uri, 'bow', 1, text);

describe('the language server, asked about a word', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(async () => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
    editor = new Editor({ worker, poolSize: 1 });
    await editor.start(extension);
    await editor.open(uri, text);
  });
  after(async () => {
    await editor.stop();
    removeWorker();
    removeExtension();
  });

  const ask = <T>(request: string, written: string, more: object = {}): Promise<T> =>
    editor.client.sendRequest<T>(`textDocument/${request}`, {
      textDocument: { uri },
      position: file.positionAt(text.indexOf(written) + 1),
      ...more,
    });
  const shown = (range: Range): string => `${range.start.line + 1}: ${file.getText(range)}`;

  it('goes to where it is written', async () => {
    const location = await ask<Location>('definition', 'chase -> dogs');
    assert.equal(shown(location.range), '2: chase');
  });

  it('finds where it is named', async () => {
    const find = (includeDeclaration: boolean): Promise<Location[]> =>
      ask('references', 'dogs chase', { context: { includeDeclaration } });
    assert.deepEqual(
      (await find(false)).map(({ range }) => shown(range)),
      ['3: dogs', '4: dogs'],
    );
    assert.equal((await find(true)).length, 3);
  });

  it('highlights it, writing and reading', async () => {
    const highlights = await ask<DocumentHighlight[]>('documentHighlight', '"old cats"');
    assert.deepEqual(
      highlights.map(({ range, kind }) => [shown(range), kind]),
      [
        ['2: "old cats"', 3],
        ['3: "old cats"', 2],
      ],
    );
  });

  it('renames it in its own bag, and quotes what needs quotes', async () => {
    const prepared = await ask<{ range: Range; placeholder: string }>('prepareRename', '<< chase');
    assert.equal(prepared, null);
    const { placeholder } = await ask<{ placeholder: string }>('prepareRename', 'dogs <<');
    assert.equal(placeholder, 'dogs');
    const edit = await ask<WorkspaceEdit>('rename', 'dogs <<', { newName: 'big dogs' });
    assert.equal(
      TextDocument.applyEdits(file, edit.changes![uri]),
      text
        .replace('words: dogs chase', 'words: "big dogs" chase')
        .replace('-> dogs', '-> "big dogs"')
        .replace('order: dogs', 'order: "big dogs"'),
    );
  });

  it('says what the model knows of it', async () => {
    const { contents } = await ask<{ contents: { value: string } }>('hover', 'dogs chase');
    assert.match(contents.value, /The model has seen “dogs” as NNS/);
  });

  it('offers what can be typed, the likeliest first', async () => {
    const items = await ask<{ sortText: string; textEdit: { newText: string } }[]>(
      'completion',
      'dogs "old',
      { position: file.positionAt(text.indexOf('dogs "old')) },
    );
    assert.deepEqual(
      items.map(({ textEdit }) => textEdit.newText),
      ['dogs', 'chase', '"old cats"'],
    );
    assert.deepEqual(
      items.map(({ sortText }) => sortText),
      items.map(({ sortText }) => sortText).sort(),
    );
  });

  it('lists the bags of a file with their sections, and finds bags by name', async () => {
    const symbols = await ask<DocumentSymbol[]>('documentSymbol', 'bag');
    assert.deepEqual(
      symbols.map(({ name, detail, children }) => [name, detail, children!.map((one) => one.name)]),
      [
        ['one', '3 words', ['words:', 'deps:', 'order:']],
        ['two', '1 word', ['words:']],
      ],
    );
    const found = await editor.client.sendRequest<{ name: string }[]>('workspace/symbol', {
      query: 'tw',
    });
    assert.deepEqual(
      found.map(({ name }) => name),
      ['two'],
    );
  });

  it('folds bags', async () => {
    const folds = await ask<{ startLine: number; endLine: number }[]>('foldingRange', 'bag');
    assert.deepEqual(folds, [
      { startLine: 0, endLine: 4 },
      { startLine: 6, endLine: 8 },
    ]);
  });

  it('grows a selection from the word to its statement, section, bag and file', async () => {
    const positions = [file.positionAt(text.indexOf('dogs "old') + 1)];
    const [selection] = await ask<SelectionRange[]>('selectionRange', 'dogs "old', { positions });
    const grown: string[] = [];
    for (let at: SelectionRange | undefined = selection; at; at = at.parent) {
      grown.push(file.getText(at.range).split('\n')[0]);
    }
    assert.deepEqual(grown, [
      'dogs',
      'chase -> dogs "old cats"',
      'deps: chase -> dogs "old cats"',
      'bag one {',
      'bag one {',
    ]);
  });

  it('says why a bag cannot have the name of another', async () => {
    await assert.rejects(
      ask('rename', 'one {', { newName: 'two' }),
      /There is a bag `two` already/,
    );
  });
});
