import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { NamedBagParams, ViewParams } from '../../server/src/lsp/protocol.ts';

/** Changes of the view within this many milliseconds are sent together. */
const BURST_MS = 30;

export const isBow = (document: vscode.TextDocument): boolean => document.languageId === 'bow';

/**
 * Reports the user's view to the server: the last active `.bow` file, the visible lines, and the
 * bags in panels.
 */
export class ViewTracker implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #subscriptions: { dispose(): unknown }[];
  #active: { readonly uri: vscode.Uri; readonly cursor: vscode.Position } | null = null;
  #panel = false;
  #pinned: readonly NamedBagParams[] = [];
  /** The URIs of the open documents that a tab or an editor has shown. */
  readonly #shown = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(client: LanguageClient) {
    this.#client = client;
    const { window, workspace } = vscode;
    this.#subscriptions = [
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) this.send();
      }),
      window.onDidChangeActiveTextEditor(() => this.#update()),
      window.onDidChangeVisibleTextEditors(() => this.#update()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (isBow(textEditor.document)) this.#update();
      }),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (isBow(textEditor.document)) this.#update();
      }),
      workspace.onDidOpenTextDocument((document) => {
        if (isBow(document)) this.#update();
      }),
      workspace.onDidCloseTextDocument((document) => {
        const uri = document.uri.toString();
        this.#shown.delete(uri);
        if (this.#active?.uri.toString() === uri) this.#active = null;
        this.#update();
      }),
      client.visibleDocuments.onOpen(() => this.#update()),
      client.visibleDocuments.onClose(() => this.#update()),
    ];
    this.#update();
  }

  /** Whether the panel that follows the cursor is open. */
  set panel(panel: boolean) {
    this.#panel = panel;
    this.#update();
  }

  set pinned(pinned: readonly NamedBagParams[]) {
    this.#pinned = pinned;
    this.#update();
  }

  /** The last active `.bow` file, which the panel follows. */
  get uri(): vscode.Uri | null {
    return this.#active?.uri ?? null;
  }

  /** Makes the panel follow this file, unless a `.bow` file was active already. */
  async follow(file: string, line: number): Promise<void> {
    const { uri } = await vscode.workspace.openTextDocument(vscode.Uri.parse(file, true));
    if (this.#active !== null) return;
    this.#active = { uri, cursor: new vscode.Position(line, 0) };
    this.#update();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#client.isRunning()) return;
    const active = this.#active;
    const view: ViewParams = {
      active:
        active === null
          ? null
          : {
              uri: active.uri.toString(),
              cursor: { line: active.cursor.line, character: active.cursor.character },
            },
      visible: vscode.window.visibleTextEditors
        .filter(({ document }) => isBow(document))
        .flatMap(({ document, visibleRanges }) =>
          visibleRanges.map(({ start, end }) => ({
            uri: document.uri.toString(),
            first: start.line,
            last: end.line,
          })),
        ),
      panel: this.#panel,
      pinned: this.#pinned,
      hidden: this.#hidden(),
    };
    void this.#client.sendNotification(messages.view, view);
  }

  /** The URIs of documents that VS Code keeps open after their tabs were closed. */
  #hidden(): string[] {
    const open = vscode.workspace.textDocuments.filter(isBow);
    const { visibleDocuments } = this.#client;
    for (const { uri } of open) {
      if (visibleDocuments.isVisible(uri)) this.#shown.add(uri.toString());
    }
    return open
      .filter(({ uri }) => this.#shown.has(uri.toString()) && !visibleDocuments.isVisible(uri))
      .map(({ uri }) => uri.toString());
  }

  #update(): void {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const editors = [...(activeTextEditor ? [activeTextEditor] : []), ...visibleTextEditors];
    const here = this.#active?.uri.toString();
    // While the panel has the focus, no editor is active. The panel still follows the last active
    // file.
    const editor =
      (activeTextEditor && isBow(activeTextEditor.document) ? activeTextEditor : undefined) ??
      editors.find(({ document }) => document.uri.toString() === here) ??
      (this.#active === null ? editors.find(({ document }) => isBow(document)) : undefined);
    if (editor) this.#active = { uri: editor.document.uri, cursor: editor.selection.active };
    this.#timer ??= setTimeout(() => this.send(), BURST_MS);
  }
}
