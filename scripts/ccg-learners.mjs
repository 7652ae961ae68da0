// Compares how best-first over categories can learn: npm run learners:ccg -- TREEBANKS [PASSES [ONE_OF]]
// Learns weights in each way from one in ONE_OF training sentences of TREEBANKS beside the shipped model's vocabularies,
// judges them on development sentences of up to 15 words, and prints a table beside the papers' figures.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

/** Of the development sentences so many choose a pass, and one in so many are judged. */
const choosing = 60;
const judgedOneOf = 5;
const mostWords = 15;
const [treebanks, passes = '2', oneOf = '8'] = process.argv.slice(2);
if (treebanks === undefined) {
  console.error('npm run learners:ccg -- TREEBANKS [PASSES [ONE_OF]]');
  process.exit(2);
}
await setUp();

const shipped = inProject('models/en-ewt.bow-model');
const languageModel = inProject('models/en.bow-lm');
const sums = ['--no-scaled-scores', '--units-per-word', '-3500'];
const dropped = '--no-negatives';
const bestFirst = { search: 'ccg-best-first', asked: 'best-first' };

/**
 * Each with the papers' figure: BLEU on sentences of the Wall Street Journal, of all lengths, with the categories that a
 * supertagger found. Those of a development set are in Zhang & Clark (2015, Table 4), those of the test set in Table 9.
 */
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

const bowline = async (...args) =>
  (
    await promisify(execFile)(process.execPath, [inProject('bin/bowline.js'), ...args], {
      maxBuffer: 2 ** 26,
    })
  ).stdout;

function part(from, to, isUsed) {
  const trees = readFileSync(join(treebanks, from), 'utf8').split('\n\n');
  writeFileSync(to, trees.filter((_, i) => isUsed(i)).join('\n\n') + '\n\n');
}

/** A row of the table. */
async function measure({ name, options, theirs, isFluent, search, asked }, place) {
  const model = join(folder, `${place}.bow-model`);
  await bowline(
    ...['train', trainingSet, '--dev', choosingSet, '-o', model, '--search', search],
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
  return `| ${name} | ${cells.join(' | ')} | ${theirs} |`;
}

try {
  const development = 'en_ewt-ud-dev.conllu';
  part('en_ewt-ud-train.conllu', trainingSet, (i) => i % Number(oneOf) === 0);
  part(development, choosingSet, (i) => i % judgedOneOf === 0 && i < choosing * judgedOneOf);
  part(development, judgedSet, (i) => i % judgedOneOf === 1);
  const cells = ['BLEU', 'exact %', 'spanned %', 'CPU ms'];
  console.log(
    [
      `One in ${oneOf} training sentences of English-EWT, ${passes} passes by one learner, its tags given; judged on one in`,
      `${judgedOneOf} development sentences of up to ${mostWords} words. Theirs: the Wall Street Journal, 39,832 sentences, all`,
      'lengths, other categories: not the same data, and only the differences between rows are to compare.',
      '',
      `| learner | categories given: ${cells.join(' | ')} | from the dictionary: ${cells.join(' | ')} | theirs: BLEU |`,
      `| --- |${' ---: |'.repeat(9)}`,
    ].join('\n'),
  );
  for (const [place, variant] of variants.entries()) console.log(await measure(variant, place));
} finally {
  rmSync(folder, { recursive: true });
}
