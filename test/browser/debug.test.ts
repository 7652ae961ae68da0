import { join } from 'node:path';
import { describeInWorkbench, workbench } from './suite.ts';
import { pictures } from './workbench.ts';

/** A line of a bag in expectations.bow whose expected sentence does not come first. */
const surpriseLine = 19;

describeInWorkbench('The workbench with the debugger', () => {
  it('shows where the expected sentence leaves a narrow beam: what was legal, and what was kept', async () => {
    await workbench.clear({ 'bowline.beam': 4 });
    await workbench.open('expectations.bow', surpriseLine);
    await workbench.run('View: Show Run and Debug');
    await workbench.run('Bowline: Debug Bag');
    const { page } = workbench;
    const view = page.locator('.part.sidebar');
    await view.locator('.debug-call-stack').getByText('Expected: ').first().waitFor();
    const variables = view.locator('.debug-variables');
    await page.locator('.exception-widget').getByText('the beam has lost').waitFor();
    for (const scope of ['Step', 'Tree', 'Words left', 'Beam', 'Legal actions']) {
      await variables.locator('.scope').getByText(scope, { exact: true }).waitFor();
    }
    // The first scope is open, and what is in it pushes the others down when it comes.
    await variables.getByText('total').waitFor();
    await variables.getByText('Beam', { exact: true }).click();
    await variables.getByText('← First').waitFor();
    await workbench.screenshot(join(pictures, 'debug.png'));
  });

  it('is shown in the panel of its bag alone, also once there is another bag above that', async () => {
    await workbench.clear({ 'bowline.beam': 4 });
    await workbench.open('expectations.bow', surpriseLine);
    await workbench.run('Bowline: Show Realizations');
    const { panel } = workbench;
    const shown = panel.getByRole('tab', { name: 'Debugger' });
    await panel.getByRole('option').first().waitFor();
    await workbench.run('Bowline: Debug Bag');
    await shown.waitFor();
    const before = (await workbench.read('expectations.bow')).toString();
    workbench.write('expectations.bow', `bag above {\n  words: dogs\n}\n${before}`);
    await panel.getByText(`line ${surpriseLine + 3}`).waitFor();
    await shown.waitFor();
    await workbench.open('expectations.bow', surpriseLine - 3);
    await panel.getByRole('heading', { name: 'contraction' }).waitFor();
    await shown.waitFor({ state: 'detached' });
    workbench.write('expectations.bow', before);
  });
});
