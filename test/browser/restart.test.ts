import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inProject } from '../../scripts/lib/paths.mjs';
import { describeInWorkbench, workbench } from './suite.ts';

/** A line of the first bag in first-steps.bow. */
const firstStepsLine = 6;

/** VS Code itself takes lenses that nobody provides away after half a minute. */
const withinMs = 15_000;
const startMs = 60_000;
const pollMs = 5;

/** The language servers that run from this folder, by what Linux tells of its processes. */
function servers(): number[] {
  const script = inProject('dist/server.cjs');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(script))
    .map(Number);
}

/** The words of a process's command; none of one that has ended meanwhile. */
function commandOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Holds the next language server that is started, before it can answer, however fast the machine is. */
async function holdNext(before: readonly number[]): Promise<number> {
  for (let waited = 0; waited < startMs; waited += pollMs) {
    const pid = servers().find((each) => !before.includes(each));
    if (pid !== undefined) {
      process.kill(pid, 'SIGSTOP');
      return pid;
    }
    await wait(pollMs);
  }
  throw new Error('No other language server was started.');
}

describeInWorkbench('The workbench while the language server starts again', () => {
  it('shows no lenses of before until there are new ones, and names Bowline once in the status bar', async () => {
    // Another extension that provides lenses, as this one does for every file, would take those of
    // before away by itself.
    await workbench.clear({ 'merge-conflict.codeLens.enabled': false });
    await workbench.open('first-steps.bow', firstStepsLine);
    const { page } = workbench;
    // Those of before, which VS Code draws as plain text, count like those that can be clicked.
    const lenses = page.locator('.codelens-decoration', { hasText: /sentences? found/ });
    await lenses.first().waitFor();
    const named = page.locator('.statusbar-item', { hasText: 'Bowline' });
    assert.equal(await named.count(), 1, (await named.allTextContents()).join(' | '));

    const [server] = await Promise.all([holdNext(servers()), workbench.run('Bowline: Restart')]);
    try {
      await lenses.first().waitFor({ state: 'detached', timeout: withinMs });
    } finally {
      process.kill(server, 'SIGCONT');
    }
    await lenses.first().waitFor();
  });
});
