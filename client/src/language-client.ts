import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { Middleware } from 'vscode-languageclient/node';
import type { InitializationOptions } from '../../server/src/lsp/protocol.ts';

/** Creates the client of the language server, without starting it. */
export function createLanguageClient(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
  middleware: Middleware,
): LanguageClient {
  const initializationOptions: InitializationOptions = {
    extension: context.extensionPath,
    suggestCommand: 'editor.action.triggerSuggest',
  };
  return new LanguageClient(
    'bowline',
    'Bowline',
    {
      module: context.asAbsolutePath('dist/server.cjs'),
      transport: TransportKind.ipc,
    },
    {
      // Files with any URI scheme, since the server reads the text that the editor sends, never the
      // disk.
      documentSelector: [{ language: 'bow' }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.bow') },
      initializationOptions,
      middleware,
      outputChannel: output,
    },
  );
}
