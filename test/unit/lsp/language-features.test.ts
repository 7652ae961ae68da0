import assert from 'node:assert/strict';
import { CompletionItemKind, InsertTextFormat } from 'vscode-languageserver/node';
import type {
  CompletionItem,
  DocumentHighlight,
  DocumentSymbol,
  Location,
  Range,
  SelectionRange,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { smallModelOfLemmas } from '../support/small-model.ts';
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

  it('says what a section is for, and how much of a bag is given', async () => {
    interface Hovered {
      contents: { value: string; kind: string };
      range: Range;
    }
    const section = await ask<Hovered>('hover', 'order:');
    assert.match(section.contents.value, /^The order of words/);
    assert.equal(section.contents.kind, 'plaintext');
    assert.equal(shown(section.range), '4: order:');
    const bag = await ask<Hovered>('hover', 'bag one');
    assert.match(bag.contents.value, /^The bag “one” has 3 words, no given tags, 2 arcs/);
    assert.equal(shown(bag.range), '1: bag one {');
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

  describe('while a bag is being written', () => {
    const begun = 'bag one {\n  words: dogs bark\n  deps:\n    bark -\n    \n';
    const endOf = (line: number): { line: number; character: number } => ({
      line,
      character: begun.split('\n')[line].length,
    });
    const offer = async (from: Editor, line: number): Promise<CompletionItem[]> => {
      await from.open('file:///begun.bow', begun);
      const textDocument = { uri: 'file:///begun.bow' };
      return from.client.sendRequest('textDocument/completion', {
        textDocument,
        position: endOf(line),
      });
    };

    it('offers labels by frequency, and then the dependent', async () => {
      const [first] = await offer(editor, 3);
      assert.equal(first.label, 'nsubj');
      assert.equal(first.textEdit?.newText, '-nsubj-> ');
      assert.deepEqual(first.command, { title: 'Suggest', command: 'suggest' });
    });

    it('offers places to fill in, one item for each thing', async () => {
      const items = await offer(editor, 4);
      assert.deepEqual(
        items.map(({ label }) => label),
        ['dogs', 'bark', 'arc', 'root', 'order:', 'expect:'],
      );
      const [, , arc, root, order] = items;
      assert.equal(arc.kind, CompletionItemKind.Snippet);
      for (const { insertTextFormat } of [arc, root, order]) {
        assert.equal(insertTextFormat, InsertTextFormat.Snippet);
      }
      assert.equal(order.textEdit?.newText, 'order:\n\t${1:earlier} < ${2:later}$0');
      assert.equal(items[0].insertTextFormat, undefined);
    });

    it('opens the features of a lemma at `[` and `=`, and nothing elsewhere', async () => {
      const folder = makeExtensionFolder(smallModelOfLemmas());
      const other = new Editor({ worker, poolSize: 1 });
      await other.start(folder.path);
      const lines = ['bag a {', '  words: @be[', '  [', '  @be[Tense=', '  a =', '}'];
      const labelsAt = async (line: number): Promise<string[]> => {
        const character = lines[line].length;
        const items = await other.client.sendRequest<CompletionItem[]>('textDocument/completion', {
          textDocument: { uri },
          position: { line, character },
          context: { triggerKind: 2, triggerCharacter: lines[line][character - 1] },
        });
        return items.map(({ label }) => label);
      };
      try {
        await other.open(uri, lines.join('\n'));
        await other.until('the model is loaded', () => other.statuses.at(-1)?.state === 'ready');
        assert.deepEqual(await labelsAt(1), ['Number=', 'Tense=']);
        assert.deepEqual(await labelsAt(3), ['Tense=Pres']);
        assert.deepEqual([await labelsAt(2), await labelsAt(4)], [[], []]);
      } finally {
        await other.stop();
        folder.remove();
      }
    });

    it('gives repeated words indices along with the one that is chosen', async () => {
      const repeated = 'file:///repeated.bow';
      await editor.open(repeated, 'bag a {\n  words: he said he\n  deps: said -> \n}\n');
      const items = await editor.client.sendRequest<CompletionItem[]>('textDocument/completion', {
        textDocument: { uri: repeated },
        position: { line: 2, character: 16 },
      });
      const chosen = items.find(({ label }) => label === 'he#2');
      assert.deepEqual(
        chosen?.additionalTextEdits?.map(({ range: { start, end }, newText }) => [
          ...[start.line, start.character, end.character],
          newText,
        ]),
        [
          [1, 11, 11, '#1'],
          [1, 19, 19, '#2'],
        ],
      );
    });

    it('offers plain text and no commands to an editor that knows no more', async () => {
      const other = new Editor({ worker, poolSize: 1 });
      await other.start(extension, { completes: false });
      try {
        const items = await offer(other, 4);
        assert.deepEqual(
          items.map(({ textEdit }) => textEdit?.newText),
          ['dogs', 'bark', 'root', 'order:', 'expect:'],
        );
        const labels = await offer(other, 3);
        for (const { insertTextFormat, command } of [...items, ...labels]) {
          assert.deepEqual([insertTextFormat, command], [undefined, undefined]);
        }
      } finally {
        await other.stop();
      }
    });
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
      /Another bag has the name `two`/,
    );
  });
});
