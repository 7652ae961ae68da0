import assert from 'node:assert/strict';
import { Workbench } from './workbench.ts';

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
};

describe('The workbench', function () {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.start();
  });
  after(async () => {
    await workbench.end();
  });

  for (const [name, theme] of Object.entries(themes)) {
    it(`shows a file in a ${name} theme`, async () => {
      await workbench.load({ 'workbench.colorTheme': theme });
      await workbench.open('a.bow');
      await workbench.screenshot(`/tmp/shot-${name}.png`);
      assert.ok(true);
    });
  }
});
