import * as vscode from 'vscode';
import type { Position } from '../../server/src/lsp/protocol.ts';

/** Goes to a place in a file: in the editor that shows it, or else in the first column. */
export async function reveal(uri: vscode.Uri, { line, character }: Position): Promise<void> {
  const position = new vscode.Position(line, character);
  const open = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  const document = open?.document ?? (await vscode.workspace.openTextDocument(uri));
  await vscode.window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(position, position),
  });
}
