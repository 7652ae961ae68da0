import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { clientCommands, messages } from '../../server/src/lsp/protocol.ts';
import type {
  BagParams,
  BagTitle,
  FileParams,
  LineParams,
  NamedBagParams,
  Position,
} from '../../server/src/lsp/protocol.ts';
import type { CoverageView } from './coverage-view.ts';
import type { Debugging } from './debug/debugging.ts';
import { reveal } from './editors.ts';
import { exportRealizations } from './export.ts';
import { explainProblem, openExamples } from './guide.ts';
import { importConllu } from './import.ts';
import { makeBag } from './make-bag.ts';
import { openMachineSetting } from './open-setting.ts';
import type { RealizationsPanels } from './panel.ts';
import { menuCommands, type MenuContext } from './panel-messages.ts';
import { openModelSetting } from './status.ts';
import type { SyncedFiles } from './synced-files.ts';
import { isBow, type ViewTracker } from './view-tracker.ts';

interface Parts {
  readonly context: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly client: LanguageClient;
  readonly files: SyncedFiles;
  readonly view: ViewTracker;
  readonly panels: RealizationsPanels;
  readonly debugging: Debugging;
  readonly coverage: CoverageView;
}

type Command = Parameters<typeof vscode.commands.registerCommand>[1];

/** The argument of a command in a menu of the test view. */
type TestMenuArgument = vscode.TestItem | { readonly test: vscode.TestItem };

export function registerCommands(parts: Parts): vscode.Disposable {
  const { context, output, client, files, view, panels, debugging, coverage } = parts;
  const { extensionUri, globalState } = context;
  const commands: Readonly<Record<string, Command>> = {
    'bowline.showRealizations': () => panels.show(),
    'bowline.pinRealizations': () => pin(panels, client),
    'bowline.proveHighestScore': () => proveHighestScore(panels, client),
    'bowline.showTest': (of: TestMenuArgument) => showTest(panels, of),
    'bowline.showCoverage': () => coverage.show(),
    'bowline.realizeAll': () => realizeAll(client, view.uri),
    'bowline.newFile': () => newFile(),
    'bowline.makeBag': (uri: unknown, second: unknown) =>
      makeBag({ client, files, memory: globalState }, uri, second),
    'bowline.restart': () => restart(client),
    'bowline.showOutput': () => output.show(true),
    'bowline.importConllu': (uri: unknown, options: unknown) => importConllu(client, uri, options),
    'bowline.exportRealizations': (choice: unknown) => exportRealizations(client, view.uri, choice),
    'bowline.openExamples': () => openExamples(extensionUri, globalState),
    [openModelSetting]: (setting: unknown) => openMachineSetting(String(setting)),

    [clientCommands.realizeBag]: (uri: string, index: number) =>
      client.sendRequest(messages.realize, { uri, index } satisfies BagParams),
    [clientCommands.showBag]: (uri: string, position: Position, text?: string) =>
      showBag(panels, uri, position, text),
    [clientCommands.reveal]: (uri: string, position: Position) =>
      reveal(vscode.Uri.parse(uri, true), position),
    [clientCommands.showMessage]: (message: string) => inform(message),
    [clientCommands.debugBag]: (uri: unknown, line: unknown) => debugging.debugBag(uri, line),
    [clientCommands.explainProblem]: (code: unknown) => explainProblem(extensionUri, code),
  };
  const ofMenus = Object.entries(menuCommands).map(([name, command]): [string, Command] => [
    name,
    ({ panel, text }: MenuContext) =>
      panels.chosen({ type: 'menu', chosen: { command, panel, text } }),
  ]);
  return vscode.Disposable.from(
    ...[...Object.entries(commands), ...ofMenus].map(([name, command]) =>
      vscode.commands.registerCommand(name, command),
    ),
  );
}

/** Pins a panel to the bag of the active panel, or else to the bag at the cursor. */
async function pin(panels: RealizationsPanels, client: LanguageClient): Promise<void> {
  const bag = await currentBag(panels, client);
  if (bag === null) inform('Put the cursor in a bag of a .bow file to pin a panel to it.');
  else panels.pin(bag);
}

/**
 * Proves that the first sentence of a bag has the highest score, or finds a better sentence. Takes
 * the bag of the active panel, or else the bag at the cursor.
 */
async function proveHighestScore(
  panels: RealizationsPanels,
  client: LanguageClient,
): Promise<void> {
  const bag = await currentBag(panels, client);
  if (bag === null) {
    inform('Put the cursor in a bag of a .bow file to prove its highest score.');
    return;
  }
  panels.show();
  await client.sendRequest(messages.prove, bag);
}

async function currentBag(
  panels: RealizationsPanels,
  client: LanguageClient,
): Promise<NamedBagParams | null> {
  if (panels.isActive) {
    const { uri = null, bag = null } = panels.content.view ?? {};
    return uri === null || bag === null ? null : { uri, bag: bag.title };
  }
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isBow(editor.document)) return null;
  const uri = editor.document.uri.toString();
  const params: LineParams = { uri, line: editor.selection.active.line };
  const bag = await client.sendRequest<BagTitle | null>(messages.bagAt, params);
  return bag && { uri, bag: bag.title };
}

async function showTest(panels: RealizationsPanels, of: TestMenuArgument): Promise<void> {
  const { uri, range } = 'test' in of ? of.test : of;
  if (uri === undefined) return;
  await reveal(uri, range?.start ?? new vscode.Position(0, 0));
  panels.show();
}

/** @param text a sentence for the panel to explain */
async function showBag(
  panels: RealizationsPanels,
  uri: string,
  position: Position,
  text?: string,
): Promise<void> {
  await reveal(vscode.Uri.parse(uri, true), position);
  panels.show(text ? { uri, text } : null);
}

async function realizeAll(client: LanguageClient, uri: vscode.Uri | null): Promise<void> {
  if (uri === null) {
    inform('Open a .bow file first.');
    return;
  }
  await client.sendRequest(messages.realizeAll, { uri: uri.toString() } satisfies FileParams);
}

const firstBag = `bag first {
  words:
    the old dog slept/VBD on the mat .
  expect:
    the old dog slept on the mat .
}
`;

async function newFile(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'bow', content: firstBag });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
}

async function restart(client: LanguageClient): Promise<void> {
  if (client.isRunning()) await client.restart();
  else await client.start();
}

function inform(message: string): void {
  void vscode.window.showInformationMessage(`Bowline: ${message}`);
}
