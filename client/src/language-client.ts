import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { Middleware } from 'vscode-languageclient/node';
import type { InitializationOptions } from '../../server/src/lsp/protocol.ts';

/** Creates the client without starting it. */
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
      // URIs may have any scheme: the server never reads the disk, since the editor sends the text.
      documentSelector: [{ language: 'bow' }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.bow') },
      initializationOptions,
      middleware,
      outputChannel: output,
    },
  );
}
