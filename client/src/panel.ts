import * as vscode from 'vscode';
import type { Drawn, FromPanel, PanelContent, PanelMemory, ToPanel } from './panel-messages.ts';
import { webviewHtml, webviewOptions } from './webview-html.ts';

const viewType = 'bowline.realizations';
const page = { bundle: 'webview', title: 'Realizations' };

export interface PanelOptions {
  readonly extension: vscode.Uri;
  readonly onMessage: (message: Exclude<FromPanel, { type: 'ready' | 'drawn' }>) => void;
  /** The panel was opened or closed. */
  readonly onOpen: (open: boolean) => void;
  /** The panel is back after a reload, and this is what it showed. */
  readonly onRestore: (memory: Partial<PanelMemory>) => void;
}

/** The side panel: one for the window, following the cursor from file to file. */
export class RealizationsPanel implements vscode.Disposable {
  readonly #options: PanelOptions;
  readonly #serializer: vscode.Disposable;
  #panel: vscode.WebviewPanel | null = null;
  #content: PanelContent = { file: null, view: null, server: 'loading', debug: null };
  #drawn: Drawn | null = null;

  constructor(options: PanelOptions) {
    this.#options = options;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, memory: Partial<PanelMemory> | undefined) => {
        this.#panel?.dispose();
        this.#attach(panel);
        options.onRestore(memory ?? {});
        return Promise.resolve();
      },
    });
  }

  get content(): PanelContent {
    return this.#content;
  }

  /** What the panel has last drawn; null while it is closed. */
  get drawn(): Drawn | null {
    return this.#drawn;
  }

  /** Opens the panel beside the file, or brings it to the front; the file keeps the cursor. */
  show(): void {
    if (this.#panel !== null) {
      this.#panel.reveal(undefined, true);
      return;
    }
    this.#attach(
      vscode.window.createWebviewPanel(
        viewType,
        'Realizations',
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        webviewOptions(this.#options.extension),
      ),
    );
  }

  post(message: Exclude<ToPanel, { type: 'content' }>): void {
    void this.#panel?.webview.postMessage(message);
  }

  update(content: Partial<PanelContent>): void {
    this.#content = { ...this.#content, ...content };
    this.#send();
  }

  dispose(): void {
    this.#serializer.dispose();
    this.#panel?.dispose();
  }

  #attach(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = {
      light: vscode.Uri.joinPath(
        this.#options.extension,
        'client',
        'icons',
        'realizations-light.svg',
      ),
      dark: vscode.Uri.joinPath(
        this.#options.extension,
        'client',
        'icons',
        'realizations-dark.svg',
      ),
    };
    panel.webview.options = webviewOptions(this.#options.extension);
    panel.webview.onDidReceiveMessage((message: FromPanel) => {
      if (message.type === 'ready') this.#send();
      else if (message.type === 'drawn') this.#drawn = message.drawn;
      else this.#options.onMessage(message);
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = null;
      this.#drawn = null;
      this.#options.onOpen(false);
    });
    panel.webview.html = webviewHtml(panel.webview, this.#options.extension, page);
    this.#options.onOpen(true);
  }

  #send(): void {
    const message: ToPanel = { type: 'content', content: this.#content };
    void this.#panel?.webview.postMessage(message);
  }
}
