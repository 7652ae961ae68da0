import { PassThrough } from 'node:stream';
import {
  createConnection,
  createProtocolConnection,
  MessageType,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type {
  CodeAction,
  CodeLens,
  Diagnostic,
  InitializeResult,
  InlayHint,
  ProtocolConnection,
  PublishDiagnosticsParams,
  Range,
  ShowMessageRequestParams,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type {
  BagView,
  OpenSettingParams,
  PinnedBag,
  ServerStatus,
  ViewParams,
} from '../../../server/src/lsp/protocol.ts';
import type { Host } from '../../../server/src/hosts/host.ts';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { BowlineServer } from '../../../server/src/lsp/server.ts';
import type { ServerOptions } from '../../../server/src/lsp/server.ts';

interface Progress {
  readonly token: string | number;
  readonly value: { readonly kind: string; readonly message?: string };
}

/** An editor as the server sees it: the other end of its connection. */
export class Editor {
  readonly client: ProtocolConnection;
  readonly diagnostics = new Map<string, PublishDiagnosticsParams>();
  readonly bags: BagView[] = [];
  readonly pinned: PinnedBag[] = [];
  readonly statuses: ServerStatus[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  /** What the output channel says. */
  readonly log: string[] = [];
  /** The action that the user chooses wherever a message offers some. */
  chosenAction: string | null = null;
  /** The settings that were shown on request. */
  readonly shownSettings: string[] = [];
  readonly progress: Progress[] = [];
  /** The open files whose tabs were closed, for the next `look`. */
  hidden: readonly string[] = [];
  hintRefreshes = 0;
  lensRefreshes = 0;
  settings: Record<string, unknown> = {};
  #offered: InitializeResult | null = null;
  #settingsRead: () => void = () => undefined;
  readonly #files = new Map<string, TextDocument>();
  readonly #streams = [new PassThrough(), new PassThrough()];
  readonly #changes = new Set<() => void>();

  constructor(options?: ServerOptions, host: Host = nodeHost) {
    const [up, down] = this.#streams;
    const connection = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
    new BowlineServer(connection, host, options);
    connection.listen();
    const client = createProtocolConnection(
      new StreamMessageReader(down),
      new StreamMessageWriter(up),
    );
    this.client = client;
    client.onRequest('workspace/configuration', () => {
      this.#settingsRead();
      return [this.settings];
    });
    client.onRequest('client/registerCapability', () => null);
    client.onRequest('workspace/inlayHint/refresh', () => {
      this.hintRefreshes++;
      this.#changed();
      return null;
    });
    client.onRequest('workspace/codeLens/refresh', () => {
      this.lensRefreshes++;
      this.#changed();
      return null;
    });
    client.onRequest('window/workDoneProgress/create', () => null);
    client.onNotification('$/progress', (progress: Progress) => {
      this.#note(this.progress, progress);
    });
    client.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.diagnostics.set(params.uri, params);
      this.#changed();
    });
    client.onRequest('window/showMessageRequest', ({ type, message }: ShowMessageRequestParams) => {
      this.#note(type === MessageType.Error ? this.errors : this.warnings, message);
      return this.chosenAction === null ? null : { title: this.chosenAction };
    });
    client.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.#note(this.log, message);
    });
    client.onNotification(messages.openSetting, ({ setting }: OpenSettingParams) => {
      this.#note(this.shownSettings, setting);
    });
    client.onNotification(messages.bag, (view: BagView) => this.#note(this.bags, view));
    client.onNotification(messages.pinnedBag, (bag: PinnedBag) => this.#note(this.pinned, bag));
    client.onNotification(messages.status, (status: ServerStatus) => {
      this.#note(this.statuses, status);
    });
    client.listen();
  }

  /**
   * @param extension The extension's folder, where the shipped model is looked for; null for a client that sends no
   *   options.
   * @param completes Whether it shows places to fill in, and has a command that suggests.
   * @param showsDisabled Whether it shows code actions that cannot be chosen yet.
   * @param asksByRange Whether it can ask for the semantic tokens of what it shows.
   */
  async start(
    extension: string | null,
    { completes = true, asksByRange = true, showsDisabled = true } = {},
  ): Promise<void> {
    this.#offered = await this.client.sendRequest<InitializeResult>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {
        textDocument: {
          publishDiagnostics: { codeDescriptionSupport: true },
          completion: { completionItem: { snippetSupport: completes } },
          codeAction: { disabledSupport: showsDisabled },
          semanticTokens: { requests: { range: asksByRange, full: true } },
        },
        window: { workDoneProgress: true },
        workspace: {
          configuration: true,
          inlayHint: { refreshSupport: true },
          codeLens: { refreshSupport: true },
        },
      },
      ...(extension !== null && {
        initializationOptions: { extension, ...(completes && { suggestCommand: 'suggest' }) },
      }),
    });
    await this.client.sendNotification('initialized', {});
    await this.until('the server has settled', () => {
      const state = this.statuses.at(-1)?.state;
      return state === 'ready' || state === 'no-model';
    });
  }

  /** What the server offers. */
  get offered(): InitializeResult['capabilities'] {
    return this.#offered!.capabilities;
  }

  /** What the server says of itself. */
  get server(): InitializeResult['serverInfo'] {
    return this.#offered!.serverInfo;
  }

  async stop(): Promise<void> {
    await this.client.sendRequest('shutdown');
    this.client.dispose();
    for (const stream of this.#streams) stream.destroy();
  }

  /** Resolves once the server has asked for the new settings: what it is sent next comes after. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    this.settings = settings;
    const read = new Promise<void>((resolve) => (this.#settingsRead = resolve));
    await this.client.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await read;
  }

  async open(uri: string, text: string): Promise<void> {
    this.#files.set(uri, TextDocument.create(uri, 'bow', 1, text));
    await this.client.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'bow', version: 1, text },
    });
  }

  /** Replaces the first occurrence of a text. */
  async edit(uri: string, old: string, text: string): Promise<void> {
    const file = this.#files.get(uri)!;
    const at = file.getText().indexOf(old);
    const range = { start: file.positionAt(at), end: file.positionAt(at + old.length) };
    const version = file.version + 1;
    TextDocument.update(file, [{ range, text }], version);
    await this.client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  async save(uri: string): Promise<void> {
    await this.client.sendNotification('textDocument/didSave', { textDocument: { uri } });
  }

  async close(uri: string): Promise<void> {
    await this.client.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** A file was deleted on disk, or another was put in its place. */
  async watched(uri: string, change: 'created' | 'deleted'): Promise<void> {
    await this.client.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri, type: change === 'created' ? 1 : 3 }],
    });
  }

  /** @param pinned bags of the file */
  async look(uri: string, line: number, pinned: readonly string[] = []): Promise<void> {
    const view: ViewParams = {
      active: { uri, cursor: { line, character: 0 } },
      visible: [],
      panel: true,
      pinned: pinned.map((bag) => ({ uri, bag })),
      hidden: this.hidden,
    };
    await this.client.sendNotification(messages.view, view);
  }

  realized(uri: string, bag: string): Promise<BagView | null> {
    return this.client.sendRequest<BagView | null>(messages.realized, { uri, bag });
  }

  /** The code lenses of a file, not resolved. */
  lenses(uri: string): Promise<CodeLens[]> {
    return this.client.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
  }

  /** The code lens over a bag, as an editor shows it. */
  async lens(uri: string, index: number): Promise<CodeLens> {
    const lenses = await this.lenses(uri);
    return this.client.sendRequest<CodeLens>('codeLens/resolve', lenses[index]);
  }

  /** The hints at the bags' first lines, without those of tags. */
  async bagHints(uri: string): Promise<InlayHint[]> {
    return (await this.hints(uri)).filter(({ kind }) => kind === undefined);
  }

  hints(uri: string): Promise<InlayHint[]> {
    return this.client.sendRequest<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } },
    });
  }

  /** @param only the kinds of actions to offer; by default all */
  actions(uri: string, range: Range, only?: readonly string[]): Promise<CodeAction[]> {
    return this.client.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [], ...(only !== undefined && { only }) },
    });
  }

  /** The diagnostics of a file's version, once they are there. */
  async problems(uri: string): Promise<Diagnostic[]> {
    const version = this.#files.get(uri)!.version;
    await this.until(`version ${version} has diagnostics`, () => {
      return this.diagnostics.get(uri)?.version === version;
    });
    return this.diagnostics.get(uri)!.diagnostics;
  }

  /** Waits for a condition; it is looked at whenever the server has sent something. */
  async until(what: string, holds: () => boolean): Promise<void> {
    const patienceMs = 60_000;
    const deadline = performance.now() + patienceMs;
    while (!holds()) {
      if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#changes.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #note<T>(list: T[], item: T): void {
    list.push(item);
    this.#changed();
  }

  #changed(): void {
    const waiting = [...this.#changes];
    this.#changes.clear();
    for (const resolve of waiting) resolve();
  }
}
