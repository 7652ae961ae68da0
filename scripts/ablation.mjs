// Measures what each part of the model gives: npm run ablation -- TEXTS TREEBANKS
// Trains a model for each variant (scripts/lib/variants.mjs) on a sample of the training sentences of TREEBANKS,
// evaluates it on the development set, and writes the table into docs/ablation.md.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { languageModelOptions, languageModelTexts } from './lib/language-model.mjs';
import { measureAll, writePart } from './lib/measuring.mjs';
import { inProject, root } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';
import { variants } from './lib/variants.mjs';

const passes = 3;
/** One in this many training sentences is used. */
const oneOf = 6;
/** The number of development sentences that choose a pass. */
const choosing = 200;
/** The number of development sentences of the evaluation. */
const judging = 1000;
const [texts, treebanks] = process.argv.slice(2);
if (treebanks === undefined) {
  console.error('npm run ablation -- TEXTS TREEBANKS');
  process.exit(2);
}
await setUp();
// Set-up has installed the dependencies only now.
const { default: esbuild } = await import('esbuild');

const conditions = [
  ['nothing', []],
  ['tags', ['--pos', 'all']],
  ['half and half', ['--pos', 'half', '--dep', 'half']],
  ['full tree', ['--pos', 'all', '--dep', 'all']],
  ['labelled', ['--pos', 'all', '--dep', 'all', '--label']],
];
const isFullTree = (given) => given.join(' ').includes('--dep all');
const development = join(treebanks, 'en_ewt-ud-dev.conllu');
const folder = mkdtempSync(join(tmpdir(), 'bowline-ablation-'));
const trainingSet = join(folder, 'train.conllu');
const choosingSet = join(folder, 'dev.conllu');
const languageModel = join(folder, 'texts.bow-lm');

const node = async (...args) =>
  (await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })).stdout;

/** Builds the command with a variant's edits, and returns its path. */
async function build(home, edits = []) {
  const edit = {
    name: 'edit',
    setup({ onLoad }) {
      onLoad({ filter: /server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, 'utf8');
        for (const [file, from, to] of edits) {
          if (path !== inProject(file)) continue;
          const edited = contents.replaceAll(from, to);
          if (edited === contents) throw new Error(`${file} does not hold ${from}`);
          contents = edited;
        }
        return { contents, loader: 'ts' };
      });
    },
  };
  const bundles = {
    cli: 'cli/main',
    worker: 'hosts/node/worker',
    'train-worker': 'hosts/node/train-worker',
  };
  for (const [name, entry] of Object.entries(bundles)) {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: [`server/src/${entry}.ts`],
      outfile: join(home, 'dist', `${name}.cjs`),
      ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'warning' },
      define: { 'import.meta.dirname': '__dirname' },
      plugins: [edit],
    });
  }
  cpSync(inProject('package.json'), join(home, 'package.json'));
  return join(home, 'dist/cli.cjs');
}

/** A row of the table. */
async function measure(
  { name, search, withoutTemplates = [], options = [], edits, fluent = false },
  place,
) {
  const home = join(folder, String(place));
  mkdirSync(home);
  const bowline = await build(home, edits);
  const model = join(home, 'en.bow-model');
  await node(
    ...[bowline, 'train', trainingSet, '--dev', choosingSet, '--name', 'ablation', '-o', model],
    ...['--passes', String(passes), '--learners', '1', '--threads', '1'],
    ...['--class-texts', trainingSet, ...languageModelTexts(texts), '--search', search],
    ...(fluent ? ['--language-model', languageModel] : []),
    ...withoutTemplates.flatMap((pattern) => ['--without-templates', pattern]),
    ...options,
  );
  const cells = [];
  for (const [, given] of conditions) {
    if (search === 'bottom-up' && !isFullTree(given)) {
      cells.push('');
      continue;
    }
    const lm = fluent ? languageModel : 'none';
    const report = JSON.parse(
      await node(
        ...[bowline, 'evaluate', development, '--model', model, '--language-model', lm],
        ...['--limit', String(judging), '--pos', 'none', '--dep', 'none', ...given],
        ...['--format', 'json'],
      ),
    );
    const [{ bleu, exact, cpuMsMean }] = report.conditions;
    cells.push([bleu, exact, cpuMsMean].map((value) => value.toFixed(1)).join(' · '));
  }
  const row = `| ${name} | ${cells.join(' | ')} |`;
  console.error(row);
  return row;
}

try {
  writePart(join(treebanks, 'en_ewt-ud-train.conllu'), trainingSet, (i) => i % oneOf === 0);
  writePart(development, choosingSet, (i) => i < choosing);
  await node(
    ...[inProject('bin/bowline.js'), 'lm', 'build', ...languageModelTexts(texts)],
    ...['-o', languageModel, ...languageModelOptions],
  );
  const rows = await measureAll(variants, measure);
  const page = [
    '# What each part is worth',
    '',
    `Printed by \`npm run ablation -- TEXTS TREEBANKS\`. For each row, one learner with seed 1 trains a model in ${passes}`,
    `passes on one in ${oneOf} sentences of English-EWT’s training set, with one thing changed`,
    `([\`scripts/lib/variants.mjs\`](../scripts/lib/variants.mjs) has the changes). Each cell is measured on the first ${judging}`,
    'sentences of the development set with a beam of 64: BLEU · sentences exact, % · mean CPU ms a sentence.',
    'Shipped models learn longer, from all sentences, so their figures ([benchmarks](benchmarks.md)) are',
    'higher. All processors of the machine measured at the same time, so compare times only within the table. Two rows with',
    'another seed show the effect of chance. Every model is trained for one search: in rows that do not begin with',
    '“bottom-up”, the transition search also orders full trees; rows that begin with “bottom-up” have only full trees.',
    '',
    `| | ${conditions.map(([name]) => name).join(' | ')} |`,
    `| --- |${' --- |'.repeat(conditions.length)}`,
    ...rows,
    '',
  ].join('\n');
  writeFileSync(inProject('docs/ablation.md'), page);
  console.log(page);
} finally {
  rmSync(folder, { recursive: true });
}
