import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { rulesIn, violations } from './accessibility.ts';
import { lowContrast } from './contrast.ts';
import { describeInWorkbench, workbench } from './suite.ts';
import { pictures, themes, until } from './workbench.ts';

/** The man is in the park, but a reader attaches the park to the verb. */
const text = `bag park {
  words: I saw/VBD a man/NN in the park/NN .
  deps:
    saw -nsubj-> I
    saw -obj-> man -det-> a
    man -nmod-> park -case-> in
    park -det-> the
  order:
    I < saw
    saw < man
}
`;

const misreading = 'A reader would attach in the park to saw, not to man.';

describeInWorkbench('The workbench with a sentence that is parsed again', () => {
  before(() => {
    workbench.write('park.bow', text);
  });

  const openList = async (): Promise<FrameLocator> => {
    await workbench.open('park.bow', 2);
    await workbench.run('Bowline: Show Realizations');
    const { panel } = workbench;
    await panel.getByRole('option').first().waitFor();
    return panel;
  };

  for (const [kind, theme] of Object.entries(themes)) {
    it(`shows both trees, accessible and legible, in a ${kind} theme`, async () => {
      await workbench.clear({}, theme);
      const panel = await openList();
      await panel.getByRole('tab', { name: 'Parse' }).click();
      await panel.getByText(misreading).waitFor();
      await panel.getByText(/The parser prefers its tree by/).waitFor();
      await panel.getByText(/No order of the list is read as meant|is read as meant:/).waitFor();
      const meant = panel.getByRole('region', { name: 'As it is meant' });
      const parsed = panel.getByRole('region', { name: 'As a reader parses it' });
      for (const tree of [meant, parsed]) {
        await tree.locator('.arc-label.differs', { hasText: '≠' }).first().waitFor();
        await tree.getByRole('button', { name: /^park, NN, .*differs$/ }).waitFor();
      }
      await workbench.screenshot(join(pictures, `panel-parse-${kind}.png`));
      assert.deepEqual(await violations(workbench.page, rulesIn(kind)), []);
      assert.deepEqual(await lowContrast(panel), []);
    });
  }

  it('has the trees one below the other in a narrow panel', async () => {
    await workbench.clear();
    const left = async (panel: FrameLocator, name: string): Promise<number | undefined> =>
      (await panel.getByRole('region', { name }).boundingBox())?.x;
    const areAligned = async (panel: FrameLocator): Promise<boolean> =>
      (await left(panel, 'As it is meant')) === (await left(panel, 'As a reader parses it'));
    const panel = await openList();
    await panel.getByRole('tab', { name: 'Parse' }).click();
    await panel.getByText(misreading).waitFor();
    assert.equal(await areAligned(panel), false);
    await workbench.page.setViewportSize({ width: 900, height: 1200 });
    await until('the trees are aligned', () => areAligned(panel));
    await panel.getByText(/No order of the list is read as meant|is read as meant:/).waitFor();
    await workbench.screenshot(join(pictures, 'panel-parse-narrow.png'));
  });

  it('is asked for with the keyboard, and says why it cannot parse', async () => {
    await workbench.clear({ 'bowline.parser': 'none' });
    const panel = await openList();
    await panel.getByRole('tab', { name: 'Why' }).click();
    await workbench.page.keyboard.press('ArrowRight');
    await panel.getByText(/^The setting bowline\.parser is "none"/).waitFor();
    await workbench.page.keyboard.press('Home');
    await panel.getByText('Arcs that nobody labelled have no label.').waitFor();
  });
});
