import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { rulesIn, violations } from './accessibility.ts';
import { lowContrast } from './contrast.ts';
import { scrollThrough } from './scrolling.ts';
import { describeInWorkbench, workbench } from './suite.ts';
import { becomes, pictures, themes, until } from './workbench.ts';

const small = (last: string): string =>
  `bag met {\n  words: the/DT dog/NN barks/VBZ ./.\n  expect: the dog barks .\n}\n
bag behind {\n  words: the/DT cat/NN sleeps/VBZ ./.\n  expect: ${last}\n}\n`;

/** Many bags of which little is to be found out. */
const manyBags = 5_000;
const many = Array.from({ length: manyBags }, (_, i) => {
  const expected = i % 2 === 0 ? '  expect: dogs bark\n' : '';
  return `bag a-rather-long-name-for-bag-${i}-of-many {\n  words: dogs bark\n${expected}}\n`;
}).join('');

describeInWorkbench('The coverage view', () => {
  /**
   * Opens the view, and runs the coverage of the workspace by the button of the empty view.
   *
   * @param timeout the longest time that the bags may take, in milliseconds
   */
  async function runCoverage(timeout = 60_000): Promise<Locator> {
    await workbench.run('Bowline: Show Coverage');
    const { panel } = workbench;
    await panel.getByRole('button', { name: 'Run Coverage' }).click();
    const grid = panel.getByRole('grid');
    await grid.waitFor({ timeout });
    return grid;
  }

  describe('with a change since the run before', () => {
    before(async () => {
      // The pictures show few bags.
      workbench.restoreFiles();
      workbench.write('small.bow', small('sleeps . the cat'));
      await workbench.load();
      await workbench.open('small.bow', 3);
      const { panel, page } = workbench;
      const grid = await runCoverage();
      assert.deepEqual(await violations(page, 'all'), [], 'the first run');

      workbench.write('small.bow', small('the cat sleeps .'));
      // The line of the expectation: the hint behind the bag's name has the same words all along.
      await page.locator('.view-line', { hasText: /expect:\sthe\scat\ssleeps\s\./ }).waitFor();
      await panel.getByRole('button', { name: 'Run Coverage' }).click();
      await panel.getByRole('columnheader', { name: 'Change' }).waitFor();
      await panel.getByRole('button', { name: 'Class' }).click();
      await grid.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
    });

    for (const [kind, theme] of Object.entries(themes)) {
      it(`is accessible and legible in a ${kind} theme`, async () => {
        const { panel, page } = workbench;
        await workbench.chooseTheme(theme);
        await panel.locator(`body[data-vscode-theme-kind="vscode-${kind}"]`).waitFor();
        await workbench.screenshot(join(pictures, `coverage-${kind}.png`));
        assert.deepEqual(await violations(page, rulesIn(kind)), []);
        assert.deepEqual(await lowContrast(panel), []);
      });
    }
  });

  it('counts the bags while it runs, and ends where that is cancelled', async () => {
    const bag = (_: unknown, i: number): string =>
      `bag b${i} {\n  words: a b${i} c d e f g h i j\n}\n`;
    workbench.write('many.bow', Array.from({ length: 3000 }, bag).join('\n'));
    await workbench.load();
    await workbench.apply({ 'bowline.beam': 256 });
    await workbench.open('many.bow', 1);
    await workbench.run('Bowline: Show Coverage');
    const { panel } = workbench;
    await panel.getByRole('button', { name: 'Run Coverage' }).click();
    await panel.getByText(/^\d[\d,]* of 3,0\d\d bags$/).waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('button', { name: 'Run Coverage' }).waitFor();
    await panel.getByText('Nothing is covered yet').waitFor();
    workbench.write('many.bow', '');
  });

  it('scrolls sideways in a narrow view, so that names are not squeezed', async () => {
    workbench.write('small.bow', small('the cat sleeps .'));
    await workbench.clear();
    const grid = await runCoverage();
    await workbench.page.setViewportSize({ width: 548, height: 860 });
    await until('the table is wider than the view', () =>
      grid.evaluate((shown) => shown.scrollWidth > shown.clientWidth),
    );
    const name = (await grid.locator('.rows .bag').first().boundingBox())!;
    assert.ok(name.width >= 140, `${name.width}`);
    await grid.focus();
    await workbench.page.keyboard.press('End');
    const last = grid.getByRole('row', { selected: true });
    const details = workbench.panel.locator('.details');
    await until('the chosen row is above the details', async () => {
      const [row, below] = [await last.boundingBox(), await details.boundingBox()];
      return row !== null && below !== null && row.y + row.height <= below.y + 1;
    });
    await workbench.screenshot(join(pictures, 'coverage-narrow.png'));
  });

  it('leaves the table enough height where the window is zoomed to 200 %', async () => {
    workbench.write('small.bow', small('the cat sleeps .'));
    await workbench.clear();
    const grid = await runCoverage();
    await workbench.page.setViewportSize({ width: 700, height: 430 });
    const [height, rows] = await grid.evaluate((shown) => {
      shown.scrollIntoView({ block: 'end' });
      const { top, bottom } = shown.getBoundingClientRect();
      return [innerHeight, Math.min(bottom, innerHeight) - Math.max(top, 0)];
    });
    assert.ok(rows >= 0.6 * height, `${rows} of ${height} pixels are rows`);
    await workbench.screenshot(join(pictures, 'coverage-zoomed.png'));
  });

  it('is worked by keyboard alone', async () => {
    await workbench.load();
    await workbench.open('first-steps.bow', 1);
    const { panel, page } = workbench;
    await workbench.run('Bowline: Show Coverage');
    await panel.getByRole('button', { name: 'Run Coverage' }).waitFor();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const active = panel.getByRole('row', { selected: true });
    const editor = page.locator('.monaco-editor.focused');
    const name = (): Promise<string> => active.getByRole('gridcell').first().innerText();

    await panel.locator('button:focus').waitFor();
    await press('Enter');
    await panel.getByRole('grid').waitFor();
    await panel.locator('[role=grid]:focus').waitFor();
    await press('Control+f');
    await page.keyboard.type('talcott');
    await panel.getByText('3 bags shown').waitFor();
    await press('ArrowDown');
    await becomes(name, 'talcott');
    await press('End');
    await becomes(name, 'talcott-tags');
    await press('ArrowUp');
    await becomes(name, 'talcott-figure');
    await press('Enter');
    await page.locator('.tab.active', { hasText: 'figure-4.bow' }).waitFor();
    await editor.waitFor({ state: 'attached' });

    // Back into the view: the table is as it was, and Escape leads to the editor.
    await workbench.run('Bowline: Show Coverage');
    await editor.waitFor({ state: 'detached' });
    await panel.locator('[role=grid]:focus').waitFor();
    assert.equal(await name(), 'talcott-figure');
    await press('Escape');
    await editor.waitFor({ state: 'attached' });
  });

  it('is offered where the editor shows coverage, which it does by file, line and word', async () => {
    await workbench.load();
    await workbench.open('figure-4.bow', 9);
    const { page, panel } = workbench;
    await page.locator('.testing-run-glyph').first().waitFor();
    await workbench.run('Test: Run Tests with Coverage in Current File');
    const lines = page.locator('.line-numbers.coverage-deco-gutter');
    await lines.filter({ hasText: '11' }).waitFor();
    const missing = page.locator('.line-numbers.coverage-deco-miss');
    // Where the results of the tests were opened, the editor is too low for all lines.
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 2 * size.height });
    await missing.filter({ hasText: '33' }).waitFor();
    await becomes(async () => (await missing.allInnerTexts()).sort(), ['22', '25', '33', '9']);
    await page.setViewportSize(size);

    // The lower editor may show no line with a lens, unless it shows the first bag again.
    await workbench.open('figure-4.bow', 9);
    await workbench.run('Testing: Focus on Test Coverage View');
    const view = page.locator('.part.sidebar');
    await view.locator('.monaco-list-row', { hasText: 'figure-4.bow' }).getByText('%').waitFor();
    // The results of the tests are below the editor, and may leave room for one bag alone.
    await workbench.lensesShown(1);
    await workbench.screenshot(join(pictures, 'coverage-testing.png'));
    const title = view.getByRole('button', { name: 'Test Coverage Section' });
    await title.hover();
    const show = title.getByRole('button', { name: 'Show Coverage' });
    await show.click();
    await panel.getByRole('grid').waitFor();
    await panel.getByText('3 bags in 1 file, ').waitFor();
  });

  it('draws no more of 5,000 bags than are seen, wherever it is scrolled to', async function () {
    this.timeout(480_000);
    workbench.write('many.bow', many);
    await workbench.load();
    await workbench.apply({ 'bowline.realizeOn': 'never', 'bowline.codeLens': false });
    const grid = await runCoverage(120_000);
    const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
    assert.ok(rows >= manyBags, `${rows} rows`);
    const mostDrawn = await scrollThrough(grid, '[role="row"]');
    assert.ok(mostDrawn > 10 && mostDrawn < 100, `${mostDrawn} rows are drawn`);
    await workbench.screenshot(join(pictures, 'coverage-many.png'));

    await grid.focus();
    await workbench.page.keyboard.press('End');
    await grid.locator(`[aria-rowindex="${rows + 1}"][aria-selected="true"]`).waitFor();
  });
});
