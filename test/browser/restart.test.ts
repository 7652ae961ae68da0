import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { inProject } from '../../scripts/lib/paths.mjs';
import { Workbench } from './workbench.ts';

/** A line of the first bag in first-steps.bow. */
const firstStepsLine = 6;

/** VS Code itself takes lenses that nobody provides away after half a minute. */
const withinMs = 15_000;
const pollMs = 5;

/** The language servers that run from this folder. */
function servers(): number[] {
  const found = spawnSync('pgrep', ['-f', inProject('dist/server.cjs')], { encoding: 'utf8' });
  return found.stdout.split('\n').filter(Boolean).map(Number);
}

async function serverOtherThan(before: readonly number[]): Promise<number> {
  for (;;) {
    const pid = servers().find((each) => !before.includes(each));
    if (pid !== undefined) return pid;
    await wait(pollMs);
  }
}

describe('The workbench while the language server starts again', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.start();
  });
  after(async () => {
    await workbench.end();
  });

  afterEach(async function () {
    await workbench.pictureOf(this.currentTest);
  });

  it('shows no lenses of before until there are new ones, and names Bowline once in the status bar', async () => {
    // Another extension that provides lenses, as this one does for every file, would take those of
    // before away by itself.
    await workbench.load({ 'merge-conflict.codeLens.enabled': false });
    await workbench.open('first-steps.bow', firstStepsLine);
    const { page } = workbench;
    // Those of before, which VS Code draws as plain text, count like those that can be clicked.
    const lenses = page.locator('.codelens-decoration', { hasText: /result/ });
    await lenses.first().waitFor();
    const named = page.locator('.statusbar-item', { hasText: 'Bowline' });
    assert.equal(await named.count(), 1, (await named.allTextContents()).join(' | '));

    // The new server is held before it can answer, however fast the machine is.
    const held = serverOtherThan(servers());
    await workbench.run('Bowline: Restart');
    const server = await held;
    process.kill(server, 'SIGSTOP');
    try {
      await lenses.first().waitFor({ state: 'detached', timeout: withinMs });
    } finally {
      process.kill(server, 'SIGCONT');
    }
    await lenses.first().waitFor();
  });
});
