import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  FileChangeType,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import type {
  CodeAction,
  Connection,
  InitializeParams,
  InitializeResult,
} from 'vscode-languageserver';
import type { BagNode, CheckOptions } from '../language/index.ts';
import type { Host } from '../hosts/host.ts';
import { defaultPoolSize, Pool } from '../hosts/pool.ts';
import { isSatisfiable } from '../search/satisfiable.ts';
import { Additions } from './additions.ts';
import { BagViews } from './bag-view.ts';
import { registerCodeLenses } from './code-lens.ts';
import { registerComparisons } from './comparisons.ts';
import { completionSupport, type CompletionSupport } from './completion.ts';
import { fixAllKind, toCodeActions, toDiagnostics, toFixAll } from './diagnostics.ts';
import { BowDocument } from './document.ts';
import { Explanations } from './explanations.ts';
import { registerExport } from './export.ts';
import { registerCoverage } from './coverage.ts';
import { registerHints } from './hints.ts';
import { registerImport } from './import.ts';
import { Labels } from './labels.ts';
import { registerMakeBags } from './make-bags.ts';
import { featureCapabilities, registerFeatures } from './language-features.ts';
import { Debounce, DebounceByFile, Throttle } from './debounce.ts';
import { Log } from './log.ts';
import { ModelHost } from './model-host.ts';
import type { AwaitModel, ModelState } from './model-host.ts';
import { Panel } from './panel.ts';
import { registerParseAgain } from './parse-again.ts';
import { ParserHost } from './parser-host.ts';
import { onRequest, readView } from './parameters.ts';
import { readProblemPages } from './problem-pages.ts';
import type { ProblemPages } from './problem-pages.ts';
import { showRealizing } from './progress.ts';
import { Proofs } from './proofs.ts';
import { messages } from './protocol.ts';
import type {
  BagView,
  InitializationOptions,
  ModelProblem,
  NamedBagParams,
  OpenSettingParams,
  ViewParams,
} from './protocol.ts';
import { registerQuestions } from './questions.ts';
import { isWanted, refactoringKinds, Refactorings } from './refactorings.ts';
import { type DropReason, Scheduler } from './schedule.ts';
import type { Searches, Session } from './session.ts';
import { readSettings, realizesMore } from './settings.ts';
import type { Settings } from './settings.ts';
import { Slices } from './slices.ts';
import { problemOf, statusOf } from './status.ts';
import { StandingsReporter } from './test-standings.ts';
import { registerTests } from './tests.ts';
import { registerTraces } from './traces.ts';
import { registerTree } from './tree.ts';

/**
 * Diagnostics are sent this many milliseconds after a key press, once for all key presses so far.
 */
const DIAGNOSTICS_MS = 20;
/** If `realizeOn` is `type`, changes within this many milliseconds count as one change. */
const TYPING_MS = 1;
/** If `realizeOn` is `type`, bags with at most this many words are realized without a save. */
const TYPED_WORDS = 25;
/**
 * Before a file that was replaced on disk is realized, the editor gets this many milliseconds to
 * read the new text.
 */
const REPLACED_MS = 300;
const PANEL_MS = 15;
const STATUS_MS = 50;
/**
 * At each refresh, the editor requests all visible hints. So refreshes are collected for this many
 * milliseconds.
 */
const HINTS_MS = 120;
/**
 * At each refresh of lenses, the editor requests all lenses of a file. So refreshes of lenses are
 * collected for longer than refreshes of hints.
 */
const LENSES_MS = 500;

export interface ServerOptions {
  /** The path of the search worker's script; by default the script in the extension's folder. */
  readonly worker?: string;
  readonly poolSize?: number;
}

export class BowlineServer {
  readonly #connection: Connection;
  readonly #host: Host;
  readonly #log: Log;
  readonly #options: ServerOptions;
  readonly #documents = new Map<string, BowDocument>();
  readonly #scheduler: Scheduler;
  readonly #session: Session;
  readonly #panel: Panel;
  readonly #views: BagViews;
  readonly #proofs: Proofs;
  readonly #refactorings: Refactorings;
  readonly #additions: Additions;
  readonly #explanations: Explanations;
  readonly #standings: StandingsReporter;
  #model!: ModelHost;
  #parsers!: ParserHost;
  #worker = '';
  #version: string | null = null;
  /** The links to explanations of problems; empty for an editor that shows no links. */
  #pages: ProblemPages = new Map();
  #pool: Pool | null = null;
  #settings: Settings = readSettings(null);
  #completes: CompletionSupport = { snippets: false, suggestCommand: null };
  #refreshesHints = false;
  #refreshesLenses = false;
  #asksForSettings = false;
  #showsDisabled = false;
  #stopped = false;
  #lastStatus = '';
  /** The user's requests that wait for the model. */
  readonly #awaitingModel: (() => void)[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #checking = new Set<string>();

  readonly #publishing = new DebounceByFile((uri) => void this.#publish(uri), DIAGNOSTICS_MS);
  readonly #typing = new DebounceByFile((uri) => this.#realizeTyped(uri), TYPING_MS);
  readonly #replacing = new DebounceByFile((uri) => this.#restore(uri), REPLACED_MS);
  readonly #panelUpdate = new Throttle(() => this.#panel.send(), PANEL_MS);
  readonly #statusUpdate = new Debounce(() => this.#sendStatus(), STATUS_MS);
  readonly #hintsRefresh = new Debounce(() => this.#refreshHints(), HINTS_MS);
  readonly #lensesRefresh = new Debounce(() => this.#refreshLenses(), LENSES_MS);

  constructor(connection: Connection, host: Host, options: ServerOptions = {}) {
    this.#connection = connection;
    this.#host = host;
    this.#log = new Log(connection.console);
    this.#options = options;
    const shared: Omit<Session, 'scheduler'> = {
      host,
      log: this.#log,
      documents: this.#documents,
      settings: () => this.#settings,
      checks: () => this.#checks,
      model: () => this.#model.state,
      searches: () => this.#searches,
    };
    this.#scheduler = new Scheduler({
      ...shared,
      onProgress: () => this.#changed(),
      onRealized: (uri, nodes) => this.#standings.note(uri, nodes),
      onWork: (work) => {
        void showRealizing(connection, work, () => this.#scheduler.cancelAll());
      },
    });
    this.#session = { ...shared, scheduler: this.#scheduler };
    this.#proofs = new Proofs(this.#session, () => {
      this.#panelUpdate.schedule();
      this.#hintsRefresh.schedule();
    });
    this.#views = new BagViews(this.#session, this.#proofs);
    this.#panel = new Panel(connection, this.#session, this.#views);
    this.#additions = new Additions(this.#session);
    this.#explanations = new Explanations(this.#session, this.#additions, this.#proofs, () =>
      this.#hintsRefresh.schedule(),
    );
    this.#refactorings = new Refactorings(connection, this.#session, this.#explanations);
    this.#standings = new StandingsReporter(connection, this.#session);
    this.#listen();
  }

  #listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => void this.#initialized());
    connection.onShutdown(() => this.#stop());
    connection.onDidChangeConfiguration(() => void this.#readSettings());

    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      this.#documents.set(uri, new BowDocument(uri, languageId, version, text));
      this.#publishing.schedule(uri);
      if (this.#settings.realizeOn !== 'never') this.#realize(uri);
      this.#changed();
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const document = this.#documents.get(uri);
      if (document === undefined) return;
      this.#proofs.giveWay();
      document.update(contentChanges, version);
      this.#refactorings.changed(uri);
      this.#scheduler.changed(uri);
      this.#publishing.schedule(uri);
      if (this.#settings.realizeOn === 'type') this.#typing.postpone(uri);
      // The editor itself requests the hints of a changed file, so no refresh of hints is needed.
      this.#changed({ hints: false });
    });
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => this.#restore(uri));
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#forget(uri);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri, type } of changes) {
        if (!this.#documents.has(uri)) continue;
        if (type === FileChangeType.Deleted) this.#endWork(uri, 'deleted');
        else if (this.#scheduler.isDeleted(uri)) this.#replacing.postpone(uri);
      }
    });

    registerFeatures(
      connection,
      this.#documents,
      () => this.#checks.knowledge,
      () => this.#completes,
      ({ uri }, bag) => this.#scheduler.resultOf(uri, bag)?.realizations.at(0) ?? null,
      (document, offset, token) => this.#explanations.sentencesAt(document, offset, token),
    );
    registerImport(connection, this.#session);
    const labels = new Labels(connection, this.#session, () => this.#parsers);
    registerExport(connection, this.#session, labels);
    const awaitModel: AwaitModel = () => this.#modelProblem();
    registerMakeBags(connection, this.#session, () => this.#parsers, awaitModel);
    registerTests(connection, this.#session, this.#explanations, this.#standings, awaitModel);
    registerCoverage(connection, this.#session, this.#proofs, awaitModel);
    registerTraces(connection, this.#session, awaitModel);
    registerHints(connection, this.#session, this.#explanations);
    registerCodeLenses(connection, this.#session);
    registerComparisons(connection, this.#session, this.#proofs);
    registerQuestions(connection, this.#session, this.#additions, this.#explanations);
    onRequest(connection, messages.add, (params) => this.#additions.add(params));
    onRequest(connection, messages.insertExpectation, (params) =>
      this.#additions.insertExpectation(params),
    );
    onRequest(connection, messages.explain, (params, token) =>
      this.#explanations.shown(params, token),
    );
    registerTree(connection, this.#session, this.#explanations, labels);
    registerParseAgain(
      connection,
      this.#session,
      this.#explanations,
      this.#additions,
      () => this.#parsers,
    );
    connection.onCodeAction((params): CodeAction[] => {
      const document = this.#documents.get(params.textDocument.uri);
      if (document === undefined) return [];
      const fixes = isWanted(params.context, CodeActionKind.QuickFix)
        ? [
            ...toCodeActions(
              document,
              document.diagnosticsIn(params.range, this.#checks),
              this.#pages,
            ),
            ...this.#explanations.offered(params),
          ]
        : [];
      // The action that applies all safe fixes changes the whole file. So it is offered only if the
      // editor requests this kind of action (`only`). Without `only`, the editor requests the
      // actions at the cursor.
      const isAsked = params.context.only !== undefined && isWanted(params.context, fixAllKind);
      if (isAsked) fixes.push(...toFixAll(document, this.#checks));
      const offered = this.#refactorings.offered(params);
      const shown = this.#showsDisabled
        ? offered
        : offered.filter(({ disabled }) => disabled === undefined);
      return [...fixes, ...shown];
    });
    connection.onCodeActionResolve((action, token) =>
      this.#explanations.isUnresolved(action)
        ? this.#explanations.resolve(action, token)
        : this.#refactorings.resolve(action, token),
    );
    connection.onNotification(messages.view, (view: unknown) => {
      this.#setView(readView(view, ''));
      this.#proofs.schedule();
      this.#panelUpdate.schedule();
    });
    onRequest(connection, messages.realize, ({ uri, index }) => {
      const bags = this.#documents.get(uri)?.file.bags;
      if (bags === undefined || !(index in bags)) return null;
      const node = bags[index];
      this.#withModel(() => this.#realizeBag(uri, node));
      return null;
    });
    onRequest(connection, messages.searchFurther, ({ uri, index, beam }) => {
      this.#scheduler.searchFurther(uri, index, beam);
      return null;
    });
    onRequest(connection, messages.prove, (params) => {
      this.#withModel(() => this.#proofs.ask(params));
      return null;
    });
    onRequest(connection, messages.cancelProof, (params) => {
      this.#proofs.cancel(params);
      return null;
    });
    onRequest(connection, messages.cancel, ({ uri, index }) => {
      this.#scheduler.cancel(uri, index);
      return null;
    });
    onRequest(connection, messages.realizeAll, ({ uri }) => {
      this.#withModel(() => this.#scheduler.realizeFile(uri, { asked: true }));
      return null;
    });
    onRequest(connection, messages.realized, (params) => this.#realized(params));
    onRequest(connection, messages.keep, (params, token) => this.#refactorings.keep(params, token));
  }

  async #stop(): Promise<void> {
    this.#stopped = true;
    for (const uri of [...this.#documents.keys()]) this.#forget(uri);
    for (const later of [
      ...[this.#panelUpdate, this.#statusUpdate],
      ...[this.#hintsRefresh, this.#lensesRefresh],
    ]) {
      later.cancel();
    }
    this.#panel.stop();
    this.#proofs.stop();
    await this.#pool?.dispose();
    this.#pool = null;
  }

  #forget(uri: string): void {
    this.#documents.delete(uri);
    this.#endWork(uri, 'closed');
    this.#standings.forget(uri);
    this.#views.forget(uri);
  }

  /** Ends all work on a file, and removes its problems from the editor. */
  #endWork(uri: string, reason: DropReason): void {
    this.#refactorings.changed(uri);
    this.#publishing.forget(uri);
    this.#typing.forget(uri);
    this.#replacing.forget(uri);
    this.#proofs.forget(uri);
    this.#scheduler.drop(uri, reason);
    if (!this.#stopped) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Checks and realizes a file that was saved, that exists again, or that a tab shows again. */
  #restore(uri: string): void {
    const wasDeleted = this.#scheduler.restore(uri);
    if (this.#isHidden(uri) || !this.#documents.has(uri)) return;
    if (wasDeleted) this.#publishing.schedule(uri);
    if (this.#settings.realizeOn !== 'never') this.#realize(uri);
  }

  #setView(view: ViewParams): void {
    const before = new Set(this.#scheduler.view.hidden);
    this.#scheduler.view = view;
    for (const uri of view.hidden) {
      if (!before.delete(uri) && this.#documents.has(uri)) this.#endWork(uri, 'closed');
    }
    for (const uri of before) {
      if (this.#documents.has(uri)) this.#publishing.schedule(uri);
      this.#restore(uri);
    }
  }

  #isHidden(uri: string): boolean {
    return this.#scheduler.view.hidden.includes(uri);
  }

  /**
   * Whether a file is hidden or deleted. The server then works on the file only on request, and
   * shows none of its problems.
   */
  #isAtRest(uri: string): boolean {
    return this.#isHidden(uri) || this.#scheduler.isDeleted(uri);
  }

  async #initialize(params: InitializeParams): Promise<InitializeResult> {
    const { capabilities } = params;
    const options = (params.initializationOptions ?? {}) as InitializationOptions;
    const root = options.extension ?? this.#host.installation();
    this.#worker = this.#options.worker ?? this.#host.resolve(root ?? '', 'dist/worker.cjs');
    const folder = { host: this.#host, root };
    this.#model = new ModelHost({ ...folder, onChange: (state) => this.#modelChanged(state) });
    this.#parsers = new ParserHost(folder, this.#log);
    const showsLinks = capabilities.textDocument?.publishDiagnostics?.codeDescriptionSupport;
    if (showsLinks === true && root !== null) {
      this.#pages = await readProblemPages(this.#host, root);
    }
    this.#version = root === null ? null : await versionIn(this.#host, root);
    this.#completes = completionSupport(capabilities, options);
    this.#refreshesHints = capabilities.workspace?.inlayHint?.refreshSupport === true;
    this.#refreshesLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
    this.#showsDisabled = capabilities.textDocument?.codeAction?.disabledSupport === true;
    this.#asksForSettings = capabilities.workspace?.configuration === true;
    return {
      capabilities: {
        textDocumentSync: {
          openClose: true,
          change: TextDocumentSyncKind.Incremental,
          save: true,
        },
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, fixAllKind, ...refactoringKinds],
          resolveProvider: true,
        },
        codeLensProvider: { resolveProvider: true },
        inlayHintProvider: true,
        ...featureCapabilities(capabilities),
      },
      serverInfo: { name: 'Bowline', ...(this.#version !== null && { version: this.#version }) },
    };
  }

  async #initialized(): Promise<void> {
    const name = this.#version === null ? 'Bowline' : `Bowline ${this.#version}`;
    this.#log.info(`${name} on ${this.#host.name}.`);
    if (this.#asksForSettings) {
      await this.#connection.client.register(DidChangeConfigurationNotification.type, {
        section: 'bowline',
      });
    }
    await this.#readSettings();
  }

  async #readSettings(): Promise<void> {
    const sent: unknown = this.#asksForSettings
      ? await this.#connection.workspace.getConfiguration('bowline')
      : null;
    // `last` is read after the wait, since another change of the settings may have been handled
    // meanwhile.
    const last = this.#settings;
    const next = readSettings(sent);
    this.#settings = next;
    if (last.maxWords !== next.maxWords) {
      for (const uri of this.#documents.keys()) this.#publishing.schedule(uri);
    }
    const loaded = this.#model.use(next);
    if (last.codeLens !== next.codeLens) this.#lensesRefresh.schedule();
    if (last.codeLens !== next.codeLens || last.hintColumn !== next.hintColumn) {
      this.#hintsRefresh.schedule();
    }
    const same =
      last.search === next.search &&
      last.beam === next.beam &&
      last.results === next.results &&
      last.timeLimit === next.timeLimit &&
      last.maxWords === next.maxWords;
    // All files are realized if results may change, or if bags are now realized on more occasions.
    // Otherwise, a bag that waits for a save goes on waiting.
    if (!same || realizesMore(next, last)) this.#realizeOpenFiles();
    await loaded;
  }

  #modelChanged(state: ModelState): void {
    this.#scheduler.reset();
    this.#scheduler.cache.clear();
    void this.#pool?.dispose();
    this.#pool = null;
    if (state.kind === 'ready') {
      this.#pool = new Pool({
        host: this.#host,
        script: this.#worker,
        files: state.files,
        size: this.#options.poolSize ?? defaultPoolSize(this.#host),
      });
    }
    const problem = problemOf(state);
    if (problem !== null) void this.#reportModelProblem(problem, state.kind === 'failed');
    if (state.kind === 'ready') {
      const { files, ms } = state.report;
      const loaded = files.map(({ path, bytes }) => `${path} (${(bytes / 1e6).toFixed(1)} MB)`);
      this.#log.info(`Loaded ${loaded.join(' and ')} in ${ms.toFixed(0)} ms.`);
    }
    for (const uri of this.#documents.keys()) this.#publishing.schedule(uri);
    this.#realizeOpenFiles();
    if (state.kind === 'ready') {
      for (const action of this.#awaitingModel.splice(0)) action();
    }
  }

  async #reportModelProblem({ setting, message }: ModelProblem, isError: boolean): Promise<void> {
    const { console, window } = this.#connection;
    if (isError) console.error(message);
    else console.warn(message);
    const open = { title: 'Open Setting' };
    const text = `Bowline: ${message}`;
    const chosen = await (isError
      ? window.showErrorMessage(text, open)
      : window.showWarningMessage(text, open));
    if (chosen?.title !== open.title) return;
    const params: OpenSettingParams = { setting };
    await this.#connection.sendNotification(messages.openSetting, params);
  }

  #realizeOpenFiles(): void {
    this.#scheduler.reset();
    for (const { uri, file } of this.#documents.values()) this.#standings.note(uri, file.bags);
    if (this.#settings.realizeOn !== 'never' && this.#model.state.kind === 'ready') {
      for (const uri of this.#documents.keys()) {
        if (!this.#isAtRest(uri)) this.#scheduler.realizeFile(uri);
      }
    }
    this.#changed();
  }

  get #checks(): CheckOptions {
    const { state } = this.#model;
    return {
      maxWords: this.#settings.maxWords,
      knowledge: state.kind === 'ready' ? state.knowledge : null,
      satisfiability: isSatisfiable,
    };
  }

  get #searches(): { pool: Searches; generation: number } | null {
    const { state } = this.#model;
    if (state.kind !== 'ready' || this.#pool === null) return null;
    return { pool: this.#pool, generation: state.generation };
  }

  /** Realizes a file after it was opened, saved or edited; without a model, tries to load one. */
  #realize(uri: string): void {
    if (this.#model.state.kind === 'ready') this.#scheduler.realizeFile(uri);
    else void this.#model.retry();
  }

  #realizeTyped(uri: string): void {
    if (this.#model.state.kind === 'ready') this.#scheduler.realizeChanged(uri, TYPED_WORDS);
  }

  #realizeBag(uri: string, node: BagNode): void {
    const index = this.#documents.get(uri)?.file.bags.indexOf(node) ?? -1;
    this.#scheduler.realizeBag(uri, index);
  }

  /** Waits for the model. Resolves with the reason why it cannot be used, or null. */
  async #modelProblem(): Promise<ModelProblem | null> {
    await this.#model.retry();
    while (this.#model.state.kind === 'loading') {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    const { state } = this.#model;
    return state.kind === 'failed' ? state.problem : null;
  }

  /** Runs an action that the user requested, as soon as there is a model. */
  #withModel(action: () => void): void {
    if (this.#model.state.kind === 'ready') {
      action();
    } else {
      this.#awaitingModel.push(action);
      void this.#model.retry();
    }
  }

  async #publish(uri: string): Promise<void> {
    if (this.#checking.has(uri)) return;
    this.#checking.add(uri);
    try {
      await this.#checkWhole(uri);
    } finally {
      this.#checking.delete(uri);
    }
    const document = this.#documents.get(uri);
    if (document === undefined || this.#isAtRest(uri)) return;
    const diagnostics = toDiagnostics(document, document.diagnostics(this.#checks), this.#pages);
    void this.#connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  }

  /**
   * Checks every bag of a file in short slices. The file and the settings may change in between.
   */
  async #checkWhole(uri: string): Promise<void> {
    const slices = new Slices(this.#host);
    while (
      !this.#isAtRest(uri) &&
      this.#documents.get(uri)?.checked(this.#checks).checkNext() === true
    ) {
      await slices.next();
    }
  }

  /** Waits until the realization of a bag has ended, or will not start. Null if the bag is gone. */
  async #realized({ uri, bag }: NamedBagParams): Promise<BagView | null> {
    for (;;) {
      const document = this.#documents.get(uri);
      if (document === undefined) return null;
      const index = document.bagNamed(bag);
      if (index < 0) return null;
      const view = this.#views.at(document, index);
      if (view.state.kind !== 'working') return view;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Schedules updates of everything that the editor shows. */
  #changed({ hints = true } = {}): void {
    if (this.#stopped) return;
    this.#panelUpdate.schedule();
    this.#statusUpdate.schedule();
    this.#proofs.schedule();
    if (hints) this.#hintsRefresh.schedule();
    if (hints && this.#settings.codeLens) this.#lensesRefresh.schedule();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  #sendStatus(): void {
    const status = statusOf(this.#session);
    const sent = JSON.stringify(status);
    if (sent === this.#lastStatus) return;
    this.#lastStatus = sent;
    void this.#connection.sendNotification(messages.status, status);
  }

  #refreshHints(): void {
    if (this.#refreshesHints) void this.#connection.languages.inlayHint.refresh();
  }

  #refreshLenses(): void {
    if (this.#refreshesLenses) void this.#connection.sendRequest(CodeLensRefreshRequest.type);
  }
}

async function versionIn(host: Host, root: string): Promise<string | null> {
  try {
    const text = await host.readText(host.resolve(root, 'package.json'));
    return (JSON.parse(text) as { readonly version?: string }).version ?? null;
  } catch {
    return null;
  }
}
