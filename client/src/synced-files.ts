import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient, Middleware } from 'vscode-languageclient/node';
import { isBow } from './view-tracker.ts';

/**
 * The open files that the server has received. A request about a file waits until the server has
 * the file. Otherwise a server that has just started might get the request first.
 */
export class SyncedFiles implements vscode.Disposable {
  readonly #uris = new Set<string>();
  readonly #opened = new vscode.EventEmitter<vscode.TextDocument>();
  readonly #stopped = new vscode.EventEmitter<void>();
  #client: LanguageClient | null = null;
  #states: { dispose(): unknown } | null = null;

  /**
   * Fires when the client has sent a file to the server. It sends a file that is opened and, when
   * the server starts, all open files.
   */
  readonly onDidOpen = this.#opened.event;

  readonly middleware: Middleware = {
    didOpen: async (document, next) => {
      await next(document);
      this.#uris.add(document.uri.toString());
      this.#opened.fire(document);
    },
    didClose: async (document, next) => {
      this.#uris.delete(document.uri.toString());
      await next(document);
    },
  };

  /** @param client a client with this `middleware`, not started yet */
  follow(client: LanguageClient): void {
    this.#client = client;
    this.#states = client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) return;
      this.#uris.clear();
      if (newState === State.Stopped) this.#stopped.fire();
    });
  }

  /** Resolves when the client has sent the file to the server, or when the server has stopped. */
  async open(uri: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const key = document.uri.toString();
    if (!isBow(document) || this.#client?.state === State.Stopped) return;
    while (!this.#uris.has(key)) {
      const isStopped = await new Promise<boolean>((resolve) => {
        const waiting = [this.onDidOpen(() => end(false)), this.#stopped.event(() => end(true))];
        const end = (stopped: boolean): void => {
          for (const listener of waiting) listener.dispose();
          resolve(stopped);
        };
      });
      if (isStopped) return;
    }
  }

  dispose(): void {
    this.#states?.dispose();
    this.#opened.dispose();
    this.#stopped.dispose();
  }
}
