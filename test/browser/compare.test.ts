import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { encodeModel } from '../../server/src/model/model.ts';
import { tinyBestFirstModel, tinyModel } from '../unit/support/tiny.ts';
import { rulesIn, violations } from './accessibility.ts';
import { lowContrast } from './contrast.ts';
import { describeInWorkbench, workbench } from './suite.ts';
import { becomes, pictures, themes, until } from './workbench.ts';

const bag = `bag chase {
  words: the dog chased a cat .
  expect:
    a cat chased the dog .
}
`;

/** The sentence that is chosen in the comparison. */
const chosenIn = (panel: FrameLocator): Promise<string | null> =>
  panel.getByRole('region', { name: 'The chosen sentence' }).getByRole('heading').textContent();

describeInWorkbench('The workbench with two searches', () => {
  let model: string;
  before(async () => {
    model = workbench.write('tiny.bow-model', encodeModel(await tinyBestFirstModel()));
    workbench.write('chase.bow', bag);
    workbench.write('own.bow', `search: best-first\n\n${bag}`);
  });

  const openCompare = async (file: string): Promise<FrameLocator> => {
    await workbench.open(file, 2);
    await workbench.run('Bowline: Show Realizations');
    const { panel } = workbench;
    await panel.getByRole('tab', { name: 'Compare' }).click();
    return panel;
  };

  for (const [kind, theme] of Object.entries(themes)) {
    it(`shows both lists and the chart, accessible and legible, in a ${kind} theme`, async () => {
      await workbench.clear({ 'bowline.model': model }, theme);
      const panel = await openCompare('chase.bow');
      await panel.getByRole('listbox', { name: 'Best-first, the highest score first' }).waitFor();
      await panel.getByRole('heading', { name: 'Chart of best-first' }).waitFor();
      await panel
        .getByRole('row', { name: /the dog\/NN.*accepted/ })
        .first()
        .waitFor();
      await workbench.screenshot(join(pictures, `panel-compare-${kind}.png`));
      assert.deepEqual(await violations(workbench.page, rulesIn(kind)), []);
      assert.deepEqual(await lowContrast(panel), []);
      await panel.getByRole('grid').scrollIntoViewIfNeeded();
      await workbench.screenshot(join(pictures, `panel-chart-${kind}.png`));
    });
  }

  it('is worked by keyboard alone: a sentence of either list shows its tree', async () => {
    await workbench.clear({ 'bowline.model': model });
    const panel = await openCompare('chase.bow');
    const { page } = workbench;
    const beam = panel.getByRole('listbox', { name: 'Beam, the highest score first' });
    const other = panel.getByRole('listbox', { name: 'Best-first, the highest score first' });
    await beam.focus();
    await page.keyboard.press('ArrowDown');
    const second = (await beam.getByRole('option').nth(1).locator('bdi').textContent())!;
    await until('the second is chosen', async () => {
      return (await chosenIn(panel))!.startsWith(`${second} Beam, no. 2`);
    });
    await page.keyboard.press('Tab');
    await becomes(() => other.getByRole('option', { selected: true }).count(), 1);
    assert.equal(await beam.getByRole('option', { selected: true }).count(), 0);
    await page.keyboard.press('End');
    const last = (await other.getByRole('option').last().locator('bdi').textContent())!;
    await until('the last is chosen', async () => (await chosenIn(panel))!.startsWith(last));
    assert.match((await other.textContent())!, /in both, there no\. 1/);

    const grid = panel.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('End');
    const row = grid.getByRole('row', { selected: true });
    await row.getByText('a sentence').waitFor();
    const id = await row.getAttribute('id');
    await becomes(() => grid.getAttribute('aria-activedescendant'), id);
  });

  it('lists what the search of the setting finds, or that of the file', async () => {
    await workbench.clear({ 'bowline.search': 'best-first', 'bowline.model': model });
    const panel = await openCompare('chase.bow');
    const best = panel.getByRole('region', { name: 'Best-first', exact: true });
    await best.getByText('the list above').waitFor();
    await panel.getByText('The first 10 sentences of best-first').waitFor();
    await workbench.clear({ 'bowline.model': model });
    const own = await openCompare('own.bow');
    await own.getByText('The first 10 sentences of best-first').waitFor();
  });

  it('says what to do where the model has no weights for best-first', async () => {
    const old = workbench.write('old.bow-model', encodeModel(await tinyModel()));
    await workbench.clear({ 'bowline.model': old });
    const panel = await openCompare('chase.bow');
    const best = panel.getByRole('region', { name: 'Best-first', exact: true });
    await best.getByText('This model has no weights for the search best-first').waitFor();
    await best.getByRole('button', { name: 'Change Model' }).waitFor();
    assert.ok((await panel.getByRole('listbox', { name: 'Beam' }).count()) === 1);
    await workbench.clear({ 'bowline.search': 'best-first', 'bowline.model': old });
    await workbench.open('chase.bow', 2);
    await workbench.run('Bowline: Show Realizations');
    await workbench.panel.getByRole('button', { name: 'Change Search' }).click();
    const shown = workbench.page.locator('.settings-editor .setting-item-contents');
    await shown.filter({ hasText: 'The search that orders words' }).first().waitFor();
  });
});
