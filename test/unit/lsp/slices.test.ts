import assert from 'node:assert/strict';
import { CancellationToken } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import type { Host } from '../../../server/src/hosts/host.ts';
import { nodeHost } from '../../../server/src/hosts/node/host.ts';
import { registerCodeLenses } from '../../../server/src/lsp/code-lens.ts';
import { BowDocument } from '../../../server/src/lsp/document.ts';
import { Additions } from '../../../server/src/lsp/additions.ts';
import { Log } from '../../../server/src/lsp/log.ts';
import { Explanations } from '../../../server/src/lsp/explanations.ts';
import { messages } from '../../../server/src/lsp/protocol.ts';
import type { FileTests, TestStandings } from '../../../server/src/lsp/protocol.ts';
import { Scheduler } from '../../../server/src/lsp/schedule.ts';
import type { Session } from '../../../server/src/lsp/session.ts';
import { readSettings } from '../../../server/src/lsp/settings.ts';
import { StandingsReporter } from '../../../server/src/lsp/test-standings.ts';
import { registerTests } from '../../../server/src/lsp/tests.ts';
import { withoutModel } from '../support/check-options.ts';

const uri = 'file:///a.bow';
const BAGS = 8;
/** More than any slice: work on one bag uses up the slice. */
const PIECE_MS = 30;

const text = Array.from(
  { length: BAGS },
  (_, i) => `bag n${i} {\n  words: x y ${i}\n  order: x < y\n  expect: x y ${i}\n}\n`,
).join('');

function work(): void {
  const until = performance.now() + PIECE_MS;
  while (performance.now() < until);
}

/** A session in which checks and hashes are slow, and counted. */
class Bench {
  readonly document = new BowDocument(uri, 'bow', 1, text);
  readonly requests = new Map<string, (params: object, token: CancellationToken) => unknown>();
  readonly sent: unknown[] = [];
  readonly scheduler: Scheduler;
  readonly session: Session;
  readonly connection: Connection;
  checks = 0;
  hashes = 0;
  /** The most checks and hashes between two turns. */
  most = { checks: 0, hashes: 0 };
  #turn = { checks: 0, hashes: 0 };

  constructor() {
    const host: Host = {
      ...nodeHost,
      digest: (content) => {
        work();
        this.hashes++;
        this.most.hashes = Math.max(this.most.hashes, ++this.#turn.hashes);
        return nodeHost.digest(content);
      },
      yield: (resume) =>
        nodeHost.yield(() => {
          this.#turn = { checks: 0, hashes: 0 };
          resume();
        }),
    };
    const settings = readSettings(null);
    const checks: typeof withoutModel = {
      ...withoutModel,
      satisfiability: (...given) => {
        work();
        this.checks++;
        this.most.checks = Math.max(this.most.checks, ++this.#turn.checks);
        return withoutModel.satisfiability!(...given);
      },
    };
    const shared: Omit<Session, 'scheduler'> = {
      host,
      log: new Log({ info: () => undefined, error: () => undefined }),
      documents: new Map([[uri, this.document]]),
      settings: () => settings,
      checks: () => checks,
      model: () => assert.fail(),
      searches: () => ({
        generation: 1,
        pool: { size: 1, idleJobs: 0, realize: () => new Promise(() => undefined) } as never,
      }),
    };
    const ignore = (): void => undefined;
    const notes = { onProgress: ignore, onRealized: ignore, onWork: ignore };
    this.scheduler = new Scheduler({ ...shared, ...notes });
    this.session = { ...shared, scheduler: this.scheduler };
    this.connection = {
      onRequest: (name: string, handler: () => unknown) => this.requests.set(name, handler),
      onCodeLens: (handler: () => unknown) => this.requests.set('lenses', handler),
      onCodeLensResolve: ignore,
      sendNotification: (_: string, params: unknown) => this.sent.push(params),
    } as unknown as Connection;
  }

  ask(name: string): unknown {
    return this.requests.get(name)!({ uri, textDocument: { uri } }, CancellationToken.None);
  }
}

describe('work on a whole file, in which each bag expects a sentence', () => {
  let bench: Bench;

  beforeEach(() => {
    bench = new Bench();
  });

  it('checks a bag for its realization when its turn comes', () => {
    bench.scheduler.realizeFile(uri);
    assert.ok(bench.scheduler.working);
    assert.equal(bench.checks, 1);
  });

  it('makes the lenses of a bag in each turn', async () => {
    registerCodeLenses(bench.connection, bench.session);
    await bench.ask('lenses');
    assert.equal(bench.hashes, BAGS);
    assert.equal(bench.most.hashes, 1);
  });

  it('lists a test in each turn', async () => {
    const standings = new StandingsReporter(bench.connection, bench.session);
    const explanations = new Explanations(bench.session, new Additions(bench.session), {
      outcomeOf: () => null,
      provenOf: () => null,
    });
    registerTests(bench.connection, bench.session, explanations, standings, () => assert.fail());
    const { tests } = (await bench.ask(messages.tests)) as FileTests;
    assert.deepEqual(
      tests.map(({ id }) => id),
      bench.document.file.bags.map(({ name }) => name),
    );
    assert.deepEqual(bench.most, { checks: 1, hashes: 1 });
  });

  it('reports the state of a test in each turn', async () => {
    const standings = new StandingsReporter(bench.connection, bench.session);
    standings.note(uri, bench.document.file.bags);
    while (bench.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const [{ tests }] = bench.sent as TestStandings[];
    assert.equal(tests.length, BAGS);
    assert.deepEqual(bench.most, { checks: 1, hashes: 1 });
  });
});
