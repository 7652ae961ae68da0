import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

interface Report {
  readonly passes: number;
  readonly failures: number;
  /** The full name of each failed test, and its message. */
  readonly failed: readonly string[];
  /** One line a test, and what went wrong under those that failed. */
  readonly lines: readonly string[];
}

/**
 * What VS Code calls inside its extension host. The report goes to a file because an extension
 * host that was killed reports success.
 */
export async function run(): Promise<void> {
  const grep = process.env.BOWLINE_TEST_GREP;
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, ...(grep !== undefined && { grep }) });
  // Defines `describe` and its kin, which the test files use while they are loaded.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  // A package can lack a bundle, a model, a page or an example: these tests use them all.
  await import('./realize.test.ts');
  await import('./panel.test.ts');
  await import('./guide.test.ts');
  await import('./coverage.test.ts');
  await import('./debug.test.ts');
  await import('./categories.test.ts');
  await import('./make-bag.test.ts');
  if (process.env.BOWLINE_TEST_PACKAGE !== 'true') {
    await import('./problems.test.ts');
    await import('./language.test.ts');
    await import('./formatting.test.ts');
    await import('./import-export.test.ts');
    await import('./tests.test.ts');
    await import('./refactor.test.ts');
  }

  const report = await runAll(mocha);
  const file = process.env.BOWLINE_TEST_REPORT;
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
  if (report.failures > 0) throw new Error(report.lines.join('\n'));
}

function runAll(mocha: Mocha): Promise<Report> {
  return new Promise((resolve) => {
    const lines: string[] = [];
    const failed: string[] = [];
    let passes = 0;
    const runner = mocha.run((failures) => resolve({ passes, failures, failed, lines }));
    runner.on('pass', (test) => {
      passes++;
      lines.push(`  ✔ ${test.fullTitle()} (${test.duration ?? 0} ms)`);
    });
    runner.on('fail', (test, error: Error) => {
      failed.push(`${test.fullTitle()}: ${error.message}`);
      lines.push(`  ✘ ${test.fullTitle()}`, `    ${error.stack ?? error.message}`);
    });
  });
}
