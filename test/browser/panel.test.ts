import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inProject } from '../../scripts/lib/paths.mjs';
import { lowContrast } from './contrast.ts';
import { Workbench } from './workbench.ts';

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

/** A line of the bag in figure-4.bow. */
const bagLine = 7;

const pictures = process.env.BOWLINE_SCREENSHOTS ?? inProject('dist/test/screenshots');

describe('The workbench with the panel', () => {
  let workbench: Workbench;
  before(async () => {
    mkdirSync(pictures, { recursive: true });
    workbench = await Workbench.start();
  });
  after(async () => {
    await workbench.end();
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const picture = inProject('dist/test/failure.png');
    await workbench.screenshot(picture);
    console.log(`What it looked like is in ${picture}`);
  });

  for (const [name, theme] of Object.entries(themes)) {
    it(`shows realizations, hint and tree, all legible, in a ${name} theme`, async () => {
      await workbench.load({ 'workbench.colorTheme': theme, 'editor.minimap.enabled': false });
      await workbench.open('figure-4.bow', bagLine);
      await workbench.run('Bowline: Show Realizations');
      const { panel, page } = workbench;
      await panel.getByText('Talcott').first().waitFor();
      await panel.locator('svg').first().waitFor();
      const hints = page.locator('.view-line', { hasText: /bag\stalcott.*team/ });
      await hints.first().waitFor();
      await workbench.screenshot(join(pictures, `panel-${name}.png`));
      assert.deepEqual(await lowContrast(panel), []);
    });
  }
});
