// The editor suite in a VS Code that @vscode/test-electron downloads from Microsoft.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject, root } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
const { runTests } = await import('@vscode/test-electron');
const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
try {
  // The suite saves files, so it works on a copy.
  const workspace = join(folder, 'examples');
  cpSync(inProject('examples'), workspace, { recursive: true });
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: inProject('dist/test/editor/index.cjs'),
    launchArgs: [
      workspace,
      ...['--user-data-dir', join(folder, 'data')],
      '--disable-extensions',
      '--disable-workspace-trust',
    ],
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
