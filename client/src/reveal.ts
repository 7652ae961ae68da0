import * as vscode from 'vscode';
import type { Position } from '../../server/src/lsp/protocol.ts';

/**
 * Goes to a place in a file: in the editor that shows it, or else in a column.
 *
 * @param elsewhere that column, the first by default
 */
export async function reveal(
  uri: vscode.Uri,
  { line, character }: Position,
  { preserveFocus = false, elsewhere = vscode.ViewColumn.One } = {},
): Promise<void> {
  const position = new vscode.Position(line, character);
  const open = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
  const document = open?.document ?? (await vscode.workspace.openTextDocument(uri));
  await vscode.window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? elsewhere,
    preserveFocus,
    selection: new vscode.Range(position, position),
  });
}
