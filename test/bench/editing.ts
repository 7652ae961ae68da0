/**
 * Times the language server, as a process of its own, with a file of 20,000 bags open: from a key
 * press to its diagnostics, and requests while it realizes.
 *
 *     npx tsx test/bench/editing.ts [BAGS]
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { messages, type ServerStatus } from '../../server/src/lsp/protocol.ts';
import { largeFile } from './large-file.ts';
import { report, reportHeader } from './report.ts';

const bags = Number(process.argv[2] ?? 20_000);
const presses = 200;
const uri = 'file:///large.bow';
const extension = fileURLToPath(new URL('../..', import.meta.url));

const server = spawn(process.execPath, [`${extension}/dist/server.cjs`, '--stdio'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const client = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);

interface Waiter<T> {
  readonly accepts: (value: T) => boolean;
  readonly resolve: (value: T) => void;
}

/** Waits for what a notification tells. */
class Waiting<T> {
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

const diagnostics = new Waiting<PublishDiagnosticsParams>();
const status = new Waiting<ServerStatus>();
client.onNotification('textDocument/publishDiagnostics', diagnostics.receive);
client.onNotification(messages.status, status.receive);
client.onRequest('workspace/configuration', () => [{ realizeOn: 'never' }]);
client.onRequest('client/registerCapability', () => null);
client.onRequest('workspace/inlayHint/refresh', () => null);
client.onRequest('window/workDoneProgress/create', () => null);
client.listen();

const text = largeFile(bags);
const file = TextDocument.create(uri, 'bow', 1, text);
let version = 1;

/** Types and removes a letter in a word of some bag, which makes and mends an error. */
async function press(i: number): Promise<number> {
  const place = text.indexOf('root -> led', Math.floor((text.length * (i + 0.5)) / presses));
  const position = file.positionAt(place + 'root -> '.length);
  const changes = [
    { range: { start: position, end: position }, text: 'x' },
    {
      range: { start: position, end: { ...position, character: position.character + 1 } },
      text: '',
    },
  ];
  let took = 0;
  for (const change of changes) {
    const began = performance.now();
    const sent = ++version;
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: sent },
      contentChanges: [change],
    });
    await diagnostics.until(({ version: told }) => told === sent);
    took = Math.max(took, performance.now() - began);
  }
  return took;
}

async function pressMany(name: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < presses; i++) times.push(await press(i));
  report(name, times);
}

await client.sendRequest('initialize', {
  processId: process.pid,
  rootUri: null,
  capabilities: {
    window: { workDoneProgress: true },
    workspace: { configuration: true, inlayHint: { refreshSupport: true } },
  },
  initializationOptions: { extension },
});
await client.sendNotification('initialized', {});
const { state } = await status.until((now) => now.state !== 'loading');
if (state !== 'ready') throw new Error(`the server is not ready but in the state "${state}"`);

await client.sendNotification('textDocument/didOpen', {
  textDocument: { uri, languageId: 'bow', version, text },
});
await diagnostics.until((told) => told.version === version);

reportHeader(`${bags} bags, ${(text.length / 1e6).toFixed(1)} MB`);
await pressMany('a key press, to its diagnostics');

const range = { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } };
await client.sendRequest(messages.realizeAll, { uri });
await status.until((now) => now.state === 'working' && now.done > 0);
await pressMany('the same while all bags are realized');
const hints: number[] = [];
for (let i = 0; i < presses; i++) {
  const began = performance.now();
  await client.sendRequest('textDocument/inlayHint', { textDocument: { uri }, range });
  hints.push(performance.now() - began);
}
report('hints while all bags are realized', hints);
client.dispose();
server.kill();
