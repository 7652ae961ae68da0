import * as vscode from 'vscode';
import type { NamedBagParams, PinnedBag } from '../../server/src/lsp/protocol.ts';
import type {
  AskedWhy,
  Drawn,
  FromPanel,
  PanelContent,
  PanelMemory,
  ToPanel,
} from './panel-messages.ts';
import { webviewHtml, webviewOptions } from './webview-html.ts';

const viewType = 'bowline.realizations';
const page = { bundle: 'webview', title: 'Realizations' };
const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

/** Sends a panel something beside its content. */
export type Reply = (message: Exclude<ToPanel, { type: 'content' }>) => void;

export interface PanelOptions {
  readonly extension: vscode.Uri;
  readonly onMessage: (
    message: Exclude<FromPanel, { type: 'ready' | 'drawn' }>,
    reply: Reply,
  ) => void;
  /** The panel that follows the cursor was opened or closed. */
  readonly onOpen: (open: boolean) => void;
  /** A panel was pinned to a bag, or one that was is closed. */
  readonly onPinned: (pinned: readonly NamedBagParams[]) => void;
  /** The panel is back after a reload, and this is what it showed. */
  readonly onRestore: (memory: Partial<PanelMemory>) => void;
}

/** The side panels: one for the window, following the cursor from file to file, and those that are pinned to a bag. */
export class RealizationsPanels implements vscode.Disposable {
  readonly #options: PanelOptions;
  readonly #serializer: vscode.Disposable;
  #following: Panel | null = null;
  #lastAsked = 0;
  readonly #pinned = new Map<Panel, NamedBagParams>();
  #content: PanelContent = { file: null, view: null, server: 'loading', debug: null, asked: null };

  constructor(options: PanelOptions) {
    this.#options = options;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, memory: Partial<PanelMemory> | undefined) => {
        this.#following?.dispose();
        this.#follow(panel);
        options.onRestore(memory ?? {});
        return Promise.resolve();
      },
    });
  }

  /** What the panel that follows the cursor shows. */
  get content(): PanelContent {
    return this.#content;
  }

  /** What it has last drawn; null while it is closed. */
  get drawn(): Drawn | null {
    return this.#following?.drawn ?? null;
  }

  /** Opens the panel beside the file, or brings it to the front; the file keeps the cursor. */
  show(asked: AskedWhy | null = null): void {
    if (asked !== null) this.update({ asked: { ...asked, id: ++this.#lastAsked } });
    if (this.#following !== null) this.#following.reveal();
    else this.#follow(this.#create('Realizations'));
  }

  /** Opens another panel that stays on the bag that is shown. */
  pin(): void {
    const { uri = null, bag = null } = this.#content.view ?? {};
    if (uri === null || bag === null) {
      void vscode.window.showInformationMessage('Bowline: Put the cursor in a bag to pin it.');
      return;
    }
    const webview = this.#create(bag.title);
    const panel = new Panel(webview, this.#options, { ...this.#content, asked: null });
    this.#pinned.set(panel, { uri, bag: bag.title });
    webview.onDidDispose(() => {
      this.#pinned.delete(panel);
      this.#options.onPinned([...this.#pinned.values()]);
    });
    this.#options.onPinned([...this.#pinned.values()]);
  }

  /** To whichever panel the user is in. */
  readonly post: Reply = (message) => {
    const panels = [...this.#pinned.keys(), ...(this.#following ? [this.#following] : [])];
    panels.find(({ isActive }) => isActive)?.post(message);
  };

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

  updatePinned({ uri, bag, view }: PinnedBag, file: string | null): void {
    for (const [panel, pinned] of this.#pinned) {
      if (pinned.uri === uri && pinned.bag === bag) panel.show({ ...panel.content, view, file });
    }
  }

  dispose(): void {
    this.#serializer.dispose();
    this.#following?.dispose();
    for (const panel of [...this.#pinned.keys()]) panel.dispose();
  }

  #create(title: string): vscode.WebviewPanel {
    const { extension } = this.#options;
    return vscode.window.createWebviewPanel(viewType, title, beside, webviewOptions(extension));
  }

  #follow(webview: vscode.WebviewPanel): void {
    const panel = new Panel(webview, this.#options, this.#content);
    this.#following = panel;
    webview.onDidDispose(() => {
      if (this.#following !== panel) return;
      this.#following = null;
      this.#options.onOpen(false);
    });
    this.#options.onOpen(true);
  }
}

/** One panel. */
class Panel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  #content: PanelContent;
  #drawn: Drawn | null = null;
  #isDisposed = false;

  constructor(
    panel: vscode.WebviewPanel,
    { extension, onMessage }: Pick<PanelOptions, 'extension' | 'onMessage'>,
    content: PanelContent,
  ) {
    this.#panel = panel;
    this.#content = content;
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(extension, 'client', 'icons', `realizations-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.webview.options = webviewOptions(extension);
    panel.webview.onDidReceiveMessage((message: FromPanel) => {
      if (message.type === 'ready') this.show(this.#content);
      else if (message.type === 'drawn') this.#drawn = message.drawn;
      else onMessage(message, (reply) => this.post(reply));
    });
    panel.onDidDispose(() => (this.#isDisposed = true));
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

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  show(content: PanelContent): void {
    this.#content = content;
    this.#send({ type: 'content', content });
  }

  post(message: Parameters<Reply>[0]): void {
    this.#send(message);
  }

  /** An answer may come when the panel is closed. */
  #send(message: ToPanel): void {
    if (!this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}
