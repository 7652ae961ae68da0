// Compares the learners of best-first over categories: npm run learners:ccg -- TEXTS TREEBANKS [PASSES [ONE_OF]]
// Each learns from one in ONE_OF training sentences of TREEBANKS, with the shipped model's vocabularies, and is
// evaluated on development sentences of up to 15 words. Writes tables with the papers' figures into
// docs/ccg-learners.md. The language model is built from TEXTS alone.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { languageModelOptions, languageModelTexts } from './lib/language-model.mjs';
import { measureAll, writePart } from './lib/measuring.mjs';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

/** The number of development sentences that choose a pass. */
const choosing = 60;
/** One in this many development sentences is evaluated. */
const judgedOneOf = 5;
const mostWords = 15;
const [texts, treebanks, passes = '4', oneOf = '8'] = process.argv.slice(2);
if (treebanks === undefined) {
  console.error('npm run learners:ccg -- TEXTS TREEBANKS [PASSES [ONE_OF]]');
  process.exit(2);
}
await setUp();

const shipped = inProject('models/en-ewt.bow-model');
const sums = ['--no-scaled-scores', '--units-per-word', '-3500'];
const dropped = '--no-negatives';
const bestFirst = { search: 'ccg-best-first', asked: 'best-first' };

/** Learners, each with the papers' figure. */
const learners = [
  [
    'perceptron, sums, dropped',
    ['--best-first-update', 'perceptron', ...sums, dropped],
    'test 40.1',
  ],
  ['large margin, sums, dropped', [...sums, dropped], 'dev 39.04, test 42.5'],
  ['large margin, sums, expanded', sums, 'dev: no convergence'],
  ['large margin, scaled, dropped', [dropped], 'dev 40.45'],
  ['large margin, scaled, expanded', [], 'dev 43.47, test 46.5'],
  ['large margin, sums, dropped, beside a language model', [...sums, dropped], 'test 43.8', true],
].map(([name, options, theirs, isFluent = false]) => ({
  ...{ name, options, theirs, isFluent },
  ...bestFirst,
}));
const variants = [
  ...learners,
  {
    name: 'shift-reduce, with a beam',
    options: [],
    theirs: '–',
    isFluent: false,
    search: 'ccg-shift-reduce',
    asked: 'beam',
  },
];

const folder = mkdtempSync(join(tmpdir(), 'bowline-ccg-learners-'));
const trainingSet = join(folder, 'train.conllu');
const choosingSet = join(folder, 'choose.conllu');
const judgedSet = join(folder, 'judge.conllu');
const languageModel = join(folder, 'texts.bow-lm');

const bowline = async (...args) =>
  (
    await promisify(execFile)(process.execPath, [inProject('bin/bowline.js'), ...args], {
      maxBuffer: 2 ** 26,
    })
  ).stdout;

/** Trains a model. @returns by pass: BLEU on the development set, and the pass's time in seconds */
async function learn(...args) {
  const passes = [];
  const child = spawn(process.execPath, [inProject('bin/bowline.js'), 'train', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let begun = performance.now();
  for await (const line of createInterface(child.stderr)) {
    const bleu = /, pass \d+.* development BLEU ([\d.]+)/.exec(line)?.[1];
    if (bleu === undefined) continue;
    passes.push({ bleu: Number(bleu), seconds: (performance.now() - begun) / 1000 });
    begun = performance.now();
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`bowline train ended with ${code}`);
  return passes;
}

/** A row of each table. */
async function measure({ name, options, theirs, isFluent, search, asked }, place) {
  const model = join(folder, `${place}.bow-model`);
  const learned = await learn(
    ...[trainingSet, '--dev', choosingSet, '-o', model, '--search', search],
    ...['--add-to', shipped, '--passes', passes, '--learners', '1', '--threads', '1'],
    ...(isFluent ? ['--language-model', languageModel] : []),
    ...options,
  );
  const cells = [];
  for (const categories of ['all', 'none']) {
    const report = JSON.parse(
      await bowline(
        ...['evaluate', judgedSet, '--model', model, '--search', asked, '--format', 'json'],
        ...['--language-model', isFluent ? languageModel : 'none', '--threads', '1'],
        ...['--categories', categories, '--max-words', String(mostWords)],
      ),
    );
    const [{ bleu, exact, spanned, cpuMsMedian }] = report.conditions;
    cells.push(...[bleu, exact, spanned, cpuMsMedian].map((value) => value?.toFixed(1) ?? '–'));
  }
  const quality = `| ${name} | ${cells.join(' | ')} | ${theirs} |`;
  // With a language model, training first learns weights without it.
  const byPass = learned
    .slice(-Number(passes))
    .map(({ bleu, seconds }) => `${bleu.toFixed(1)} (${seconds.toFixed(0)})`);
  console.error(quality, byPass.join(', '));
  return { quality, byPass: `| ${name} | ${byPass.join(' | ')} |` };
}

try {
  const development = join(treebanks, 'en_ewt-ud-dev.conllu');
  writePart(join(treebanks, 'en_ewt-ud-train.conllu'), trainingSet, (i) => i % Number(oneOf) === 0);
  writePart(development, choosingSet, (i) => i % judgedOneOf === 0 && i < choosing * judgedOneOf);
  writePart(development, judgedSet, (i) => i % judgedOneOf === 1);
  await bowline(
    ...['lm', 'build', ...languageModelTexts(texts), '-o', languageModel],
    ...languageModelOptions,
  );
  const rows = await measureAll(variants, measure);
  const cells = ['BLEU', 'exact %', 'spanned %', 'CPU ms'];
  const numbers = Array.from({ length: Number(passes) }, (_, i) => i + 1);
  const page = [
    '# How best-first over categories learns',
    '',
    `Printed by \`npm run learners:ccg -- TEXTS TREEBANKS ${passes} ${oneOf}\`. For each row, one learner with seed 1 trains a model in ${passes}`,
    `passes on one in ${oneOf} sentences of English-EWT’s training set, with tags. The pass that does best on ${choosing} development`,
    `sentences is judged on one in ${judgedOneOf} of the other development sentences of up to ${mostWords} words, with a beam of 64. The shipped model`,
    'learns from all sentences: [benchmarks](benchmarks.md). All processors of the machine measured at the same',
    'time, so compare times only within the table. In training, a wrong part that comes off the agenda is dropped, or',
    'joined to others as in a search (_expanded_: Algorithm 3 of Zhang & Clark 2015).',
    '',
    'Theirs: sentences of the Wall Street Journal of all lengths, 39,832 for training, with a supertagger’s',
    'categories and unbroken base noun phrases; a development set in Zhang & Clark (2015, Table 4), the test set in',
    'Table 9. The data differ: compare only the differences between rows.',
    '',
    `| learner | categories given: ${cells.join(' | ')} | from the dictionary: ${cells.join(' | ')} | theirs: BLEU |`,
    `| --- |${' ---: |'.repeat(9)}`,
    ...rows.map(({ quality }) => quality),
    '',
    `BLEU by pass, on the ${choosing} sentences with tags alone, and in brackets the seconds of the pass:`,
    '',
    `| learner | ${numbers.map((pass) => `pass ${pass}`).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(numbers.length)}`,
    ...rows.map(({ byPass }) => byPass),
    '',
  ].join('\n');
  writeFileSync(inProject('docs/ccg-learners.md'), page);
  console.log(page);
} finally {
  rmSync(folder, { recursive: true });
}
