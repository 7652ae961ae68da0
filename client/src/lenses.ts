import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';

/**
 * While the server does not run, registers a provider that returns no code lenses. Without any
 * provider, VS Code would show the old lenses as plain text for half a minute.
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
