import { Workbench } from './workbench.ts';

/** The line of a problem in unfinished.bow, and its code. */
const line = 9;
const code = 'unknown-word';

describe('The workbench with a problem', () => {
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

  beforeEach(async () => {
    await workbench.load({ 'editor.minimap.enabled': false });
    await workbench.open('unfinished.bow', line);
    await workbench.page.locator('.squiggly-error').first().waitFor();
  });

  it('opens the section of its code from the message', async () => {
    const { page } = workbench;
    await workbench.run('Go to Next Problem (Error, Warning, Info)');
    await page.locator('.marker-widget a.code-link', { hasText: code }).click();
    await page.locator('.tab.active', { hasText: 'problems.md' }).waitFor();
    await page.locator('.view-line', { hasText: code }).first().waitFor();
  });

  it('opens the section of its code from the Problems view', async () => {
    const { page } = workbench;
    await workbench.run('Problems: Focus on Problems View');
    const link = page.locator('.markers-panel-container a', { hasText: code });
    await workbench.click(link, page.locator('.tab.active', { hasText: 'problems.md' }));
  });

  it('shows the section of its code, rendered, among the quick fixes', async () => {
    const { page, panel } = workbench;
    await workbench.run('Go to Next Problem (Error, Warning, Info)');
    await page.locator('.marker-widget a.code-link').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[class*="lightbulb"]').first().waitFor();
    const preview = page.locator('.tab.active', { hasText: 'Preview problems.md' });
    await workbench.quickFix(`Explain ${code}`, preview);
    // It is far down the page: only a page that has scrolled there shows it.
    await panel.locator('h3', { hasText: code }).evaluate(
      (heading) =>
        new Promise<void>((resolve) => {
          const observer = new IntersectionObserver(([{ isIntersecting }]) => {
            if (isIntersecting) resolve();
          });
          observer.observe(heading);
        }),
    );
  });
});
