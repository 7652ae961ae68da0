import { describeInWorkbench, workbench } from './suite.ts';

/** The line of a problem in unfinished.bow, and its code. */
const line = 9;
const code = 'unknown-word';

describeInWorkbench('The workbench with a problem', () => {
  beforeEach(async () => {
    await workbench.clear();
    await workbench.open('problems/unfinished.bow', line);
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
    await page.locator('.markers-panel-container a', { hasText: code }).click();
    await page.locator('.tab.active', { hasText: 'problems.md' }).waitFor();
  });

  it('shows the section of its code, rendered, among the quick fixes', async () => {
    const { page, panel } = workbench;
    await workbench.run('Go to Next Problem (Error, Warning, Info)');
    await page.locator('.marker-widget a.code-link').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[class*="lightbulb"]').first().waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget').getByText(`Explain ${code}`).first().click();
    await page.locator('.tab.active', { hasText: 'Preview problems.md' }).waitFor();
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
