import * as vscode from 'vscode';
import type { Range } from '../../server/src/lsp/protocol.ts';
import { toRange } from './range.ts';

/** Marks the words in the editors that the user points at in the panel's tree. */
export class WordHighlight implements vscode.Disposable {
  readonly #look = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightBackground'),
    borderColor: new vscode.ThemeColor('editor.wordHighlightBorder'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightForeground'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });

  /** @param ranges none takes the marks away */
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
