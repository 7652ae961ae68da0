import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright-core';
import { inProject } from '../../scripts/lib/paths.mjs';
import { lowContrast } from './contrast.ts';
import { themes, Workbench } from './workbench.ts';

const pictures = process.env.BOWLINE_SCREENSHOTS ?? inProject('dist/test/screenshots');

/** Bags of which nothing is known but that they are many, with a few expectations. */
const many = 20_000;
const manyBags = Array.from({ length: many }, (_, i) => {
  const expected = i % 2 === 0 ? '  expect: dogs bark\n' : '';
  return `bag a-rather-long-name-for-a-bag-${i}-of-many {\n  words: dogs bark\n${expected}}\n`;
}).join('');

describe('The coverage view', () => {
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

  /** Opens the view, and runs the coverage of the workspace by the button of the empty view. */
  async function runCoverage(): Promise<Locator> {
    await workbench.run('Bowline: Show Coverage');
    const { panel } = workbench;
    await panel.getByRole('button', { name: 'Run Coverage' }).click();
    const grid = panel.getByRole('grid');
    await grid.waitFor();
    return grid;
  }

  for (const [kind, theme] of Object.entries(themes)) {
    it(`is accessible and legible in a ${kind} theme`, async () => {
      await workbench.load({ 'editor.minimap.enabled': false });
      await workbench.chooseTheme(theme);
      await workbench.open('expectations.bow', 3);
      const { panel, page } = workbench;
      const grid = await runCoverage();
      await panel.locator(`body[data-vscode-theme-kind="vscode-${kind}"]`).waitFor();
      await panel.getByRole('button', { name: 'Run Coverage' }).click();
      await panel.getByRole('columnheader', { name: 'Change' }).waitFor();
      await panel.getByRole('button', { name: 'Class' }).click();
      await grid.focus();
      await workbench.page.keyboard.press('ArrowDown');
      await workbench.screenshot(join(pictures, `coverage-${kind}.png`));
      const frames = ['iframe.webview', 'iframe#active-frame', '#panel'];
      const { violations } = await new AxeBuilder({ page }).include(frames).analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        [],
      );
      assert.deepEqual(await lowContrast(panel), []);
    });
  }
});
