// Mutation testing: npm run mutants -- PATHS [--share S] [--again] [--property-ms N] [--concurrency N]
// Makes thousands of small changes to the code, one at a time, and runs the tests that reach the changed place. If no
// test notices a change (a surviving mutant), the tests lack a fact about the product.
//
// PATHS are files and folders under server/src. --share tests a random share of the mutants (1: all), since a
// folder has thousands of mutants and each takes seconds. --again tests only the survivors of the last run, for
// instance after tests were added. Results are kept in .mutants/, and `npm run mutants` without a path writes
// docs/mutants.md from them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mutantPage, readReasons, reasonOf } from './lib/mutant-page.mjs';
import {
  forgetFiles,
  isAlive,
  mutantsOf,
  readResults,
  scoreOf,
  writeResults,
} from './lib/mutant-results.mjs';
import { inProject, root } from './lib/paths.mjs';

/** The tests of each folder, with quick tests of the folders that use it. */
const testsOf = {
  bag: ['bag/**', 'problem/**', 'search/**', 'language/crossing.test.ts'],
  problem: ['problem/**', 'search/**'],
  scoring: ['scoring/**', 'search/**'],
  lm: ['lm/**', 'scoring/**'],
};

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    'property-ms': { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: String(availableParallelism()) },
  },
});
process.chdir(root);
if (paths.length === 0) {
  writeFileSync(inProject('docs/mutants.md'), mutantPage(readResults()));
  console.log('Written: docs/mutants.md');
} else {
  await test();
}

async function test() {
  const inPaths = paths.map((path) => relative(root, inProject(path)).replaceAll('\\', '/'));
  const folders = [...new Set(inPaths.map((path) => path.split('/')[2]))];
  if (inPaths.some((path) => !path.startsWith('server/src/'))) {
    console.error('Only files under server/src can be mutated.');
    process.exit(2);
  }
  const results = readResults();
  const files = inPaths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const survivors = values.again
    ? mutantsOf(results, inPaths).filter((mutant) => isAlive(mutant.status))
    : [];
  if (values.again && survivors.length === 0) {
    console.error('No mutant survived the last run of these paths, or there was none.');
    process.exit(2);
  }
  const shim = inProject('scripts/lib/require-cjs.cjs');
  createRequire(import.meta.url)(shim);
  process.env.NODE_OPTIONS = `--require ${JSON.stringify(shim)}`;
  process.env.BOWLINE_PROPERTY_MS = values['property-ms'];
  process.env.BOWLINE_MUTANT_SHARE = values.again ? '1' : values.share;
  const { Stryker } = await import('@stryker-mutator/core');
  const temporary = mkdtempSync(join(tmpdir(), 'bowline-mutants-'));
  try {
    const tested = await new Stryker({
      packageManager: 'npm',
      plugins: ['@stryker-mutator/mocha-runner', inProject('scripts/lib/mutant-sample.mjs')],
      checkers: ['sample'],
      testRunner: 'mocha',
      testRunnerNodeArgs: ['--import=tsx'],
      mochaOptions: {
        spec: folders
          .flatMap((folder) => testsOf[folder] ?? [`${folder}/**`])
          .map((tests) => `test/unit/${tests.endsWith('.ts') ? tests : `${tests}/*.test.ts`}`),
        // Instrumented code is slow: tests of large inputs, and of all small inputs up to some size, would take
        // minutes.
        grep: '^(?!.*(\\d0,000|1 MB|of [56] words))',
        require: [inProject('scripts/lib/quick-properties.mjs')],
      },
      mutate: values.again ? survivors.map(rangeOf) : files,
      coverageAnalysis: 'perTest',
      // Code that runs only while its file is loaded, such as a constant's, needs a new process and all tests.
      ignoreStatic: true,
      ignorePatterns: ['dist', '.host', '.mutants', 'docs/images', 'test/browser'],
      reporters: ['progress-append-only'],
      concurrency: Number(values.concurrency),
      // Generous, since the machine may be busy. Stryker also detects endless loops by the number of their rounds.
      timeoutMS: 15_000,
      timeoutFactor: 3,
      dryRunTimeoutMinutes: 30,
      tempDirName: temporary,
      cleanTempDir: 'always',
      allowConsoleColors: false,
    }).runMutationTest();
    if (!values.again) forgetFiles(results, inPaths);
    writeResults(results, tested, Number(values.share));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  report(mutantsOf(results, inPaths));
}

/** A mutant's place in Stryker's notation. */
function rangeOf({ file, start, end }) {
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;
}

/** Prints the score, and the survivors without a reason. */
function report(mutants) {
  const reasons = readReasons();
  const unexplained = mutants.filter(
    (mutant) => isAlive(mutant.status) && reasonOf(mutant, reasons) === null,
  );
  for (const { file, start, status, line, mutated } of unexplained) {
    console.log(`${file}:${start.line}: ${status === 'Survived' ? 'survived' : 'not reached'}`);
    console.log(`- ${line}\n+ ${mutated}\n`);
  }
  const alive = mutants.filter(({ status }) => isAlive(status)).length;
  console.log(
    `${mutants.length} mutants, ${alive} alive (${unexplained.length} without a reason): ` +
      `score ${scoreOf(mutants).toFixed(1)} %`,
  );
}
