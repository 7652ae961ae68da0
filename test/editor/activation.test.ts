import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('The extension', () => {
  it('is active once a .bow file is open', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'bow', content: '' });
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, 'bow');
    const extension = vscode.extensions.getExtension('bowline.bowline');
    assert.ok(extension, 'it is installed');
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
