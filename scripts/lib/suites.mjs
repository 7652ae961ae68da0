// The suites of `npm test`, each a function that resolves with its counts and fails if it could
// not run at all.
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { ensureChromium } from './chromium.mjs';
import { ensureHost } from './host.mjs';
import { inProject, root } from './paths.mjs';
import { npm, run } from './processes.mjs';

const unitLimitMs = 3_600_000;
const packageLimitMs = 120_000;
const browserLimitMs = 2_400_000;

/** Runs mocha in a process of its own, with its output on the terminal or in the file `log`; resolves with its counts. */
async function mocha({ suite, config, spec = [], grep, limitMs, environment = {}, log }) {
  const report = inProject(`dist/test/${suite}.json`);
  rmSync(report, { force: true });
  const reporter = inProject('scripts/lib/reporter.mjs');
  const output = log === undefined ? 'inherit' : openSync(log, 'w');
  const code = await run(
    process.execPath,
    [
      inProject('node_modules/mocha/bin/mocha.js'),
      ...['--config', inProject(config)],
      ...['--reporter', reporter, '--reporter-option', `report=${report}`],
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...spec,
    ],
    {
      cwd: root,
      limitMs,
      env: { ...process.env, ...environment },
      stdio: ['ignore', output, output],
    },
  );
  if (!existsSync(report)) throw new Error(`Mocha ended before its tests (exit code ${code}).`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Imports these modules late: they need dependencies that set-up may have installed only now. */
const editorSuite = async (options) => {
  await ensureHost();
  const chromium = await ensureChromium();
  const { runEditorSuite } = await import('./editor.mjs');
  const report = await runEditorSuite({ chromium, ...options });
  console.log(report.lines.join('\n'));
  return report;
};

async function packageExtension() {
  const vsix = inProject('dist/test/bowline.vsix');
  await npm(['run', 'package', '--', '--out', vsix], { cwd: root, limitMs: packageLimitMs });
  return vsix;
}

/** The folders of the command line, the language server, threads and training hold most of the slow tests. */
const quickly = [
  ...['--require', inProject('scripts/lib/quick-properties.mjs')],
  ...['--ignore', 'test/unit/{cli,hosts,lsp,train}/**'],
];

/** In the order in which they run: the last two leave a production build behind. */
export const suites = {
  unit: ({ grep, isQuick = false, log }) =>
    mocha({
      suite: 'unit',
      log,
      config: '.mocharc.json',
      grep,
      spec: [
        ...['test/unit/**/*.test.ts', '--parallel', '--jobs', String(availableParallelism())],
        ...(isQuick ? quickly : []),
      ],
      limitMs: unitLimitMs,
    }),

  editor: ({ grep }) => editorSuite({ grep }),

  browser: async ({ grep }) => {
    await ensureHost();
    const environment = { BOWLINE_CHROMIUM: await ensureChromium() };
    const config = 'test/browser/.mocharc.json';
    return mocha({ suite: 'browser', config, grep, limitMs: browserLimitMs, environment });
  },

  vsix: async ({ grep }) => editorSuite({ grep, vsix: await packageExtension() }),

  package: ({ grep }) =>
    mocha({
      suite: 'package',
      config: 'test/package/.mocharc.json',
      grep,
      limitMs: packageLimitMs,
    }),
};
