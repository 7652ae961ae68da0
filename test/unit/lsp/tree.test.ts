import assert from 'node:assert/strict';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { EditArcParams, EditArcResult } from '../../../server/src/lsp/protocol.ts';
import { bundleFakeWorker } from '../hosts/fake.ts';
import { Editor } from './editor.ts';
import { makeExtensionFolder } from './extension-folder.ts';

const uri = 'file:///a.bow';
const text = '\nbag a {\n  words: old dogs bark\n  deps: dogs -> old\n}\n';

describe('what the panel’s tree is given and asks', () => {
  let worker: string;
  let removeWorker: () => void;
  let extension: string;
  let removeExtension: () => void;
  let editor: Editor;

  before(() => {
    ({ script: worker, remove: removeWorker } = bundleFakeWorker());
    ({ path: extension, remove: removeExtension } = makeExtensionFolder());
  });
  after(() => {
    removeWorker();
    removeExtension();
  });
  beforeEach(async () => {
    editor = new Editor({ worker, poolSize: 1 });
    await editor.start(extension);
    await editor.open(uri, text);
  });
  afterEach(() => editor.stop());

  const edit = (params: Omit<EditArcParams, 'uri' | 'index'>): Promise<EditArcResult> =>
    editor.client.sendRequest<EditArcResult>(messages.editArc, { uri, index: 0, ...params });

  it('where each word is written, by lines from the bag’s first', async () => {
    const view = await editor.realized(uri, 'a');
    if (view?.state.kind !== 'realized') assert.fail();
    const place = (line: number, character: number, length: number) => ({
      start: { line, character },
      end: { line, character: character + length },
    });
    assert.deepEqual(view.state.result.words, [
      [place(1, 9, 3), place(2, 16, 3)],
      [place(1, 13, 4)],
      [place(1, 18, 4)],
    ]);
  });

  it('edits for an arc, and a reason where there are none', async () => {
    await editor.realized(uri, 'a');
    const added = await edit({ dependent: 1, head: 2 });
    assert.ok(added !== null && 'edits' in added);
    assert.equal(
      TextDocument.applyEdits(TextDocument.create(uri, 'bow', 1, text), [...added.edits]),
      '\nbag a {\n  words: old dogs bark\n  deps: dogs -> old\n    bark -> dogs\n}\n',
    );
    const refused = await edit({ dependent: 1, head: 0 });
    assert.ok(refused !== null && 'problem' in refused);
    assert.deepEqual(await edit({ dependent: 2, head: null }), { version: 1, edits: [] });
  });

  it('nothing once the bag has changed, for its words may be others', async () => {
    await editor.realized(uri, 'a');
    await editor.configure({ realizeOn: 'save' });
    await editor.realized(uri, 'a');
    await editor.edit(uri, 'bark', 'sleep');
    assert.equal(await edit({ dependent: 1, head: 2 }), null);
    assert.equal(
      await editor.client.sendRequest(messages.treeConllu, {
        uri,
        index: 0,
        text: 'old dogs bark',
      }),
      null,
    );
  });

  it('the tree as the export of realizations writes it', async () => {
    await editor.realized(uri, 'a');
    const params = { uri, index: 0, text: 'bark dogs old' };
    const conllu = await editor.client.sendRequest(messages.treeConllu, params);
    assert.equal(
      conllu,
      [
        ...['# sent_id = a-2', '# text = bark dogs old', '# display = bark dogs old!'],
        '# score = 60',
        '1\tbark\t_\t_\tNN\t_\t0\troot\t_\tIndex=3',
        '2\tdogs\t_\t_\tNN\t_\t1\t_\t_\tIndex=2',
        '3\told\t_\t_\tNN\t_\t2\t_\t_\tIndex=1',
        '\n',
      ].join('\n'),
    );
  });
});
