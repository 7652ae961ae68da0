/**
 * Counts how often commands do what they promise: **Keep Arcs** and **Keep Tags** put the kept sentence first, and a
 * line that a quick fix adds puts the expected sentence first. `questions.ts` does the same for answers to questions.
 *
 *     npx tsx test/bench/promises.ts FILE.bow [--limit N] [--longest N] [--commands arcs,tags,fixes] [--settings JSON]
 *
 * The server is the one of `npm run build`.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { expectationsOf, parse, wordsOf } from '../../server/src/language/index.ts';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  AddParams,
  BagEdits,
  BagView,
  ExplainParams,
  KeepParams,
  KeepResult,
  ShownExplanation,
  ShownRealization,
} from '../../server/src/lsp/protocol.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { startServer } from './server-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '500' },
    longest: { type: 'string', default: '15' },
    commands: { type: 'string', default: 'arcs,tags,fixes' },
    settings: { type: 'string', default: '{}' },
  },
});
const commands = new Set(values.commands.split(','));
const settings = { realizeOn: 'never', ...(JSON.parse(values.settings) as object) };
const server = await startServer({ settings: () => settings });
const { client } = server;
let files = 0;

/** Opens a bag, realizes it, and closes it after some work on its list. */
async function withBag<T>(
  text: string,
  work: (uri: string, rows: readonly ShownRealization[]) => Promise<T>,
): Promise<T> {
  const uri = `file:///${++files}.bow`;
  const textDocument = { uri, languageId: 'bow', version: 1, text };
  await client.sendNotification('textDocument/didOpen', { textDocument });
  await client.sendRequest(messages.realize, { uri, index: 0 });
  const view = await client.sendRequest<BagView>(messages.realized, { uri, bag: 'bag 1' });
  const { state } = view;
  const rows = state.kind === 'realized' ? state.result.realizations : [];
  const done = await work(uri, rows);
  await client.sendNotification('textDocument/didClose', { textDocument: { uri } });
  return done;
}

function applied(text: string, { edits }: BagEdits): string {
  return TextDocument.applyEdits(TextDocument.create('', 'bow', 1, text), [...edits]);
}

const firstOf = (text: string): Promise<string | undefined> =>
  withBag(text, (_, rows) => Promise.resolve(rows.at(0)?.text));

class Tally {
  readonly times: number[] = [];
  readonly #counts = new Map<string, number>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  print(): void {
    const { times } = this;
    times.sort((a, b) => a - b);
    const took = [0.5, 0.95].map((share) => quantile(times, share).toFixed(0)).join(', ');
    const counts = [...this.#counts].sort().map(([what, count]) => `${what} ${count}`);
    console.log(`${this.#name}: ${counts.join('; ')}`);
    if (times.length === 0) return;
    console.log(`  ms, median and 95th percentile: ${took}; most ${times.at(-1)!.toFixed(0)}`);
  }
}

const tallies = {
  arcs: new Tally('Keep Arcs'),
  tags: new Tally('Keep Tags'),
  fixes: new Tally('Fixes'),
};

async function keep(
  text: string,
  uri: string,
  row: ShownRealization,
  what: KeepParams['what'],
): Promise<void> {
  const tally = tallies[what];
  const params: KeepParams = { uri, index: 0, text: row.text, what };
  const started = performance.now();
  const result = await client.sendRequest<KeepResult | null>(messages.keep, params);
  const took = performance.now() - started;
  if (result === null) throw new Error(`${row.text} is gone`);
  if (result.edits.length === 0) return;
  tally.times.push(took);
  const after = applied(text, result);
  const isFirst = (await firstOf(after)) === row.text;
  const lines = /^ {2}order:\n((?: {4}.*\n)*)/m.exec(after)?.[1].split('\n').length ?? 1;
  tally.count('kept');
  if (lines > 1) tally.count(`with ${lines - 1} lines`);
  const isTold = result.notice?.includes('another sentence comes first:') === true;
  if (isFirst && !isTold) return;
  tally.count(isFirst ? 'first, but told not to be' : isTold ? 'not first, and told' : 'NOT FIRST');
  console.log(`${what}: ${row.text}: ${result.notice ?? ''}\n${after}`);
}

async function fix(text: string, uri: string, sentence: string): Promise<void> {
  const params: ExplainParams = { uri, index: 0, text: sentence, against: null, depth: 'help' };
  const { help } = await client.sendRequest<ShownExplanation>(messages.explain, params);
  for (const { line, addition } of help) {
    const edits = await client.sendRequest<BagEdits>(messages.add, {
      ...{ uri, index: 0, additions: [addition] },
    } satisfies AddParams);
    const isFirst = (await firstOf(applied(text, edits))) === sentence;
    tallies.fixes.count(isFirst ? 'kept' : 'NOT FIRST');
    if (!isFirst) console.log(`fix: ${line}: ${sentence}`);
  }
}

const file = parse(readFileSync(positionals[0], 'utf8'));
const bags = file.bags
  .filter((bag) => wordsOf(bag).length <= Number(values.longest) && wordsOf(bag).length > 2)
  .slice(0, Number(values.limit));
for (const [i, bag] of bags.entries()) {
  const text = bag.text.replace(/^bag .*\{/, 'bag {');
  const [expected] = expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end));
  await withBag(text, async (uri, rows) => {
    const chosen = new Set([0, 1 + (i % Math.max(1, rows.length - 1))]);
    for (const place of chosen) {
      const row = rows.at(place);
      if (row === undefined) continue;
      for (const what of ['arcs', 'tags'] as const) {
        if (commands.has(what)) await keep(text, uri, row, what);
      }
    }
    const isBehind = rows.length > 0 && rows[0].text !== expected;
    if (commands.has('fixes') && isBehind) await fix(text, uri, expected);
  });
}
console.log(`${bags.length} bags`);
for (const tally of Object.values(tallies)) tally.print();
server.end();
