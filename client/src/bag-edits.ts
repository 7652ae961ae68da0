import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  BagEdits,
  FreezeParams,
  InsertExpectationParams,
} from '../../server/src/lsp/protocol.ts';

/** Writes the tags or the arcs of a realization into its bag. */
export async function freeze(client: LanguageClient, params: FreezeParams): Promise<void> {
  const result = await client.sendRequest<BagEdits | null>(messages.freeze, params);
  if (result?.edits.length === 0) {
    void vscode.window.showInformationMessage(`Bowline: There are no ${params.what} left to keep.`);
    return;
  }
  await applyEdits(client, params.uri, result);
}

/** Adds a sentence to what its bag expects. */
export async function insertExpectation(
  client: LanguageClient,
  params: InsertExpectationParams,
): Promise<void> {
  const result = await client.sendRequest<BagEdits | null>(messages.insertExpectation, params);
  if (result === null) {
    void vscode.window.showWarningMessage(
      'Bowline: This sentence cannot be written as a line of expect:.',
    );
    return;
  }
  await applyEdits(client, params.uri, result);
}

/**
 * Writes into a bag what the server has offered.
 *
 * @param result null where what it was about is no longer there
 */
export async function applyEdits(
  client: LanguageClient,
  file: string,
  result: BagEdits | null,
): Promise<void> {
  const uri = vscode.Uri.parse(file, true);
  const document = await vscode.workspace.openTextDocument(uri);
  if (result?.version !== document.version) {
    void vscode.window.showWarningMessage('Bowline: The file has changed meanwhile. Try again.');
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, await client.protocol2CodeConverter.asTextEdits([...result.edits]));
  await vscode.workspace.applyEdit(edit);
}
