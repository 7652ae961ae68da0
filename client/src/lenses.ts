import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';

/**
 * Removes the code lenses while the server does not run. Without any provider VS Code would show the old lenses for
 * half a minute as plain text, so this provider returns none.
 */
export function clearLensesWithoutServer(client: LanguageClient): vscode.Disposable {
  let none: vscode.Disposable | null = null;
  const clear = (): void => {
    none?.dispose();
    none = null;
  };
  const states = client.onDidChangeState(({ newState }) => {
    clear();
    if (newState === State.Running) return;
    none = vscode.languages.registerCodeLensProvider(
      { language: 'bow' },
      { provideCodeLenses: () => [] },
    );
  });
  return new vscode.Disposable(() => {
    states.dispose();
    clear();
  });
}
