import assert from 'node:assert/strict';
import { Workbench } from './workbench.ts';

/** A line of the first bag in first-steps.bow. */
const firstStepsLine = 6;

/** VS Code itself takes lenses that nobody provides away after half a minute. */
const withinMs = 20_000;

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

  it('shows no lenses of before, and names Bowline once in the status bar', async () => {
    await workbench.load({});
    await workbench.open('first-steps.bow', firstStepsLine);
    const { page } = workbench;
    const lenses = page.locator('.codelens-decoration', { hasText: /result/ });
    await lenses.first().waitFor();
    const named = page.locator('.statusbar-item', { hasText: 'Bowline' });
    assert.equal(await named.count(), 1, (await named.allTextContents()).join(' | '));

    const cleared = page.evaluate(
      (limitMs) =>
        new Promise<boolean>((resolve) => {
          const hasNone = (): boolean => document.querySelector('.codelens-decoration a') === null;
          const observer = new MutationObserver(() => {
            if (hasNone()) end(true);
          });
          const end = (answer: boolean): void => {
            observer.disconnect();
            resolve(answer);
          };
          observer.observe(document.body, { childList: true, subtree: true });
          setTimeout(() => end(false), limitMs);
        }),
      withinMs,
    );
    await workbench.run('Bowline: Restart');
    assert.ok(await cleared, 'the lenses stayed');
    await lenses.first().waitFor();
  });
});
