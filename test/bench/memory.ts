/**
 * Measures the memory of a language server, a process of its own, that has realized 1,000 bags: the
 * sentences of a treebank with their tags. Reads /proc, so for Linux only.
 *
 *     npx tsx test/bench/memory.ts FILE.conllu
 */
import { readFileSync } from 'node:fs';
import { spell, spellReference } from '../../server/src/language/tree/spelling.ts';
import { messages } from '../../server/src/lsp/protocol.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { startServer } from './server-process.ts';

const BAGS = 1000;
const uri = 'file:///bags.bow';

const [treebank] = process.argv.slice(2);
const sentences = selectSentences(readConllu(readFileSync(treebank, 'utf8'))).sentences.slice(
  0,
  BAGS,
);
const text = sentences
  .map(({ forms, tags }, i) => {
    const words = forms.map((form, w) => `${spellReference(form, w + 1)}/${spell(tags[w])}`);
    return `bag sentence-${i} {\n  words: ${words.reverse().join(' ')}\n}\n`;
  })
  .join('');

const { pid, client, status, end } = await startServer();

/** Megabytes, by the names of the kernel. */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )!;
  return Number(kilobytes) / 1024;
}

console.log('| memory of the server, MB | resident | most |\n| --- | ---: | ---: |');
const report = (name: string): void => {
  console.log(`| ${name} | ${memory('VmRSS').toFixed(0)} | ${memory('VmHWM').toFixed(0)} |`);
};
report('models loaded');
await client.sendNotification('textDocument/didOpen', {
  textDocument: { uri, languageId: 'bow', version: 1, text },
});
await client.sendRequest(messages.realizeAll, { uri });
await status.until(({ state }) => state === 'working');
await status.until(({ state }) => state === 'ready');
report(`${sentences.length} bags realized`);
end();
