/**
 * Times the language server, as a process of its own, with a file of 20,000 bags open: from a key
 * press to its diagnostics, and requests while it checks and realizes the file. Without and with an
 * expected sentence in each bag.
 *
 *     npx tsx test/bench/editing.ts [BAGS]
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { messages } from '../../server/src/lsp/protocol.ts';
import { largeFile } from './large-file.ts';
import { report, reportHeader } from './report.ts';
import { startServer } from './server-process.ts';

const bags = Number(process.argv[2] ?? 20_000);
const presses = 200;
const uri = 'file:///large.bow';
const textDocument = { uri };

async function timeEditing(expected: boolean): Promise<void> {
  const { client, diagnostics, status, end } = await startServer({
    settings: () => ({ realizeOn: expected ? 'save' : 'never' }),
  });
  const text = largeFile(bags, { expected });
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

  async function hover(): Promise<number> {
    const began = performance.now();
    const position = { line: 4, character: 14 };
    await client.sendRequest('textDocument/hover', { textDocument, position });
    return performance.now() - began;
  }

  /** Hovers again and again until work of the server has ended. */
  async function hoverDuring(name: string, work: Promise<unknown>): Promise<void> {
    const ended: unknown[] = [];
    void work.then((result) => ended.push(result));
    const times = [];
    while (ended.length === 0 || times.length < presses) times.push(await hover());
    report(name, times);
  }

  const kind = expected ? 'with an expected sentence each' : 'without expected sentences';
  reportHeader(`${bags} bags ${kind}, ${(text.length / 1e6).toFixed(1)} MB`);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'bow', version, text },
  });
  // Reading and parsing the file is one piece of work.
  await hover();
  await hoverDuring(
    'a hover while the opened file is checked',
    diagnostics.until((told) => told.version === version),
  );
  await pressMany('a key press, to its diagnostics');
  await hoverDuring(
    'a hover while the lenses of the file are made',
    client.sendRequest('textDocument/codeLens', { textDocument }),
  );
  await client.sendNotification('textDocument/didSave', { textDocument });
  await hoverDuring('a hover after the file is saved', hover());

  const range = { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } };
  await client.sendRequest(messages.realizeAll, { uri });
  await status.until((now) => now.state === 'working' && now.done > 0);
  await pressMany('a key press while all bags are realized');
  const hints: number[] = [];
  for (let i = 0; i < presses; i++) {
    const began = performance.now();
    await client.sendRequest('textDocument/inlayHint', { textDocument, range });
    hints.push(performance.now() - began);
  }
  report('hints while all bags are realized', hints);
  end();
}

await timeEditing(false);
console.log();
await timeEditing(true);
