import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { CoverageParams, CoverageResult, Portion } from '../../server/src/lsp/protocol.ts';
import type { FromCoverage, ShownCoverage, ToCoverage } from './coverage-messages.ts';
import { leaveTo, reveal } from './editors.ts';
import { longRequest } from './long-request.ts';
import type { SyncedFiles } from './synced-files.ts';
import { glob, isTestFile } from './tests.ts';
import { webviewHtml, webviewOptions } from './webview-html.ts';

const viewType = 'bowline.coverage';
const page = { bundle: 'coverage', title: 'Coverage' };

/** Menus offer the coverage view when this context key is set, after the first run. */
const hasCoverage = 'bowline.hasCoverage';

export interface CoverageViewOptions {
  readonly extension: vscode.Uri;
  readonly client: LanguageClient;
  readonly files: SyncedFiles;
  readonly onError: (error: unknown) => void;
}

/** A table of the bags of the last coverage run. A window has at most one coverage view. */
export class CoverageView implements vscode.Disposable {
  readonly #options: CoverageViewOptions;
  readonly #serializer: vscode.Disposable;
  #panel: vscode.WebviewPanel | null = null;
  #coverage: ShownCoverage | null = null;
  #running: { portion: Portion; readonly source: vscode.CancellationTokenSource } | null = null;

  constructor(options: CoverageViewOptions) {
    this.#options = options;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel) => {
        this.#panel?.dispose();
        this.#attach(panel);
        return Promise.resolve();
      },
    });
  }

  show(): void {
    if (this.#panel !== null) {
      this.#panel.reveal();
      return;
    }
    const { extension } = this.#options;
    const column = vscode.ViewColumn.Beside;
    this.#attach(
      vscode.window.createWebviewPanel(viewType, page.title, column, webviewOptions(extension)),
    );
  }

  update({ report, changes }: CoverageResult): void {
    const names = Object.fromEntries(
      report.files.map((uri) => [
        uri,
        vscode.workspace.asRelativePath(vscode.Uri.parse(uri, true)),
      ]),
    );
    this.#coverage = { report, changes, names };
    this.#send({ type: 'coverage', coverage: this.#coverage });
    void vscode.commands.executeCommand('setContext', hasCoverage, true);
  }

  dispose(): void {
    this.#serializer.dispose();
    this.#panel?.dispose();
  }

  #attach(panel: vscode.WebviewPanel): void {
    const { extension, onError } = this.#options;
    this.#panel = panel;
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(extension, 'client', 'icons', `coverage-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.webview.options = webviewOptions(extension);
    panel.webview.onDidReceiveMessage((message: FromCoverage) => {
      this.#answer(message).catch(onError);
    });
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = null;
    });
    panel.webview.html = webviewHtml(panel.webview, extension, page);
  }

  async #answer(message: FromCoverage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#send({ type: 'running', running: this.#running?.portion ?? null });
        this.#send({ type: 'coverage', coverage: this.#coverage });
        break;
      case 'run':
        await this.#run();
        break;
      case 'cancel':
        this.#running?.source.cancel();
        break;
      case 'reveal': {
        const { uri, line, focus } = message;
        const beside = this.#panel?.viewColumn === vscode.ViewColumn.One;
        await reveal(
          vscode.Uri.parse(uri, true),
          { line, character: 0 },
          {
            preserveFocus: !focus,
            elsewhere: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.One,
          },
        );
        break;
      }
      case 'leave':
        await leaveTo(isTestFile);
        break;
    }
  }

  /** Measures every bag in the open files and in the files of the workspace. */
  async #run(): Promise<void> {
    if (this.#running !== null) return;
    const source = new vscode.CancellationTokenSource();
    const running = { portion: { done: 0, total: 0 }, source };
    this.#running = running;
    const onPortion = (portion: Portion): void => {
      running.portion = portion;
      this.#send({ type: 'running', running: portion });
    };
    onPortion(running.portion);
    try {
      const files = await bowFiles();
      for (const uri of files) await this.#options.files.open(uri);
      const result = await longRequest<CoverageParams, CoverageResult>(
        this.#options.client,
        'Running coverage',
        messages.coverage,
        {
          files: files.map((uri) => ({ uri: uri.toString(), tests: null })),
          partialResultToken: null,
        },
        { onPortion, token: source.token },
      );
      if (result !== null) this.update(result);
    } finally {
      this.#running = null;
      source.dispose();
      this.#send({ type: 'running', running: null });
    }
  }

  #send(message: ToCoverage): void {
    void this.#panel?.webview.postMessage(message);
  }
}

async function bowFiles(): Promise<vscode.Uri[]> {
  const open = vscode.workspace.textDocuments.filter(isTestFile).map(({ uri }) => uri);
  const inWorkspace = await vscode.workspace.findFiles(glob);
  const all = new Map([...inWorkspace, ...open].map((uri) => [uri.toString(), uri]));
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, uri]) => uri);
}
