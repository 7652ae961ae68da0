import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { clientCommands, messages } from '../../server/src/lsp/protocol.ts';
import type {
  BagParams,
  NewBagsParams,
  NewBagsResult,
  Position,
} from '../../server/src/lsp/protocol.ts';
import type { AskedWhy } from './panel-messages.ts';
import { reveal } from './reveal.ts';

/** What code lenses and code actions run, and what makes bags of a selection. */
export function registerBagCommands(
  client: LanguageClient,
  showPanel: (asked: AskedWhy | null) => void,
): vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  return [
    registerCommand(clientCommands.realizeBag, (uri: string, index: number) =>
      client.sendRequest(messages.realize, { uri, index } satisfies BagParams),
    ),
    registerCommand(
      clientCommands.showBag,
      async (uri: string, position: Position, text?: string) => {
        await reveal(vscode.Uri.parse(uri, true), position);
        showPanel(text ? { uri, text } : null);
      },
    ),
    registerCommand(clientCommands.reveal, (uri: string, position: Position) =>
      reveal(vscode.Uri.parse(uri, true), position),
    ),
    registerCommand(clientCommands.showMessage, (message: string) => {
      void vscode.window.showInformationMessage(`Bowline: ${message}`);
    }),
    registerCommand('bowline.newBagFromSelection', () => newBagFromSelection(client)),
  ];
}

/** Opens a new file with bags made of the selected sentences of any file. */
async function newBagFromSelection(client: LanguageClient): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection) ?? '';
  const params: NewBagsParams = { text };
  const result = await client.sendRequest<NewBagsResult>(messages.newBags, params);
  if ('problem' in result) {
    void vscode.window.showInformationMessage(`Bowline: ${result.problem}`);
    return;
  }
  const document = await vscode.workspace.openTextDocument({
    language: 'bow',
    content: result.content,
  });
  await vscode.window.showTextDocument(document);
}
