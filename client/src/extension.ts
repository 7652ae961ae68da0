import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import { clientCommands, messages } from '../../server/src/lsp/protocol.ts';
import type {
  BagParams,
  BagTitle,
  BagView,
  CoverageResult,
  FileParams,
  LineParams,
  NamedBagParams,
  OpenSettingParams,
  PinnedBag,
  ServerStatus,
  ViewParams,
} from '../../server/src/lsp/protocol.ts';
import { isBow, ViewTracker } from './view-tracker.ts';
import { exportRealizations } from './export.ts';
import { explainProblem, openExamples, showFirstExample } from './guide.ts';
import { importConllu } from './import.ts';
import { registerBagCommands } from './bag-commands.ts';
import { applyEdits, editArc, keep, insertExpectation } from './bag-edits.ts';
import { CoverageView } from './coverage-view.ts';
import type { BagDebugState } from './debug/cursor.ts';
import { Debugging } from './debug/debugging.ts';
import { createLanguageClient } from './language-client.ts';
import { clearLensesWithoutServer } from './lenses.ts';
import { fileName, RealizationsPanels, type PanelMessage } from './panel.ts';
import { machineSettings, menuCommands, panelCommands, panelSettings } from './panel-messages.ts';
import type { Drawn, MenuContext, PanelContent, PanelMemory } from './panel-messages.ts';
import { openMachineSetting } from './open-setting.ts';
import { reveal } from './reveal.ts';
import { openModelSetting, StatusItem } from './status.ts';
import { SyncedFiles } from './synced-files.ts';
import { TestView } from './tests.ts';
import type { TestEnd } from './tests.ts';
import { exportDrawing } from './drawing-export.ts';
import { WordHighlight } from './word-highlight.ts';

/** What `activate` gives to tests; all of it comes from the messages that the extension lives on. */
export interface BowlineApi {
  /** Resolves once the server has its model, or has found that there is none. */
  ready(): Promise<ServerStatus>;
  /** Resolves once the realization of a bag, named or `bag 3`, has ended. */
  realized(uri: vscode.Uri, bag: string): Promise<BagView | null>;
  panelState(): { readonly content: PanelContent; readonly drawn: Drawn | null };
  /** The items of the test view: one item for each file. */
  readonly tests: vscode.TestItemCollection;
  /** A test of the test view has ended. */
  readonly onTestEnd: vscode.Event<TestEnd>;
  /** The position of each debugger in the search of a bag; the debugger that moved last is the last. */
  readonly onDebugState: vscode.Event<readonly BagDebugState[]>;
  /** A run of the test view with coverage has ended. */
  readonly onCovered: vscode.Event<CoverageResult>;
}

/** The argument of a menu in the test view: of a test, or of its message. */
type TestMenuArgument = vscode.TestItem | { readonly test: vscode.TestItem };

const template = `bag first {
  words:
    the old dog slept/VBD on the mat .
  expect:
    the old dog slept on the mat .
}
`;

let stop: (() => Promise<void>) | null = null;

export function activate(context: vscode.ExtensionContext): BowlineApi {
  const output = vscode.window.createOutputChannel('Bowline', { log: true });
  const log = (error: unknown): void =>
    output.error(error instanceof Error ? error : String(error));
  /** Logs the error and shows it to the user. */
  const report = (error: unknown): void => {
    log(error);
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Bowline: ${reason}`);
  };
  const files = new SyncedFiles();
  const client = createLanguageClient(context, output, files.middleware);
  files.follow(client);
  const status = new StatusItem();
  let lastStatus: ServerStatus | null = null;
  const readiness = new vscode.EventEmitter<ServerStatus>();

  const notifyView = (view: ViewParams): void => {
    if (client.isRunning()) void client.sendNotification(messages.view, view);
  };
  const viewTracker = new ViewTracker(notifyView);
  const panels = new RealizationsPanels({
    extension: context.extensionUri,
    onMessage: (message, elsewhere) => void answer(message, elsewhere).catch(report),
    ask: ({ type, params }, token) => client.sendRequest(messages[type], params, token),
    onPinned: (pinned) => (viewTracker.pinned = pinned),
    onOpen: (open) => (viewTracker.panel = open),
    onRestore: (memory) => void restore(memory),
  });

  client.onNotification(messages.status, (sent: ServerStatus) => {
    lastStatus = sent;
    status.status = sent;
    panels.update({ server: sent.state === 'loading' ? 'loading' : 'running' });
    readiness.fire(sent);
  });
  client.onNotification(messages.bag, (view: BagView) => {
    panels.update({ view, file: view.uri === null ? null : fileName(view.uri) });
  });
  client.onNotification(messages.pinnedBag, (pinned: PinnedBag) => {
    panels.updatePinned(pinned);
  });
  client.onNotification(messages.openSetting, ({ setting }: OpenSettingParams) => {
    openMachineSetting(setting).catch(log);
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) {
      viewTracker.send();
    } else if (newState === State.Stopped) {
      lastStatus = null;
      status.status = { state: 'stopped' };
      panels.update({ server: 'stopped' });
    } else {
      status.status = { state: 'loading', done: 0, total: 0, problem: null };
      panels.update({ server: 'loading' });
    }
  });

  const debugging = new Debugging(client, files);
  const tests = new TestView(client, files, (test, run) => debugging.debugTest(test, run));
  const wordHighlight = new WordHighlight();
  const coverage = new CoverageView({
    extension: context.extensionUri,
    client,
    files,
    onError: report,
  });

  const register = (command: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(command, run);

  context.subscriptions.push(
    output,
    files,
    status,
    viewTracker,
    panels,
    readiness,
    tests,
    debugging,
    debugging.onState((debug) => panels.update({ debug })),
    wordHighlight,
    coverage,
    tests.onCovered((covered) => coverage.update(covered)),
    clearLensesWithoutServer(client),
    register('bowline.showRealizations', () => panels.show()),
    register('bowline.pinRealizations', () => pin()),
    register('bowline.proveBest', () => proveBest()),
    register('bowline.showCoverage', () => coverage.show()),
    register('bowline.showTest', (of) => showTest(of as TestMenuArgument)),
    register('bowline.realizeAll', () => realizeAll()),
    register('bowline.newFile', () => newFile()),
    register('bowline.restart', () => restart()),
    register('bowline.showOutput', () => output.show(true)),
    register('bowline.importConllu', (uri, options) => importConllu(client, uri, options)),
    register('bowline.exportRealizations', (choice) =>
      exportRealizations(client, viewTracker.uri, choice),
    ),
    register(clientCommands.debugBag, (uri, line) => debugging.debugBag(uri, line)),
    register(clientCommands.explainProblem, (code) => explainProblem(context.extensionUri, code)),
    register(openModelSetting, (setting) => openMachineSetting(String(setting))),
    register('bowline.openExamples', () => openExamples(context.extensionUri, context.globalState)),
    ...registerBagCommands(client, (asked) => panels.show(asked)),
    ...Object.entries(menuCommands).map(([command, chosen]) =>
      register(command, (context) => {
        const { panel, text } = context as MenuContext;
        panels.chosen({ type: 'menu', chosen: { command: chosen, panel, text } });
      }),
    ),
  );

  async function answer(message: PanelMessage, elsewhere: vscode.ViewColumn): Promise<void> {
    switch (message.type) {
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage('$(check) Copied', 2_000);
        break;
      case 'insert': {
        const { uri, index, text } = message;
        await insertExpectation(client, { uri, index, text });
        break;
      }
      case 'keep': {
        const { uri, index, rank, what } = message;
        await keep(client, { uri, index, rank, what });
        break;
      }
      case 'add': {
        const { params } = message;
        await applyEdits(client, params, await client.sendRequest(messages.add, params));
        break;
      }
      case 'reveal':
        await reveal(vscode.Uri.parse(message.uri, true), message.position, { elsewhere });
        break;
      case 'highlight':
        wordHighlight.show(message.uri, message.ranges);
        break;
      case 'editArc': {
        const { uri, index, dependent, head } = message;
        await editArc(client, { uri, index, dependent, head });
        break;
      }
      case 'exportDrawing':
        await exportDrawing(client, message);
        break;
      case 'searchFurther':
        await client.sendRequest(messages.searchFurther, message.params);
        break;
      case 'prove':
      case 'cancelProof':
        await client.sendRequest(messages[message.type], message.params);
        break;
      case 'realize':
      case 'cancel': {
        const params: BagParams = { uri: message.uri, index: message.index };
        await client.sendRequest(messages[message.type], params);
        break;
      }
      case 'leave':
        await leave(message.uri);
        break;
      case 'setting':
        if (isOneOf(machineSettings, message.setting)) {
          await openMachineSetting(message.setting);
        } else if (isOneOf(panelSettings, message.setting)) {
          await vscode.commands.executeCommand('workbench.action.openSettings', message.setting);
        }
        break;
      case 'command':
        if (!panelCommands.includes(message.command)) break;
        await vscode.commands.executeCommand(message.command);
        break;
    }
  }

  /** Back to the file of a panel's bag, in the editor that shows it. */
  async function leave(uri: string | null): Promise<void> {
    const editors = vscode.window.visibleTextEditors;
    const editor = editors.find(({ document }) => document.uri.toString() === uri) ?? editors.at(0);
    if (editor === undefined) return;
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  }

  /** Opens a panel that stays on the bag at the cursor, or on that of the panel that the user is in. */
  async function pin(): Promise<void> {
    const bag = panels.isActive ? shownBag() : await bagAtCursor();
    if (bag !== null) {
      panels.pin(bag);
      return;
    }
    void vscode.window.showInformationMessage(
      'Bowline: Put the cursor in a bag of a .bow file to pin a panel to it.',
    );
  }

  /** Proves the best sentence of the bag at the cursor, or of that in the panel that the user is in. */
  async function proveBest(): Promise<void> {
    const bag = panels.isActive ? shownBag() : await bagAtCursor();
    if (bag === null) {
      void vscode.window.showInformationMessage(
        'Bowline: Put the cursor in a bag of a .bow file to prove its best sentence.',
      );
      return;
    }
    panels.show();
    await client.sendRequest(messages.prove, bag);
  }

  function shownBag(): NamedBagParams | null {
    const { uri = null, bag = null } = panels.content.view ?? {};
    return uri === null || bag === null ? null : { uri, bag: bag.title };
  }

  async function bagAtCursor(): Promise<NamedBagParams | null> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isBow(editor.document)) return null;
    const uri = editor.document.uri.toString();
    const params: LineParams = { uri, line: editor.selection.active.line };
    const bag = await client.sendRequest<BagTitle | null>(messages.bagAt, params);
    return bag && { uri, bag: bag.title };
  }

  async function realizeAll(): Promise<void> {
    const { uri } = viewTracker;
    if (uri === null) {
      void vscode.window.showInformationMessage('Bowline: Open a .bow file first.');
      return;
    }
    const params: FileParams = { uri: uri.toString() };
    await client.sendRequest(messages.realizeAll, params);
  }

  /** Shows the realizations of a test's bag. */
  async function showTest(of: TestMenuArgument): Promise<void> {
    const { uri, range } = 'test' in of ? of.test : of;
    if (uri === undefined) return;
    await reveal(uri, range?.start ?? new vscode.Position(0, 0));
    panels.show();
  }

  async function newFile(): Promise<void> {
    const document = await vscode.workspace.openTextDocument({
      language: 'bow',
      content: template,
    });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  }

  async function restart(): Promise<void> {
    if (client.isRunning()) await client.restart();
    else await client.start();
  }

  /** Opens the file that the panel was on, so that it has something to show before an editor does. */
  async function restore({ uri, line }: Partial<PanelMemory>): Promise<void> {
    if (!uri) return;
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
      viewTracker.follow(document.uri, line ?? 0);
    } catch {
      // The file is gone: the panel says that there is none.
    }
  }

  void showFirstExample(context.globalState).catch(log);
  void client.start().catch(log);
  stop = () => client.dispose();

  return {
    ready: () =>
      new Promise((resolve) => {
        if (lastStatus !== null && lastStatus.state !== 'loading') {
          resolve(lastStatus);
          return;
        }
        const waiting = readiness.event((sent) => {
          if (sent.state === 'loading') return;
          waiting.dispose();
          resolve(sent);
        });
      }),
    realized: (uri, bag) =>
      client.sendRequest<BagView | null>(messages.realized, {
        uri: uri.toString(),
        bag,
      } satisfies NamedBagParams),
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

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
