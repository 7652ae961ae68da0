/** A language server in a process of its own, for benchmarks through its protocol. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { messages, type ServerStatus } from '../../server/src/lsp/protocol.ts';

const thisExtension = fileURLToPath(new URL('../..', import.meta.url));

interface Waiter<T> {
  readonly accepts: (value: T) => boolean;
  readonly resolve: (value: T) => void;
}

/** Waits for what a notification tells. */
export class Waiting<T> {
  #last: T | null = null;
  #waiting: Waiter<T>[] = [];

  readonly receive = (value: T): void => {
    this.#last = value;
    const still: Waiter<T>[] = [];
    for (const waiting of this.#waiting) {
      if (waiting.accepts(value)) waiting.resolve(value);
      else still.push(waiting);
    }
    this.#waiting = still;
  };

  until(accepts: (value: T) => boolean): Promise<T> {
    if (this.#last !== null && accepts(this.#last)) return Promise.resolve(this.#last);
    return new Promise((resolve) => this.#waiting.push({ accepts, resolve }));
  }
}

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly client: ProtocolConnection;
  readonly diagnostics: Waiting<PublishDiagnosticsParams>;
  readonly status: Waiting<ServerStatus>;
  readonly end: () => void;
}

export interface ServerProcessOptions {
  /** The folder of the extension whose server is started: by default this checkout. */
  readonly extension?: string;
  /** Node's own. */
  readonly nodeOptions?: readonly string[];
  /** What the server is told when it asks: by default to realize only when asked to. */
  readonly settings?: () => object;
}

/** Starts a server and waits until its models are loaded. It has a process channel beside its protocol. */
export async function startServer({
  extension = thisExtension,
  nodeOptions = [],
  settings = () => ({ realizeOn: 'never' }),
}: ServerProcessOptions = {}): Promise<ServerProcess> {
  const server = spawn(
    process.execPath,
    [...nodeOptions, join(extension, 'dist/server.cjs'), '--stdio'],
    { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] },
  );
  const client = createProtocolConnection(
    new StreamMessageReader(server.stdout!),
    new StreamMessageWriter(server.stdin!),
  );
  const diagnostics = new Waiting<PublishDiagnosticsParams>();
  const status = new Waiting<ServerStatus>();
  client.onNotification('textDocument/publishDiagnostics', diagnostics.receive);
  client.onNotification(messages.status, status.receive);
  client.onRequest('workspace/configuration', () => [settings()]);
  client.onRequest('client/registerCapability', () => null);
  client.onRequest('workspace/inlayHint/refresh', () => null);
  client.onRequest('workspace/codeLens/refresh', () => null);
  client.onRequest('window/workDoneProgress/create', () => null);
  client.listen();
  await client.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        inlayHint: { refreshSupport: true },
        codeLens: { refreshSupport: true },
      },
    },
    initializationOptions: { extension },
  });
  await client.sendNotification('initialized', {});
  const { state } = await status.until((now) => now.state !== 'loading');
  if (state !== 'ready') throw new Error(`the server is not ready but in the state "${state}"`);
  return {
    process: server,
    pid: server.pid!,
    client,
    diagnostics,
    status,
    end: () => {
      client.dispose();
      server.kill();
    },
  };
}
