import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inProject } from '../../scripts/lib/paths.mjs';
import { lowContrast } from './contrast.ts';
import { themes, Workbench } from './workbench.ts';

/** A line of the first bag in first-steps.bow. */
const firstStepsLine = 6;
/** A line of the bag in figure-4.bow. */
const bagLine = 8;

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
    await workbench.pictureOf(this.currentTest);
  });

  for (const [kind, theme] of Object.entries(themes)) {
    it(`shows realizations, hint and tree, all legible, in a ${kind} theme`, async () => {
      await workbench.load({
        'editor.minimap.enabled': false,
        'editor.occurrencesHighlight': 'off',
      });
      await workbench.chooseTheme(theme);
      await workbench.open('figure-4.bow', bagLine);
      await workbench.run('Bowline: Show Realizations');
      const { panel, page } = workbench;
      await panel.locator(`body[data-vscode-theme-kind="vscode-${kind}"]`).waitFor();
      await panel.getByText('Talcott').first().waitFor();
      await panel.locator('svg').first().waitFor();
      const hints = page.locator('.view-line', { hasText: /bag\stalcott.*team/ });
      await hints.first().waitFor();
      await workbench.screenshot(join(pictures, `panel-${kind}.png`));
      assert.deepEqual(await lowContrast(panel), []);
    });
  }

  it('adds the sentence chosen by key as an expectation', async () => {
    await workbench.load({});
    await workbench.open('first-steps.bow', firstStepsLine);
    await workbench.run('Bowline: Show Realizations');
    const { panel, page } = workbench;
    const list = panel.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('ArrowDown');
    const second = list.getByRole('option').nth(1);
    assert.equal(await second.getAttribute('aria-selected'), 'true');
    await panel.getByRole('button', { name: 'Insert as Expectation' }).click();
    await second.getByText('expected').waitFor();
  });

  it('ends a sentence on the side to which its script runs', async () => {
    workbench.write('right-to-left.bow', 'bag a {\n  words: שלום עולם !\n}\n');
    await workbench.load({});
    await workbench.open('right-to-left.bow', 1);
    await workbench.run('Bowline: Show Realizations');
    const sentence = workbench.panel
      .getByRole('option')
      .first()
      .locator('.sentence > :first-child');
    await sentence.waitFor();
    const [first, last] = await sentence.evaluate((element) => {
      const text = element.firstChild!;
      const { length } = text.textContent ?? '';
      return [0, length - 1].map((at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
    assert.ok(last < first, `${last} is left of ${first}`);
  });

  it('opens the setting of a model that cannot be used, which is one of the machine', async () => {
    await workbench.load({}, { 'bowline.model': '/nowhere' });
    await workbench.open('first-steps.bow', firstStepsLine);
    await workbench.run('Bowline: Show Realizations');
    const { panel, page } = workbench;
    await panel.getByRole('button', { name: 'Open Setting' }).click();
    const shown = page.locator('.settings-editor .setting-item-contents', { hasText: 'Model' });
    await shown.filter({ hasText: 'The path of the model' }).first().waitFor();
  });

  it('writes the arcs of the sentence chosen by key into the bag', async () => {
    await workbench.load({});
    await workbench.open('first-steps.bow', firstStepsLine);
    await workbench.run('Bowline: Show Realizations');
    const { panel, page } = workbench;
    await panel.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    const fix = panel.getByRole('button', { name: 'Keep Arcs' });
    await fix.focus();
    await page.keyboard.press('Enter');
    await page
      .locator('.view-line', { hasText: /root\s->/ })
      .first()
      .waitFor();
  });
});
