/**
 * Times the language server, as a process of its own, with a file of 20,000 bags open: from a key
 * press to its diagnostics, and requests while it realizes.
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

const { client, diagnostics, status, end } = await startServer();
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
end();
