import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BagState } from '../../server/src/lsp/protocol.ts';
import {
  bowline,
  closeAll,
  hint,
  openNew,
  problems,
  realization,
  replace,
  until,
} from './support.ts';

const brokenAndSound = `bag broken {
  words:
    the/DT dog/NN barks/VBZ ./.
  deps:
    barks -> cat
}

bag sound {
  words:
    the/DT cat/NN sleeps/VBZ ./.
}
`;

describe('Problems in the editor', () => {
  afterEach(closeAll);

  it('are gone when the tab is closed, though the editor keeps the document, and come back', async () => {
    const document = await openNew('tab.bow', brokenAndSound);
    await problems(document);
    await closeAll();
    await until('there are no problems', () =>
      vscode.languages.getDiagnostics(document.uri).length === 0 ? true : null,
    );
    assert.equal(document.isClosed, false);
    await vscode.window.showTextDocument(document);
    await problems(document);
    assert.match(await hint(document, 'bag sound'), /sleeps/i);
  });

  it('a broken bag reports its problem, and the rest of the file is realized', async () => {
    const document = await openNew('broken.bow', brokenAndSound);
    const [problem, ...others] = await problems(document);
    assert.ok(problem);
    assert.deepEqual(others, []);
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(document.getText(problem.range), 'cat');
    assert.match(problem.message, /cat/);
    assert.match(await hint(document, 'bag sound'), /sleeps/i);
    const view = await (await bowline()).realized(document.uri, 'broken');
    assert.equal(view?.state.kind, 'invalid');
  });

  it('the problem goes once the bag is mended', async () => {
    const document = await openNew('broken.bow', brokenAndSound);
    await problems(document);
    await replace(document, '-> cat', '-> dog');
    await document.save();
    assert.match(await hint(document, 'bag broken'), /barks/i);
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });

  it('are mended when the file is saved, if the settings say so', async () => {
    const settings = vscode.workspace.getConfiguration('editor');
    const onSave = { 'source.fixAll.bowline': 'explicit' };
    await settings.update('codeActionsOnSave', onSave, vscode.ConfigurationTarget.Global);
    try {
      const document = await openNew('save.bow', "bag a{\n  words: I don't know .\n}\n");
      await problems(document);
      await replace(document, 'know .', 'know.');
      await document.save();
      assert.equal(document.getText(), "bag a {\n  words: I do n't know .\n}\n");
    } finally {
      await settings.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('an empty file, a binary file and a line of a megabyte leave the server alive', async () => {
    await openNew('empty.bow', '');
    // VS Code itself refuses a file with a zero byte in it.
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => 1 + ((i * 7919) % 255));
    await openNew('binary.bow', bytes);
    await openNew('long.bow', `bag long {\n  words: ${'word '.repeat(200_000)}\n}\n`);
    const document = await openNew('after.bow', brokenAndSound);
    const { status } = await realization(document, 'sound');
    assert.equal(status, 'complete');
  });

  it('a bag over the size limit is refused, and the limit named', async () => {
    const words = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
    const document = await openNew('large.bow', `bag large {\n  words: ${words}\n}\n`);
    const found = await problems(document);
    assert.ok(
      found.some(({ message }) => /\b100\b/.test(message)),
      found[0]?.message,
    );
  });

  it('a file deleted while it is realized leaves the server alive', async () => {
    const document = await openNew('gone.bow', brokenAndSound);
    await vscode.workspace.fs.delete(document.uri);
    const other = await openNew('here.bow', brokenAndSound);
    assert.equal((await realization(other, 'sound')).status, 'complete');
  });

  it('a missing model is named, and bags are realized again once the setting is mended', async () => {
    const document = await openNew('modelless.bow', brokenAndSound);
    const api = await bowline();
    const settings = vscode.workspace.getConfiguration('bowline');
    const use = (model: string | undefined): Thenable<void> =>
      settings.update('model', model, vscode.ConfigurationTarget.Global);
    const stateOf = async (kind: string): Promise<BagState> =>
      until(`the bag is ${kind}`, async () => {
        const view = await api.realized(document.uri, 'sound');
        return view?.state.kind === kind ? view.state : null;
      });
    try {
      await use('/nowhere/missing.bow-model');
      const state = await stateOf('no-model');
      assert.match(state.kind === 'no-model' ? state.problem.message : '', /missing\.bow-model/);
    } finally {
      await use(undefined);
    }
    await stateOf('realized');
  });
});
