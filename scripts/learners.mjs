// Compares the learners of best-first: npm run learners -- TEXTS TREEBANKS
// Each trains a model on a sample of the training sentences of TREEBANKS. Evaluates the models on the development set,
// and writes the table into docs/learners.md.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { languageModelOptions, languageModelTexts } from './lib/language-model.mjs';
import { measureAll, writePart } from './lib/measuring.mjs';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

const passes = 2;
/** One in this many training sentences is used. */
const oneOf = 4;
/** The number of development sentences that choose a pass. */
const choosing = 100;
/** One in this many development sentences is evaluated. */
const judgedOneOf = 4;
const [texts, treebanks] = process.argv.slice(2);
if (treebanks === undefined) {
  console.error('npm run learners -- TEXTS TREEBANKS');
  process.exit(2);
}
await setUp();

const updates = [
  ['perceptron: the last two actions alone', ['--best-first-update', 'perceptron']],
  ['large margin, parts compared by sums', []],
  ['large margin, scaled: by the mean of an action', ['--scaled-scores', '--units-per-word', '0']],
];
const negatives = [
  ['dropped', ['--no-negatives']],
  ['expanded', []],
];
const variants = updates.flatMap(([update, one]) =>
  negatives.map(([negative, other]) => [`${update} | ${negative}`, [...one, ...other]]),
);
const conditions = [[], ['--dep', 'all', '--label']];

const folder = mkdtempSync(join(tmpdir(), 'bowline-learners-'));
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

/** A row of the table. */
async function measure([name, options], place) {
  const model = join(folder, `${place}.bow-model`);
  await bowline(
    ...['train', trainingSet, '--dev', choosingSet, '-o', model, '--search', 'best-first'],
    ...['--passes', String(passes), '--learners', '1', '--threads', '1'],
    ...['--language-model', languageModel, ...options],
  );
  const cells = [];
  for (const given of conditions) {
    const report = JSON.parse(
      await bowline(
        ...['evaluate', judgedSet, '--model', model, '--language-model', languageModel],
        ...['--search', 'best-first', '--format', 'json', ...given],
      ),
    );
    const [{ bleu, exact, cpuMsMedian }] = report.conditions;
    cells.push(...[bleu, exact, cpuMsMedian].map((value) => value.toFixed(1)));
  }
  const row = `| ${name} | ${cells.join(' | ')} |`;
  console.error(row);
  return row;
}

try {
  const development = join(treebanks, 'en_ewt-ud-dev.conllu');
  writePart(join(treebanks, 'en_ewt-ud-train.conllu'), trainingSet, (i) => i % oneOf === 0);
  writePart(development, choosingSet, (i) => i % judgedOneOf === 1 && i < choosing * judgedOneOf);
  writePart(development, judgedSet, (i) => i % judgedOneOf === 0);
  await bowline(
    ...['lm', 'build', ...languageModelTexts(texts), '-o', languageModel],
    ...languageModelOptions,
  );
  const rows = await measureAll(variants, measure);
  const page = [
    '# How best-first learns',
    '',
    'Printed by `npm run learners -- TEXTS TREEBANKS`. For each row, one learner with seed 1 trains a model with a',
    `language model, in ${passes} passes on one in ${oneOf} sentences of English-EWT’s training set; it skips sentences of more than 25`,
    `words. Each model is judged on one in ${judgedOneOf} sentences of the development set, of all lengths, with a beam of 64. The`,
    'shipped model learns longer, from all sentences: [benchmarks](benchmarks.md). All processors of the machine measured at the',
    'same time, so compare times only within the table.',
    '',
    'In training, a wrong part that comes off the agenda is dropped, or joined to others as in a search',
    '(_expanded_).',
    '',
    '| learner | wrong parts | tags: BLEU | exact % | CPU ms median | labelled trees: BLEU | exact % | CPU ms median |',
    `| --- | --- |${' ---: |'.repeat(3 * conditions.length)}`,
    ...rows,
    '',
  ].join('\n');
  writeFileSync(inProject('docs/learners.md'), page);
  console.log(page);
} finally {
  rmSync(folder, { recursive: true });
}
