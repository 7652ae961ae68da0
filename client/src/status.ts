import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { ServerStatus } from '../../server/src/lsp/protocol.ts';

/** The status bar's item runs this command. */
export const openModelSetting = 'bowline.openModelSetting';

/** The last state that the server has sent. */
type Status = ServerStatus | { readonly state: 'stopped' };

const loading: Status = { state: 'loading', done: 0, total: 0, problem: null };

/**
 * Shown while a `.bow` file is visible or something is wrong. It does not say "Bowline", since the
 * language item beside it does. It does not count bags, since the progress notification does.
 */
export class StatusItem implements vscode.Disposable {
  readonly #bar: vscode.StatusBarItem;
  readonly #subscriptions: { dispose(): unknown }[];
  readonly #changed = new vscode.EventEmitter<Status>();
  #status: Status = loading;

  readonly onChange = this.#changed.event;

  constructor(client: LanguageClient) {
    this.#bar = vscode.window.createStatusBarItem(
      'bowline.status',
      vscode.StatusBarAlignment.Right,
      100,
    );
    this.#bar.name = 'Bowline';
    this.#subscriptions = [
      this.#bar,
      this.#changed,
      client.onNotification(messages.status, (sent: ServerStatus) => this.#change(sent)),
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Stopped) this.#change({ state: 'stopped' });
        else if (newState !== State.Running) this.#change(loading);
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.#draw()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
    ];
    this.#draw();
  }

  /** Resolves once the server has loaded its model, or has found none. */
  async ready(): Promise<ServerStatus> {
    for (;;) {
      const status = this.#status;
      if (status.state !== 'loading' && status.state !== 'stopped') return status;
      await new Promise<void>((resolve) => {
        const waiting = this.onChange(() => {
          waiting.dispose();
          resolve();
        });
      });
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #change(status: Status): void {
    this.#status = status;
    this.#draw();
    this.#changed.fire(status);
  }

  #draw(): void {
    const bar = this.#bar;
    const status = this.#status;
    bar.backgroundColor = undefined;
    bar.command = 'bowline.showRealizations';
    switch (status.state) {
      case 'loading':
        bar.text = '$(loading~spin) Realizations';
        bar.tooltip = 'Bowline is loading its models';
        bar.command = 'bowline.showOutput';
        break;
      case 'ready':
        bar.text = '$(check) Realizations';
        bar.tooltip = `${status.problem?.message ?? 'Bowline is ready.'} Show realizations.`;
        break;
      case 'working':
        bar.text = '$(loading~spin) Realizations';
        bar.tooltip = `Realizing: ${status.done} of ${status.total} bags are done. Show realizations.`;
        break;
      case 'no-model':
        bar.text = '$(warning) Realizations: no model';
        bar.tooltip = `${status.problem?.message ?? ''} Open the setting.`;
        bar.command = {
          title: 'Open the setting',
          command: openModelSetting,
          arguments: [status.problem?.setting ?? 'bowline.model'],
        };
        bar.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
        break;
      case 'stopped':
        bar.text = '$(error) Realizations: stopped';
        bar.tooltip = 'The language server has stopped. Start it again.';
        bar.command = 'bowline.restart';
        bar.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
        break;
    }
    const isWrong = status.state === 'no-model' || status.state === 'stopped';
    const atHand = vscode.window.visibleTextEditors.some(
      ({ document }) => document.languageId === 'bow',
    );
    if (isWrong || atHand) bar.show();
    else bar.hide();
  }
}
