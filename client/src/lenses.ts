import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';

/**
 * Takes the code lenses away while the server does not run. Where no extension provides lenses, VS Code
 * draws those of before for half a minute, as plain text, so here somebody provides none.
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
