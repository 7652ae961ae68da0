// Runs test/editor inside the extension host of the VS Code host.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Profile, startHost } from './host.mjs';
import { inProject, root } from './paths.mjs';
import { within } from './processes.mjs';
import { launch, newPage } from './workbench.mjs';

const limitMs = 400_000;

/** VS Code runs tests only beside an extension under development, even if another is tested. */
function placeholderExtension(folder) {
  mkdirSync(folder);
  const manifest = {
    name: 'placeholder',
    publisher: 'bowline-tests',
    version: '0.0.0',
    engines: { vscode: '*' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

/** Loads the workbench and resolves with the exit code of the tests in it. */
async function exitCode(page, url, log) {
  let report;
  const exited = new Promise((resolve) => (report = resolve));
  // A workbench in a page calls these two functions to report the outcome of its tests.
  await page.exposeFunction('codeAutomationExit', (code) => report(code));
  await page.exposeFunction('codeAutomationLog', (type, args) => log.push(args.join(' ')));
  await page.goto(url);
  return within(limitMs, 'The editor suite', exited);
}

/**
 * Runs the suite against an installed VSIX, or without one against the development folder.
 * Resolves with the suite's report.
 *
 * @param options.grep runs only tests with this text in their full names
 */
export async function runEditorSuite({ chromium, vsix, grep }) {
  const profile = new Profile();
  const report = join(profile.folder, 'report.json');
  // The suite saves files, so it works on a copy.
  const workspace = join(profile.folder, 'examples');
  cpSync(inProject('examples'), workspace, { recursive: true });
  const log = [];
  let host;
  let browser;
  try {
    if (vsix !== undefined) await profile.installExtension(vsix);
    const environment = {
      BOWLINE_TEST_REPORT: report,
      BOWLINE_TEST_PACKAGE: String(vsix !== undefined),
      ...(grep !== undefined && { BOWLINE_TEST_GREP: grep }),
    };
    host = await startHost(profile, { environment });
    browser = await launch(chromium);
    const url = host.url({
      open: workspace,
      extension: vsix === undefined ? root : placeholderExtension(join(profile.folder, 'none')),
      tests: inProject('dist/test/editor/index.cjs'),
    });
    const code = await exitCode(await newPage(browser), url, log);
    // A killed extension host reports code 0, so the code alone proves nothing.
    if (!existsSync(report)) throw new Error(`The suite wrote no report (exit code ${code}).`);
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    // The workbench's log is long and mostly noise, so it is shown only after a failure.
    console.error(log.slice(-40).join('\n'));
    throw error;
  } finally {
    await browser?.close();
    await host?.stop();
    profile.remove();
  }
}
