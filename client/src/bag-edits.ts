import * as vscode from 'vscode';
import { LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  BagEdits,
  BagParams,
  EditArcParams,
  EditArcResult,
  KeepParams,
  KeepResult,
  InsertExpectationParams,
} from '../../server/src/lsp/protocol.ts';

/**
 * Writes the tags or the arcs of a realization into its bag, so that the realization comes first.
 * If another sentence still comes first, a message says so.
 */
export async function keep(client: LanguageClient, params: KeepParams): Promise<void> {
  let result: KeepResult | null;
  try {
    result = await client.sendRequest<KeepResult | null>(messages.keep, params);
  } catch (error) {
    if (error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled) return;
    throw error;
  }
  if (result?.edits.length === 0) {
    void vscode.window.showInformationMessage(`Bowline: There are no ${params.what} left to keep.`);
    return;
  }
  const isApplied = await applyEdits(client, params, result);
  if (isApplied && result?.notice)
    void vscode.window.showInformationMessage(`Bowline: ${result.notice}`);
}

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
  await applyEdits(client, params, result);
}

/** Sets or removes the head that a bag gives to a word. */
export async function editArc(client: LanguageClient, params: EditArcParams): Promise<void> {
  const result = await client.sendRequest<EditArcResult>(messages.editArc, params);
  if (result !== null && 'problem' in result) {
    const problem = result.problem.replaceAll('`', '');
    void vscode.window.showWarningMessage(`Bowline: ${problem}`);
    return;
  }
  await applyEdits(client, params, result);
}

/**
 * Writes the server's edits into a bag, then realizes the bag, even if automatic realization is
 * off.
 *
 * @param result null if the server could not make the edits, for example since the bag no longer
 *   exists. Then a message asks the user to try again
 * @returns whether the edits were written
 */
export async function applyEdits(
  client: LanguageClient,
  { uri: file, index }: BagParams,
  result: BagEdits | null,
): Promise<boolean> {
  if (!(await writeEdits(client, vscode.Uri.parse(file, true), result))) return false;
  await client.sendRequest(messages.realize, { uri: file, index } satisfies BagParams);
  return true;
}

/** @returns whether the edits were written */
export async function writeEdits(
  client: LanguageClient,
  uri: vscode.Uri,
  result: BagEdits | null,
): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (result?.version !== document.version) {
    void vscode.window.showWarningMessage('Bowline: The file has changed meanwhile. Try again.');
    return false;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, await client.protocol2CodeConverter.asTextEdits([...result.edits]));
  return vscode.workspace.applyEdit(edit);
}
