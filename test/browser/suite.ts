import { Workbench } from './workbench.ts';

/** The workbench of the tests of a file: to start one takes longer than most tests. */
export let workbench: Workbench;

/** Tests in a workbench of their own. */
export function describeInWorkbench(title: string, tests: () => void): void {
  describe(title, () => {
    before(async () => {
      workbench = await Workbench.start();
    });
    afterEach(async function () {
      await workbench.pictureOf(this.currentTest);
    });
    tests();
    after(() => workbench.end());
  });
}
