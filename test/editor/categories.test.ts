import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { bowline, closeAll, openNew, realization, until } from './support.ts';

const text = String.raw`grammar: ccg

bag dog {
  words:
    the/DT:NP/N dog/NN barks/VBZ:S[dcl]\NP ./.:.
}
`;

describe('A bag with a grammar of categories', () => {
  afterEach(closeAll);

  it('has derivations, or a message that its model has no grammar', async () => {
    const document = await openNew('categories.bow', text);
    const errors = vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.deepEqual(errors, []);
    const { status, message, realizations } = await realization(document, 'dog');
    if (status === 'refused') {
      assert.match(
        message ?? '',
        /^This model has no grammar of categories: .* leave `grammar: ccg` out\.$/,
      );
      assert.equal(realizations.length, 0);
    } else {
      assert.equal(status, 'complete');
      const [{ tokens, ccg }] = realizations;
      assert.equal(tokens.find(({ form }) => form === 'the')?.category, 'NP/N');
      assert.ok(ccg && ccg.nodes.length >= tokens.length);
    }
    await vscode.commands.executeCommand('bowline.showRealizations');
    const api = await bowline();
    const shown = await until('the panel shows the bag', () => {
      const { drawn } = api.panelState();
      return drawn?.title === 'dog' && drawn.kind === 'realized' ? drawn : null;
    });
    assert.deepEqual(
      shown.sentences,
      realizations.map(({ display }) => display),
    );
    assert.equal(shown.categories, realizations.at(0)?.ccg?.nodes.length ?? 0);
  });
});
