import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { TraceParams, TraceResult } from '../../../server/src/lsp/protocol.ts';
import type { SyncedFiles } from '../synced-files.ts';
import { isBow } from '../view-tracker.ts';
import type { BagDebugState, DebugState } from './cursor.ts';
import { TraceSession, type Launched, type LaunchArguments } from './session.ts';

const type = 'bowline';

interface Session {
  readonly adapter: TraceSession;
  readonly uri: string;
  /** Null if the session has not stopped yet, or has ended. */
  readonly state: DebugState | null;
}

/** Starts without saving, since the debugger reads the text in the editor. */
const suppressSaveBeforeStart = true;

/**
 * Debugs the search of a bag in the editor's debugger. The server makes the trace of the search.
 */
export class Debugging implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #files: SyncedFiles;
  readonly #state = new vscode.EventEmitter<readonly BagDebugState[]>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** By id, in the order in which the sessions last stopped or were selected. */
  readonly #sessions = new Map<string, Session>();

  /**
   * Fires when a session stops or ends, or when the user selects another hypothesis. Lists the
   * positions of all sessions; the session that changed comes last.
   */
  readonly onState = this.#state.event;

  constructor(client: LanguageClient, files: SyncedFiles) {
    this.#client = client;
    this.#files = files;
    const { debug } = vscode;
    this.#subscriptions = [
      this.#state,
      debug.registerDebugConfigurationProvider(type, { resolveDebugConfiguration: resolve }),
      debug.registerDebugAdapterDescriptorFactory(type, {
        createDebugAdapterDescriptor: (session) => this.#open(session),
      }),
      debug.onDidTerminateDebugSession(({ id }) => {
        this.#tell(id, null);
        this.#sessions.delete(id);
      }),
      debug.onDidChangeActiveStackItem((item) => {
        if (item === undefined) return;
        const { id } = item.session;
        this.#tell(id, this.#sessions.get(id)?.adapter.stateOf(item.threadId) ?? null);
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Lines count from 0. Without a line, debugs the bag at the cursor. */
  async debugBag(uri: unknown, line: unknown): Promise<void> {
    const isPlace = typeof uri === 'string' && typeof line === 'number';
    const at = isPlace ? { program: uri, line: line + 1 } : {};
    await vscode.debug.startDebugging(undefined, configurationOf(at), { suppressSaveBeforeStart });
  }

  /** Resolves when the debug session ends or the test run is cancelled. */
  async debugTest({ uri, label, range }: vscode.TestItem, testRun: vscode.TestRun): Promise<void> {
    if (uri === undefined) return;
    const key = randomUUID();
    const line = (range?.start.line ?? 0) + 1;
    const at = { name: label, program: uri.toString(), line, key };
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => (end = done));
    const listening = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
      if (configuration.key === key) end();
    });
    const cancelled = testRun.token.onCancellationRequested(() => end());
    try {
      const options = { testRun, suppressSaveBeforeStart };
      if (await vscode.debug.startDebugging(undefined, configurationOf(at), options)) await ended;
    } finally {
      listening.dispose();
      cancelled.dispose();
    }
  }

  #open(session: vscode.DebugSession): vscode.DebugAdapterDescriptor {
    const adapter: TraceSession = new TraceSession({
      launch: async (args, signal) => {
        const uri = toUri(args.program, session.workspaceFolder);
        this.#sessions.set(session.id, { adapter, uri: uri.toString(), state: null });
        const launched = await this.#trace(uri, args, signal);
        session.name = launched.result.bag.title;
        return launched;
      },
      onState: (state) => this.#tell(session.id, state),
      onFailure: (message) => void vscode.window.showErrorMessage(`Bowline: ${message}`),
    });
    return new vscode.DebugAdapterInlineImplementation(new InlineAdapter(adapter));
  }

  /** Requests the trace of a bag. The server reads the text in the editor, saved or not. */
  async #trace(uri: vscode.Uri, args: LaunchArguments, signal: AbortSignal): Promise<Launched> {
    await this.#files.open(uri);
    const { bag = null, line = 1, expect = null } = args;
    const params: TraceParams = { uri: uri.toString(), bag, line: line - 1, expect };
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal.addEventListener('abort', cancel);
    try {
      signal.throwIfAborted();
      const { token } = source;
      const result = await this.#client.sendRequest<TraceResult>(messages.trace, params, token);
      return { result, path: uri.scheme === 'file' ? uri.fsPath : uri.toString() };
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  #tell(id: string, state: DebugState | null): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    this.#sessions.set(id, { ...session, state });
    this.#state.fire(
      [...this.#sessions.values()].flatMap(({ uri, state: last }) =>
        last === null ? [] : [{ ...last, uri }],
      ),
    );
  }
}

/** Adapts a session to the interface that the editor expects. */
class InlineAdapter extends vscode.Disposable implements vscode.DebugAdapter {
  readonly onDidSendMessage: vscode.Event<vscode.DebugProtocolMessage>;
  readonly #session: TraceSession;

  constructor(session: TraceSession) {
    const sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
    super(() => sent.dispose());
    this.onDidSendMessage = sent.event;
    this.#session = session;
    session.onDidSendMessage((message) => sent.fire(message));
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.#session.handleMessage(message as DebugProtocol.ProtocolMessage);
  }
}

function configurationOf(more: object): vscode.DebugConfiguration {
  return { type, request: 'launch', name: 'Debug bag', ...more };
}

/** Without a program in the configuration, the bag at the cursor is debugged. */
function resolve(
  _folder: vscode.WorkspaceFolder | undefined,
  given: vscode.DebugConfiguration,
): vscode.DebugConfiguration | undefined {
  const configuration: vscode.DebugConfiguration = { ...configurationOf({}), ...filled(given) };
  if (configuration.program !== undefined) return configuration;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isBow(editor.document)) {
    void vscode.window.showInformationMessage('Bowline: Open a .bow file to debug a bag of it.');
    return undefined;
  }
  const { document, selection } = editor;
  const line = selection.active.line + 1;
  return { line, ...configuration, program: document.uri.toString() };
}

/**
 * Drops empty properties. Without a `launch.json`, the editor adds properties whose values are
 * empty strings.
 */
function filled(given: vscode.DebugConfiguration): Partial<vscode.DebugConfiguration> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** @param program an absolute path, a path relative to `folder`, or a URI */
function toUri(program: string, folder: vscode.WorkspaceFolder | undefined): vscode.Uri {
  // One letter before a colon is a Windows drive, so a scheme needs at least two letters.
  if (/^[a-z][a-z\d+.-]+:/i.test(program)) return vscode.Uri.parse(program, true);
  const isAbsolute = /^([a-z]:|[\\/])/i.test(program);
  if (isAbsolute || folder === undefined) return vscode.Uri.file(program);
  return vscode.Uri.joinPath(folder.uri, program);
}
