import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { BagView, NamedBagParams, PinnedBag } from '../../server/src/lsp/protocol.ts';
import { WordHighlight } from './editors.ts';
import { fileName, shortName } from './names.ts';
import { act, type PanelAction } from './panel-actions.ts';
import type {
  AskedWhy,
  Drawn,
  FromPanel,
  PanelAnswer,
  PanelContent,
  PanelMemory,
  PanelQuestion,
  ToPanel,
} from './panel-messages.ts';
import type { ViewTracker } from './view-tracker.ts';
import { webviewHtml, webviewOptions } from './webview-html.ts';

/** The names by which the editor restores panels after a reload. */
const viewTypes = { following: 'bowline.realizations', pinned: 'bowline.pinned' } as const;
const page = { bundle: 'webview', title: 'Realizations' };

export interface PanelOptions {
  readonly extension: vscode.Uri;
  readonly client: LanguageClient;
  readonly view: ViewTracker;
  readonly onError: (error: unknown) => void;
}

/** One panel follows the cursor from file to file. Every other panel is pinned to a bag. */
export class RealizationsPanels implements vscode.Disposable {
  readonly #options: PanelOptions;
  readonly #wordHighlight = new WordHighlight();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #following: Panel | null = null;
  #lastAsked = 0;
  readonly #pinned = new Map<Panel, NamedBagParams>();
  #content: PanelContent = {
    ...{ file: null, pinned: null, view: null, server: 'loading', debug: [], asked: null },
  };

  constructor(options: PanelOptions) {
    this.#options = options;
    const { client } = options;
    const { registerWebviewPanelSerializer } = vscode.window;
    this.#subscriptions = [
      this.#wordHighlight,
      client.onNotification(messages.bag, (view: BagView) => {
        this.update({ view, file: view.uri === null ? null : fileName(view.uri) });
      }),
      client.onNotification(messages.pinnedBag, ({ view, ...bag }: PinnedBag) => {
        for (const [panel, pinned] of this.#pinned) {
          if (isSame(pinned, bag)) panel.show({ ...panel.content, view });
        }
      }),
      registerWebviewPanelSerializer(viewTypes.following, {
        deserializeWebviewPanel: (panel, memory: Partial<PanelMemory> | undefined) => {
          this.#following?.dispose();
          this.#follow(panel);
          void this.#restoreFile(memory ?? {});
          return Promise.resolve();
        },
      }),
      registerWebviewPanelSerializer(viewTypes.pinned, {
        deserializeWebviewPanel: (panel, memory: Partial<PanelMemory> | undefined) =>
          this.#restorePinned(panel, memory ?? {}),
      }),
    ];
  }

  /**
   * The content of the panel that follows the cursor. `drawn` and `isActive` describe the same
   * panel.
   */
  get content(): PanelContent {
    return this.#content;
  }

  get drawn(): Drawn | null {
    return this.#following?.drawn ?? null;
  }

  get isActive(): boolean {
    return this.#following?.isActive === true;
  }

  /**
   * Shows the panel that follows the cursor, or opens it beside the file. The focus stays in the
   * file.
   */
  show(asked: AskedWhy | null = null): void {
    if (asked !== null) this.update({ asked: { ...asked, id: ++this.#lastAsked } });
    if (this.#following !== null) this.#following.reveal();
    else this.#follow(this.#create('following', 'Realizations'));
  }

  /** If the bag already has a pinned panel, brings it to the front. */
  pin(bag: NamedBagParams): void {
    const there = [...this.#pinned].find(([, pinned]) => isSame(pinned, bag));
    if (there !== undefined) there[0].reveal();
    else this.#pin(this.#create('pinned', shortName(bag.bag)), bag);
  }

  /** Sends a menu choice to all panels. Only the panel that the message names acts on it. */
  chosen(message: Extract<ToPanel, { type: 'menu' }>): void {
    this.#following?.post(message);
    for (const panel of this.#pinned.keys()) panel.post(message);
  }

  update(content: Partial<PanelContent>): void {
    const before = this.#content;
    this.#content = { ...before, ...content };
    const { server, debug, view, file, asked } = this.#content;
    const isOfAll = server !== before.server || debug !== before.debug;
    const isOfOne = view !== before.view || file !== before.file || asked !== before.asked;
    if (isOfAll || isOfOne) this.#following?.show(this.#content);
    if (!isOfAll) return;
    for (const panel of this.#pinned.keys()) panel.show({ ...panel.content, server, debug });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#following?.dispose();
    for (const panel of [...this.#pinned.keys()]) panel.dispose();
  }

  #create(kind: keyof typeof viewTypes, title: string): vscode.WebviewPanel {
    const { extension } = this.#options;
    // A new panel opens to the right of the panel that follows the cursor, so that both are
    // visible.
    const { Two, Three, Four, Beside } = vscode.ViewColumn;
    const following = this.#following?.viewColumn ?? 0;
    const viewColumn = following === 0 ? Beside : ([Two, Three, Four].at(following - 1) ?? Beside);
    return vscode.window.createWebviewPanel(
      viewTypes[kind],
      title,
      { viewColumn, preserveFocus: true },
      webviewOptions(extension),
    );
  }

  #attach(webview: vscode.WebviewPanel, content: PanelContent): Panel {
    const { extension, client, onError } = this.#options;
    const onAction = (action: PanelAction, elsewhere: vscode.ViewColumn): void => {
      act(action, client, this.#wordHighlight, elsewhere).catch(onError);
    };
    return new Panel(webview, { extension, client, onAction }, content);
  }

  #follow(webview: vscode.WebviewPanel): void {
    const panel = this.#attach(webview, this.#content);
    this.#following = panel;
    webview.onDidDispose(() => {
      if (this.#following !== panel) return;
      this.#following = null;
      // If the panel is opened again, it must not explain the same sentence again.
      this.#content = { ...this.#content, asked: null };
      this.#options.view.panel = false;
    });
    this.#options.view.panel = true;
  }

  /** After a reload, shows the earlier file in the panel until an editor is active. */
  async #restoreFile({ uri, line }: Partial<PanelMemory>): Promise<void> {
    if (!uri) return;
    try {
      await this.#options.view.follow(uri, line ?? 0);
    } catch {
      // The file no longer exists. The panel says that there is no bag to show.
    }
  }

  #pin(webview: vscode.WebviewPanel, pinned: NamedBagParams): void {
    const { server, debug } = this.#content;
    const file = fileName(pinned.uri);
    const content = { file, pinned, view: null, server, debug, asked: null };
    const panel = this.#attach(webview, content);
    this.#pinned.set(panel, pinned);
    const tell = (): void => {
      this.#options.view.pinned = [...this.#pinned.values()];
    };
    webview.onDidDispose(() => {
      this.#pinned.delete(panel);
      tell();
    });
    tell();
  }

  async #restorePinned(
    webview: vscode.WebviewPanel,
    { uri = null, bag = null }: Partial<PanelMemory>,
  ): Promise<void> {
    if (uri === null || bag === null) {
      webview.dispose();
      return;
    }
    try {
      await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
    } catch {
      // The file no longer exists. The panel says that the file is not open.
    }
    this.#pin(webview, { uri, bag });
  }
}

/** Connects one webview panel with the server and the extension. */
class Panel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #client: LanguageClient;
  /** The questions that are not answered yet, by id. */
  readonly #awaited = new Map<string, vscode.CancellationTokenSource>();
  #content: PanelContent;
  #drawn: Drawn | null = null;
  #isDisposed = false;

  constructor(
    panel: vscode.WebviewPanel,
    {
      extension,
      client,
      onAction,
    }: Pick<PanelOptions, 'extension' | 'client'> & {
      /** @param elsewhere the editor column in which to open a file that no editor shows */
      readonly onAction: (action: PanelAction, elsewhere: vscode.ViewColumn) => void;
    },
    content: PanelContent,
  ) {
    this.#panel = panel;
    this.#client = client;
    this.#content = content;
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(extension, 'client', 'icons', `realizations-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.webview.options = webviewOptions(extension);
    panel.webview.onDidReceiveMessage((message: FromPanel) => {
      switch (message.type) {
        case 'ready':
          // The page has been loaded again, so it no longer waits for earlier answers.
          this.#withdrawAll();
          this.show(this.#content);
          break;
        case 'drawn':
          this.#drawn = message.drawn;
          break;
        case 'explain':
        case 'questions':
        case 'compare':
        case 'labels':
        case 'parseAgain':
        case 'unambiguous':
          void this.#answer(message);
          break;
        case 'withdraw':
          this.#awaited.get(message.id)?.cancel();
          break;
        default:
          onAction(message, this.#columnForFiles);
      }
    });
    panel.onDidDispose(() => {
      this.#isDisposed = true;
      this.#withdrawAll();
    });
    panel.webview.html = webviewHtml(panel.webview, extension, page);
  }

  get content(): PanelContent {
    return this.#content;
  }

  get drawn(): Drawn | null {
    return this.#drawn;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  /** The first column, or a new column if the panel itself is in the first. */
  get #columnForFiles(): vscode.ViewColumn {
    const { One, Beside } = vscode.ViewColumn;
    return this.#panel.viewColumn === One ? Beside : One;
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  show(content: PanelContent): void {
    this.#content = content;
    this.post({ type: 'content', content });
  }

  /** Does nothing if the panel has been closed in the meantime. */
  post(message: ToPanel): void {
    if (!this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #answer({ type, id, params }: PanelQuestion): Promise<void> {
    const source = new vscode.CancellationTokenSource();
    this.#awaited.set(id, source);
    try {
      const value = await this.#client.sendRequest<PanelAnswer>(
        messages[type],
        params,
        source.token,
      );
      this.post({ type: 'answer', id, value });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.post({ type: 'answer', id, problem });
    } finally {
      this.#awaited.delete(id);
      source.dispose();
    }
  }

  #withdrawAll(): void {
    for (const source of this.#awaited.values()) source.cancel();
  }
}

function isSame(a: NamedBagParams, b: NamedBagParams): boolean {
  return a.uri === b.uri && a.bag === b.bag;
}
