/**
 * Drives a language server, a process of its own, for ten minutes: random edits, files opened and closed,
 * every request of the protocol, many of them cancelled, with a beam of 256. Prints the memory of the
 * server over time, and at the end whether it grew. Reads /proc, so for Linux only.
 *
 *     npx tsx test/bench/soak.ts [CHECKOUT] [--minutes N] [--seed N]
 *
 * CHECKOUT is another checkout whose server is driven; it has to be built. Ends with code 1 if the server
 * ended, failed to answer, or kept memory.
 */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type BagView, messages } from '../../server/src/lsp/protocol.ts';
import { Random } from '../../server/src/util/random.ts';
import { bowText, change as anyChange, applyChange } from '../unit/language/generate.ts';
import { validBow } from '../unit/language/random-bow.ts';
import { largeFile } from './large-file.ts';
import { startServer } from './server-process.ts';

const REPORT_EVERY_MS = 10_000;
/** Files at a time. */
const MOST_FILES = 6;
/** Requests that wait for an answer: an editor does not ask without end either. */
const MOST_WAITING = 30;
/** A request that waits for searches is cancelled by then. */
const LONGEST_MS = 10_000;
/** What waits for no search is answered in this time, on a machine that does other things too. */
const ANSWER_MS = 60_000;
/** Growth of the server's collected heap, from after the first minute to the end, that is no leak. */
const MOST_GROWTH_MB = 10;
/** The server may be behind by so many actions: no editor sends more than is taken from it. */
const ACTIONS_AHEAD = 50;
/** Between two actions, at most. */
const PAUSE_MS = 100;
const TURN_MS = 5_000;
/** In which models are loaded for sure. */
const MODELS_MS = 5_000;
/** Between collections of garbage. */
const COLLECT_MS = 2_000;
/** Longer files grow no more. */
const MOST_CHARACTERS = 100_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
const minutes = Number(values.minutes);
const random = new Random(Number(values.seed));
const pick = <T>(items: readonly T[]): T => items[random.below(items.length)];

const pool = { numRuns: 400, seed: Number(values.seed) };
const texts = { broken: fc.sample(bowText, pool), valid: fc.sample(validBow, pool) };
const changes = fc.sample(anyChange, pool);
const vocabulary =
  'the researchers who led team at university said on Monday that they had studied effects of changing climate old rivers country for more than ten years , and most people live near water know very little about danger comes with every heavy rain in spring but government has not yet decided whether it will'.split(
    ' ',
  );
const shippedBag = largeFile(1);

/** A bag that takes a beam of 256 long: of many words, some of them optional, with arcs and an order. */
function longBag(): string {
  const words = Array.from({ length: 10 + random.below(90) }, (_, i) => `${pick(vocabulary)}-${i}`);
  const some = (share: number): string[] => words.filter(() => random.next() < share);
  const optional = new Set(random.below(2) === 0 ? some(0.15) : []);
  // Each depends on one nearby.
  const deps = words.flatMap((word, i) =>
    i > 0 && random.next() < 0.2
      ? [`${words[Math.max(0, i - 1 - random.below(3))]} -> ${word}`]
      : [],
  );
  const order = some(0.05).map((word) => `${word} << ${pick(words)}`);
  const section = (name: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `  ${name}:\n${lines.map((line) => `    ${line}\n`).join('')}`;
  const written = words.map((word) => (optional.has(word) ? `${word}?` : word));
  return (
    `bag long-${random.below(1000)} {\n` +
    section('words', [written.join(' ')]) +
    section('deps', random.below(2) === 0 ? deps : []) +
    section('order', random.below(2) === 0 ? order : []) +
    section('expect', [words.join(' ')]) +
    '}\n'
  );
}

const fileText = (): string =>
  Array.from({ length: 1 + random.below(4) }, () => {
    const kind = random.below(4);
    if (kind === 0) return pick(texts.broken);
    if (kind === 1) return pick(texts.valid);
    return kind === 2 ? shippedBag : longBag();
  }).join('\n');

let settings: object = { beam: 256, realizeOn: 'type' };
const server = await startServer({
  ...(positionals.length > 0 && { extension: positionals[0] }),
  nodeOptions: [
    '--expose-gc',
    '--require',
    fileURLToPath(new URL('watch-heap.cjs', import.meta.url)),
  ],
  settings: () => settings,
});
const { client, pid } = server;
client.onRequest('window/showMessageRequest', () => null);
client.onNotification(
  '$/progress',
  ({ token, value }: { token: string; value: { kind?: string } }) => {
    if (value.kind === 'begin' && random.below(3) === 0) {
      void client.sendNotification('window/workDoneProgress/cancel', { token });
    }
  },
);

const files = new Map<string, TextDocument>();
let opened = 0;
let waiting = 0;
const counts = { edits: 0, requests: 0, cancelled: 0 };
const faults: string[] = [];
let isOver = false;
server.process.once('exit', (code, signal) => {
  if (!isOver) faults.push(`the server ended with ${code ?? signal}`);
});

/** Sends a request, and cancels it if it is not answered for a random while. */
async function request(method: string, params: object): Promise<unknown> {
  const cancellation = new CancellationTokenSource();
  counts.requests++;
  waiting++;
  const patience = random.below(2) === 0 ? random.below(200) : random.below(LONGEST_MS);
  const timer = setTimeout(() => {
    counts.cancelled++;
    cancellation.cancel();
  }, patience);
  try {
    return await client.sendRequest(method, params, cancellation.token);
  } catch {
    // Cancelled, or refused, as for a name that cannot be one.
    return null;
  } finally {
    clearTimeout(timer);
    waiting--;
  }
}

function position(file: TextDocument): { line: number; character: number } {
  return file.positionAt(random.below(file.getText().length + 1));
}

function range(file: TextDocument) {
  const places = [position(file), position(file)];
  const [start, end] = places.sort((a, b) => file.offsetAt(a) - file.offsetAt(b));
  return { start, end };
}

async function open(): Promise<void> {
  const uri = `file:///soak/${opened++}.bow`;
  const file = TextDocument.create(uri, 'bow', 1, fileText());
  files.set(uri, file);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'bow', version: 1, text: file.getText() },
  });
}

async function close(uri: string): Promise<void> {
  files.delete(uri);
  await client.sendNotification('textDocument/didClose', { textDocument: { uri } });
}

async function edit(file: TextDocument): Promise<void> {
  const text = file.getText();
  if (text.length > MOST_CHARACTERS) return close(file.uri);
  const contentChanges: object[] = [];
  const { edit: made, text: after } = applyChange(text, pick(changes));
  const changed = { start: file.positionAt(made.start), end: file.positionAt(made.oldEnd) };
  contentChanges.push({ range: changed, text: after.slice(made.start, made.newEnd) });
  const version = file.version + 1;
  files.set(file.uri, TextDocument.create(file.uri, 'bow', version, after));
  counts.edits++;
  await client.sendNotification('textDocument/didChange', {
    textDocument: { uri: file.uri, version },
    contentChanges,
  });
}

/** Replaces a word of a long bag: its search is cancelled, and another begins. */
async function retype(file: TextDocument): Promise<void> {
  const text = file.getText();
  const at = text.indexOf('  words: ');
  if (at < 0) return edit(file);
  const start = file.positionAt(at + '  words: '.length);
  const version = file.version + 1;
  const change = { range: { start, end: start }, text: `${pick(vocabulary)} ` };
  files.set(file.uri, TextDocument.update(file, [change], version));
  counts.edits++;
  await client.sendNotification('textDocument/didChange', {
    textDocument: { uri: file.uri, version },
    contentChanges: [change],
  });
}

async function view(file: TextDocument): Promise<void> {
  await client.sendNotification(messages.view, {
    active: { uri: file.uri, cursor: position(file) },
    visible: [...files.keys()].slice(0, 2).map((uri) => ({ uri, first: 0, last: 60 })),
    panel: random.below(4) > 0,
  });
}

async function ask(file: TextDocument): Promise<void> {
  const { uri } = file;
  const textDocument = { uri };
  const at = { textDocument, position: position(file) };
  const within = { textDocument, range: range(file) };
  const options = { tabSize: 2, insertSpaces: true };
  const index = random.below(3);
  const progress = `progress-${counts.requests}`;
  const context = { diagnostics: [] };
  const requests: readonly (() => Promise<unknown>)[] = [
    () => request('textDocument/completion', at),
    () => request('textDocument/hover', at),
    () => request('textDocument/definition', at),
    () => request('textDocument/references', { ...at, context: { includeDeclaration: true } }),
    () => request('textDocument/documentHighlight', at),
    () => request('textDocument/prepareRename', at),
    () => request('textDocument/rename', { ...at, newName: pick(vocabulary) }),
    () => request('textDocument/documentSymbol', { textDocument }),
    () => request('workspace/symbol', { query: pick(vocabulary) }),
    () => request('textDocument/foldingRange', { textDocument }),
    () => request('textDocument/selectionRange', { textDocument, positions: [position(file)] }),
    () => request('textDocument/formatting', { textDocument, options }),
    () => request('textDocument/rangeFormatting', { ...within, options }),
    () => request('textDocument/onTypeFormatting', { ...at, options, ch: '\n' }),
    () => request('textDocument/semanticTokens/full', { textDocument }),
    () => request('textDocument/semanticTokens/range', within),
    () => request('textDocument/inlayHint', within),
    async () => {
      const lenses = (await request('textDocument/codeLens', { textDocument })) as object[] | null;
      for (const lens of lenses?.slice(0, 3) ?? []) await request('codeLens/resolve', lens);
    },
    async () => {
      const actions = (await request('textDocument/codeAction', { ...within, context })) as
        { data?: unknown }[] | null;
      for (const action of actions?.filter(({ data }) => data !== undefined) ?? []) {
        await request('codeAction/resolve', action);
      }
    },
    () => request(messages.realize, { uri, index }),
    () => request(messages.realizeAll, { uri }),
    () => request(messages.realized, { uri, bag: `bag ${index + 1}` }),
    () => request(messages.insertExpectation, { uri, index, text: 'a b' }),
    () =>
      request(messages.importConllu, {
        text: '1\tdogs\t_\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n',
        name: 'two.conllu',
        options: { tags: 'xpos', arcs: 'all', labels: true },
        lines: null,
        progress,
      }),
    () =>
      request(messages.exportRealizations, {
        uri,
        line: random.below(2) === 0 ? null : random.below(20),
        format: pick(['text', 'json', 'conllu']),
        partialResultToken: `pieces-${counts.requests}`,
        progress,
      }),
    async () => {
      const found = (await request(messages.tests, { uri })) as { tests: { id: string }[] } | null;
      const tests = found?.tests ?? null;
      if (tests !== null && tests.length > 0) {
        await request(messages.runTest, { uri, id: pick(tests).id });
      }
    },
    async () => {
      const view = (await request(messages.realized, {
        uri,
        bag: `bag ${index + 1}`,
      })) as BagView | null;
      const shown = view?.state.kind === 'realized' ? view.state.result.realizations : [];
      const text = shown.at(0)?.text ?? '';
      await request(messages.keep, { uri, index, text, what: pick(['tags', 'arcs']) });
    },
    () =>
      request(messages.makeBags, {
        ...{ text: 'The dogs bark . They run !', name: 'a.txt', firstLine: 0, isLines: false },
        ...{ keep: { tags: true, arcs: true, labels: true }, arcsOf: null, into: null },
        progress: 'p',
      }),
  ];
  await pick(requests)();
}

async function configure(): Promise<void> {
  settings = {
    beam: 256,
    results: pick([10, 10, 100]),
    realizeOn: pick(['type', 'type', 'save', 'never']),
    languageModel: random.below(20) === 0 ? 'none' : '',
  };
  await client.sendNotification('workspace/didChangeConfiguration', { settings: null });
}

async function act(): Promise<void> {
  if (files.size === 0) return open();
  const file = pick([...files.values()]);
  const kind = random.below(100);
  if (kind < 3) return files.size < MOST_FILES ? open() : close(file.uri);
  if (kind < 5) return close(file.uri);
  if (kind < 20) return edit(file);
  if (kind < 35) return retype(file);
  if (kind < 42) return view(file);
  if (kind < 44) {
    return client.sendNotification('textDocument/didSave', { textDocument: { uri: file.uri } });
  }
  if (kind < 45) {
    const type = pick([1, 2, 3]);
    return client.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: file.uri, type }],
    });
  }
  if (random.below(300) === 0) return configure();
  // Nobody waits for an answer before asking more.
  if (waiting < MOST_WAITING) void ask(file);
}

/** Megabytes of the server's own heap: its workers' are among what is resident. */
async function heap(collects: boolean): Promise<number> {
  const measured = once(server.process, 'message') as Promise<[number]>;
  server.process.send(collects);
  const [bytes] = (await answered('its memory', measured)) ?? [0];
  return bytes / 2 ** 20;
}

/** Megabytes, by the names of the kernel. */
function resident(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}

console.log('| s | resident MB | heap MB | edits | requests | cancelled | waiting |');
console.log(`|${' ---: |'.repeat(7)}`);
const began = performance.now();

async function reportMemory(note = '', collects = false): Promise<number> {
  const inHeap = await heap(collects);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { edits, requests, cancelled } = counts;
  const cells = [seconds + note, resident('VmRSS').toFixed(0), inHeap.toFixed(1)];
  console.log(`| ${[...cells, edits, requests, cancelled, waiting].join(' | ')} |`);
  return inHeap;
}

/** By turns as fast as the server keeps up with, and with pauses in which searches get somewhere. */
async function drive(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  let nextReport = performance.now() + REPORT_EVERY_MS;
  for (let i = 1; performance.now() < end && faults.length === 0; i++) {
    await act();
    const isRush = Math.floor(performance.now() / TURN_MS) % 2 === 0;
    if (!isRush) await delay(random.below(PAUSE_MS));
    if (i % ACTIONS_AHEAD === 0) await keptUp();
    if (performance.now() < nextReport) continue;
    await reportMemory();
    nextReport = performance.now() + REPORT_EVERY_MS;
  }
}

/** Waits until the server has done all that came before. */
async function keptUp(): Promise<void> {
  await answered(
    'workspace/symbol',
    client.sendRequest('workspace/symbol', { query: 'no such bag' }),
  );
}

/** What is answered in time, or null. */
async function answered<T>(what: string, answer: Promise<T>): Promise<T | null> {
  const late = new AbortController();
  const limit = delay(ANSWER_MS, null, { signal: late.signal }).then(() => {
    faults.push(`${what} was not answered in ${ANSWER_MS / 1000} s`);
    return null;
  });
  limit.catch(() => undefined);
  const first = await Promise.race([answer, limit]);
  late.abort();
  return first;
}

/** The heap once every file is closed, every request answered, and every result forgotten. */
async function settled(): Promise<number> {
  for (const uri of [...files.keys()]) await close(uri);
  const deadline = performance.now() + ANSWER_MS;
  while (waiting > 0 && faults.length === 0) {
    await delay(100);
    if (performance.now() > deadline) faults.push(`${waiting} requests were never answered`);
  }
  // Other models: the server forgets what it made with the last ones, and ends its workers.
  for (const languageModel of ['none', '']) {
    settings = { ...settings, languageModel };
    await client.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await delay(MODELS_MS);
  }
  if (faults.length > 0) return 0;
  await collected();
  return reportMemory(', all closed', true);
}

/** Collects garbage until less than 1 MB is freed: the buffers of models go after the objects that held them. */
async function collected(): Promise<void> {
  let before: number;
  let now = Infinity;
  do {
    before = now;
    now = await heap(true);
    await delay(COLLECT_MS);
  } while (before - now > 1);
}

await drive(Math.min(60_000, (minutes * 60_000) / 4));
const before = await settled();
await drive(minutes * 60_000 - (performance.now() - began));
const after = await settled();
isOver = true;
if (after - before > MOST_GROWTH_MB) faults.push('the server keeps memory');
console.log(
  `\nHeap with all files closed: ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB. ` +
    (faults.length === 0 ? `Most resident memory ${resident('VmHWM').toFixed(0)} MB.` : ''),
);
console.log(faults.length === 0 ? 'No memory is kept.' : `Wrong: ${faults.join('; ')}.`);
server.end();
process.exitCode = faults.length === 0 ? 0 : 1;
