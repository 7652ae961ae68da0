import { join } from 'node:path';
import { pictures, Workbench } from './workbench.ts';

/** A line of a bag in expectations.bow whose expected sentence is not the best. */
const surpriseLine = 19;

describe('The workbench with the debugger', () => {
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

  it('shows where the expected sentence leaves a narrow beam: what was legal, and what was kept', async () => {
    await workbench.load({ 'bowline.beam': 4, 'editor.minimap.enabled': false });
    await workbench.open('expectations.bow', surpriseLine);
    await workbench.run('View: Show Run and Debug');
    await workbench.run('Bowline: Debug Bag');
    const { page } = workbench;
    const view = page.locator('.part.sidebar');
    await view.locator('.debug-call-stack').getByText('Expected: ').first().waitFor();
    const variables = view.locator('.debug-variables');
    await page.locator('.exception-widget').getByText('leads on to').waitFor();
    for (const scope of ['Step', 'Tree', 'Words left', 'Beam', 'Legal actions']) {
      await variables.locator('.scope').getByText(scope, { exact: true }).waitFor();
    }
    await variables.getByText('Beam', { exact: true }).click();
    await variables.getByText('← Best').waitFor();
    await workbench.screenshot(join(pictures, 'debug.png'));
  });
});
