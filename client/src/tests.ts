import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  CoverageResult,
  FileParams,
  FileTests,
  TestParams,
  TestResult,
  TestStanding,
  TestStandings,
  TestTag,
} from '../../server/src/lsp/protocol.ts';
import { BowFileCoverage, coverTests } from './coverage-run.ts';
import { toRange } from './editors.ts';
import { shortName } from './names.ts';
import type { SyncedFiles } from './synced-files.ts';
import { isBow } from './view-tracker.ts';

export const glob = '**/*.bow';

/**
 * The view requests at most this many tests at once. The server never has more workers, so more
 * requests would only wait.
 */
const AT_ONCE = 3;

/** A file's tests are listed again after this many milliseconds without typing. */
const TYPING_MS = 300;

/** Debugs the bag of a test; resolves when the debugging has ended. */
type DebugTest = (test: vscode.TestItem, run: vscode.TestRun) => Promise<void>;

/** Users can filter the test view by these tags: `@bowline:not-found`. */
const tags: Readonly<Record<TestTag, vscode.TestTag>> = {
  'not-found': new vscode.TestTag('not-found'),
  'rank2-10': new vscode.TestTag('rank2-10'),
  unreachable: new vscode.TestTag('unreachable'),
};

/** `result` is null if the test was cancelled or its bag was removed. */
export interface TestEnd {
  readonly test: vscode.TestItem;
  readonly result: TestResult | null;
}

/**
 * The test view: an item for each `.bow` file, and below it an item for each bag with expectations
 * or an error. The server finds and judges the tests. The tests of open files are listed at once.
 * Any other file is opened and listed when the user unfolds or runs its item.
 */
export class TestView implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #files: SyncedFiles;
  readonly #debugTest: DebugTest;
  readonly #controller = vscode.tests.createTestController('bowline', 'Bowline');
  readonly #ended = new vscode.EventEmitter<TestEnd>();
  readonly #covered = new vscode.EventEmitter<CoverageResult>();
  readonly #watcher = vscode.workspace.createFileSystemWatcher(glob);
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /**
   * A timer for each file that has just changed, by URI. When the timer ends, the file's tests are
   * listed again.
   */
  readonly #pauses = new Map<string, NodeJS.Timeout>();

  readonly onEnd = this.#ended.event;
  /** Fires when a run with coverage has ended. */
  readonly onCovered = this.#covered.event;

  /**
   * @param client a client that has not been started yet. When it starts, it sends the open files
   *   to the server, and this view lists their tests
   */
  constructor(client: LanguageClient, files: SyncedFiles, debugTest: DebugTest) {
    this.#client = client;
    this.#files = files;
    this.#debugTest = debugTest;
    const { workspace } = vscode;
    this.#controller.resolveHandler = (file) => (file ? this.#list(file.uri!) : this.#discover());
    this.#controller.refreshHandler = () => this.#discover();
    const profile = this.#controller.createRunProfile(
      'Run',
      vscode.TestRunProfileKind.Run,
      (request, token) =>
        request.continuous === true ? this.#runOnSave(request, profile, token) : this.#run(request),
      true,
    );
    profile.supportsContinuousRun = true;
    const { Debug } = vscode.TestRunProfileKind;
    this.#controller.createRunProfile(
      'Debug',
      Debug,
      (request) => this.#run(request, (tests, run) => this.#debugTests(tests, run)),
      true,
    );
    const coverage = this.#controller.createRunProfile(
      'Coverage',
      vscode.TestRunProfileKind.Coverage,
      (request) => this.#run(request, (tests, run) => this.#coverTests(tests, run)),
      true,
    );
    coverage.loadDetailedCoverage = (_, file) =>
      Promise.resolve(file instanceof BowFileCoverage ? file.details() : []);
    this.#subscriptions = [
      this.#controller,
      this.#ended,
      this.#covered,
      this.#watcher,
      this.#watcher.onDidCreate((uri) => this.#addUnread(uri)),
      this.#watcher.onDidChange((uri) => this.#addUnread(uri)),
      this.#watcher.onDidDelete((uri) => this.items.delete(uri.toString())),
      files.onDidOpen((document) => this.#opened(document)),
      client.onNotification(messages.testStandings, ({ uri, tests }: TestStandings) => {
        const file = this.items.get(uri);
        for (const { id, standing } of tests) {
          const test = file?.children.get(id);
          if (test !== undefined) Object.assign(test, described(standing));
        }
      }),
      workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#forgetPause(uri);
        // A file from outside the workspace is shown only while it is open.
        if (workspace.getWorkspaceFolder(uri) === undefined) this.items.delete(uri.toString());
      }),
    ];
  }

  get items(): vscode.TestItemCollection {
    return this.#controller.items;
  }

  dispose(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #opened(document: vscode.TextDocument): void {
    if (isTestFile(document)) void this.#list(document.uri);
  }

  #changed(document: vscode.TextDocument): void {
    if (!isTestFile(document)) return;
    const { uri } = document;
    this.#forgetPause(uri);
    const list = (): void => void this.#list(uri);
    this.#pauses.set(uri.toString(), setTimeout(list, TYPING_MS));
  }

  #forgetPause(uri: vscode.Uri): void {
    clearTimeout(this.#pauses.get(uri.toString()));
    this.#pauses.delete(uri.toString());
  }

  /** Lists the tests of open files, and adds an item for each other file of the workspace. */
  async #discover(): Promise<void> {
    const open = vscode.workspace.textDocuments.filter(isTestFile);
    await Promise.all(open.map(({ uri }) => this.#list(uri)));
    for (const uri of await vscode.workspace.findFiles(glob)) {
      if (this.items.get(uri.toString()) === undefined) this.#addUnread(uri);
    }
  }

  /**
   * Adds an item for a file that is not open. If the file already has an item, removes its tests.
   * The tests are listed when the user unfolds or runs the item.
   */
  #addUnread(uri: vscode.Uri): void {
    if (isOpen(uri)) return;
    const file = this.#file(uri);
    file.children.replace([]);
    file.canResolveChildren = true;
  }

  #file(uri: vscode.Uri): vscode.TestItem {
    const id = uri.toString();
    let file = this.items.get(id);
    if (file === undefined) {
      file = this.#controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
      this.items.add(file);
    }
    return file;
  }

  async #list(uri: vscode.Uri): Promise<void> {
    let found: FileTests;
    try {
      const params: FileParams = await this.#fileParams(uri);
      found = await this.#client.sendRequest<FileTests>(messages.tests, params);
    } catch (error) {
      this.#file(uri).error = error instanceof Error ? error.message : String(error);
      return;
    }
    const { tests, problem } = found;
    if (tests.length === 0 && problem === null) {
      this.items.delete(uri.toString());
      return;
    }
    const file = this.#file(uri);
    file.error = problem ?? undefined;
    file.canResolveChildren = false;
    const ids = new Set(tests.map(({ id }) => id));
    for (const [id] of file.children) if (!ids.has(id)) file.children.delete(id);
    for (const [place, { id, label, range, standing }] of tests.entries()) {
      const known = file.children.get(id);
      const test = known ?? this.#controller.createTestItem(id, shortName(label), uri);
      // The view sorts tests by this text, so they appear in the order of the file.
      const sortText = String(place).padStart(6, '0');
      Object.assign(test, { ...described(standing), range: toRange(range), sortText });
      if (known === undefined) file.children.add(test);
    }
  }

  async #run(
    request: vscode.TestRunRequest,
    runAll = (tests: readonly vscode.TestItem[], run: vscode.TestRun) => this.#runTests(tests, run),
  ): Promise<void> {
    const run = this.#controller.createTestRun(request);
    try {
      const tests = await this.#chosen(request, run.token);
      for (const test of tests) run.enqueued(test);
      await runAll(tests, run);
    } finally {
      run.end();
    }
  }

  async #debugTests(tests: readonly vscode.TestItem[], run: vscode.TestRun): Promise<void> {
    for (const test of tests) {
      await this.#runTests([test], run);
      if (!run.token.isCancellationRequested) await this.#debugTest(test, run);
    }
  }

  async #runTests(tests: readonly vscode.TestItem[], run: vscode.TestRun): Promise<void> {
    const waiting = tests.values();
    const lane = async (): Promise<void> => {
      for (const test of waiting) {
        const isCancelled = run.token.isCancellationRequested;
        this.#end(test, isCancelled ? null : await this.#result(test, run), run);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  async #coverTests(tests: readonly vscode.TestItem[], run: vscode.TestRun): Promise<void> {
    const covered = await coverTests(this.#client, this.#files, tests, run, (test, result) =>
      this.#end(test, result, run),
    );
    if (covered !== null) this.#covered.fire(covered);
  }

  /** The tests that a request includes, in the order of the view. */
  async #chosen(
    { include, exclude }: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<vscode.TestItem[]> {
    if (include === undefined) await this.#discover();
    const chosen = include ?? [...this.items].map(([, file]) => file);
    const excluded = new Set(exclude);
    const tests: vscode.TestItem[] = [];
    for (const item of chosen) {
      if (token.isCancellationRequested) return [];
      if (excluded.has(item)) continue;
      const isFile = item.parent === undefined;
      if (isFile && item.canResolveChildren) await this.#list(item.uri!);
      const found = isFile ? [...item.children].map(([, test]) => test) : [item];
      tests.push(...found.filter((test) => !excluded.has(test)));
    }
    return tests;
  }

  #end(test: vscode.TestItem, result: TestResult | null, run: vscode.TestRun): void {
    if (result !== null) run.appendOutput(outputOf(test, result));
    if (result === null) run.skipped(test);
    else if (result.kind === 'passed') run.passed(test);
    else if (result.kind === 'failed') run.failed(test, toMessage(result, test.uri!));
    else run.errored(test, toMessage(result, test.uri!));
    this.#ended.fire({ test, result });
  }

  async #result(test: vscode.TestItem, run: vscode.TestRun): Promise<TestResult | null> {
    run.started(test);
    try {
      const params: TestParams = { ...(await this.#fileParams(test.uri!)), id: test.id };
      const { token } = run;
      return await this.#client.sendRequest<TestResult | null>(messages.runTest, params, token);
    } catch (error) {
      if (run.token.isCancellationRequested) return null;
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'errored', message, range: test.range! };
    }
  }

  /** Opens the file first, since the server knows only open files. */
  async #fileParams(uri: vscode.Uri): Promise<FileParams> {
    await this.#files.open(uri);
    return { uri: uri.toString() };
  }

  /** Runs the tests of a file whenever it is saved, until the token is cancelled. */
  #runOnSave(
    { include, exclude }: vscode.TestRunRequest,
    profile: vscode.TestRunProfile,
    token: vscode.CancellationToken,
  ): void {
    const saved = vscode.workspace.onDidSaveTextDocument(async (document) => {
      if (!isTestFile(document)) return;
      this.#forgetPause(document.uri);
      await this.#list(document.uri);
      const file = this.items.get(document.uri.toString());
      if (file === undefined) return;
      const chosen = [file, ...[...file.children].map(([, test]) => test)].filter(
        (item) => include === undefined || include.includes(item),
      );
      if (chosen.length === 0) return;
      const items = chosen.includes(file) ? [file] : chosen;
      await this.#run(new vscode.TestRunRequest(items, exclude, profile, true));
    });
    token.onCancellationRequested(() => {
      saved.dispose();
    });
  }
}

/**
 * Whether a document is a `.bow` file that can be edited. The old version of a file in a
 * comparison, for example, has no tests.
 */
export function isTestFile(document: vscode.TextDocument): boolean {
  const { scheme } = document.uri;
  const isWritable = vscode.workspace.fs.isWritableFileSystem(scheme) === true;
  return isBow(document) && (isWritable || scheme === 'untitled');
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((open) => open.uri.toString() === uri.toString());
}

function outputOf({ id, parent }: vscode.TestItem, result: TestResult): string {
  const lines = [`${result.kind}: ${parent?.label ?? ''}: ${id}`];
  if (result.kind !== 'passed') {
    for (const line of result.message.split('\n')) lines.push(`  ${line}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Shows the standing of a test, such as the rank of the expected sentence, at its item. */
function described({
  description,
  tag,
}: TestStanding): Pick<vscode.TestItem, 'description' | 'tags'> {
  return { description, tags: tag === null ? [] : [tags[tag]] };
}

function toMessage(
  result: Exclude<TestResult, { kind: 'passed' }>,
  uri: vscode.Uri,
): vscode.TestMessage {
  const message =
    result.kind === 'failed'
      ? vscode.TestMessage.diff(result.message, result.expected, result.actual)
      : new vscode.TestMessage(result.message);
  message.location = new vscode.Location(uri, toRange(result.range));
  message.contextValue = 'bowline';
  return message;
}
