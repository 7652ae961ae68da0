import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';

/**
 * Removes the code lenses when the server stops. If there were no provider of lenses then, VS Code would show the old
 * lenses for half a minute as plain text. This function therefore registers a provider that returns no lenses.
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
