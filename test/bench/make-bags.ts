/**
 * Times requests to make bags from sentences, by a server in a process of its own, with the parser that ships:
 * one sentence of 38 to 42 words; a sentence of 300 words, which is refused; and a text of 10,000 lines, which is
 * cancelled at random moments.
 *
 *     npx tsx test/bench/make-bags.ts FILE.conllu
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import {
  messages,
  type KeptParts,
  type MakeBagsParams,
  type MakeBagsResult,
} from '../../server/src/lsp/protocol.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { Random } from '../../server/src/util/random.ts';
import { startServer } from './server-process.ts';

const SENTENCES = 20;
const LENGTHS = [38, 42];
const LINES = 10_000;
const CANCELS = 20;
/** A text is cancelled after at most this many milliseconds. */
const LONGEST_WAIT = 1500;

const [treebank] = process.argv.slice(2);
const { sentences } = readConllu(readFileSync(treebank, 'utf8'));
const { client, end } = await startServer();
const progress: number[] = [];
client.onNotification('$/progress', () => {
  progress.push(performance.now());
});

const kinds: Readonly<Record<string, KeptParts>> = {
  'tags, arcs, labels': { tags: true, arcs: true, labels: true },
  'words alone': { tags: false, arcs: false, labels: false },
};

async function made(
  text: string,
  keep: KeptParts,
  isLines = false,
  source = new CancellationTokenSource(),
): Promise<MakeBagsResult> {
  const params: MakeBagsParams = {
    ...{ text, name: 'text', firstLine: 0, isLines, keep, arcsOf: null, into: null },
    progress: 'bags',
  };
  return client.sendRequest(messages.makeBags, params, source.token);
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const [median, most] = [sorted[sorted.length >> 1], sorted[sorted.length - 1]];
  console.log(`| ${name} | ${times.length} | ${median.toFixed(1)} | ${most.toFixed(1)} |`);
}

console.log('| ms | times | median | most |\n| --- | ---: | ---: | ---: |');
const [least, most] = LENGTHS;
const long = sentences.filter(({ forms }) => forms.length >= least && forms.length <= most);
for (const [name, keep] of Object.entries(kinds)) {
  const times: number[] = [];
  // The first request reads the parser.
  for (const { forms } of [long[0], ...long.slice(0, SENTENCES)]) {
    const started = performance.now();
    const result = await made(forms.join(' '), keep, true);
    times.push(performance.now() - started);
    if ('problem' in result || result.bags !== 1) throw new Error(JSON.stringify(result));
  }
  report(`${name}: the first sentence`, times.splice(0, 1));
  report(`${name}: a sentence of ${least} to ${most} words`, times);
}

const text = Array.from({ length: LINES }, (_, i) =>
  sentences[i % sentences.length].forms.join(' '),
).join('\n');
const random = new Random(1);
for (const [name, keep] of Object.entries(kinds)) {
  const times: number[] = [];
  const reports: number[] = [];
  for (let i = 0; i < CANCELS; i++) {
    const source = new CancellationTokenSource();
    progress.length = 0;
    const begun = performance.now();
    let ended = 0;
    const running = made(text, keep, true, source).catch(() => (ended = performance.now()));
    await delay(random.next() * LONGEST_WAIT);
    const cancelled = performance.now();
    source.cancel();
    await running;
    if (ended > 0) times.push(ended - cancelled);
    if (progress.length > 1) reports.push(progress[1] - begun);
  }
  report(`${name}: ${LINES} lines, until a cancellation is answered`, times);
  report(`${name}: ${LINES} lines, until the first report of progress`, reports);
}

const refused = await made('very '.repeat(300), kinds['tags, arcs, labels']);
console.log(`\n300 words: ${JSON.stringify('problem' in refused ? refused : refused.refused)}`);
end();
