/**
 * Times the answers of the language server, as a process of its own, to what an editor asks while an
 * author works in a file of 2,000 bags.
 *
 *     npx tsx test/bench/features.ts [BAGS]
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import { largeFile } from './large-file.ts';
import { report, reportHeader } from './report.ts';
import { startServer } from './server-process.ts';

const bags = Number(process.argv[2] ?? 2_000);
const times = 100;
const uri = 'file:///large.bow';
const textDocument = { uri };

const { client, diagnostics, end } = await startServer();
const text = largeFile(bags);
const file = TextDocument.create(uri, 'bow', 1, text);
await client.sendNotification('textDocument/didOpen', {
  textDocument: { uri, languageId: 'bow', version: 1, text },
});
await diagnostics.until(({ version }) => version === 1);

/** Places all over the file, each in the middle of an occurrence of a text. */
const placesOf = (what: string) =>
  Array.from({ length: times }, (_, i) => {
    const from = Math.floor((text.length * (i + 0.5)) / times) - 500;
    return file.positionAt(text.indexOf(what, Math.max(0, from)) + Math.ceil(what.length / 2));
  });
const arcs = placesOf('led -> "Dr. Talcott"');
const tags = placesOf('/NNS');
const words = placesOf('studied/');
const whole = { start: file.positionAt(0), end: file.positionAt(text.length) };
const screen = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
const options = { tabSize: 2, insertSpaces: true };
const again = Array.from({ length: times }, () => ({ line: 0, character: 0 }));

const requests: readonly (readonly [string, typeof arcs, string, object])[] = [
  ['completion of a tag', tags, 'completion', {}],
  ['completion of a word in an arc', arcs, 'completion', {}],
  ['hover over a word', words, 'hover', {}],
  ['hover over an arc', arcs, 'hover', {}],
  ['definition', arcs, 'definition', {}],
  ['references', words, 'references', { context: { includeDeclaration: true } }],
  ['rename', words, 'rename', { newName: 'read' }],
  ['symbols of the file', again, 'documentSymbol', {}],
  ['folding', again, 'foldingRange', {}],
  ['formatting the file', again, 'formatting', { options }],
  ['formatting a screen', again, 'rangeFormatting', { options, range: screen }],
  ['formatting while typing', words, 'onTypeFormatting', { options, ch: '\n' }],
  ['semantic tokens of a screen', again, 'semanticTokens/range', { range: screen }],
  ['code lenses', again, 'codeLens', {}],
  ['quick fixes and refactorings', words, 'codeAction', { context: { diagnostics: [] } }],
  ['inlay hints of the file', again, 'inlayHint', { range: whole }],
];

reportHeader(`${bags} bags, ${(text.length / 1e6).toFixed(1)} MB, wall time`);
for (const [name, positions, method, more] of requests) {
  const took: number[] = [];
  for (const position of positions) {
    const params = { textDocument, position, range: { start: position, end: position }, ...more };
    const began = performance.now();
    await client.sendRequest(`textDocument/${method}`, params);
    took.push(performance.now() - began);
  }
  report(name, took);
}
const took: number[] = [];
for (let i = 0; i < times; i++) {
  const began = performance.now();
  await client.sendRequest('workspace/symbol', { query: `figure-${i}` });
  took.push(performance.now() - began);
}
report('a bag by its name, in all files', took);
end();
