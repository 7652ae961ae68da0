import * as vscode from 'vscode';
import type { Position, Range } from '../../server/src/lsp/protocol.ts';

export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/**
 * Moves the cursor to a position of a file. If no editor shows the file, opens one.
 *
 * @param elsewhere the column in which to open an editor
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

/**
 * Moves the focus from a panel to a visible editor, preferably of a document that `isOf` accepts.
 */
export async function leaveTo(isOf: (document: vscode.TextDocument) => boolean): Promise<void> {
  const editors = vscode.window.visibleTextEditors;
  const editor = editors.find(({ document }) => isOf(document)) ?? editors.at(0);
  if (editor === undefined) return;
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

/** Marks the words at which the user points in the panel's tree. */
export class WordHighlight implements vscode.Disposable {
  readonly #look = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightBackground'),
    borderColor: new vscode.ThemeColor('editor.wordHighlightBorder'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightForeground'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });

  /** Marks ranges of a file, and removes all earlier marks. */
  show(uri: string, ranges: readonly Range[]): void {
    const marked = ranges.map(toRange);
    for (const editor of vscode.window.visibleTextEditors) {
      const isShown = editor.document.uri.toString() === uri;
      editor.setDecorations(this.#look, isShown ? marked : []);
    }
  }

  dispose(): void {
    this.#look.dispose();
  }
}
