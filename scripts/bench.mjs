// Measures everything that the documentation reports: npm run bench -- [TREEBANK] [--training FILE --inflections FILE]
// Prints the page. With a treebank, also writes it to docs/benchmarks.md. With --lemmas, only prints the section about lemmas,
// for which it needs a treebank. With both --training, a treebank, and --inflections, a table of inflections, this section also
// says how many forms are right without a sentence; a page that is written without them loses this part.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inProject, root } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    training: { type: 'string' },
    inflections: { type: 'string' },
    lemmas: { type: 'boolean', default: false },
  },
});
const [treebank] = positionals;
if (options.lemmas && treebank === undefined) {
  console.error('--lemmas needs a treebank: npm run bench -- TREEBANK --lemmas');
  process.exit(2);
}

const measure = (...command) =>
  execFileSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 24,
  }).trim();

const evaluate = (...options) =>
  measure('bin/bowline.js', 'evaluate', treebank, '--format', 'markdown', ...options);

/** The given properties, as a cell of a table. */
const nameOf = (given) =>
  given.filter((word) => !word.startsWith('--')).join(', ') +
  (given.includes('--label') ? ', labels' : '');

/** The rows of the table for one beam. */
const curve = (beam) => {
  const conditions = [
    ['--pos', 'all', '--dep', 'none'],
    ['--pos', 'half', '--dep', 'half'],
    ['--pos', 'all', '--dep', 'all', '--label'],
  ];
  return conditions.map((given) => {
    const options = [...given, '--beam', String(beam), '--format', 'json'];
    const report = JSON.parse(measure('bin/bowline.js', 'evaluate', treebank, ...options));
    const [{ bleu, exact, cpuMsMedian, cpuMsMean }] = report.conditions;
    const cells = [bleu, exact, cpuMsMedian, cpuMsMean].map((value) => value.toFixed(1));
    return `| ${beam} | ${nameOf(given)} | ${cells.join(' | ')} |`;
  });
};

/** The rows of the table of searches for one search. */
const beside = (search) =>
  [
    ['--pos', 'all', '--dep', 'none'],
    ['--pos', 'half', '--dep', 'half'],
    ['--pos', 'all', '--dep', 'all', '--label'],
  ].map((given) => {
    const options = [...given, '--search', search, '--format', 'json'];
    const report = JSON.parse(measure('bin/bowline.js', 'evaluate', treebank, ...options));
    const { sentences, conditions } = report;
    const [{ bleu, exact, lostWords, incomplete, cpuMsMedian, cpuMs95 }] = conditions;
    const shares = [bleu, exact, (100 * incomplete) / sentences];
    const cells = [...shares, cpuMsMedian, cpuMs95].map((value) => value.toFixed(1));
    cells.splice(2, 0, String(lostWords));
    return `| ${search} | ${nameOf(given)} | ${cells.join(' | ')} |`;
  });

/** The row of the table of lemmas for some options. */
const lemmas = (given) => {
  const report = JSON.parse(
    measure('bin/bowline.js', 'evaluate', treebank, '--t1', ...given, '--format', 'json'),
  );
  const { bleu, nist, dist, sentences, crossing, unordered, cpuMsMean } = report;
  const scores = [bleu, nist, dist].map((score) => score.toFixed(2));
  const how = [
    given.includes('--no-lin') ? 'without' : 'with',
    given.includes('--forms-first') ? 'before' : 'in the search',
  ];
  const cells = [...how, ...scores, sentences, crossing, unordered, cpuMsMean.toFixed(1)];
  return `| ${cells.join(' | ')} |`;
};

const otherSystems = [
  'Other systems, on the test sets of the shared tasks of 2018 and 2019 instead of the development set (BLEU, DIST):',
  '',
  '| system | test set | BLEU | DIST | source |',
  '| --- | --- | ---: | ---: | --- |',
  '| Yu et al. 2019 | 2018, English | 72.7 | | cited by Elder et al. 2020 |',
  '| ADAPT (Elder et al. 2020) | 2018, English | 72.3 | 74.6 | its repository |',
  '| the same, with synthetic data | 2018, English | 80.1 | 81.1 | its repository |',
  '| ADAPT at the task of 2020, English-EWT alone | 2019, English-EWT | 80.4 | 82.3 | scored from its output |',
  '| the same, with synthetic data | 2019, English-EWT | 87.5 | 88.6 | scored from its output |',
];

/** How many forms are right without a sentence; empty without the training set and the table of inflections. */
function formsAlone() {
  const { training, inflections } = options;
  if (training === undefined || inflections === undefined) return [];
  const files = [training, treebank, '--inflections', inflections];
  return [
    'Without a sentence, by the lemma, its tag and its features alone. `npx tsx test/bench/morphology.ts TRAINING TREEBANK',
    '--inflections FILE`:',
    '',
    measure('--import=tsx', 'test/bench/morphology.ts', ...files),
    '',
  ];
}

const lemmaSection = () => [
  '## Lemmas',
  '',
  'The treebank as input of the surface realization shared tasks (T1): trees of lemmas with tags and features, in random order,',
  'with and without `lin`, the order of some dependents. The scores are the shared tasks’ own: BLEU-4 (smoothed, lower case),',
  'NIST, DIST. Forms are chosen in the search, or before it. `bowline evaluate TREEBANK --t1 [--no-lin] [--forms-first]`; this whole',
  'section: `npm run bench -- TREEBANK --lemmas --training TRAINING --inflections FILE`:',
  '',
  '| lin | forms | BLEU | NIST | DIST | sentences | crossing arcs | not ordered | CPU ms mean |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...[[], ['--forms-first'], ['--no-lin'], ['--no-lin', '--forms-first']].map(lemmas),
  '',
  ...otherSystems,
  '',
  'The wrong forms by kind, without regard to the order. `npx tsx test/bench/forms.ts TREEBANK`:',
  '',
  measure('--import=tsx', 'test/bench/forms.ts', treebank),
  '',
  'The same in the treebank’s own order: all forms of a sentence chosen together, and each form beside the treebank’s forms of',
  'the other words. `npx tsx test/bench/forms.ts TREEBANK --gold-order`:',
  '',
  measure('--import=tsx', 'test/bench/forms.ts', treebank, '--gold-order'),
  '',
  ...formsAlone(),
];

/** The rows of the table of bags with categories for one search. */
const categories = (search) =>
  [
    ['all', '15'],
    ['all', '40'],
    ['none', '15'],
    ['none', '40'],
  ].flatMap(([given, words]) =>
    ['without', 'with'].map((fluency) => {
      const options = ['--categories', given, '--max-words', words, '--search', search];
      if (fluency === 'without') options.push('--language-model', 'none');
      const report = JSON.parse(
        measure('bin/bowline.js', 'evaluate', treebank, ...options, '--format', 'json'),
      );
      const [{ bleu, exact, spanned, violations, lostWords, cpuMsMedian, cpuMs95 }] =
        report.conditions;
      const cells = [
        search === 'beam' ? 'shift-reduce' : search,
        given === 'all' ? 'all' : 'none, tags are',
        `up to ${words}`,
        fluency,
        ...[bleu, exact, spanned].map((value) => value.toFixed(1)),
        ...[violations, lostWords].map(String),
        ...[cpuMsMedian, cpuMs95].map((value) => value.toFixed(1)),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );

if (options.lemmas) {
  console.log(lemmaSection().join('\n'));
  process.exit();
}

const quality =
  treebank === undefined
    ? []
    : [
        '## Quality and speed',
        '',
        'Every sentence of the treebank becomes a shuffled bag, and is ordered again; one thread.',
        'BLEU-4 of the corpus, case-sensitive. `bowline evaluate TREEBANK --all`:',
        '',
        evaluate('--all'),
        '',
        'Without the language model. `bowline evaluate TREEBANK --all --language-model none`:',
        '',
        evaluate('--all', '--language-model', 'none'),
        '',
        '## Speed against quality',
        '',
        'Hypotheses kept at each step, with the language model. `bowline evaluate TREEBANK --beam N`:',
        '',
        '| beam | tags, arcs given | BLEU | exact % | CPU ms median | mean |',
        '| ---: | --- | ---: | ---: | ---: | ---: |',
        ...[1, 4, 16, 64, 256].flatMap(curve),
        '',
        '## Best-first beside the beam',
        '',
        'Both with a beam of 64 and the language model. A bag is cut short if the search finds no sentence within its limit; it then',
        'puts the largest parts together. `bowline evaluate TREEBANK --search NAME`:',
        '',
        '| search | tags, arcs given | BLEU | exact % | words lost | cut short % | CPU ms median | 95% |',
        '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
        ...['beam', 'best-first'].flatMap(beside),
        '',
        '## Categories',
        '',
        'Bags with `grammar: ccg`, a beam of 64, with and without the language model. A sentence is spanned if one derivation',
        'covers it; otherwise its largest parts stand side by side. `bowline evaluate TREEBANK --categories all|none`:',
        '',
        '| search | categories given | words | language model | BLEU | exact % | spanned % | violations | words lost | CPU ms median | 95% |',
        `| --- | --- | --- | --- |${' ---: |'.repeat(7)}`,
        ...['beam', 'best-first'].flatMap(categories),
        '',
        'Without the language model, tags given. `test/bench/ccg-tables.ts`:',
        '',
        measure('--import=tsx', 'test/bench/ccg-tables.ts', treebank),
        '',
        '## Search errors',
        '',
        'Up to 50 sentences of each length: the share that the exact search proves, its time (CPU time of beam',
        'and proof), and how often the beam misses the highest score of a proven bag. `test/bench/exact.ts`:',
        '',
        measure('--import=tsx', 'test/bench/exact.ts', treebank, '50'),
        '',
        '## Where the time goes',
        '',
        'CPU time of the search by part, and the time of one look-up of a feature’s weight with its share of',
        'hashing. `test/bench/search.ts`:',
        '',
        measure('--import=tsx', 'test/bench/search.ts', treebank),
        '',
        '## Memory',
        '',
        'A separate language server that has realized 1,000 bags of the treebank’s sentences, tags',
        'given. `test/bench/memory.ts`:',
        '',
        measure('--import=tsx', 'test/bench/memory.ts', treebank),
        '',
        '## Parts of the models',
        '',
        'A part is read when a search first needs it: bags without categories read the lexicon, `arc-standard` and',
        '`bottom-up`. `test/bench/parts.ts`:',
        '',
        measure('--import=tsx', 'test/bench/parts.ts'),
        '',
        ...lemmaSection(),
        '## Order, chunks and choices',
        '',
        'The outcomes for bags with order constraints, chunks and choices of words: bags of sentences, with half of the arcs and',
        'up to six true facts about the order, and random bags. `test/bench/constraints.ts`:',
        '',
        measure('--import=tsx', 'test/bench/constraints.ts', treebank),
        '',
        'The decision whether to use an optional word, with tags alone: by the mean score of a transition, as the search decides, and',
        'by the plain sum of scores. `test/bench/word-choice.ts`:',
        '',
        measure('--import=tsx', 'test/bench/word-choice.ts', treebank),
        '',
      ];

const page = [
  '# Benchmarks',
  '',
  'Printed by `npm run bench -- TREEBANK`; the treebank is English-EWT’s development set. Times depend',
  'on the machine and its load: compare two versions in one run, or by the calibration',
  'loop. [Another page](ablation.md) measures the worth of each part of the model.',
  '',
  ...quality,
  '## Everyday bags',
  '',
  'A hundred bags as people type them, in lower case, without tags or arcs (`test/fixtures/everyday.bow`): how many have an',
  'expected sentence first, among the first, and among all that a beam of 64 finds. `npx tsx test/bench/everyday.ts`:',
  '',
  measure('--import=tsx', 'test/bench/everyday.ts'),
  '',
  '## Editing',
  '',
  'A separate language server, over its protocol, with a large file open; wall time.',
  '`test/bench/editing.ts`:',
  '',
  measure('--import=tsx', 'test/bench/editing.ts'),
  '',
  'The requests of an editor while an author works. `test/bench/features.ts`:',
  '',
  measure('--import=tsx', 'test/bench/features.ts'),
  '',
  'The time from cancelling a search until its worker is free. `test/bench/stopping.ts`:',
  '',
  measure('--import=tsx', 'test/bench/stopping.ts'),
  '',
  'The parser and the checks alone. `test/bench/parse.ts`:',
  '',
  measure('--import=tsx', '--expose-gc', 'test/bench/parse.ts'),
  '',
].join('\n');

console.log(page);
if (treebank !== undefined) writeFileSync(inProject('docs/benchmarks.md'), page);
