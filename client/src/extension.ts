import * as vscode from 'vscode';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  BagView,
  CoverageResult,
  NamedBagParams,
  OpenSettingParams,
  ServerStatus,
} from '../../server/src/lsp/protocol.ts';
import { registerCommands } from './commands.ts';
import { CoverageView } from './coverage-view.ts';
import type { BagDebugState } from './debug/cursor.ts';
import { Debugging } from './debug/debugging.ts';
import { showFirstExample } from './guide.ts';
import { createLanguageClient } from './language-client.ts';
import { clearLensesWithoutServer } from './lenses.ts';
import { openMachineSetting } from './open-setting.ts';
import { RealizationsPanels } from './panel.ts';
import type { Drawn, PanelContent } from './panel-messages.ts';
import { StatusItem } from './status.ts';
import { SyncedFiles } from './synced-files.ts';
import { TestView, type TestEnd } from './tests.ts';
import { ViewTracker } from './view-tracker.ts';

/** The interface that `activate` returns. Only tests use it. */
export interface BowlineApi {
  /** Resolves once the server has loaded its model, or has found none. */
  ready(): Promise<ServerStatus>;
  /**
   * Resolves when the realization of a bag has ended. `bag` is the bag's name; for an unnamed bag,
   * its number in the file: `bag 3`.
   */
  realized(uri: vscode.Uri, bag: string): Promise<BagView | null>;
  panelState(): { readonly content: PanelContent; readonly drawn: Drawn | null };
  readonly tests: vscode.TestItemCollection;
  readonly onTestEnd: vscode.Event<TestEnd>;
  /**
   * Fires when a debugger moves. Lists the positions of all debuggers; the debugger that moved
   * comes last.
   */
  readonly onDebugState: vscode.Event<readonly BagDebugState[]>;
  /** Fires when a run with coverage has ended. */
  readonly onCovered: vscode.Event<CoverageResult>;
}

let stop: (() => Promise<void>) | null = null;

export function activate(context: vscode.ExtensionContext): BowlineApi {
  const extension = context.extensionUri;
  const output = vscode.window.createOutputChannel('Bowline', { log: true });
  const log = (error: unknown): void =>
    output.error(error instanceof Error ? error : String(error));
  const onError = (error: unknown): void => {
    log(error);
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Bowline: ${reason}`);
  };

  const files = new SyncedFiles();
  const client = createLanguageClient(context, output, files.middleware);
  files.follow(client);

  const status = new StatusItem(client);
  const view = new ViewTracker(client);
  const panels = new RealizationsPanels({ extension, client, view, onError });
  const debugging = new Debugging(client, files);
  const tests = new TestView(client, files, (test, run) => debugging.debugTest(test, run));
  const coverage = new CoverageView({ extension, client, files, onError });

  context.subscriptions.push(
    output,
    files,
    status,
    view,
    panels,
    debugging,
    tests,
    coverage,
    registerCommands({ context, output, client, files, view, panels, debugging, coverage }),
    clearLensesWithoutServer(client),
    status.onChange(({ state }) => {
      panels.update({ server: state === 'loading' || state === 'stopped' ? state : 'running' });
    }),
    debugging.onState((debug) => panels.update({ debug })),
    tests.onCovered((covered) => coverage.update(covered)),
    client.onRequest(messages.received, () => null),
    client.onNotification(messages.openSetting, ({ setting }: OpenSettingParams) => {
      openMachineSetting(setting).catch(log);
    }),
  );

  void showFirstExample(context.globalState).catch(log);
  void client.start().catch(log);
  stop = () => client.dispose();

  return {
    ready: () => status.ready(),
    realized: (uri, bag) => {
      view.send();
      const params: NamedBagParams = { uri: uri.toString(), bag };
      return client.sendRequest<BagView | null>(messages.realized, params);
    },
    panelState: () => ({ content: panels.content, drawn: panels.drawn }),
    tests: tests.items,
    onTestEnd: tests.onEnd,
    onDebugState: debugging.onState,
    onCovered: tests.onCovered,
  };
}

export function deactivate(): Promise<void> | undefined {
  return stop?.();
}
