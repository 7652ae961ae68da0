import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bowline, closeAll, openNew, realization, until } from './support.ts';
import type { Drawn } from '../../client/src/panel-messages.ts';

const two = `bag dog {
  words:
    the/DT dog/NN barks/VBZ ./.
  deps:
    barks -> dog .
    dog -> the
}

bag broken {
  words:
    the/DT cat/NN
  deps:
    cat -> dog
}
`;

/** What the panel has drawn for a bag, once it has. */
async function drawn(title: string, kind: string): Promise<Drawn> {
  const api = await bowline();
  return until(`the panel shows ${title} as ${kind}`, () => {
    const { drawn: shown } = api.panelState();
    return shown?.title === title && shown.kind === kind ? shown : null;
  });
}

describe('The panel', () => {
  afterEach(closeAll);

  it('opens beside the file and lists its realizations with a tree', async () => {
    const document = await openNew('panel.bow', two);
    const { realizations } = await realization(document, 'dog');
    await vscode.commands.executeCommand('bowline.showRealizations');
    const shown = await drawn('dog', 'realized');
    assert.deepEqual(
      shown.sentences,
      realizations.map(({ display }) => display),
    );
    assert.equal(shown.chosen, 0);
    const words = 4;
    assert.ok(shown.arcs >= words - 1, 'an arc for every word but the root');
    const panel = vscode.window.tabGroups.all.find(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputWebview),
    );
    assert.equal(panel?.viewColumn, vscode.ViewColumn.Two);
    assert.equal(vscode.window.activeTextEditor?.document, document, 'the file keeps the cursor');
  });

  it('follows the cursor from bag to bag', async () => {
    await openNew('panel.bow', two);
    await vscode.commands.executeCommand('bowline.showRealizations');
    await drawn('dog', 'realized');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(10, 0, 10, 0);
    await drawn('broken', 'invalid');
  });
});
