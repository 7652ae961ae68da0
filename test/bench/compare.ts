/**
 * Compares the build of another checkout with the build of this one, byte by byte: the results for a treebank's
 * sentences in all conditions, with and without categories, and what they cost. Ends with code 1 if results differ.
 * Properties that only the new build writes are named, and are no differences.
 *
 *     npx tsx test/bench/compare.ts OLD_CHECKOUT TREEBANK [--first] [--limit N] [--timed N] [--pairs N] [--show N]
 *
 * --first  lists may differ after their first sentences; they are counted
 * --limit  only the first sentences
 * --timed  the number of sentences to time (all); 0 for no times
 * --pairs  runs of each build that are timed (5)
 * --show   differences to print for each condition (20)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allConditions, conditionName } from '../../server/src/evaluate/conditions.ts';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import type { EvaluationReport } from '../../server/src/evaluate/report.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { writeBag } from '../../server/src/language/index.ts';
import type { BagReport } from '../../server/src/results/realize-report.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import type { Condition } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { differences, NOTHING, type Difference } from './differences.ts';

const RESULTS = 10;
const SEED = 1;
/** Conditions of which one is timed for each way to search: without arcs, with some, with a full tree. */
const timed: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'half', dep: 'half', label: false },
  { pos: 'all', dep: 'all', label: true },
];
const searches = [
  { name: 'beam, with the language model', options: [] },
  { name: 'beam, without', options: ['--language-model', 'none'] },
  { name: 'best-first', options: ['--search', 'best-first'] },
];
/** Evaluations of bags with `grammar: ccg`; best-first is slow on long bags. */
const withCategories = [
  { name: 'shift-reduce', options: ['--max-words', '40'] },
  { name: 'best-first', options: ['--max-words', '15', '--search', 'best-first'] },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'boolean', default: false },
    limit: { type: 'string' },
    timed: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    show: { type: 'string', default: '20' },
  },
});
const [oldCheckout, treebank] = positionals;
if (positionals.length !== 2) {
  console.error(
    'npm run compare -- OLD_CHECKOUT TREEBANK [--first] [--limit N] [--timed N] [--pairs N] [--show N]',
  );
  process.exit(2);
}
const builds = [resolve(oldCheckout), fileURLToPath(new URL('../..', import.meta.url))] as const;
for (const build of builds) {
  if (!existsSync(join(build, 'dist/cli.cjs'))) throw new Error(`${build} is not built: build it`);
}
const limit = Number(values.limit ?? Infinity);
const show = Number(values.show);
const { sentences } = selectSentences(readConllu(readFileSync(treebank, 'utf8')), limit);
const folder = mkdtempSync(join(tmpdir(), 'bowline-compare-'));

/** Runs a build's command. */
async function bowline(build: string, args: readonly string[], output: string): Promise<void> {
  const child = spawn(process.execPath, [join(build, 'bin/bowline.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [, reported] = await Promise.all([
    pipeline(child.stdout, createWriteStream(output)),
    text(child.stderr),
  ]);
  const [code] = (await ended) as [number | null];
  if (code !== 0) {
    throw new Error(`${build}: bowline ${args.join(' ')} ended with ${code}\n${reported}`);
  }
}

/** The sentences as a `.bow` file, each sampled and shuffled as in evaluation. */
function bagsOf(condition: Condition): string {
  const bags = sentences.map((sentence, place) => {
    const { bag } = evaluationBag(sentence, place, condition, SEED);
    return writeBag({ ...bag, name: `sentence-${place + 1}`, comments: [sentence.id], expect: [] });
  });
  return `tagset: xpos\n\n${bags.join('\n')}`;
}

interface Comparison {
  /** How many bags the two builds realize differently. */
  readonly differing: number;
  /** With `--first`: how many lists differ after their first sentences. */
  readonly lists: number;
}

/** Compares the results for all sentences; prints where they differ. */
async function compareResults(
  condition: Condition,
  options: readonly string[],
): Promise<Comparison> {
  const bags = join(folder, 'bags.bow');
  writeFileSync(bags, bagsOf(condition));
  const files = ['old.json', 'new.json'].map((name) => join(folder, name));
  const args = ['realize', bags, '--format', 'json', '-k', String(RESULTS), '--threads', '1'];
  await Promise.all(builds.map((build, i) => bowline(build, [...args, ...options], files[i])));
  const [before, after] = files.map((file) => readFileSync(file));
  if (before.equals(after)) return { differing: 0, lists: 0 };

  const [oldReports, newReports] = [before, after].map(
    (bytes) => JSON.parse(bytes.toString('utf8')) as BagReport[],
  );
  let differing = 0;
  let lists = 0;
  const found: string[] = [];
  for (const [place, { id, forms }] of sentences.entries()) {
    const all = [...differences(oldReports[place], newReports[place])].filter(isChange);
    const ofBag = values.first ? all.filter(({ path }) => !isAfterFirst(path)) : all;
    if (ofBag.length > 0) differing++;
    else if (all.length > 0) lists++;
    for (const { path, before: was, after: is } of ofBag) {
      found.push(
        `  sentence ${place + 1} (${id}, ${forms.length} words): ${ranked(path)}: ${was} → ${is}`,
      );
    }
  }
  if (found.length > 0) console.log(found.slice(0, show).join('\n'));
  if (found.length > show) console.log(`  … and ${found.length - show} more`);
  return { differing, lists };
}

/** Properties that only the new build writes, by name. */
const added = new Set<string>();

/** Whether a difference is more than a property that only the new build writes, and notes such properties. */
function isChange({ path, before }: Difference): boolean {
  const [property] = /(?<=\.|^)[^.[\]]+$/.exec(path) ?? [];
  if (before !== NOTHING || property === undefined) return true;
  added.add(property);
  return false;
}

function isAfterFirst(path: string): boolean {
  return /^realizations\[[1-9]/.test(path);
}

/** Ranks are told from 1. */
function ranked(path: string): string {
  return path
    .replace(/^realizations\[(\d+)\]\.?/, (_, index) => `rank ${Number(index) + 1} `)
    .trim();
}

/** Whether the two builds order the words of bags with categories differently. */
async function compareOrders(options: readonly string[]): Promise<boolean> {
  const files = ['old.jsonl', 'new.jsonl'].map((name) => join(folder, name));
  await Promise.all(
    builds.map((build, i) =>
      bowline(
        build,
        [
          ...['evaluate', treebank, '--outputs', files[i], '--threads', '1', ...options],
          ...(values.limit === undefined ? [] : ['--limit', values.limit]),
        ],
        join(folder, `evaluation-${i}.txt`),
      ),
    ),
  );
  const [before, after] = files.map((file) => readFileSync(file));
  return !before.equals(after);
}

async function evaluate(
  build: string,
  { pos, dep, label }: Condition,
  count: number,
): Promise<EvaluationReport> {
  const output = join(folder, 'evaluation.json');
  await bowline(
    build,
    [
      ...['evaluate', treebank, '--pos', pos, '--dep', dep, ...(label ? ['--label'] : [])],
      ...['--limit', String(count), '--format', 'json', '--threads', '1'],
    ],
    output,
  );
  return JSON.parse(readFileSync(output, 'utf8')) as EvaluationReport;
}

/** Alternates between the builds, so that what else the machine does slows down both. */
async function compareTimes(count: number, pairs: number): Promise<void> {
  const all: (readonly [before: EvaluationReport, after: EvaluationReport])[] = [];
  const median = (values: readonly number[]): number => quantile(values, 0.5);
  const row = (
    name: string,
    reports: typeof all,
    figure: (report: EvaluationReport) => number,
    digits: number,
  ): void => {
    const [before, after] = [0, 1].map((build) =>
      median(reports.map((pair) => figure(pair[build]))),
    );
    const ratios = reports.map(([old, now]) => figure(now) / figure(old));
    console.log(
      `| ${name} | ${before.toFixed(digits)} | ${after.toFixed(digits)} | ${median(ratios).toFixed(3)} ` +
        `| ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)} |`,
    );
  };
  console.log(
    `\n| ${count} sentences, ${pairs} pairs of runs; medians | old | new | new / old | range |`,
  );
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const condition of timed) {
    const reports: typeof all = [];
    for (let pair = 0; pair < pairs; pair++) {
      const order = pair % 2 === 0 ? [0, 1] : [1, 0];
      const both = new Array<EvaluationReport>(2);
      for (const build of order) both[build] = await evaluate(builds[build], condition, count);
      reports.push([both[0], both[1]]);
    }
    const total = ({ conditions, sentences: measured }: EvaluationReport): number =>
      (conditions[0].cpuMsMean * measured) / 1000;
    row(`${conditionName(condition)}: CPU, s`, reports, total, 2);
    all.push(...reports);
  }
  row('load time, ms', all, ({ loadMs }) => loadMs, 0);
  row('peak memory, MB', all, ({ peakMemoryMB }) => peakMemoryMB, 0);
}

try {
  let differing = 0;
  for (const condition of allConditions) {
    for (const { name, options } of searches) {
      const { differing: different, lists } = await compareResults(condition, options);
      differing += different;
      const compared = values.first ? 'first sentences' : `${RESULTS} best`;
      const others = lists === 0 ? '' : `; ${lists} lists differ after the first`;
      console.log(
        `${conditionName(condition)}, ${name}: ` +
          (different === 0
            ? `${sentences.length} bags, ${compared}: the same${others}`
            : `${different} of ${sentences.length} bags differ${others}`),
      );
    }
  }
  for (const categories of ['all', 'none']) {
    for (const { name, options } of withCategories) {
      const differs = await compareOrders(['--categories', categories, ...options]);
      if (differs) differing++;
      console.log(
        `categories=${categories}, ${name}: outputs ${differs ? 'differ' : 'the same to the byte'}`,
      );
    }
  }
  if (added.size > 0) console.log(`only in the new build: ${[...added].join(', ')}`);
  const count = Math.min(Number(values.timed ?? Infinity), sentences.length);
  if (count > 0) await compareTimes(count, Number(values.pairs));
  if (differing > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
